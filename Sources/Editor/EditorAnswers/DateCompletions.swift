import ExactText
import TaskDates

/// The dates that what is typed can mean, each once.
struct DateCompletions {
  private let typed: String
  private let clock: EditorClock
  private let isPast: Bool
  /// True if only a day, or a day and time, is allowed.
  private let pointsOnly: Bool
  /// The maximum number of dates.
  private static let limit = 40

  init(_ typed: String, _ clock: EditorClock, isPast: Bool, pointsOnly: Bool) {
    self.typed = String(typed.drop { $0 == " " })
    self.clock = clock
    self.isPast = isPast
    self.pointsOnly = pointsOnly
  }

  /// The dates, the likeliest first; no two items have the same date.
  var items: [CompletionItem] {
    var seen: Set<TMDateType> = []
    var items: [CompletionItem] = []
    for candidate in candidates {
      guard items.count < Self.limit else { break }
      guard let value = value(of: candidate), isAllowed(value), seen.insert(value).inserted else {
        continue
      }
      items.append(
        CompletionItem(
          kind: .date, label: candidate,
          detail: DateMeaning(value, now: clock.now).spelledWithDistance,
          text: DatePayload(value).description))
    }
    return items
  }

  private func isAllowed(_ value: TMDateType) -> Bool {
    guard pointsOnly else { return true }
    switch value {
    case .date, .dateTime: return true
    case .beginEndDate, .days, .period: return false
    }
  }

  private func value(of text: String) -> TMDateType? {
    (try? DateExpression(parsing: text, conventions: clock.conventions))?
      .resolved(at: clock.now, in: clock.zone)
  }

  // MARK: Texts that may be dates

  private var candidates: [String] {
    if typed.isEmpty { return isPast ? Self.pastWords : Self.usualWords }
    return daysOfNumber + [typed] + daysOfMonth + completedWords + names
  }

  /// The names of days from the configuration that begin with what is typed.
  private var names: [String] {
    clock.conventions.days.map(\.name).filter { $0.lowercased().hasPrefix(typed.lowercased()) }
  }

  private static let usualWords =
    ["today", "tomorrow"] + weekdays + [
      "next week", "next month", "end of month", "this week", "+1d", "+1w", "+1m", "+1y",
    ]
  private static let pastWords = ["today", "now", "yesterday", "-2d", "-3d", "-1w"]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let units = ["d", "w", "m", "y", "h", "min"]
  private static let times = ["9:00", "12:00", "15:00", "18:00"]
  private static let words =
    ["today", "tomorrow", "yesterday", "now"] + weekdays + months
    + [
      "next", "last", "this", "next week", "next month", "next year", "this week", "this month",
      "end of week", "end of month", "end of next month", "end of year", "start of next month",
      "days", "weeks", "months", "years", "hours", "week",
      "month", "year", "am", "pm",
    ]

  /// A number alone: the next three days of a month with this number, at the time that follows it.
  ///
  /// They begin with the number, because many editors offer only what begins with what is typed.
  private var daysOfNumber: [String] {
    let digits = typed.prefix { $0.isASCII && $0.isNumber }
    let rest = typed.dropFirst(digits.count)
    guard let number = Int(digits), (1...31).contains(number), rest.isEmpty || rest.first == " "
    else { return [] }
    var days: [String] = []
    var (year, month) = (clock.today.year, clock.today.month)
    for _ in 0..<60 where days.count < 3 {
      if let day = try? DateParameters(year: year, month: month, day: number),
        isPast ? day <= clock.today : day >= clock.today
      {
        days.append("\(digits) \(Self.months[month - 1]) \(year)\(rest)")
      }
      (year, month) = isPast ? Self.monthBefore(year, month) : Self.monthAfter(year, month)
    }
    return days
  }

  private static func monthAfter(_ year: Int, _ month: Int) -> (Int, Int) {
    month == 12 ? (year + 1, 1) : (year, month + 1)
  }

  private static func monthBefore(_ year: Int, _ month: Int) -> (Int, Int) {
    month == 1 ? (year - 1, 12) : (year, month - 1)
  }

  /// The days of a month that is written in figures, such as `2026-12-` or `2026-12-0`.
  private var daysOfMonth: [String] {
    let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count < 2 else {
      return parts.count == 2 && parts[0].count == 4 && parts[1].count < 2
        ? (1...12).map { "\(parts[0])-\(Self.two($0))" }.filter { $0.hasPrefix(typed) } : []
    }
    return (1...31).map { "\(parts[0])-\(parts[1])-\(Self.two($0))" }.filter { $0.hasPrefix(typed) }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The typed words with the last one completed.
  private var completedWords: [String] {
    let start = typed.lastIndex(of: " ").map { typed.index(after: $0) } ?? typed.startIndex
    let (head, last) = (String(typed[..<start]), typed[start...].lowercased())
    if let number = Int(last.drop { $0 == "+" || $0 == "-" }), number < 10_000 {
      let signed = last.first == "+" || last.first == "-" || head.hasSuffix("in ")
      let isDay = head.hasSuffix("the ")
      let ends = signed ? Self.units : isDay ? [Self.ordinal(number)] : ["am", "pm", ":00"]
      let units = ends.map { head + last + $0 }
      return units + Self.months.map { "\(head)\(last) \($0)" }
    }
    let whole = Self.words.filter { $0.hasPrefix(typed.lowercased()) }
    let ends = (Self.words + (head.isEmpty ? [] : Self.times)).filter { $0.hasPrefix(last) }
    return whole + ends.map { head + $0 } + trailing(last).map { head + $0 }
  }

  /// The ending of `12th`.
  private static func ordinal(_ number: Int) -> String {
    switch (number % 10, number / 10 % 10) {
    case (_, 1): "th"
    case (1, _): "st"
    case (2, _): "nd"
    case (3, _): "rd"
    default: "th"
    }
  }

  /// A number with the beginning of a unit: `+2w` for `+2we`.
  private func trailing(_ last: String) -> [String] {
    let number = last.prefix { $0 == "+" || $0 == "-" || ($0.isASCII && $0.isNumber) }
    let unit = last.dropFirst(number.count)
    guard !number.isEmpty, !unit.isEmpty else { return [] }
    return ["days", "weeks", "months", "years", "hours", "minutes", "am", "pm"]
      .filter { $0.hasPrefix(unit) }.map { number + $0 }
  }
}
