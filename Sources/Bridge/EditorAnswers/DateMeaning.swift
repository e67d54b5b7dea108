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
    let last = value.lastDay.dayNumber - now.date.dayNumber
    if days <= 0, last > 0 { return last == 1 ? "until tomorrow" : "until in \(last) days" }
    if days == 0, !value.isAllDay { return timeDistance }
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
    let seconds = value.startDate.secondNumber - now.secondNumber
    let minutes = Int((Double(seconds) / 60).rounded(.down))
    if abs(seconds) < 60 { return "now" }
    if abs(minutes) < 60 { return Self.phrase(minutes, "minute") }
    return Self.phrase(minutes / 60, "hour")
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
