/// A year, a month, an ISO week or a day: a half-open range of days.
public struct DatePeriod: Hashable, Sendable {
  /// The units of periods, the shortest first.
  public enum Unit: Int, Sendable, CaseIterable, Comparable {
    /// One day.
    case day
    /// An ISO week, Monday to Sunday.
    case week
    /// A month of the calendar.
    case month
    /// A year of the calendar.
    case year

    public static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }

    /// The name of the unit, as in `@show(week)`.
    package var name: String {
      switch self {
      case .day: "day"
      case .week: "week"
      case .month: "month"
      case .year: "year"
      }
    }
  }

  /// The unit.
  public let unit: Unit
  // Stored small, because a million items may each have such dates.
  private let storedYear: Int16
  private let storedNumber: Int16
  /// The year; for a week the ISO year, which may differ from the year of its days.
  public var year: Int { Int(storedYear) }
  /// The number of the month, the ISO week or the day of the year, from 1; 0 for a year.
  public var number: Int { Int(storedNumber) }
  /// The first day.
  public let firstDay: DateParameters
  /// The last day, which is part of the period.
  public let lastDay: DateParameters

  private init(
    _ unit: Unit, _ year: Int, number: Int, firstDay: DateParameters, lastDay: DateParameters
  ) {
    self.unit = unit
    storedYear = Int16(truncatingIfNeeded: year)
    storedNumber = Int16(truncatingIfNeeded: number)
    self.firstDay = firstDay
    self.lastDay = lastDay
  }

  /// A year of the calendar.
  public init(year: Int) throws(TMError) {
    self.init(
      .year, year, number: 0, firstDay: try DateParameters(year: year, month: 1, day: 1),
      lastDay: try DateParameters(year: year, month: 12, day: 31))
  }

  /// A month of a year.
  public init(year: Int, month: Int) throws(TMError) {
    let last = DateParameters.daysIn(month: month, year: year)
    self.init(
      .month, year, number: month, firstDay: try DateParameters(year: year, month: month, day: 1),
      lastDay: try DateParameters(year: year, month: month, day: max(1, last)))
  }

  /// An ISO week of an ISO year.
  public init(year: Int, week: Int) throws(TMError) {
    guard (1...9999).contains(year) else { throw .noSuchYear(year) }
    guard week >= 1, week <= Self.weeks(in: year) else {
      throw .noSuchWeek(year: year, week: week)
    }
    let first = Self.firstMonday(of: year) + (week - 1) * 7
    guard let firstDay = DateParameters(dayNumber: first),
      let lastDay = DateParameters(dayNumber: first + 6)
    else { throw .beyondYears }
    self.init(.week, year, number: week, firstDay: firstDay, lastDay: lastDay)
  }

  /// One day.
  public init(day: DateParameters) {
    self.init(.day, day.year, number: day.dayOfYear, firstDay: day, lastDay: day)
  }

  /// The period of a unit that contains a day; nil for a week of an ISO year outside of 1 to 9999.
  public init?(_ unit: Unit, containing day: DateParameters) {
    let period: DatePeriod? =
      switch unit {
      case .day: DatePeriod(day: day)
      case .week: Self.week(containing: day)
      case .month: try? DatePeriod(year: day.year, month: day.month)
      case .year: try? DatePeriod(year: day.year)
      }
    guard let period else { return nil }
    self = period
  }

  private static func week(containing day: DateParameters) -> DatePeriod? {
    let monday = day.dayNumber - (day.weekday.rawValue - 1)
    guard let thursday = DateParameters(dayNumber: monday + 3) else { return nil }
    return try? DatePeriod(
      year: thursday.year, week: (monday - firstMonday(of: thursday.year)) / 7 + 1)
  }

  /// The day number of the Monday of week 1, the week that contains 4 January.
  private static func firstMonday(of year: Int) -> Int {
    let fourth = DateParameters.dayNumber(year: year, month: 1, day: 4)
    return fourth - ((fourth - 4) % 7 + 7) % 7
  }

  /// The number of weeks in an ISO year, 52 or 53.
  public static func weeks(in year: Int) -> Int {
    (firstMonday(of: year + 1) - firstMonday(of: year)) / 7
  }

  /// The day numbers, as a half-open range.
  public var days: Range<Int> { firstDay.dayNumber..<lastDay.dayNumber + 1 }

  /// True if the periods have a day in common.
  public func overlaps(_ other: DatePeriod) -> Bool { days.overlaps(other.days) }

  /// True if the period contains a day.
  public func contains(_ day: DateParameters) -> Bool { firstDay <= day && day <= lastDay }
}

extension DatePeriod: FormattedDateRepresentable, ParameterConvertible {
  /// `2024`, `2024-11`, `2024-W48` or `2024-11-23`.
  public var formattedDate: String {
    switch unit {
    case .year: year.zeroPadded(to: 4)
    case .month: "\(year.zeroPadded(to: 4))-\(number.zeroPadded())"
    case .week: "\(year.zeroPadded(to: 4))-W\(number.zeroPadded())"
    case .day: firstDay.formattedDate
    }
  }

  public func toDateType() -> TMDateType { unit == .day ? .date(firstDay) : .period(self) }
}
