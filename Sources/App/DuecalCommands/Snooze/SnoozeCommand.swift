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
    abstract: "Put the due dates of tasks off.",
    usage: "duecal snooze <task> <when> [<options>]",
    discussion: """
      WHEN is a length, counted from the due date, or a date. A start and reminders with a date of their \
      own move as far; a time of day stays where a day alone is given. Of a task that repeats the next \
      date becomes a task of its own, and the series goes on as it was; --series moves all of it.

      Examples:
        duecal snooze "call ann" +1d
        duecal snooze xfjt "friday 3pm"
        duecal snooze --where "@due <[d] today and not @done" --all today
      """)

  @Argument(
    help: ArgumentHelp(
      "The task, and when it is due then; with --where only when.", valueName: "task> ... <when"),
    completion: TaskCompletion.open)
  var words: [String] = []

  @OptionGroup var choosing: ChoosingOptions

  @Flag(help: "Move all dates of what repeats.")
  var series = false

  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(words, and: "when it is due then") }

  func run() throws {
    let run = try ChangeRun(change.writing, "snooze")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let when = words.last ?? ""
    let postponement = try Postponement.read(when, run.clock)
    try run.run(change.files.file) { draft, messages in
      let lines = try chooser.lines(before: words, run.clock, draft: draft, messages: &messages)
      for line in lines {
        draft.changes.postpone(line, postponement, wholeSeries: series)
      }
    }
  }
}

extension Postponement {
  /// Reads an argument; what is none is wrong usage.
  static func read(_ text: String, _ clock: RunClock) throws -> Postponement {
    do throws(TMError) {
      return try Postponement(parsing: text, now: clock.now, in: clock.zone)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

extension TaskChooser {
  /// The lines that words mean before the last one, which says when or where.
  ///
  /// Where one names none, and a date of several words stands behind it, that is said: it is one word for a
  /// shell only in quotation marks.
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
    (try? Postponement(parsing: text, now: clock.now, in: clock.zone)) != nil
  }
}

extension ChoosingOptions {
  /// Expects the names of tasks, unless a query chooses them, and one thing more.
  func expect(_ words: [String], and other: String) throws {
    guard let last = words.last, !last.isEmpty else { throw ValidationError("Missing \(other)") }
    if words.count < 2, !query.isGiven {
      throw ValidationError("Missing \(other), behind the task, or the task before it")
    }
  }
}
