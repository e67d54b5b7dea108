/// A list of tasks for a stretch of the calendar: one day, week, month or year, or several on end.
///
/// A list shows every task whose own days overlap its days, as long as the task is not coarser than
/// the list: a month's task is in the list of its month and of its year, and not in those of its
/// weeks and days.
///
/// ```swift
/// let november = PeriodList(try DatePeriod(year: 2023, month: 11))
/// november.shows(.period(try DatePeriod(year: 2023, week: 48)))  // true: 27 November to 3 December
/// november.shows(.period(try DatePeriod(year: 2023)))  // false: a year is coarser than a month
/// ```
public struct PeriodList: Hashable, Sendable {
  /// What the list is made of.
  public let unit: DatePeriod.Unit
  /// The first day.
  public let firstDay: DateParameters
  /// The last day, which belongs to the list.
  public let lastDay: DateParameters

  /// The list of one period.
  public init(_ period: DatePeriod) {
    self.init(period.unit, from: period.firstDay, to: period.lastDay)
  }

  /// The list of all days from one to another, both included.
  ///
  /// - Parameters:
  ///   - unit: What the list is made of; days that are not whole units of it are as good.
  ///   - first: The first day.
  ///   - last: The last day; the two may stand in either order.
  public init(_ unit: DatePeriod.Unit, from first: DateParameters, to last: DateParameters) {
    self.unit = unit
    firstDay = min(first, last)
    lastDay = max(first, last)
  }

  /// The days as numbers, half open.
  public var days: Range<Int> { firstDay.dayNumber..<lastDay.dayNumber + 1 }

  /// The one period that the list is for; nil for several, and for a week that is no ISO week.
  public var period: DatePeriod? {
    guard let period = DatePeriod(unit, containing: firstDay), period.firstDay == firstDay,
      period.lastDay == lastDay
    else { return nil }
    return period
  }

  /// True if a task with a date is in the list.
  ///
  /// - Parameters:
  ///   - value: When the task is due.
  ///   - mask: Where the task wants to be seen.
  public func shows(_ value: TMDateType, mask: ListMask = .all) -> Bool {
    mask.admits(unit) && value.unit <= unit && value.dayNumbers.overlaps(days)
  }
}
