import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// The options for the files in which named tasks are changed, and for how they are changed.
struct ChangeOptions: ParsableArguments {
  @OptionGroup(title: "Which files, and how they are read") var files: FileOptions
  @OptionGroup var writing: WritingOptions
}

/// The options of a command that changes all matching tasks.
struct ChangeAllOptions: ParsableArguments {
  @Argument(
    help:
      "Task files, or folders of them; by default those of DUECAL_FILES or the configuration.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Which tasks") var query: WhereOptions
  @OptionGroup(title: "Which files, and how they are read") var files: FileOptions
  @OptionGroup var writing: WritingOptions

  /// Changes the files.
  ///
  /// - Parameters:
  ///   - name: The name of the run.
  ///   - change: Makes the change; its argument tells whether the query matches a line.
  func run(
    _ name: String, _ change: (inout ChangeDraft, (LineRef) -> Bool) -> Void
  ) throws {
    try ChangeRun(writing, name).run(paths + files.file, inStores: false) { draft, messages in
      let found = try query.lines(
        of: draft.files, now: draft.clock.now, vocabulary: draft.reader.vocabulary,
        messages: &messages)
      change(&draft) { found?.contains($0) ?? true }
    }
  }
}

/// The options for how a change is written and reported.
struct WritingOptions: ParsableArguments {
  @OptionGroup var dry: DryRunOptions

  @Flag(help: .json)
  var json = false

  @Flag(help: "Write even if an editor has the file open.")
  var forceEditing = false

  @OptionGroup(title: "Which files, and how they are read") var reading: ReadingOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup(title: "Which files, and how they are read") var stores: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  var dryRun: Bool { dry.dryRun }
  var exitCode: Bool { dry.exitCode }
}

/// The options for choosing among several tasks that match a name.
struct ChoosingOptions: ParsableArguments {
  @OptionGroup var query: WhereOptions

  @Flag(help: .all)
  var all = false
}

/// Reads an option whose value is a moment, which may be relative to the clock.
struct MomentOption {
  /// The day, or the day and time, of an option; without the option, that of the clock.
  static func value(
    _ option: String, _ text: String?, clock: RunClock
  ) throws -> TMDateType {
    guard let text else { return .dateTime(clock.now) }
    let value = try DayArgument(clock).value(option, text)
    switch value {
    case .date, .dateTime: return value
    default:
      throw ValidationError(
        "\(option): \(text.quoted) is not a single day or time; expected one such as 2026-12-03 or "
          + "2026-12-03 15:00")
    }
  }
}
