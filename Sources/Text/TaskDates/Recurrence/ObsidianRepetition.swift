/// The dates of a repetition as Obsidian Tasks 8.3 counts them: each from the one before it.
///
/// A month or a year that lacks the day has the last one before it. So `every month` from 31 August leads to 30 September,
/// and from there to 30 October, where RFC 5545 has 31 October.
///
/// ```swift
/// let repetition = ObsidianRepetition(try Repetition(parsing: "every month"))
/// repetition.next(after: try DateParameters(year: 2026, month: 8, day: 31))  // 2026-09-30
/// ```
package struct ObsidianRepetition: Sendable {
  private let repetition: Repetition
  /// The rule without its end.
  private let rule: RecurrenceRule

  /// Creates the dates of a repetition.
  package init(_ repetition: Repetition) {
    self.repetition = repetition
    var endless = repetition.rule
    endless.end = .never
    rule = endless
  }

  /// The next date after one of the series, or after the day of completion; nil if there is none, or if the rule ends.
  ///
  /// COUNT is not counted.
  package func next(after day: DateParameters) -> DateParameters? {
    guard let next = counted(from: day) else { return nil }
    let last = repetition.rule.lastDay
    return last.map { next <= $0 } ?? true ? next : nil
  }

  /// The days that Obsidian Tasks goes back at most, so that a rule without any near date ends.
  private static let mostSteps = 800

  /// The next date of the rule; while it is more than one step away, it is counted from the day before.
  private func counted(from day: DateParameters) -> DateParameters? {
    guard let plain = second(of: rule, from: day) else { return nil }
    var (next, from) = (plain, day)
    for _ in 0..<Self.mostSteps {
      guard isTooFar(next, from: from) else { return next }
      guard let before = from.advanced(byDays: -1), let date = second(of: rule, from: before)
      else { return plain }
      (next, from) = (date, before)
    }
    return plain
  }

  private func isTooFar(_ next: DateParameters, from day: DateParameters) -> Bool {
    switch rule.frequency {
    case .monthly where !rule.hasByParts:
      (next.year - day.year) * 12 + next.month - day.month > rule.step
    case .yearly where rule.months.isEmpty || rule.interval != 1:
      next.year - day.year > rule.step
    default: false
    }
  }

  /// The first date of a rule after the day from which it counts.
  private func second(of rule: RecurrenceRule, from day: DateParameters) -> DateParameters? {
    var dates = RuleDates(
      rule, from: DateTimeParameters(date: day, time: .midnight), isAllDay: true)
    _ = dates.next()
    return dates.next()?.date
  }

  // MARK: Calendars

  /// The rule for a calendar that leads from a date to the same next date; nil if no rule of RFC 5545 does.
  package func calendarRule(from day: DateParameters) -> RecurrenceRule? {
    guard rule.isGregorian, [.monthly, .yearly].contains(rule.frequency),
      let next = counted(from: day)
    else { return repetition.rule }
    guard
      var found = [shortening(from: day), rule].compactMap(\.self)
        .first(where: { second(of: $0, from: day) == next })
    else { return nil }
    found.end = repetition.rule.end
    return found
  }

  /// The rule that has the last possible day of each month up to that of a date; nil if it needs none.
  private func shortening(from day: DateParameters) -> RecurrenceRule? {
    let isLeapDay = day.month == 2 && day.day == 29
    guard !rule.hasByParts, rule.frequency == .monthly ? day.day > 28 : isLeapDay else {
      return nil
    }
    var shortened = rule
    shortened.monthDays = Array(28...day.day)
    shortened.setPositions = [-1]
    if rule.frequency == .yearly { shortened.months = [day.month] }
    return shortened
  }
}
