import ArgumentParser
import ExactText
import TaskDates
import TaskEditing

/// `duecal done`.
struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark tasks as done; what repeats goes on with its next date.",
    discussion: """
      A task is named by a piece of its text, by the id that duecal list shows, or as FILE:LINE. Open \
      tasks are meant before closed ones. Where a name fits several it is asked which, and in a pipe \
      nothing is done.

      Of a task that repeats, a done copy stays behind, and the due date moves on: from the due date, or \
      from today where its rule says "after done". After the last date it is closed for good.

      Examples:
        duecal done "call ann"
        duecal done xfjt
        duecal done --where "@errand and not @done" --all
        duecal done rent --at yesterday
        duecal done rent --dry-run
      """)

  @Argument(help: "The tasks.", completion: TaskCompletion.open)
  var task: [String] = []

  @OptionGroup var choosing: ChoosingOptions
  @OptionGroup(title: "How it is closed") var closing: ClosingOptions

  @Flag(help: "Go on with the next date behind today; the dates between are left out.")
  var skipPast = false

  @Flag(help: "End what repeats, and leave no copy.")
  var forGood = false

  @OptionGroup var change: ChangeOptions

  func validate() throws {
    try choosing.expect(task)
    if skipPast, forGood { throw ValidationError("--skip-past and --for-good exclude each other") }
  }

  func run() throws {
    let run = try ChangeRun(change.writing, "done")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let series: Closing.Series = forGood ? .end : skipPast ? .nextAfterToday : .next
    let closing = try closing.closing(.done, series, clock: run.clock)
    try run.run(change.files.file) { draft, messages in
      for line in try chooser.lines(named: task, draft, messages: &messages) {
        draft.changes.close(line, with: closing)
      }
    }
  }
}

/// When something is closed, and what of it is written.
struct ClosingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When it was: a date, a date and time, or yesterday and the like.", valueName: "when"))
  var at: String?

  @Flag(help: "Write the time as well.")
  var time = false

  @Flag(help: "Write no date.")
  var noDate = false

  func validate() throws {
    if time, noDate { throw ValidationError("--time and --no-date exclude each other") }
  }

  func closing(
    _ state: Closing.State, _ series: Closing.Series, clock: RunClock
  ) throws -> Closing {
    let moment = try MomentOption.value("--at", at, clock: clock)
    let saysTime = time || (at != nil && !moment.isAllDay)
    return Closing(
      state, at: moment, stamp: noDate ? .none : saysTime ? .time : .day, series: series)
  }
}

extension ChoosingOptions {
  /// Expects that tasks are named somehow.
  func expect(_ names: [String]) throws {
    if names.isEmpty, !query.isGiven {
      throw ValidationError("Missing a task; expected a piece of its text, its id, or --where")
    }
  }
}
