/// A unit of time in a relative date.
enum TimeUnit: Hashable, Sendable {
  case second, minute, hour, day, week, month, quarter, year
  /// A week that begins on Monday, whatever the user's first weekday is.
  case isoWeek
}

extension TimeUnit {
  /// Creates a unit from its name or letters; `m` is a minute and `o` a month, as in TaskPaper.
  init?(named word: String) {
    let unit: TimeUnit? =
      switch word {
      case "s", "sec", "secs", "second", "seconds": .second
      case "m", "min", "mins", "minute", "minutes": .minute
      case "h", "hr", "hrs", "hour", "hours": .hour
      case "d", "day", "days": .day
      case "w", "week", "weeks": .week
      case "isoweek", "isoweeks": .isoWeek
      case "o", "mo", "month", "months": .month
      case "q", "quarter", "quarters": .quarter
      case "y", "year", "years": .year
      default: nil
      }
    guard let unit else { return nil }
    self = unit
  }

  /// The length in seconds of an hour, minute or second; nil for a unit of the calendar.
  var seconds: Int? {
    switch self {
    case .second: 1
    case .minute: 60
    case .hour: 3600
    case .day, .week, .isoWeek, .month, .quarter, .year: nil
    }
  }

  /// The unit of a list; nil if there is no such list.
  var periodUnit: DatePeriod.Unit? {
    switch self {
    case .day: .day
    case .week, .isoWeek: .week
    case .month: .month
    case .year: .year
    case .second, .minute, .hour, .quarter: nil
    }
  }
}

extension DateParameters {
  /// The first and the last day of the unit of the calendar that contains the day.
  ///
  /// - Parameter firstWeekday: The first day of a week.
  /// - Returns: Nil if that is outside of the years 1 to 9999; the day itself for a unit of the clock.
  func days(of unit: TimeUnit, _ firstWeekday: Weekday) -> ClosedRange<DateParameters>? {
    switch unit {
    case .second, .minute, .hour, .day: self...self
    case .week: days(ofWeekFrom: firstWeekday)
    case .isoWeek: days(ofWeekFrom: .monday)
    case .month: DatePeriod(.month, containing: self).map { $0.firstDay...$0.lastDay }
    case .quarter: days(from: (month - 1) / 3 * 3 + 1, months: 3)
    case .year: days(from: 1, months: 12)
    }
  }

  private func days(ofWeekFrom first: Weekday) -> ClosedRange<DateParameters>? {
    let begun = (weekday.rawValue - first.rawValue + 7) % 7
    guard let start = advanced(byDays: -begun), let end = advanced(byDays: 6 - begun) else {
      return nil
    }
    return start...end
  }

  private func days(from first: Int, months: Int) -> ClosedRange<DateParameters>? {
    let last = first + months - 1
    guard let start = DateParameters(checked: year, first, 1),
      let end = DateParameters(checked: year, last, Self.daysIn(month: last, year: year))
    else { return nil }
    return start...end
  }

  /// The day that is a number of calendar units later; the last of a month that has no such day.
  func moved(_ count: Int, _ unit: TimeUnit) -> DateParameters? {
    guard abs(count) <= 4_000_000 else { return nil }
    return switch unit {
    case .second, .minute, .hour: self
    case .day: advanced(byDays: count)
    case .week, .isoWeek: advanced(byDays: count * 7)
    case .month: advanced(byMonths: count)
    case .quarter: advanced(byMonths: count * 3)
    case .year: advanced(byMonths: count * 12)
    }
  }

  /// The same day of a month that is a number of months later, or that month's last day.
  public func advanced(byMonths months: Int) -> DateParameters? {
    let index = year * 12 + month - 1 + months
    guard index >= 12, index < 120_000 else { return nil }
    let (year, month) = (index / 12, index % 12 + 1)
    let last = DateParameters.daysIn(month: month, year: year)
    return try? DateParameters(year: year, month: month, day: min(day, last))
  }

  /// The first such weekday after the day.
  func next(_ weekday: Weekday) -> DateParameters? {
    advanced(byDays: (weekday.rawValue - self.weekday.rawValue + 6) % 7 + 1)
  }
}
