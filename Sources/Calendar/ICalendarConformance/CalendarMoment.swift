import ExactText
import TaskDates

/// A date or a time of a value, for comparison only.
struct CalendarMoment: Hashable {
  /// The form of a moment.
  enum Form: Hashable {
    /// A day.
    case date
    /// A local time without a zone.
    case floating
    /// A time in UTC.
    case utc
    /// A local time in the zone of a TZID.
    case zoned(String)
  }

  var form: Form
  /// Days since 1970-01-01.
  let day: Int
  /// Seconds of the day.
  let second: Int

  /// The local time in seconds since 1970-01-01 00:00.
  var wall: Int { day * 86_400 + second }
  var isDate: Bool { form == .date }
  var isFloating: Bool { form == .floating }

  /// The form in words.
  var words: String {
    switch form {
    case .date: "a date"
    case .floating: "a time without a zone"
    case .utc: "a time in UTC"
    case .zoned(let name): "a time in \(name)"
    }
  }
}

/// The reason why a text is not a moment.
struct MomentFault: Error {
  let why: String
  let expected: String

  /// Creates an error with what was expected, and optionally the reason.
  init(expected: String, why: String = "") {
    self.expected = expected
    self.why = why
  }
}

extension CalendarMoment {
  /// Reads `YYYYMMDD`, `YYYYMMDDTHHMMSS` and the same with a `Z` (RFC 5545, sections 3.3.4 and 3.3.5).
  init(_ text: ArraySlice<UInt8>) throws(MomentFault) {
    let bytes = text.prefix(17)
    let isDate = bytes.count == 8
    let isUTC = bytes.count == 16 && bytes.last == UInt8(ascii: "Z")
    guard isDate || isUTC || bytes.count == 15,
      isDate || bytes[bytes.startIndex + 8] == UInt8(ascii: "T"),
      let date = Self.digits(bytes.prefix(8)),
      let time = isDate ? 0 : Self.digits(bytes.dropFirst(9).prefix(6))
    else { throw MomentFault(expected: "YYYYMMDD or YYYYMMDDTHHMMSS") }
    second = try Self.second(time, isUTC: isUTC, isDate: isDate)
    day = try Self.day(date)
    form = isDate ? .date : isUTC ? .utc : .floating
  }

  private static func day(_ number: Int) throws(MomentFault) -> Int {
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    do throws(TMError) {
      return try DateParameters(year: year, month: month, day: day).dayNumber
    } catch {
      throw MomentFault(expected: "one of the calendar", why: ": there is no such day")
    }
  }

  /// True for a stamp in the year 0, which the grammar allows although calendars begin with the year 1.
  static func isInYearZero(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 16, text.starts(with: "0000".utf8), looksLikeMoment(text),
      let date = digits(text.prefix(8))
    else { return false }
    return (try? day(date + 4_0000)) != nil  // a leap year, as the year 0 is
  }

  /// The second of the day; 60 is allowed only for leap seconds, at 23:59 UTC.
  private static func second(
    _ number: Int, isUTC: Bool, isDate: Bool
  ) throws(MomentFault) -> Int {
    let (hour, minute, second) = (number / 10_000, number / 100 % 100, number % 100)
    let isLeap = second == 60 && hour == 23 && minute == 59 && isUTC
    guard hour < 24, minute < 60, second < 60 || isLeap else {
      throw MomentFault(expected: "000000 to 235959", why: ": there is no such time")
    }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  /// The number of some digits; nil if there is anything else.
  static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for byte in bytes {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return bytes.isEmpty ? nil : number
  }

  /// The value type that a text looks like; nil for none.
  static func type(of text: ArraySlice<UInt8>) -> ValueType? {
    if text.count < 18, looksLikeMoment(text) { return text.count == 8 ? .date : .dateTime }
    if CalendarDuration(text) != nil { return .duration }
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let begin = text[..<slash]
    return begin.count > 8 && looksLikeMoment(begin) ? .period : nil
  }

  private static func looksLikeMoment(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count == 8 { return digits(text) != nil }
    guard text.count == 15 || text.count == 16 && text.last == UInt8(ascii: "Z") else {
      return false
    }
    return digits(text.prefix(8)) != nil && text[text.startIndex + 8] == UInt8(ascii: "T")
      && digits(text.dropFirst(9).prefix(6)) != nil
  }
}

/// A duration (RFC 5545, section 3.3.6).
struct CalendarDuration {
  /// The seconds, limited to some million years.
  let seconds: Int
  /// True if it has only days or weeks.
  let isWholeDays: Bool

  /// Reads a duration; nil if the text does not follow the grammar.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard rest.first == UInt8(ascii: "P") else { return nil }
    rest.removeFirst()
    guard let time = rest.firstIndex(of: UInt8(ascii: "T")) else {
      guard let days = Self.sum(rest, units: ["W"]) ?? Self.sum(rest, units: ["D"]) else {
        return nil
      }
      seconds = isNegative ? -days : days
      isWholeDays = true
      return
    }
    let day = rest[..<time].isEmpty ? 0 : Self.sum(rest[..<time], units: ["D"])
    guard let day, let clock = Self.clock(rest[(time + 1)...]) else { return nil }
    seconds = isNegative ? -(day + clock) : day + clock
    isWholeDays = false
  }

  /// Reads hours, minutes and seconds, without a gap between two of them.
  private static func clock(_ text: ArraySlice<UInt8>) -> Int? {
    let orders: [[Unicode.Scalar]] = [
      ["H"], ["H", "M"], ["H", "M", "S"], ["M"], ["M", "S"], ["S"],
    ]
    return orders.lazy.compactMap { sum(text, units: $0) }.first
  }

  private static func sum(_ text: ArraySlice<UInt8>, units: [Unicode.Scalar]) -> Int? {
    var rest = text
    var total = 0
    for unit in units {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, rest.first.map(Unicode.Scalar.init) == unit else { return nil }
      rest.removeFirst()
      total += number(digits) * (seconds[unit] ?? 0)
    }
    return rest.isEmpty ? total : nil
  }

  private static let seconds: [Unicode.Scalar: Int] = [
    "W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1,
  ]

  /// Reads a number, limited to the range of calendars.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    let significant = digits.drop { $0 == 0x30 }
    guard significant.count <= 12 else { return 1_000_000_000_000 }
    return CalendarMoment.digits(significant) ?? 0
  }
}

extension CalendarDuration {
  /// The seconds of a UTC offset (section 3.3.14); nil if the text is not one.
  static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count == 5 || text.count == 7, let sign = text.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let number = CalendarMoment.digits(text.dropFirst())
    else { return nil }
    let clock = text.count == 5 ? number * 100 : number
    let (hours, minutes, seconds) = (clock / 10_000, clock / 100 % 100, clock % 100)
    let total = hours * 3600 + minutes * 60 + seconds
    guard hours < 24, minutes < 60, seconds < 60, total > 0 || sign == UInt8(ascii: "+") else {
      return nil
    }
    return sign == UInt8(ascii: "-") ? -total : total
  }
}

extension CalendarMoment {
  /// Checks a period (section 3.3.9) and returns its start.
  static func periodStart(_ text: ArraySlice<UInt8>) throws(MomentFault) -> CalendarMoment {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else {
      throw MomentFault(expected: periodForm)
    }
    let start = try endOfPeriod(text[..<slash])
    let rest = text[(slash + 1)...]
    guard !start.isDate else { throw MomentFault(expected: "a time before the slash") }
    if let length = CalendarDuration(rest) {
      guard length.seconds > 0 else { throw MomentFault(expected: "a positive duration") }
      return start
    }
    let end = try endOfPeriod(rest)
    guard end.form == start.form else {
      throw MomentFault(expected: "two times of one form")
    }
    guard end.wall > start.wall else { throw MomentFault(expected: "an end that is later") }
    return start
  }

  private static let periodForm = "a time, a slash, and a time or a duration"

  /// The start or the end of a period; nil if it is not a time.
  private static func endOfPeriod(
    _ text: ArraySlice<UInt8>
  ) throws(MomentFault) -> CalendarMoment {
    do throws(MomentFault) {
      return try CalendarMoment(text)
    } catch {
      throw error.why.isEmpty ? MomentFault(expected: periodForm) : error
    }
  }
}
