/// A list of tasks for a day, week, month or year, or for several in a row.
///
/// A list shows every task whose days overlap its days, unless the task's period is longer than the unit of the list: a
/// task for a month is in the list of its month and of its year, and not in those of its weeks and days.
///
/// ```swift
/// let november = PeriodList(try DatePeriod(year: 2023, month: 11))
/// november.shows(.period(try DatePeriod(year: 2023, week: 48)))  // true: 27 November to 3 December
/// november.shows(.period(try DatePeriod(year: 2023)))  // false: a year is coarser than a month
/// ```
public struct PeriodList: Hashable, Sendable {
  /// The unit of the list.
  public let unit: DatePeriod.Unit
  /// The first day.
  public let firstDay: DateParameters
  /// The last day, which is part of the list.
  public let lastDay: DateParameters

  /// The list of one period.
  public init(_ period: DatePeriod) {
    self.init(period.unit, from: period.firstDay, to: period.lastDay)
  }

  /// Creates the list of all days from one to another, both included.
  ///
  /// - Parameters:
  ///   - unit: The unit of the list; the days need not begin or end with a whole unit.
  ///   - first: The first day.
  ///   - last: The last day; the two days may be in either order.
  public init(_ unit: DatePeriod.Unit, from first: DateParameters, to last: DateParameters) {
    self.unit = unit
    firstDay = min(first, last)
    lastDay = max(first, last)
  }

  /// The day numbers, as a half-open range.
  public var days: Range<Int> { firstDay.dayNumber..<lastDay.dayNumber + 1 }

  /// The only period of the list; nil for several, and for a week that is not an ISO week.
  public var period: DatePeriod? {
    guard let period = DatePeriod(unit, containing: firstDay), period.firstDay == firstDay,
      period.lastDay == lastDay
    else { return nil }
    return period
  }

  /// True if a task with a date is in the list.
  ///
  /// - Parameters:
  ///   - value: The due date of the task.
  ///   - mask: The lists in which the task is shown.
  public func shows(_ value: TMDateType, mask: ListMask = .all) -> Bool {
    mask.admits(unit) && value.unit <= unit && value.dayNumbers.overlaps(days)
  }
}
