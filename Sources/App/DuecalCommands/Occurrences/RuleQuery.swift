import TaskDates

/// Selects and prints dates of a rule.
struct RuleQuery {
  private let rule: RecurrenceRule
  private var dates: RuleDates
  private let isAllDay: Bool
  private let zone: Zone?
  private let window: DayWindow
  private var count: Int
  /// The first requested date, if it was computed already.
  private var first: DateTimeParameters?

  init(
    _ rule: RecurrenceRule, from start: TMDateType, zone: Zone?, window: DayWindow, count: Int
  ) {
    self.rule = rule
    isAllDay = start.isAllDay
    self.zone = zone
    self.window = window
    self.count = count
    dates = RuleDates(rule, from: start.startDate, isAllDay: isAllDay, zone: zone)
    first = Self.loneStart(of: dates, from: start)
  }

  /// The start of a rule that ends before its start, which is still an occurrence (RFC 5545, section 3.8.5.3).
  private static func loneStart(of dates: RuleDates, from start: TMDateType) -> DateTimeParameters?
  {
    var dates = dates
    return dates.next() == nil ? start.startDate : nil
  }

  /// Skips the dates before the window; false if that takes too long, and then no dates are left.
  mutating func leap(until deadline: Deadline) -> Bool {
    guard let from = window.from else { return true }
    if let lone = first {
      first = lone.date < from ? nil : lone
      return true
    }
    guard case .count = rule.end else {
      dates.skip(to: DateTimeParameters(date: from, time: .midnight))
      return true
    }
    var steps = 0
    while let date = dates.next() {
      steps += 1
      if date.date >= from {
        first = date
        return true
      }
      if steps % 1000 == 0, deadline.isPast {
        count = 0
        return false
      }
    }
    return true
  }

  /// Calls `body` with each date as text, in order.
  func forEachDate(_ body: (String) -> Void) {
    var left = count
    var dates = dates
    var next = first ?? dates.next()
    while let date = next {
      if left <= 0 || window.to.map({ date.date > $0 }) == true { return }
      body(text(of: date))
      left -= 1
      next = left > 0 ? dates.next() : nil
    }
  }

  private func text(of date: DateTimeParameters) -> String {
    if isAllDay { return date.date.formattedDate }
    return (zone.flatMap { $0.civil(at: $0.instant(of: date)) } ?? date).iso
  }
}

/// The document of `occurrences --json` for a rule.
struct OccurrencesJSON: JSONValue {
  let query: RuleQuery

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("occurrences") { json in query.forEachDate { json.element($0) } }
    }
  }
}
