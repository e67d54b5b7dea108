import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// The reminders that a run asks for.
enum ReminderQuery {
  /// Those since the last run, which are recorded.
  case sinceLastRun
  /// Those in a window; nothing is recorded.
  case window(Range<Instant>)
  /// The next one; nothing is recorded.
  case next

  /// True if delivered reminders are recorded.
  var isRemembered: Bool { if case .sinceLastRun = self { true } else { false } }
}

/// The options for the time of reminders.
struct ReminderWindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Reminders from this moment on, instead of those since the last run; nothing is recorded then.",
      valueName: "date"), completion: DateCompletion.any)
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Reminders before this moment, or until the end of this day.", valueName: "date"),
    completion: DateCompletion.any)
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Reminders of the past time, such as 2h, or since a date; nothing is recorded.",
      valueName: "span|date"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Reminders of the coming time, such as 15m; nothing is recorded.", valueName: "span"))
  var within: String?

  @Flag(help: "Show the next reminder and its time; nothing is recorded.")
  var next = false

  @Option(
    help: ArgumentHelp(
      "Whether items without @remind and without an alarm have a reminder when they are due.",
      valueName: "at|never"))
  var due = DueNotice.at

  func validate() throws {
    let isWindow = from != nil || to != nil
    let count = [isWindow, since != nil, within != nil, next].count { $0 }
    if count > 1 {
      throw ValidationError("--from and --to, --since, --within and --next cannot be combined")
    }
    if let within, TimeSpan(parsing: within) == nil {
      throw ValidationError(
        "--within: \(within.quoted) is not a length of time; expected one such as 15m")
    }
  }

  /// The query that the options describe.
  func query(_ clock: RunClock) throws -> ReminderQuery {
    if next { return .next }
    if let within, let span = TimeSpan(parsing: within) {
      return .window(clock.instant..<clock.instant.advanced(by: span.nominalSeconds))
    }
    if let since { return .window(try start(since, clock)..<clock.instant.advanced(by: 1)) }
    guard from != nil || to != nil else { return .sinceLastRun }
    let first =
      try from.map { try bound("--from", $0, clock: clock, isEnd: false) } ?? clock.instant
    let last = try to.map { try bound("--to", $0, clock: clock, isEnd: true) } ?? clock.instant
    guard first < last else {
      throw ValidationError(
        to == nil ? "--from is not before now; expected --to as well" : "--from is not before --to")
    }
    return .window(first..<last)
  }

  private func start(_ text: String, _ clock: RunClock) throws -> Instant {
    let start =
      try TimeSpan(parsing: text).map { clock.instant.advanced(by: -$0.nominalSeconds) }
      ?? bound("--since", text, clock: clock, isEnd: false)
    guard start <= clock.instant else { throw ValidationError("--since is in the future") }
    return start
  }

  /// The moment of a date in the person's zone; a day ends at the beginning of the next.
  private func bound(
    _ option: String, _ text: String, clock: RunClock, isEnd: Bool
  ) throws -> Instant {
    let value = try DayArgument(clock).value(option, text)
    guard isEnd, value.isAllDay else { return clock.zone.instant(of: value.startDate) }
    guard let day = value.lastDay.advanced(byDays: 1) else { return .lastStamp }
    return clock.zone.instant(of: DateTimeParameters(date: day, time: .midnight))
  }
}
