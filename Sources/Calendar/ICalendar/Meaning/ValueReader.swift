import TaskDates

/// Reads values in the forms of clients that libical does not read: lower case, dashes and colons, missing seconds,
/// lengths in other forms.
///
/// Each result is either the clear meaning of the value or nil; a date that does not exist never becomes another one.
enum ValueReader {
  /// A day or a moment: `20241201`, `20241201T120000Z`, and variants.
  ///
  /// Dashes, colons, a space in place of the `T`, and missing seconds are accepted. 24:00 is the next midnight, and a
  /// second 60 becomes 59. A `\` at the end is that of Data::ICal, which escapes the comma after it.
  static func date(_ bytes: some Collection<UInt8>) -> LibicalValue? {
    guard bytes.count <= 40 else { return nil }
    var text = bytes.map(\.upper).trimmed
    if text.last == UInt8(ascii: "\\") { text.removeLast() }
    let digits = text.prefix { isDigit($0) || $0 == UInt8(ascii: "-") }
    guard let day = day(Array(digits)) else { return nil }
    var rest = text.dropFirst(digits.count)
    if rest.isEmpty { return .day(day) }
    guard rest.first == UInt8(ascii: "T") || rest.first == 0x20 else { return nil }
    rest.removeFirst()
    let isUTC = rest.last == UInt8(ascii: "Z")
    if isUTC { rest.removeLast() }
    return clock(Array(rest), on: day).map { .moment($0, isUTC: isUTC) }
  }

  /// True for a stamp in the year 0, which the grammar allows although calendars begin with the year 1.
  static func isInYearZero(_ bytes: some Collection<UInt8>) -> Bool {
    let text = Array(bytes)
    guard text.count == 16, text.starts(with: "0000".utf8), text[8] == UInt8(ascii: "T"),
      text[15] == UInt8(ascii: "Z"), text[9..<15].allSatisfy(isDigit)
    else { return false }
    return day(Array("0004".utf8) + text[4..<8]) != nil  // a leap year, as the year 0 is
  }

  private static func day(_ text: [UInt8]) -> DateParameters? {
    let digits = text.filter(isDigit)
    let hasDashes = text.count == 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
    guard digits.count == 8, text.count == 8 || hasDashes else { return nil }
    return try? DateParameters(
      year: number(digits[0..<4]), month: number(digits[4..<6]), day: number(digits[6..<8]))
  }

  private static func clock(_ text: [UInt8], on day: DateParameters) -> DateTimeParameters? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.allSatisfy({ $0.count == 2 }) else { return nil }
    let digits = parts.joined().filter(isDigit)
    guard digits.count == parts.joined().count, digits.count == 4 || digits.count == 6 else {
      return nil
    }
    let (hour, minute) = (number(digits[0..<2]), number(digits[2..<4]))
    let second = digits.count == 6 ? min(number(digits[4..<6]), 60) : 0
    if hour == 24, minute == 0, second == 0 {
      return day.advanced(byDays: 1).map { DateTimeParameters(date: $0, time: .midnight) }
    }
    guard digits.count == 4 || number(digits[4..<6]) <= 60,
      let time = try? TimeParameters(hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    return DateTimeParameters(date: day, time: time)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func number(_ digits: some Sequence<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 & 15) }
  }

  /// True for a length in the grammar of RFC 5545, section 3.3.6.
  static func isPlainSpan(_ bytes: some Collection<UInt8>) -> Bool {
    let one = UInt8(ascii: "1")
    var shape: [UInt8] = []
    for byte in bytes {
      let mark = isDigit(byte) ? one : byte
      if mark != one || shape.last != one { shape.append(mark) }
    }
    if shape.first == UInt8(ascii: "+") || shape.first == UInt8(ascii: "-") { shape.removeFirst() }
    return plainSpans.contains(shape)
  }

  /// The forms of lengths; a 1 represents digits.
  private static let plainSpans: Set<[UInt8]> = {
    let clocks = ["1H", "1H1M", "1H1M1S", "1M", "1M1S", "1S"]
    let forms = ["P1W", "P1D"] + clocks.flatMap { ["PT\($0)", "P1DT\($0)"] }
    return Set(forms.map { Array($0.utf8) })
  }()

  /// A length such as `PT15M`, also with a sign, zeros, weeks together with days, empty parts (`P0DT`), or hours and
  /// seconds without their T; nil beyond a thousand years.
  static func span(_ bytes: some Collection<UInt8>) -> TimeSpan? {
    guard bytes.count <= 40 else { return nil }
    var text = bytes.map(\.upper).trimmed[...]
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { text.removeFirst() }
    guard text.first == UInt8(ascii: "P"), text.count > 1 else { return nil }
    var (days, seconds, isClock) = (0, 0, false)
    var rest = text.dropFirst()
    while let byte = rest.first {
      if byte == UInt8(ascii: "T"), !isClock {
        isClock = true
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      guard (1...9).contains(digits.count), let unit = rest.popFirst() else { return nil }
      switch (unit, isClock) {
      case (UInt8(ascii: "W"), false): days += number(digits) * 7
      case (UInt8(ascii: "D"), false): days += number(digits)
      // Hours and seconds need no T to be understood: calcurse writes `-P300S`. `P15M` could be months.
      case (UInt8(ascii: "H"), _): seconds += number(digits) * 3600
      case (UInt8(ascii: "M"), true): seconds += number(digits) * 60
      case (UInt8(ascii: "S"), _): seconds += number(digits)
      default: return nil
      }
    }
    let span = TimeSpan(days: days, seconds: seconds)
    guard isUsable(span) else { return nil }
    return isNegative ? span.negated : span
  }

  /// False for a length of more than a thousand years.
  static func isUsable(_ span: TimeSpan) -> Bool {
    abs(span.days) <= 366_000 && abs(span.seconds) <= 366_000 * 86_400
  }

  /// A number, also with a sign, leading zeros or surrounding spaces.
  static func integer(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count <= 20 else { return nil }
    let text = Array(bytes).trimmed
    let digits =
      text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
      ? text.dropFirst() : text[...]
    guard (1...12).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    return text.first == UInt8(ascii: "-") ? -number(digits) : number(digits)
  }
}

extension [UInt8] {
  /// The bytes without surrounding white space.
  fileprivate var trimmed: [UInt8] {
    let start = firstIndex { $0 != 0x20 && $0 != 0x09 } ?? endIndex
    let end = lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start
    return Array(self[start..<Swift.max(start, end)])
  }
}
