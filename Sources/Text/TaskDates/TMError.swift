import Diagnostics

/// An error in a date; its description is a sentence with the values.
public enum TMError: Error, Hashable, Sendable {
  /// The text is not a date in any form; the second string says what was expected.
  case invalidFormattedString(String, String = "a date such as 2024-12-01")
  /// Years are 1 to 9999.
  case noSuchYear(Int)
  /// Months are 1 to 12.
  case noSuchMonth(year: Int, month: Int)
  /// The month has no such day.
  case noSuchDay(year: Int, month: Int, day: Int)
  /// The ISO year has no such week.
  case noSuchWeek(year: Int, week: Int)
  /// A day has no such time; there is no 24:00 and no leap second.
  case noSuchTime(hour: Int, minute: Int, second: Int)
  /// The end is not after the beginning.
  case endDateNotAfterStartDate(TMDateType, TMDateType)
  /// A word of a date in words is not understood: where it begins, in bytes, and what was expected.
  ///
  /// The word is empty if the text ends too early.
  case notUnderstood(String, offset: Int, word: String, expected: String)
  /// The day is not on the weekday that is written before it.
  case otherWeekday(DateParameters, Weekday)
  /// The date is outside of the years 1 to 9999.
  case beyondYears
}

extension TMError {
  /// The byte of the text at which reading stopped, if it is known.
  public var offset: Int? {
    if case .notUnderstood(_, let offset, _, _) = self { offset } else { nil }
  }
}

extension TMError: CustomStringConvertible {
  /// What is wrong and what was expected.
  public var description: String {
    switch self {
    case .invalidFormattedString(let text, let expected):
      "\(text.quoted) is not a date; expected \(expected)"
    case .noSuchYear(let year): "there is no year \(year); years are 1 to 9999"
    case .noSuchMonth(let year, let month): "\(year) has no month \(month); months are 1 to 12"
    case .noSuchDay(let year, let month, let day):
      "there is no day \(day) in \(Self.monthName(month)) \(year), which has "
        + "\(DateParameters.daysIn(month: month, year: year)) days"
    case .noSuchWeek(let year, let week):
      "there is no week \(week) in \(year), which has \(DatePeriod.weeks(in: year)) weeks"
    case .noSuchTime(let hour, let minute, let second):
      "there is no time \(Self.time(hour, minute, second)); times are 00:00 to 23:59"
    case .endDateNotAfterStartDate(let begin, let end):
      "the end \(end) is not after the beginning \(begin)"
    case .notUnderstood(let text, let offset, let word, let expected):
      "\(text.quoted) "
        + (offset == 0
          ? "is not a date"
          : word.isEmpty ? "ends too early" : "is not a date because of \(word.quoted)")
        + "; expected \(expected)"
    case .otherWeekday(let day, let weekday):
      "\(day.formattedDate) is a \(day.weekday.name), not a \(weekday.name)"
    case .beyondYears: "the date is outside the years 1 to 9999"
    }
  }

  private static func monthName(_ month: Int) -> String {
    (1...12).contains(month) ? DateNames.months[month - 1] : "month \(month)"
  }

  private static func time(_ hour: Int, _ minute: Int, _ second: Int) -> String {
    let time = "\(hour):\(minute.zeroPadded())"
    return second == 0 ? time : "\(time):\(second.zeroPadded())"
  }
}
