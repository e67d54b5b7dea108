/// The new date of a task that is moved to the list of another period, and the details that are lost.
///
/// ```swift
/// let move = TMDateType.dateTime(moment).moved(to: try DatePeriod(year: 2026, month: 12))
/// move?.value  // .period(2026-12)
/// move?.lost  // [.day(2026-11-23), .time(15:00)]
/// ```
public struct PeriodMove: Hashable, Sendable {
  /// The new date.
  public let value: TMDateType
  /// The details of the old date that the new one does not have, the coarsest first.
  public let lost: [LostDetail]
}

/// A detail of a date that a coarser date cannot express.
public enum LostDetail: Hashable, Sendable {
  /// A week or a month.
  case period(DatePeriod)
  /// One day.
  case day(DateParameters)
  /// A time of day.
  case time(TimeParameters)
  /// A range of times or days.
  case range(TMDateType)
}

extension LostDetail: CustomStringConvertible {
  /// `the time 15:00`, `the day 2026-11-23`, `the week 2026-W48`, `the range …`.
  public var description: String {
    switch self {
    case .period(let period): "the \(period.unit) \(period.formattedDate)"
    case .day(let day): "the day \(day.formattedDate)"
    case .time(let time): "the time \(time.formattedDate)"
    case .range(let value): "the range \(value)"
    }
  }
}

extension TMDateType {
  /// Moves the date to the list of another period.
  ///
  /// In the list of a day a time stays as it is, and a range keeps its length and begins on that day. In a coarser list
  /// the date becomes the list's period, and all finer details are lost.
  ///
  /// - Parameter period: The period of the list.
  /// - Returns: Nil if a range would end after the year 9999.
  public func moved(to period: DatePeriod) -> PeriodMove? {
    guard period.unit == .day else {
      return PeriodMove(value: period.toDateType(), lost: details(finerThan: period.unit))
    }
    return moved(to: period.firstDay).map { PeriodMove(value: $0, lost: []) }
  }

  /// The date inside of another period, with its time, its length, and its place in the period.
  ///
  /// In a week that place is the weekday, in a month the day of the month, in a year the month and the day. A week, a
  /// month or a year stays one.
  ///
  /// ```swift
  /// TMDateType.dateTime(wednesdayAt14).placed(in: try DatePeriod(year: 2026, week: 51))
  /// // .dateTime(2026-12-16 14:00)
  /// ```
  ///
  /// - Parameter period: The period.
  /// - Returns: Nil if the result is outside of the years 1 to 9999.
  public func placed(in period: DatePeriod) -> TMDateType? {
    if case .period(let own) = self { return own.placed(in: period)?.toDateType() }
    return firstDay.placed(in: period).flatMap(moved(to:))
  }

  /// The date on another first day, with its time and its length; a period becomes that day.
  ///
  /// - Returns: Nil if a range would end after the year 9999.
  package func moved(to day: DateParameters) -> TMDateType? {
    if case .period = self { return .date(day) }
    return moved(by: DateMove(days: day.dayNumber - firstDay.dayNumber))
  }

  private func details(finerThan unit: DatePeriod.Unit) -> [LostDetail] {
    switch self {
    case .date(let day): [.day(day)]
    case .dateTime(let moment): [.day(moment.date), .time(moment.time)]
    case .beginEndDate, .days: [.range(self)]
    case .period(let period): period.unit < unit ? [.period(period)] : []
    }
  }
}

extension DateParameters {
  /// The day with the same weekday, day of the month, or month and day, in a period.
  fileprivate func placed(in period: DatePeriod) -> DateParameters? {
    let first = period.firstDay
    return switch period.unit {
    case .day: first
    case .week: first.advanced(byDays: weekday.rawValue - 1)
    case .month: Self.last(upTo: day, month: first.month, year: first.year)
    case .year: Self.last(upTo: day, month: month, year: first.year)
    }
  }

  /// A day of a month, or the last one if the month is too short.
  private static func last(upTo day: Int, month: Int, year: Int) -> DateParameters? {
    DateParameters(checked: year, month, min(day, daysIn(month: month, year: year)))
  }
}

extension DatePeriod {
  /// A period of the same unit that is in another period, or contains its first day.
  fileprivate func placed(in other: DatePeriod) -> DatePeriod? {
    guard unit < other.unit else { return DatePeriod(unit, containing: other.firstDay) }
    guard let day = firstDay.placed(in: other), let found = DatePeriod(unit, containing: day),
      found.firstDay < other.firstDay
    else { return firstDay.placed(in: other).flatMap { DatePeriod(unit, containing: $0) } }
    return DatePeriod(unit, containing: found.lastDay.advanced(byDays: 1) ?? day)
  }
}

extension DatePayload {
  /// Moves the payload to another list in its own spelling, and returns the details that are lost.
  ///
  /// - Returns: Nil if a range would end after the year 9999.
  public func moved(to period: DatePeriod) -> (payload: DatePayload, lost: [LostDetail])? {
    value.moved(to: period).map { (replacing(value: $0.value), $0.lost) }
  }
}
