import ArgumentParser
import ExactText
import TaskEditing

/// `duecal cancel`.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark tasks as cancelled.",
    discussion: """
      A repeating task is cancelled as a whole; with --once only its next date is cancelled, and the series \
      continues.

      Examples:
        duecal cancel "buy a boat"
        duecal cancel choir --once
      """)

  @Argument(help: "The tasks.", completion: TaskCompletion.open)
  var task: [String] = []

  @OptionGroup(title: "How it is closed") var closing: ClosingOptions
  @OptionGroup(title: "How it is closed") var repeating: OnceOptions
  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(task) }

  func run() throws {
    let run = try ChangeRun(change.writing, "cancel")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let closing = try closing.closing(.cancelled, repeating.once ? .next : .end, clock: run.clock)
    try run.run(change.files.file, naming: task) { draft, messages in
      for line in try chooser.lines(named: task, draft, messages: &messages) {
        draft.changes.close(line, with: closing)
      }
    }
  }
}

/// Whether one date of a series is cancelled, or all.
struct OnceOptions: ParsableArguments {
  @Flag(help: "Cancel only the next date of a repeating task.")
  var once = false
}
