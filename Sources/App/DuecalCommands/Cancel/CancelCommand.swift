import ArgumentParser
import ExactText
import TaskEditing

/// `duecal cancel`.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark tasks as given up.",
    discussion: """
      A task that repeats is given up as a whole; with --once it is only its next date, and the series \
      goes on.

      Examples:
        duecal cancel "buy a boat"
        duecal cancel choir --once
      """)

  @Argument(help: "The tasks.", completion: TaskCompletion.open)
  var task: [String] = []

  @OptionGroup var choosing: ChoosingOptions
  @OptionGroup(title: "How it is closed") var closing: ClosingOptions

  @Flag(help: "Of what repeats give up the next date alone.")
  var once = false

  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(task) }

  func run() throws {
    let run = try ChangeRun(change.writing, "cancel")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let closing = try closing.closing(.cancelled, once ? .next : .end, clock: run.clock)
    try run.run(change.files.file) { draft, messages in
      for line in try chooser.lines(named: task, draft, messages: &messages) {
        draft.changes.close(line, with: closing)
      }
    }
  }
}
