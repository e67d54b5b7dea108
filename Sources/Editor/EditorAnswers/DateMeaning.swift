import ExactText
import TaskDates

/// A date in words, as hovers, completions and hints show it.
struct DateMeaning {
  private let value: TMDateType
  private let now: DateTimeParameters

  init(_ value: TMDateType, now: DateTimeParameters) {
    self.value = value
    self.now = now
  }

  /// The date with its weekday: `Thu 3 Dec 2026 15:00`.
  var spelled: String {
    switch value {
    case .date(let day): Self.day(day)
    case .dateTime(let moment): Self.moment(moment)
    case .days(let first, let last): "\(Self.day(first)) to \(Self.day(last))"
    case .period(let period): period.spelled
    case .beginEndDate(let begin, let end):
      begin.date == end.date
        ? "\(Self.moment(begin)) to \(end.time.formattedDate)"
        : "\(Self.moment(begin)) to \(Self.moment(end))"
    }
  }

  /// The date with its distance from now: `Thu 3 Dec 2026, in 8 days`.
  var spelledWithDistance: String { "\(spelled), \(distance)" }

  /// The distance from now: `in 8 days`, `today`, `2 days ago`, `in 3 hours`.
  var distance: String {
    let days = value.firstDay.dayNumber - now.date.dayNumber
    guard days == 0, !value.isAllDay, seconds != nil else { return dayDistance(after: 0) }
    return timeDistance
  }

  /// The seconds until `distance` is another text; at most those to the first midnight at which it is.
  var secondsToChange: Int {
    let toMidnight = 86_400 - now.secondNumber % 86_400
    let days = value.firstDay.dayNumber - now.date.dayNumber
    if days == 0, !value.isAllDay, let seconds { return min(toMidnight, Self.step(seconds)) }
    if days == 1, !value.isAllDay { return toMidnight }
    let shown = dayDistance(after: 0)
    let nights = (1...400).first { dayDistance(after: $0) != shown } ?? 400
    return toMidnight + (nights - 1) * 86_400
  }

  /// The seconds from now to a time, negative for a past one; nil for a range that has begun.
  private var seconds: Int? {
    let start = value.startDate.secondNumber - now.secondNumber
    return start < 0 && value.lastDay.dayNumber > now.date.dayNumber ? nil : start
  }

  /// The distance in days on the day that comes some days after today.
  private func dayDistance(after later: Int) -> String {
    let today = now.date.dayNumber + later
    let days = value.firstDay.dayNumber - today
    let last = value.lastDay.dayNumber - today
    if days <= 0, last > 0 { return last == 1 ? "until tomorrow" : "until in \(last) days" }
    switch last < 0 ? last : days {
    case 0: return "today"
    case 1: return "tomorrow"
    case -1: return "yesterday"
    case let days where abs(days) < 61: return Self.phrase(days, "day")
    case let days where abs(days) < 730: return Self.phrase(days / 30, "month")
    case let days: return Self.phrase(days / 365, "year")
    }
  }

  private var timeDistance: String {
    let seconds = seconds ?? 0
    switch abs(seconds) {
    case ..<60: return "now"
    case ..<3600: return Self.phrase(seconds / 60, "minute")
    default: return Self.phrase(seconds / 3600, "hour")
    }
  }

  /// The seconds until the distance of a time of today changes.
  private static func step(_ seconds: Int) -> Int {
    if abs(seconds) < 60 { return seconds + 60 }
    let unit = abs(seconds) < 3600 ? 60 : 3600
    let rest = abs(seconds) % unit
    return seconds > 0 ? rest + 1 : unit - rest
  }

  private static func phrase(_ count: Int, _ unit: String) -> String {
    let length = "\(abs(count)) \(unit)\(abs(count) == 1 ? "" : "s")"
    return count < 0 ? "\(length) ago" : "in \(length)"
  }

  private static func day(_ day: DateParameters) -> String { day.spelledShort(in: 0) }

  private static func moment(_ moment: DateTimeParameters) -> String {
    "\(day(moment.date)) \(moment.time.formattedDate)"
  }
}
