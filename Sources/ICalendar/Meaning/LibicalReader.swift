import CLibical
import Glibc
import TaskDates

/// A value as libical reads it.
enum LibicalValue: Hashable, Sendable {
  /// What a value is to be read as.
  enum Kind: Sendable {
    case date, span, trigger, integer
  }

  case day(DateParameters)
  case moment(DateTimeParameters, isUTC: Bool)
  case span(TimeSpan)
  case integer(Int)
}

/// What libical makes of the values of one component.
///
/// It is given names of its own and values alone: no parameter, so that no TZID opens a file; one
/// value a line, of 64 bytes at most, so that no list is cut short. What it has read is written again,
/// and believed only where that is what stood in the file. One lock guards all of it, because its
/// parser changes what is global in it.
struct LibicalReader: ~Copyable {
  /// A value of these kinds that is in order is shorter.
  private static let longestValue = 64
  /// How many values it is asked at a time: it looks for a bad one among all.
  private static let mostQuestions = 200

  /// A value to be read.
  struct Question {
    let kind: LibicalValue.Kind
    let bytes: ArraySlice<UInt8>
  }

  private var text: [CChar] = []

  /// What libical makes of values, one for each; nil where it makes nothing of one, or something else.
  ///
  /// They are given in portions: the time that libical takes grows with the square of their number.
  mutating func answers(_ questions: [Question]) -> [LibicalValue?] {
    var answers: [LibicalValue?] = []
    answers.reserveCapacity(questions.count)
    for start in stride(from: 0, to: questions.count, by: Self.mostQuestions) {
      answers += ask(questions[start..<min(start + Self.mostQuestions, questions.count)])
    }
    return answers
  }

  private mutating func ask(_ questions: ArraySlice<Question>) -> [LibicalValue?] {
    write(questions)
    let text = text
    return Libical.locked {
      text.withUnsafeBufferPointer { Self.read($0, questions) }
    }
  }

  /// Writes a component of the values; one that cannot be given is a comment, so that all are counted.
  private mutating func write(_ questions: ArraySlice<Question>) {
    text.removeAll(keepingCapacity: true)
    append("BEGIN:VTODO\n")
    for question in questions {
      guard Self.hasShape(question) else {
        append("COMMENT:-\n")
        continue
      }
      append(Self.name(question))
      for byte in question.bytes { text.append(CChar(bitPattern: byte)) }
      append("\n")
    }
    append("END:VTODO\n\0")
  }

  /// True for what looks like such a value: to find out that something is none takes libical long.
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

  private mutating func append(_ word: StaticString) {
    for index in 0..<word.utf8CodeUnitCount {
      text.append(CChar(bitPattern: word.utf8Start[index]))
    }
  }

  /// A property of libical that has such values.
  private static func name(_ question: Question) -> StaticString {
    switch question.kind {
    case .date: question.bytes.count == 8 ? "DTSTART;VALUE=DATE:" : "DTSTART:"
    case .span: "DURATION:"
    case .trigger: question.bytes.count >= 15 ? "DTSTART:" : "DURATION:"
    case .integer: "PRIORITY:"
    }
  }

  private static func read(
    _ text: UnsafeBufferPointer<CChar>, _ questions: ArraySlice<Question>
  ) -> [LibicalValue?] {
    var answers = [LibicalValue?](repeating: nil, count: questions.count)
    guard let component = icalparser_parse_string(text.baseAddress) else { return answers }
    defer { icalcomponent_free(component) }
    guard icalcomponent_isa(component) == ICAL_VTODO_COMPONENT,
      icalcomponent_count_properties(component, ICAL_ANY_PROPERTY) == Int32(questions.count)
    else { return answers }
    var property = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    for (index, question) in questions.enumerated() {
      guard let found = property else { break }
      answers[index] = icalproperty_get_value(found).flatMap { value(of: $0, question) }
      property = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    return answers
  }

  /// The value, if what libical has read is what was asked, written again byte by byte.
  private static func value(of value: OpaquePointer, _ question: Question) -> LibicalValue? {
    switch icalvalue_isa(value) {
    case ICAL_DATE_VALUE:
      return day(icalvalue_get_date(value), question.bytes)
    case ICAL_DATETIME_VALUE:
      return moment(icalvalue_get_datetime(value), question.bytes)
    case ICAL_DURATION_VALUE:
      return span(icalvalue_get_duration(value), question.bytes)
    case ICAL_INTEGER_VALUE:
      let number = Int(icalvalue_get_integer(value))
      return String(number).utf8.elementsEqual(question.bytes) ? .integer(number) : nil
    default: return nil
    }
  }

  private static func day(
    _ time: icaltimetype, _ bytes: ArraySlice<UInt8>
  ) -> LibicalValue? {
    guard time.is_date != 0, bytes.count == 8, isSame(time.year, 4, bytes, 0),
      isSame(time.month, 2, bytes, 4), isSame(time.day, 2, bytes, 6)
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
    guard time.is_date == 0, bytes.count == (isUTC ? 16 : 15),
      bytes[bytes.startIndex + 8] == UInt8(ascii: "T"), !isUTC || bytes.last == UInt8(ascii: "Z"),
      isSame(time.year, 4, bytes, 0), isSame(time.month, 2, bytes, 4),
      isSame(time.day, 2, bytes, 6), isSame(time.hour, 2, bytes, 9),
      isSame(time.minute, 2, bytes, 11), isSame(time.second, 2, bytes, 13),
      let date = date(time),
      let clock = try? TimeParameters(
        hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
    else { return nil }
    return .moment(DateTimeParameters(date: date, time: clock), isUTC: isUTC)
  }

  /// True if a number is written with so many digits at a place.
  private static func isSame(
    _ number: Int32, _ digits: Int, _ bytes: ArraySlice<UInt8>, _ start: Int
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
  /// True for what dates are written with.
  fileprivate var isOfDate: Bool {
    0x30...0x39 ~= self || self == UInt8(ascii: "T") || self == UInt8(ascii: "Z")
  }

  /// True for what lengths are written with besides.
  fileprivate var isOfLength: Bool { "PWDHMS-+".utf8.contains(self) }
}
