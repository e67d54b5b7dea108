/// The meaning of a date payload in civil values, without a time zone.
public enum TMDateType: Hashable, Sendable {
  /// A day.
  case date(DateParameters)
  /// A day and a time.
  case dateTime(DateTimeParameters)
  /// From one time to a later one, on the same day or another.
  case beginEndDate(DateTimeParameters, DateTimeParameters)
  /// From one day to another, both included.
  case days(DateParameters, DateParameters)
  /// A year, a month or an ISO week.
  case period(DatePeriod)

  /// The first moment: midnight for days.
  public var startDate: DateTimeParameters {
    switch self {
    case .date(let day), .days(let day, _): DateTimeParameters(date: day, time: .midnight)
    case .dateTime(let moment), .beginEndDate(let moment, _): moment
    case .period(let period): DateTimeParameters(date: period.firstDay, time: .midnight)
    }
  }

  /// The end of a range of times; nil for anything else.
  public var endDate: DateTimeParameters? {
    guard case .beginEndDate(_, let end) = self else { return nil }
    return end
  }

  /// The first day.
  public var firstDay: DateParameters { startDate.date }

  /// The last day that the value covers, even in part.
  public var lastDay: DateParameters {
    switch self {
    case .date(let day), .days(_, let day): day
    case .dateTime(let moment), .beginEndDate(_, let moment): moment.date
    case .period(let period): period.lastDay
    }
  }

  /// True if it has no time of day.
  public var isAllDay: Bool {
    switch self {
    case .date, .days, .period: true
    case .dateTime, .beginEndDate: false
    }
  }

  /// A range of times.
  ///
  /// - Throws: `TMError.endDateNotAfterStartDate`.
  public static func range(
    _ begin: DateTimeParameters, _ end: DateTimeParameters
  ) throws(TMError) -> TMDateType {
    try DateTimeDateTimeParameters(start: begin, end: end).toDateType()
  }

  /// A range of days, both included.
  ///
  /// - Throws: `TMError.endDateNotAfterStartDate` if the second is before the first.
  public static func range(
    _ first: DateParameters, _ last: DateParameters
  ) throws(TMError) -> TMDateType {
    guard first <= last else { throw .endDateNotAfterStartDate(.date(first), .date(last)) }
    return .days(first, last)
  }
}

extension TMDateType: CustomStringConvertible {
  /// The value as duecal writes it.
  public var description: String { DatePayload(self).description }
}
