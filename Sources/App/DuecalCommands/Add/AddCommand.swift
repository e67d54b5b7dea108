import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import UserFiles

/// `duecal add`.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write down a task.",
    discussion: """
      A date among the words becomes @due with the date that it is, and what was understood is said. Tags \
      stay as they are. It goes into the file that -f names, else the inbox of the configuration, else the \
      first file of DUECAL_FILES or the configuration; with --under and without -f into whichever of all \
      these files has the project. With - each line of standard input is a task.

      Examples:
        duecal add "Call Ann tomorrow 3pm @home"
        duecal add "Water bill @repeat(monthly)" --due 2026-12-01 --under Bills
        duecal add "Read Summer 2026" --no-dates --at top
        duecal add - -f inbox.taskpaper < notes.txt
      """)

  @Argument(help: "The words of the task, or - for a task on each line of standard input.")
  var words: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write it into this task file; it is made where it is missing.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Put it into this project, by name or path 'A / B'.", valueName: "project"),
    completion: ProjectCompletion.kind)
  var under: String?

  @Flag(help: "Make the project where it is missing.")
  var create = false

  @Option(help: ArgumentHelp("Put it above or below what is there.", valueName: "top|end"))
  var at = InsertionEnd.end

  @OptionGroup var task: NewTaskOptions
  @OptionGroup var writing: WritingOptions

  func validate() throws {
    if words.isEmpty { throw ValidationError("Missing the words of the task") }
  }

  func run() throws {
    let run = try ChangeRun(writing, "add")
    let path = try InboxFile.path(file, run.runEnvironment)
    let paths = [path] + (under == nil || file != nil ? [] : searched(run.runEnvironment))
    let texts = words == ["-"] ? try TaskInput.lines() : [words.joined(separator: " ")]
    try run.run(paths, mayMake: true) { draft, messages in
      let tasks = try texts.map {
        try task.task($0, draft.reader, clock: draft.clock, messages: &messages)
      }
      guard let place = try place(&draft, inbox: path, messages: &messages) else { return }
      for task in tasks {
        for ambiguity in task.ambiguities { messages.warn("\(ambiguity)") }
        let due = task.date.map { ["due \($0)"] } ?? []
        draft.changes.add(task, at: place, words: due + (under.map { ["under \($0)"] } ?? []))
      }
    }
  }

  /// The other files that may contain the project, besides the inbox.
  private func searched(_ runEnvironment: RunEnvironment) -> [String] {
    DefaultSources.usual(runEnvironment).filter { $0 != "-" }
  }

  private func place(
    _ draft: inout ChangeDraft, inbox: String, messages: inout Messages
  ) throws -> InsertionPoint? {
    guard let under else { return draft.changes.place(inRootOf: 0, at: at) }
    let file = draft.files.firstIndex { $0.name == inbox }
    return try ProjectChoice(name: under, mayMake: create, end: at)
      .place(in: &draft, from: file, messages: &messages)
  }
}

/// The file that new tasks go into.
enum InboxFile {
  /// The file that was given, else the inbox of the configuration, else the first file of the usual ones.
  static func path(_ given: String?, _ runEnvironment: RunEnvironment) throws(ExitStatus) -> String
  {
    if let given { return given }
    if let inbox = runEnvironment.configuration.inbox { return inbox }
    let usual = try DefaultSources.paths([], runEnvironment)
    if let file = usual.first(where: { $0 != "-" && !FileTree.isFolder($0) }) { return file }
    Output.error.print(
      "duecal: only folders are named; expected a file, with -f or as inbox of the configuration")
    throw .usage
  }
}

/// Tasks on standard input.
enum TaskInput {
  /// How many tasks are taken at once, and how many bytes of each.
  private static let limits = (count: 10_000, length: 1 << 16)

  /// The lines that are not blank.
  ///
  /// - Throws: `ExitStatus.dataError`, which is said, where they are no text or more than a person writes.
  static func lines() throws(ExitStatus) -> [String] {
    let bytes = try bytes()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal("this is not UTF-8; expected a task on each line")
    }
    let lines = text.split(whereSeparator: \.isNewline)
      .filter { line in line.contains { $0 != " " && $0 != "\t" } }
    guard lines.count <= limits.count, lines.allSatisfy({ $0.utf8.count <= limits.length }) else {
      throw refusal(
        "expected at most \(limits.count) tasks at once, each of at most \(limits.length) bytes")
    }
    return lines.map(String.init)
  }

  private static func bytes() throws(ExitStatus) -> [UInt8] {
    do throws(FileError) {
      return try FileSnapshot.standardInput().bytes
    } catch {
      Output.error.print("duecal: \(error)")
      throw .inputOutput
    }
  }

  private static func refusal(_ reason: String) -> ExitStatus {
    Output.error.print("duecal: standard input: \(reason)")
    return .dataError
  }
}
