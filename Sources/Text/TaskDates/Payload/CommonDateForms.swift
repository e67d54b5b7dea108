/// A fast reader for the two most common forms of payloads, `2024-12-01` and `2024-12-01 15:00`.
///
/// `DateScanner` reads all forms, and reports what is wrong with the others.
enum CommonDateForms {
  /// The value of a payload in one of these forms; nil for another form and for a day that does not exist.
  static func value(_ bytes: Span<UInt8>) -> TMDateType? {
    guard bytes.count == 10 || bytes.count == 16, bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-")
    else { return nil }
    let year = pair(bytes, 0) &* 100 &+ pair(bytes, 2)
    guard isDigits(bytes, 0) && isDigits(bytes, 2) && isDigits(bytes, 5) && isDigits(bytes, 8),
      let day = DateParameters(checked: year, pair(bytes, 5), pair(bytes, 8))
    else { return nil }
    if bytes.count == 10 { return .date(day) }
    guard bytes[10] == 0x20, bytes[13] == UInt8(ascii: ":"), isDigits(bytes, 11),
      isDigits(bytes, 14), pair(bytes, 11) < 24, pair(bytes, 14) < 60,
      let time = TimeParameters(secondOfDay: (pair(bytes, 11) * 60 + pair(bytes, 14)) * 60)
    else { return nil }
    return .dateTime(DateTimeParameters(date: day, time: time))
  }

  private static func isDigits(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    bytes[index] &- 0x30 < 10 && bytes[index + 1] &- 0x30 < 10
  }

  private static func pair(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    Int(bytes[index] & 15) &* 10 &+ Int(bytes[index + 1] & 15)
  }
}
