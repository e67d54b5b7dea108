import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskEditing

/// `duecal snooze`.
struct SnoozeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze",
    abstract: "Postpone the due dates of tasks.",
    usage: "duecal snooze <task> <when> [<options>]",
    discussion: """
      WHEN is a date, or a length of time that is added to the due date. The start, and reminders with dates \
      of their own, move by the same distance. If WHEN is a day without a time, the time of day stays. If the \
      task repeats, its next date becomes a separate task, and the series continues as before; --series moves \
      the whole series.

      Examples:
        duecal snooze "call ann" +1d
        duecal snooze xfjt "friday 3pm"
        duecal snooze --where "@due <[d] today and not @done" --all today
      """)

  @Argument(
    help: ArgumentHelp(
      "The task, and its new due date; with --where only the date.", valueName: "task> ... <when"),
    completion: DateCompletion.afterTask)
  var words: [String] = []

  @OptionGroup(title: "What is moved") var repeating: SeriesOptions
  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(words, and: "when it is due then") }

  func run() throws {
    let run = try ChangeRun(change.writing, "snooze")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let when = words.last ?? ""
    let postponement = try Postponement.read(when, run.clock)
    try run.run(change.files.file, naming: words) { draft, messages in
      let lines = try chooser.lines(before: words, run.clock, draft: draft, messages: &messages)
      messages.warn(
        ofOtherMeanings:
          Postponement.ambiguities(
            of: when, at: run.clock.now, conventions: run.clock.conventions))
      for line in lines {
        draft.changes.postpone(line, postponement, wholeSeries: repeating.series)
      }
    }
  }
}

extension Postponement {
  /// Reads an argument; an invalid one is reported as wrong usage.
  static func read(_ text: String, _ clock: RunClock) throws -> Postponement {
    do throws(TMError) {
      return try Postponement(
        parsing: text, now: clock.now, in: clock.zone, conventions: clock.conventions)
    } catch {
      guard MoveDestination.series(text, clock) != nil else { throw ValidationError("\(error)") }
      throw ValidationError(
        "\(text.quoted) is a repetition; expected a date or a length, or duecal move to make the task repeat"
      )
    }
  }
}

extension TaskChooser {
  /// The lines that are named by the words before the last one, which is the date or project.
  ///
  /// If a word names no line and is followed by a date of several words, the message explains that the date needs
  /// quotation marks to be one word for the shell.
  func lines(
    before words: [String], _ clock: RunClock, draft: ChangeDraft, messages: inout Messages
  ) throws -> [LineRef] {
    do {
      return try lines(named: Array(words.dropLast()), draft, messages: &messages)
    } catch let status as ExitStatus {
      let counts = stride(from: words.count - 1, to: 1, by: -1)
      let dates = counts.lazy.map { words.suffix($0).joined(separator: " ") }
      if let date = dates.first(where: { Self.isDate($0, clock) }) {
        messages.warn("\(date.quoted) is a date; expected quotation marks around it")
      }
      throw status
    }
  }

  private static func isDate(_ text: String, _ clock: RunClock) -> Bool {
    (try? Postponement.read(text, clock)) != nil
  }
}

extension ChoosingOptions {
  /// Requires one word and, unless a query chooses tasks, the names of tasks before it.
  func expect(_ words: [String], and other: String) throws {
    guard let last = words.last, !last.isEmpty else { throw ValidationError("Missing \(other)") }
    if words.count < 2, !query.isGiven {
      throw ValidationError("Missing \(other), after the task, or the task before it")
    }
  }
}
