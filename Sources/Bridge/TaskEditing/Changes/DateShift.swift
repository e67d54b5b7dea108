public import TaskDates

/// How far the dates of a line move: from one local time to another, regardless of clock changes.
public struct DateShift: Hashable, Sendable {
  /// The old date.
  public let from: DateTimeParameters
  /// The new date.
  public let to: DateTimeParameters

  /// Creates a shift.
  public init(from: DateTimeParameters, to: DateTimeParameters) {
    self.from = from
    self.to = to
  }

  private var days: Int { to.date.dayNumber - from.date.dayNumber }
  private var seconds: Int { to.secondNumber - from.secondNumber }

  /// A date moved by the same distance: days by days, times by the clock, a period by periods.
  ///
  /// - Returns: Nil if the result is outside of the years 1 to 9999.
  public func moved(_ value: TMDateType) -> TMDateType? {
    switch value {
    case .date(let day): day.advanced(byDays: days).map { .date($0) }
    case .dateTime(let moment): moment.advanced(bySeconds: seconds).map { .dateTime($0) }
    case .days(let first, let last):
      moved(first, last) { $0.advanced(byDays: days) }.map { .days($0, $1) }
    case .beginEndDate(let begin, let end):
      moved(begin, end) { $0.advanced(bySeconds: seconds) }.map { .beginEndDate($0, $1) }
    case .period(let period): moved(period)?.toDateType()
    }
  }

  private func moved<Value>(
    _ first: Value, _ second: Value, move: (Value) -> Value?
  ) -> (Value, Value)? {
    guard let first = move(first), let second = move(second) else { return nil }
    return (first, second)
  }

  /// A period moved by the number of its units between the two moments.
  private func moved(_ period: DatePeriod) -> DatePeriod? {
    guard let count = periods(period.unit) else { return nil }
    let day: DateParameters? =
      switch period.unit {
      case .day: period.firstDay.advanced(byDays: count)
      case .week: period.firstDay.advanced(byDays: count * 7)
      case .month: period.firstDay.advanced(byMonths: count)
      case .year: period.firstDay.advanced(byMonths: count * 12)
      }
    return day.flatMap { DatePeriod(period.unit, containing: $0) }
  }

  private func periods(_ unit: DatePeriod.Unit) -> Int? {
    guard let first = DatePeriod(unit, containing: from.date)?.firstDay,
      let last = DatePeriod(unit, containing: to.date)?.firstDay
    else { return nil }
    return switch unit {
    case .day: days
    case .week: (last.dayNumber - first.dayNumber) / 7
    case .month: (last.year - first.year) * 12 + last.month - first.month
    case .year: last.year - first.year
    }
  }
}
