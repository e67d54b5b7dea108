/// A day of the civil calendar: year, month and day, without a time zone and a time.
///
/// Every value is an existing day. Years run from 1 to 9999, in the proleptic Gregorian calendar.
public struct DateParameters: Hashable, Sendable {
  private let storedYear: Int16
  private let storedMonth: Int8
  private let storedDay: Int8

  /// The year, 1 to 9999.
  public var year: Int { Int(storedYear) }
  /// The month, 1 to 12.
  public var month: Int { Int(storedMonth) }
  /// The day of the month, from 1.
  public var day: Int { Int(storedDay) }

  /// Creates a day.
  ///
  /// - Throws: `TMError` with the reason if there is no such day.
  public init(year: Int, month: Int, day: Int) throws(TMError) {
    guard (1...9999).contains(year) else { throw .noSuchYear(year) }
    guard (1...12).contains(month) else { throw .noSuchMonth(year: year, month: month) }
    guard let known = DateParameters(checked: year, month, day) else {
      throw .noSuchDay(year: year, month: month, day: day)
    }
    self = known
  }

  /// Creates a day from three numbers; nil if there is no such day.
  init?(checked year: Int, _ month: Int, _ day: Int) {
    guard year > 0, year <= 9999, day > 0, day <= Self.daysIn(month: month, year: year) else {
      return nil
    }
    self.init(known: year, month, day)
  }

  private init(known year: Int, _ month: Int, _ day: Int) {
    storedYear = Int16(truncatingIfNeeded: year)
    storedMonth = Int8(truncatingIfNeeded: month)
    storedDay = Int8(truncatingIfNeeded: day)
  }

  /// The number of days in a month, 28 to 31; 0 for a month that does not exist.
  public static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// True if a year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension DateParameters: Comparable {
  public static func < (left: DateParameters, right: DateParameters) -> Bool {
    left.packed < right.packed
  }

  private var packed: Int { year << 9 | month << 5 | day }
}

extension DateParameters {
  /// The number of days from 1970-01-01 to this day, negative before it.
  public var dayNumber: Int {
    Self.dayNumber(year: year, month: month, day: day)
  }

  /// The number of days from 1970-01-01 to a day, in any year.
  ///
  /// The year is counted from March, so that the leap day is its last.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Creates the day that is a number of days after 1970-01-01; nil outside of the years 1 to 9999.
  public init?(dayNumber: Int) {
    guard (-719_162...2_932_896).contains(dayNumber) else { return nil }
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.init(known: year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day that is a number of days later, or earlier; nil outside of the years 1 to 9999.
  public func advanced(byDays days: Int) -> DateParameters? {
    DateParameters(dayNumber: dayNumber + days)
  }

  /// The day of the week.
  public var weekday: Weekday {
    Weekday.monday.advanced(by: dayNumber - 4)  // 1970-01-05 was a Monday
  }

  /// The day of the year, from 1.
  public var dayOfYear: Int {
    dayNumber - Self.dayNumber(year: year, month: 1, day: 1) + 1
  }
}

extension DateParameters: FormattedDateRepresentable, ParameterConvertible {
  /// `2024-12-01`.
  public var formattedDate: String {
    "\(year.zeroPadded(to: 4))-\(month.zeroPadded())-\(day.zeroPadded())"
  }

  public func toDateType() -> TMDateType { .date(self) }
}
