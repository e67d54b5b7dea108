import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import LineCodec
import StoreAccess
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import UserFiles

/// `duecal add`.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a task.",
    discussion: """
      A date among the words becomes @due, and a repetition such as every weekday becomes @repeat. !1 is a \
      priority, and due:, pri:, project: and +tag of other programs are understood too. What was \
      understood is printed. If a part of a date is not understood, nothing is taken, and a message quotes \
      it. Tags and words in quotation marks stay as they are; --literal leaves all words in the title.

      With -f the task goes into that file, which is created if it is missing, or into that list of a store, \
      such as work#Home. Without -f it goes into \
      the inbox of the configuration, or, if there is none, into the first file of DUECAL_FILES or the \
      configuration. With --project and without -f it goes into whichever of these files has the project. \
      With - each line of standard input is a task.

      Examples:
        duecal add "Call Ann tomorrow 3pm @home"
        duecal add "Standup every weekday at 9:30 !1"
        duecal add "Water bill due:2026-12-01 pri:H +bills"
        duecal add "Water bill @repeat(monthly)" --due 2026-12-01 --project Bills
        duecal add "Read Summer 2026" --no-dates --position top
        duecal add - -f inbox.taskpaper < notes.txt
      """)

  @Argument(help: "The words of the task, or - for a task on each line of standard input.")
  var words: [String] = []

  @OptionGroup(title: "What is written") var task: NewTaskOptions
  @OptionGroup(title: "Where it goes") var files: FileOptions
  @OptionGroup(title: "Where it goes") var target: TargetProjectOptions
  @OptionGroup(title: "Where it goes") var place: PlaceOptions
  @OptionGroup var writing: WritingOptions

  func validate() throws {
    if words.isEmpty { throw ValidationError("Missing the words of the task") }
    if files.file.count > 1 { throw ValidationError("-f: a task goes into one file; expected one") }
  }

  func run() throws {
    let run = try ChangeRun(writing, "add")
    let path = try InboxFile.path(files.file.first, run.runEnvironment)
    let lines = words == ["-"] ? try TaskInput.lines() : nil
    let texts = lines?.map(\.text) ?? [words.joined(separator: " ")]
    if try ChangeSources.store(path, StoreNames(run.runEnvironment)) != nil {
      return try add(texts, ofLines: lines?.map(\.number), toStore: path, run)
    }
    let namesProject =
      target.project != nil || !task.literal && texts.contains { NewTask.namesProject($0) }
    let paths = [path] + (namesProject && files.file.isEmpty ? searched(run.runEnvironment) : [])
    try run.run(paths, mayMake: true) { draft, messages in
      defer { messages.subject = "" }
      for (index, text) in texts.enumerated() {
        messages.subject = TaskInput.subject(ofLine: lines?[index].number)
        let task = try task.task(text, draft.reader, clock: draft.clock, messages: &messages)
        try add(task, &draft, inbox: path, messages: &messages)
      }
    }
  }

  private func add(
    _ task: NewTask, _ draft: inout ChangeDraft, inbox: String, messages: inout Messages
  ) throws {
    if let named = task.project, target.project != nil {
      messages.warn("project:\(named) is left out, because --project names another one")
    }
    let project = target.project ?? task.project
    guard let place = try place(project, &draft, inbox: inbox, messages: &messages) else { return }
    let isMarkdown = draft.files[place.file].document.dialect == .markdown
    if !isMarkdown, !self.task.literal, let tag = task.hashtags.first {
      messages.warn(
        "\("#\(tag)".quoted) is not a tag in this file and stays in the title; write @\(tag)")
    }
    draft.changes.add(task, at: place, words: task.details(under: project))
  }

  /// Adds the tasks to a list of a store.
  private func add(
    _ texts: [String], ofLines lines: [Int]?, toStore store: String, _ run: ChangeRun
  ) throws {
    if place.create, target.project == nil {
      throw ValidationError("--create needs --project, which is the list of a store")
    }
    if target.project != nil, StorePlace.parted(store).list != nil {
      throw ValidationError("--project: \(store) already names a list; expected only one of them")
    }
    let options = try StoreWritingOptions(writing)
    let addition = StoreAddition(
      task: task, profile: .auto, list: place.create ? target.project : nil, takes: [],
      listColor: nil, writing: options, clock: run.clock, runEnvironment: run.runEnvironment,
      command: "add")
    let named = place.create ? nil : target.project
    let storeRun = try StoreRun(
      options.stores, options.verbosity, asJSON: options.json, command: addition.command)
    try storeRun.write(
      to: named.map { "\(store)#\($0)" } ?? store, makesStore: place.create, writing: options
    ) { open, report, messages in
      try addition.add(
        texts, ofLines: lines, to: open, report: &report, messages: &messages)
    }
  }

  /// The files besides the inbox in which the project is looked for.
  private func searched(_ runEnvironment: RunEnvironment) -> [String] {
    DefaultSources.usual(runEnvironment).filter { $0 != "-" }
  }

  private func place(
    _ project: String?, _ draft: inout ChangeDraft, inbox: String, messages: inout Messages
  ) throws -> InsertionPoint? {
    guard let project else {
      return draft.changes.place(inRootOf: 0, at: place.position)
    }
    let file = draft.files.firstIndex { $0.name == inbox }
    return try ProjectChoice(name: project, mayMake: place.create, end: place.position)
      .place(in: &draft, from: file, messages: &messages)
  }
}

/// The file that new tasks are added to.
enum InboxFile {
  /// The given file, or the inbox of the configuration, or the first of the default files.
  static func path(_ given: String?, _ runEnvironment: RunEnvironment) throws(ExitStatus) -> String
  {
    if let given { return given }
    if let inbox = runEnvironment.configuration.inbox { return inbox }
    let usual = try DefaultSources.paths([], runEnvironment)
    if let file = usual.first(where: { $0 != "-" && !FileTree.isFolder($0) }) { return file }
    Output.error.print(
      "duecal: only folders are given; expected a file, with -f or as inbox in the configuration")
    throw .usage
  }
}

/// Reads tasks from standard input.
enum TaskInput {
  /// The maximum number of tasks in one run, and of bytes in each.
  private static let limits = (count: 10_000, length: 1 << 16)

  /// What messages about a line are about; empty for words of the command line.
  static func subject(ofLine number: Int?) -> String {
    number.map { "standard input:\($0): " } ?? ""
  }

  /// The lines that are not blank, with their numbers from 1.
  ///
  /// - Throws: `ExitStatus.dataError`, after a report, if they are not text or exceed the limits.
  static func lines() throws(ExitStatus) -> [(number: Int, text: String)] {
    let bytes = try bytes()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal("this is not UTF-8; expected a task on each line")
    }
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.enumerated().map { (number: $0.offset + 1, text: String($0.element)) }
      .filter { line in line.text.contains { $0 != " " && $0 != "\t" } }
    guard lines.count <= limits.count, lines.allSatisfy({ $0.text.utf8.count <= limits.length })
    else {
      throw refusal(
        "too many tasks, or one is too long; expected at most \(limits.count) tasks of at most "
          + "\(limits.length) bytes each")
    }
    return lines
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
