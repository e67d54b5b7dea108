import CalendarStores
import ExactText
import ICalendar
import TaskDates
import WebDAV

/// A range of time in a request: from an instant, up to another (RFC 4791, section 9.9).
struct TimeRange {
  /// The range is not valid.
  struct Fault: Error {}

  private let first: Instant?
  private let end: Instant?

  /// The range in an element; nil without one.
  static func read(in tree: XMLTree) throws(Fault) -> TimeRange? {
    guard let range = tree.first(.caldav("time-range")) else { return nil }
    return try TimeRange(range)
  }

  /// Reads an element with the attributes `start` and `end`.
  init(_ tree: XMLTree) throws(Fault) {
    first = try Self.instant(tree.attributes["start"])
    end = try Self.instant(tree.attributes["end"])
    guard first != nil || end != nil else { throw Fault() }
    if let first, let end, first >= end { throw Fault() }
  }

  private static func instant(_ text: String?) throws(Fault) -> Instant? {
    guard let text else { return nil }
    guard let moment = ICSMoment(text), moment.isUTC else { throw Fault() }
    return Instant(seconds: moment.secondNumber)
  }

  /// The range as a window.
  ///
  /// - Parameter length: How many seconds the window ends later.
  func window(home: Zone, endingLaterBy length: Int = 0) -> TimeWindow {
    TimeWindow(from: first, to: end?.advanced(by: length), home: home)
  }

  /// True if a to-do with a start and a due date overlaps the range.
  func overlaps(start: Instant, due: Instant) -> Bool {
    let begins = first.map { $0 < due || $0 <= start } ?? true
    let ends = end.map { $0 > start || $0 >= due } ?? true
    return begins && ends
  }

  /// True if the value of a property is in the range.
  func contains(_ line: PropertyLine, zone: Zone) -> Bool {
    guard let moment = ICSMoment(line.valueText) else { return false }
    let instant =
      moment.isUTC
      ? Instant(seconds: moment.secondNumber)
      : DateTimeParameters(secondNumber: moment.secondNumber).map { zone.instant(of: $0) }
    return instant.map(window(home: zone).instants.contains) ?? false
  }
}

/// A date or a time as iCalendar writes it: `20261203`, `20261203T150000` or `20261203T150000Z`.
private struct ICSMoment {
  let secondNumber: Int
  let isUTC: Bool

  init?(_ text: String) {
    var bytes = Array(text.utf8)
    isUTC = bytes.last == UInt8(ascii: "Z")
    if isUTC { bytes.removeLast() }
    guard bytes.count == 8 || bytes.count == 15 && bytes[8] == UInt8(ascii: "T"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
      let day = Self.number(bytes[6..<8]),
      let date = try? DateParameters(year: year, month: month, day: day)
    else { return nil }
    guard bytes.count == 15 else {
      secondNumber = date.dayNumber * 86_400
      return
    }
    guard let hour = Self.number(bytes[9..<11]), let minute = Self.number(bytes[11..<13]),
      let second = Self.number(bytes[13..<15]), hour < 24, minute < 60, second < 61
    else { return nil }
    secondNumber = date.dayNumber * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy { 0x30...0x39 ~= $0 } ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}
