import CLibical
import Glibc
import TaskDates

/// A value as libical reads it.
enum LibicalValue: Hashable, Sendable {
  /// The type of a value to read.
  enum Kind: Sendable {
    case date, span, trigger, integer
  }

  case day(DateParameters)
  case moment(DateTimeParameters, isUTC: Bool)
  case span(TimeSpan)
  case integer(Int)
}

/// Reads the values of one component with libical.
///
/// libical gets one value at a time, of 64 bytes at most: without its name, so that no list is cut short, and without
/// parameters, so that no TZID opens a file. Its result is written again, and accepted only if that equals the text in
/// the file.
enum LibicalReader {
  /// The maximum length of a valid value of these types.
  private static let longestValue = 64

  /// A value to be read.
  struct Question {
    let kind: LibicalValue.Kind
    let bytes: ArraySlice<UInt8>
  }

  /// libical's results, one for each value; nil if it reads none, or something else than the text.
  static func answers(_ questions: [Question]) -> [LibicalValue?] {
    guard !questions.isEmpty else { return [] }
    return Libical.prepared { questions.map(answer) }
  }

  private static func answer(_ question: Question) -> LibicalValue? {
    guard hasShape(question) else { return nil }
    let bytes = question.bytes
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestValue + 1) { text in
      let end = text.initialize(fromContentsOf: bytes.lazy.map { CChar(bitPattern: $0) })
      text[end] = 0
      return text.baseAddress.flatMap { value($0, question) }
    }
  }

  /// True for a text that looks like such a value; libical is slow to reject others.
  private static func hasShape(_ question: Question) -> Bool {
    let bytes = question.bytes
    guard !bytes.isEmpty, bytes.count <= longestValue else { return false }
    switch question.kind {
    case .date:
      return [8, 15, 16].contains(bytes.count) && bytes.allSatisfy(\.isOfDate)
    case .integer: return bytes.allSatisfy { 0x30...0x39 ~= $0 }
    case .span, .trigger: return bytes.allSatisfy { $0.isOfDate || $0.isOfLength }
    }
  }

  /// The value, if libical's result is equal to the text when it is written again.
  private static func value(
    _ text: UnsafePointer<CChar>, _ question: Question
  ) -> LibicalValue? {
    let bytes = question.bytes
    switch question.kind {
    case .date: return date(icaltime_from_string(text), bytes)
    case .trigger where bytes.count >= 15: return date(icaltime_from_string(text), bytes)
    case .span, .trigger: return span(icaldurationtype_from_string(text), bytes)
    case .integer:
      guard let value = icalvalue_new_from_string(ICAL_INTEGER_VALUE, text) else { return nil }
      defer { icalvalue_free(value) }
      let number = Int(icalvalue_get_integer(value))
      return String(number).utf8.elementsEqual(bytes) ? .integer(number) : nil
    }
  }

  private static func date(_ time: icaltimetype, _ bytes: ArraySlice<UInt8>) -> LibicalValue? {
    time.is_date != 0 ? day(time, bytes) : moment(time, bytes)
  }

  private static func day(
    _ time: icaltimetype, _ bytes: ArraySlice<UInt8>
  ) -> LibicalValue? {
    guard bytes.count == 8, isSame(time.year, 4, bytes: bytes, start: 0),
      isSame(time.month, 2, bytes: bytes, start: 4), isSame(time.day, 2, bytes: bytes, start: 6)
    else { return nil }
    return date(time).map { .day($0) }
  }

  private static func date(_ time: icaltimetype) -> DateParameters? {
    try? DateParameters(year: Int(time.year), month: Int(time.month), day: Int(time.day))
  }

  private static func moment(
    _ time: icaltimetype, _ bytes: ArraySlice<UInt8>
  ) -> LibicalValue? {
    let isUTC = icaltime_is_utc(time) != 0
    guard bytes.count == (isUTC ? 16 : 15),
      bytes[bytes.startIndex + 8] == UInt8(ascii: "T"), !isUTC || bytes.last == UInt8(ascii: "Z"),
      isSame(time.year, 4, bytes: bytes, start: 0), isSame(time.month, 2, bytes: bytes, start: 4),
      isSame(time.day, 2, bytes: bytes, start: 6), isSame(time.hour, 2, bytes: bytes, start: 9),
      isSame(time.minute, 2, bytes: bytes, start: 11),
      isSame(time.second, 2, bytes: bytes, start: 13),
      let date = date(time),
      let clock = try? TimeParameters(
        hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
    else { return nil }
    return .moment(DateTimeParameters(date: date, time: clock), isUTC: isUTC)
  }

  /// True if a number is written with a number of digits at an offset.
  private static func isSame(
    _ number: Int32, _ digits: Int, bytes: ArraySlice<UInt8>, start: Int
  ) -> Bool {
    guard number >= 0 else { return false }  // libical reads `-001` as a year
    var rest = number
    let first = bytes.startIndex + start
    for index in (first..<first + digits).reversed() {
      guard bytes[index] == 0x30 + UInt8(truncatingIfNeeded: rest % 10) else { return false }
      rest /= 10
    }
    return rest == 0
  }

  private static func span(
    _ length: icaldurationtype, _ bytes: ArraySlice<UInt8>
  ) -> LibicalValue? {
    let days = Int(length.weeks) * 7 + Int(length.days)
    let seconds = (Int(length.hours) * 60 + Int(length.minutes)) * 60 + Int(length.seconds)
    let positive = TimeSpan(days: days, seconds: seconds)
    let span = length.is_neg != 0 ? positive.negated : positive
    return span.duration.utf8.elementsEqual(bytes) ? .span(span) : nil
  }
}

extension UInt8 {
  /// True for the characters of dates.
  fileprivate var isOfDate: Bool {
    0x30...0x39 ~= self || self == UInt8(ascii: "T") || self == UInt8(ascii: "Z")
  }

  /// True for the other characters of lengths.
  fileprivate var isOfLength: Bool { "PWDHMS-+".utf8.contains(self) }
}
