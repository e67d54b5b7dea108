import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// Which reminders are asked for.
enum ReminderQuery {
  /// Those since the last run, which is remembered.
  case sinceLastRun
  /// Those of a window; nothing is remembered.
  case window(Range<Instant>)
  /// The next one; nothing is remembered.
  case next

  /// True if what is given is remembered.
  var isRemembered: Bool { if case .sinceLastRun = self { true } else { false } }
}

/// What the options say of time.
struct ReminderWindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Those from this moment on, instead of those since the last run; nothing is remembered then.",
      valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("Those before this moment, or until the end of this day.", valueName: "date")
  )
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Those of the time up to now, such as 2h, or since a date; nothing is remembered.",
      valueName: "span|date"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Those of the time from now on, such as 15m; nothing is remembered.", valueName: "span"))
  var within: String?

  @Flag(help: "The next one, and when it comes; nothing is remembered.")
  var next = false

  func validate() throws {
    let isWindow = from != nil || to != nil
    let count = [isWindow, since != nil, within != nil, next].count { $0 }
    if count > 1 {
      throw ValidationError("--from and --to, --since, --within and --next exclude each other")
    }
    if let within, TimeSpan(parsing: within) == nil {
      throw ValidationError(
        "--within: \(within.quoted) is no length of time; expected one such as 15m")
    }
  }

  /// What is asked for.
  func question(_ clock: RunClock) throws -> ReminderQuery {
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
    guard start <= clock.instant else { throw ValidationError("--since is after now") }
    return start
  }

  /// The moment of a date in the person's zone; the end of a day is the next day's beginning.
  private func bound(
    _ option: String, _ text: String, clock: RunClock, isEnd: Bool
  ) throws -> Instant {
    let value = try DayArgument.value(option, text, today: clock.now)
    guard isEnd, value.isAllDay else { return clock.zone.instant(of: value.startDate) }
    guard let day = value.lastDay.advanced(byDays: 1) else { return .lastStamp }
    return clock.zone.instant(of: DateTimeParameters(date: day, time: .midnight))
  }
}
