/// Dates in figures among words.
enum NumericDates {
  /// A day, a week, a month, or a day of a week: `2024-12-05`, `2024-W48`, `2024W48`, `2024-W48-3`.
  ///
  /// - Parameter text: In lower case.
  /// - Throws: `TMError` if there is no such day.
  static func value(_ text: String) throws(TMError) -> TMDateType {
    guard text.utf8.contains(UInt8(ascii: "w")) else { return try DatePayload(parsing: text).value }
    let digits = text.utf8.filter { 0x30...0x39 ~= $0 }.map { Int($0 & 15) }
    guard digits.count == 6 || digits.count == 7 else { throw .invalidFormattedString(text) }
    let week = try DatePeriod(
      year: digits[..<4].reduce(0) { $0 * 10 + $1 }, week: digits[4] * 10 + digits[5])
    guard digits.count == 7 else { return .period(week) }
    guard 1...7 ~= digits[6], let day = week.firstDay.advanced(byDays: digits[6] - 1) else {
      throw .invalidFormattedString(text, "a weekday number from 1 (Monday) to 7 (Sunday)")
    }
    return .date(day)
  }
}
