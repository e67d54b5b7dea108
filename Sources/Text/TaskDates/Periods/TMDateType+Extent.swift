extension TMDateType {
  /// How coarse the date is: a day for all that names days, else the unit of its period.
  ///
  /// A time, and a range of times or days, are as fine as a day: they are in the lists of their days.
  public var unit: DatePeriod.Unit {
    switch self {
    case .date, .dateTime, .beginEndDate, .days: .day
    case .period(let period): period.unit
    }
  }

  /// The days that any of it lies on, as `DateParameters.dayNumber` counts them, half open.
  ///
  /// A range of times that ends at 00:00 has nothing of the day that begins then.
  public var dayNumbers: Range<Int> {
    let first = firstDay.dayNumber
    let endsAtMidnight = endDate?.time == .midnight
    return first..<max(first, lastDay.dayNumber - (endsAtMidnight ? 1 : 0)) + 1
  }

  /// When the last of it is over: seconds as `DateTimeParameters.secondNumber` counts them.
  ///
  /// A moment is over at once; a day, or a period, at the midnight behind it.
  public var endSecond: Int {
    switch self {
    case .dateTime(let moment), .beginEndDate(_, let moment): moment.secondNumber
    case .date, .days, .period: dayNumbers.upperBound * 86_400
    }
  }
}
