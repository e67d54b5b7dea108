package import TaskDates

/// A date, or a date and a time, as iCalendar writes them: `20241201`, `20241201T120000`, `20241201T120000Z`.
package struct CompactTime: Hashable {
  /// The local time; midnight for a date.
  package let civil: DateTimeParameters
  /// True if it is in UTC.
  package let isUTC: Bool

  /// Reads a value; nil if it is not a date.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    guard let days = Self.numbers(bytes, [0..<4, 4..<6, 6..<8]),
      let date = try? DateParameters(year: days[0], month: days[1], day: days[2])
    else { return nil }
    isUTC = bytes.count == 16
    if bytes.count == 8 {
      guard let midnight = try? TimeParameters(hour: 0, minute: 0) else { return nil }
      civil = DateTimeParameters(date: date, time: midnight)
      return
    }
    guard bytes.count == 15 || (isUTC && bytes[15].upper == UInt8(ascii: "Z")),
      bytes[8].upper == UInt8(ascii: "T"),
      let clock = Self.numbers(bytes, [9..<11, 11..<13, 13..<15]),
      let time = try? TimeParameters(hour: clock[0], minute: clock[1], second: clock[2])
    else { return nil }
    civil = DateTimeParameters(date: date, time: time)
  }

  private static func numbers(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> [Int]? {
    guard let last = ranges.last, last.upperBound <= bytes.count else { return nil }
    let digits = bytes[ranges[0].lowerBound..<last.upperBound]
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return ranges.map { bytes[$0].reduce(0) { $0 * 10 + Int($1 & 15) } }
  }
}

/// Reads UTC offsets.
enum OffsetText {
  /// The seconds of a TZOFFSETFROM or TZOFFSETTO: `+0100`, `-045304`; nil for anything else.
  ///
  /// Some programs write `+01:00`, and some omit the plus.
  static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let hasSign = isNegative || text.first == UInt8(ascii: "+")
    let digits = text.dropFirst(hasSign ? 1 : 0).filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4 || digits.count == 6 else { return nil }
    return seconds(digits: digits).map { isNegative ? -$0 : $0 }
  }

  /// The seconds of `hhmm` or `hhmmss`, less than a day.
  static func seconds(digits: [UInt8]) -> Int? {
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.count.isMultiple(of: 2) else {
      return nil
    }
    let values: [Int] = digits.map { Int($0 & 15) }
    let parts: [Int] = stride(from: 0, to: values.count, by: 2).map {
      values[$0] * 10 + values[$0 + 1]
    }
    guard let hours = parts.first, hours < 24, parts.dropFirst().allSatisfy({ $0 < 60 }) else {
      return nil
    }
    return zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The offset that a TZID names: `GMT+05:30`, `UTC-8`, `(GMT -03:00)`, `+0100`, and `Z` or `(UTC)` for zero; nil for
  /// anything else.
  ///
  /// A number alone needs its sign and four digits: a shorter one could be anything.
  static func seconds(tzid: String) -> Int? {
    var bytes = tzid.uppercased().utf8.filter { $0 != 0x20 }[...]
    if bytes.first == UInt8(ascii: "("), bytes.last == UInt8(ascii: ")") {
      bytes = bytes.dropFirst().dropLast()
    }
    if bytes.elementsEqual("Z".utf8) { return 0 }
    let isNamed = bytes.starts(with: "UTC".utf8) || bytes.starts(with: "GMT".utf8)
    if isNamed { bytes = bytes.dropFirst(3) }
    guard let sign = bytes.first else { return isNamed ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let seconds = clock(bytes.dropFirst(), isNamed: isNamed), seconds <= 18 * 3600
    else { return nil }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  private static func clock(_ text: ArraySlice<UInt8>, isNamed: Bool) -> Int? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, isNamed || text.filter({ $0 != UInt8(ascii: ":") }).count == 4 else {
      return nil
    }
    if parts.count == 2, parts[1].count != 2 { return nil }
    let digits = parts.flatMap(\.self)
    guard (1...4).contains(digits.count), parts.count == 1 || digits.count > 2 else { return nil }
    return seconds(digits: digits.count.isMultiple(of: 2) ? digits : [0x30] + digits)
  }
}
