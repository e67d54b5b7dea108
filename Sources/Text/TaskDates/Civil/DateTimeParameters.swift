/// A day and a local time, without a time zone, and so not an instant.
public struct DateTimeParameters: Hashable, Sendable {
  /// The day.
  public let date: DateParameters
  /// The time.
  public let time: TimeParameters

  /// Creates a day and time.
  public init(date: DateParameters, time: TimeParameters) {
    self.date = date
    self.time = time
  }

  /// Creates a day and time from numbers.
  ///
  /// - Throws: `TMError` if there is no such day or time.
  public init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0
  ) throws(TMError) {
    self.init(
      date: try DateParameters(year: year, month: month, day: day),
      time: try TimeParameters(hour: hour, minute: minute, second: second))
  }

  /// The seconds from 1970-01-01 00:00 to this local time, as if clocks never changed.
  public var secondNumber: Int { date.dayNumber * 86_400 + time.secondOfDay }

  /// Creates the local time that is a number of seconds after 1970-01-01 00:00; nil outside of the years 1 to 9999.
  public init?(secondNumber: Int) {
    guard (-719_163 * 86_400...2_932_897 * 86_400).contains(secondNumber) else { return nil }
    let day = secondNumber >= 0 ? secondNumber / 86_400 : (secondNumber - 86_399) / 86_400
    guard let date = DateParameters(dayNumber: day),
      let time = TimeParameters(secondOfDay: secondNumber - day * 86_400)
    else { return nil }
    self.init(date: date, time: time)
  }

  /// The local time that is a number of seconds later, as if clocks never changed.
  public func advanced(bySeconds seconds: Int) -> DateTimeParameters? {
    DateTimeParameters(secondNumber: secondNumber + seconds)
  }

  /// The moment with its seconds set to 0.
  package var minute: DateTimeParameters {
    advanced(bySeconds: -(time.secondOfDay % 60)) ?? self
  }
}

extension DateTimeParameters: Comparable {
  public static func < (left: DateTimeParameters, right: DateTimeParameters) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}

extension DateTimeParameters: FormattedDateRepresentable, ParameterConvertible {
  /// `2024-12-01 12:01`.
  public var formattedDate: String { "\(date.formattedDate) \(time.formattedDate)" }

  public func toDateType() -> TMDateType { .dateTime(self) }
}

/// A day, and a begin and end time on it.
public struct DateTimeEndTimeParameters: Hashable, Sendable {
  /// The day of both times.
  public let date: DateParameters
  /// The beginning.
  public let time: TimeParameters
  /// The end, which comes after the beginning.
  public let endTime: TimeParameters

  /// Creates a range of one day.
  ///
  /// - Throws: `TMError.endDateNotAfterStartDate`.
  public init(
    date: DateParameters, time: TimeParameters, endTime: TimeParameters
  ) throws(TMError) {
    guard time < endTime else {
      throw .endDateNotAfterStartDate(
        .dateTime(DateTimeParameters(date: date, time: time)),
        .dateTime(DateTimeParameters(date: date, time: endTime)))
    }
    self.date = date
    self.time = time
    self.endTime = endTime
  }
}

extension DateTimeEndTimeParameters: FormattedDateRepresentable, ParameterConvertible {
  /// `2024-12-01 12:01 - 13:00`.
  public var formattedDate: String {
    "\(date.formattedDate) \(time.formattedDate) - \(endTime.formattedDate)"
  }

  public func toDateType() -> TMDateType {
    .beginEndDate(
      DateTimeParameters(date: date, time: time), DateTimeParameters(date: date, time: endTime))
  }
}

/// Two days, each with a time.
public struct DateTimeDateTimeParameters: Hashable, Sendable {
  /// The beginning.
  public let start: DateTimeParameters
  /// The end, which comes after the beginning.
  public let end: DateTimeParameters

  /// Creates a range.
  ///
  /// - Throws: `TMError.endDateNotAfterStartDate`.
  public init(start: DateTimeParameters, end: DateTimeParameters) throws(TMError) {
    guard start < end else {
      throw .endDateNotAfterStartDate(.dateTime(start), .dateTime(end))
    }
    self.start = start
    self.end = end
  }
}

extension DateTimeDateTimeParameters: FormattedDateRepresentable, ParameterConvertible {
  /// `2024-12-01 12:01 thru 2024-12-31 12:31`.
  public var formattedDate: String { "\(start.formattedDate) thru \(end.formattedDate)" }

  public func toDateType() -> TMDateType { .beginEndDate(start, end) }
}
