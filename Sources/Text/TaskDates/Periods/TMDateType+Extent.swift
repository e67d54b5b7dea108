extension TMDateType {
  /// The coarseness of the date: a day for everything that names days, otherwise the unit of its period.
  ///
  /// Times, and ranges of times or days, count as a day: they are in the lists of their days.
  public var unit: DatePeriod.Unit {
    switch self {
    case .date, .dateTime, .beginEndDate, .days: .day
    case .period(let period): period.unit
    }
  }

  /// The days that the date covers, even in part, as day numbers (`DateParameters.dayNumber`) in a half-open range.
  ///
  /// A range of times that ends at 00:00 does not cover the day that begins then.
  public var dayNumbers: Range<Int> {
    let first = firstDay.dayNumber
    let endsAtMidnight = endDate?.time == .midnight
    return first..<max(first, lastDay.dayNumber - (endsAtMidnight ? 1 : 0)) + 1
  }

  /// The end of the date, in seconds as `DateTimeParameters.secondNumber` counts them.
  ///
  /// A time without an end ends when it begins; a day, or a period, ends at the following midnight.
  public var endSecond: Int {
    switch self {
    case .dateTime(let moment), .beginEndDate(_, let moment): moment.secondNumber
    case .date, .days, .period: dayNumbers.upperBound * 86_400
    }
  }
}
