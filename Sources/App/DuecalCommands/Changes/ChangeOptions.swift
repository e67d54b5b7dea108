import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// Which files a task is looked for in.
struct TaskFileOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Look in this task file, or a folder of them (may be repeated); by default in those of "
        + "DUECAL_FILES, else of the configuration.", valueName: "path"),
    completion: .file())
  var file: [String] = []
}

/// Which files a change of named tasks is made in, and how.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var files: TaskFileOptions
  @OptionGroup var writing: WritingOptions
}

/// Which files a change of all that fits is made in, and how.
struct ChangeAllOptions: ParsableArguments {
  @Argument(
    help:
      "Task files, or folders of them; by default those of DUECAL_FILES, else of the configuration.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var query: WhereOptions
  @OptionGroup var writing: WritingOptions

  /// Makes a change of files.
  ///
  /// - Parameters:
  ///   - name: What the run is called.
  ///   - change: The change; it is told whether the query finds a line.
  func run(
    _ name: String, _ change: (inout ChangeDraft, (LineRef) -> Bool) -> Void
  ) throws {
    try ChangeRun(writing, name).run(paths) { draft, messages in
      let found = try query.lines(
        of: draft.files, now: draft.clock.now, vocabulary: draft.reader.vocabulary,
        messages: &messages)
      change(&draft) { found?.contains($0) ?? true }
    }
  }
}

/// How a change is written, and what is said of it.
struct WritingOptions: ParsableArguments {
  @Flag(help: "Show the change as a unified diff and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: end with 3 if something would change.")
  var exitCode = false

  @Flag(help: "Print changes and messages as one JSON document.")
  var json = false

  @Flag(help: "Write also where an editor has the file open.")
  var forceEditing = false

  @OptionGroup(title: "How files are read") var reading: ReadingOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if exitCode, !dryRun { throw ValidationError("--exit-code goes with --dry-run") }
  }
}

/// How tasks are chosen where a name fits several.
struct ChoosingOptions: ParsableArguments {
  @OptionGroup var query: WhereOptions

  @Flag(help: "Take all tasks that a name or a query fits, and do not ask.")
  var all = false
}

/// The moment of an option, which may move with the clock.
struct MomentOption {
  /// The day, or the day and time, that an option says; else the clock's.
  static func value(
    _ option: String, _ text: String?, clock: RunClock
  ) throws -> TMDateType {
    guard let text else { return .dateTime(clock.now) }
    let value = try DayArgument.value(option, text, today: clock.now)
    switch value {
    case .date, .dateTime: return value
    default: throw ValidationError("\(option): \(text.quoted) is not one day or one time")
    }
  }
}
