import Foundation
import TaskDates

extension TaskDates.RecurrenceRule {
  /// The rule as one of Foundation; nil for secondly rules, which Foundation does not have, and for other calendars.
  ///
  /// The calendar of the rule defines the first day of weeks.
  var foundations: Calendar.RecurrenceRule? {
    guard isGregorian, let frequency = foundationsFrequency else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    calendar.firstWeekday = weekStart.rawValue % 7 + 1
    calendar.minimumDaysInFirstWeek = 4
    var rule = Calendar.RecurrenceRule(calendar: calendar, frequency: frequency)
    rule.matchingPolicy = .strict  // a day that a month does not have is skipped
    rule.interval = interval
    rule.end = foundationsEnd
    rule.months = months.map { Calendar.RecurrenceRule.Month($0) }
    rule.daysOfTheYear = yearDays
    rule.daysOfTheMonth = monthDays
    rule.weeks = weekNumbers
    rule.weekdays = weekdays.map(\.foundations)
    (rule.hours, rule.minutes, rule.seconds) = (hours, minutes, seconds)
    rule.setPositions = setPositions
    return rule
  }

  private var foundationsFrequency: Calendar.RecurrenceRule.Frequency? {
    switch frequency {
    case .secondly: nil
    case .minutely: .minutely
    case .hourly: .hourly
    case .daily: .daily
    case .weekly: .weekly
    case .monthly: .monthly
    case .yearly: .yearly
    }
  }

  private var foundationsEnd: Calendar.RecurrenceRule.End {
    switch end {
    case .never: .never
    case .count(let count): .afterOccurrences(count)
    case .onDay(let day):
      .afterDate(Date(timeIntervalSince1970: Double(day.dayNumber * 86_400 + 86_399)))
    case .at(let last, _): .afterDate(Date(timeIntervalSince1970: Double(last.secondNumber)))
    }
  }
}

extension TaskDates.RecurrenceRule.WeekdayNumber {
  fileprivate var foundations: Calendar.RecurrenceRule.Weekday {
    let days: [Locale.Weekday] = [
      .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
    ]
    let day = days[weekday.rawValue - 1]
    return ordinal == 0 ? .every(day) : .nth(ordinal, day)
  }
}
