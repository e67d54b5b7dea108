import ArgumentParser
import ExactText
import TaskDates
import TaskEditing

/// `duecal done`.
struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark tasks as done; a repeating task continues with its next date.",
    discussion: """
      Name a task by a part of its text, by the ID that duecal list --ids shows, or as FILE:LINE. Open tasks \
      are preferred to closed ones. If a name fits several tasks, you are asked which; in a pipe, nothing is \
      changed.

      If the task repeats, a done copy stays, and the due date moves to the next date, counted from the due \
      date, or from today if its rule says "after done". After the last date, the task itself is closed.

      Examples:
        duecal done "call ann"
        duecal done xfjt
        duecal done --where "@errand and not @done" --all
        duecal done rent --at yesterday
        duecal done rent --dry-run
      """)

  @Argument(help: "The tasks.", completion: TaskCompletion.open)
  var task: [String] = []

  @OptionGroup(title: "How it is closed") var closing: ClosingOptions
  @OptionGroup(title: "How it is closed") var repeating: DoneSeriesOptions
  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(task) }

  func run() throws {
    let run = try ChangeRun(change.writing, "done")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let closing = try closing.closing(.done, repeating.series, clock: run.clock)
    try run.run(change.files.file, naming: task) { draft, messages in
      for line in try chooser.lines(named: task, draft, messages: &messages) {
        draft.changes.close(line, with: closing)
      }
    }
  }
}

/// The options for a series of which one date is done.
struct DoneSeriesOptions: ParsableArguments {
  @Flag(help: "Continue with the next date after today, and skip the dates before it.")
  var skipPast = false

  @Flag(help: "End a repeating task: complete it, with no next date and no copy.")
  var forGood = false

  func validate() throws {
    if skipPast, forGood { throw ValidationError("--skip-past and --for-good cannot be combined") }
  }

  /// How the series continues.
  var series: Closing.Series { forGood ? .end : skipPast ? .nextAfterToday : .next }
}

/// The options for the date at which tasks are closed.
struct ClosingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When it was done or cancelled: a date, a date and time, or words such as yesterday.",
      valueName: "when"),
    completion: DateCompletion.earlier)
  var at: String?

  @Flag(help: "Write the time as well.")
  var time = false

  @Flag(help: "Write no date.")
  var noDate = false

  func validate() throws {
    if time, noDate { throw ValidationError("--time and --no-date cannot be combined") }
  }

  func closing(
    _ state: Closing.State, _ series: Closing.Series, clock: RunClock
  ) throws -> Closing {
    let moment = try MomentOption.value("--at", at, clock: clock)
    let hasTime = time || (at != nil && !moment.isAllDay)
    return Closing(
      state, at: moment, stamp: noDate ? .none : hasTime ? .time : .day, series: series)
  }
}

extension ChoosingOptions {
  /// Requires that tasks are chosen by name or by query.
  func expect(_ names: [String]) throws {
    if names.isEmpty, !query.isGiven {
      throw ValidationError("Missing a task; expected part of its text, its id, or --where")
    }
  }
}
