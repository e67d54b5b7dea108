import CalendarStores
import ExactText
import ICalendar
import TaskDates
import WebDAV

/// A range of time in a request: from an instant, up to another (RFC 4791, section 9.9).
struct TimeRange {
  private let first: Instant?
  private let end: Instant?

  /// The range in an element; nil without one.
  static func read(in tree: XMLTree) throws(FilterFault) -> TimeRange? {
    guard let range = tree.first(.caldav("time-range")) else { return nil }
    return try TimeRange(range)
  }

  /// Reads an element with the attributes `start` and `end`.
  init(_ tree: XMLTree) throws(FilterFault) {
    first = try Self.instant(tree.attributes["start"])
    end = try Self.instant(tree.attributes["end"])
    guard first != nil || end != nil else { throw FilterFault() }
    if let first, let end, first >= end { throw FilterFault() }
  }

  private static func instant(_ text: String?) throws(FilterFault) -> Instant? {
    guard let text else { return nil }
    guard let time = CompactTime(Array(text.utf8)[...]), time.isUTC else { throw FilterFault() }
    return Instant(seconds: time.civil.secondNumber)
  }

  /// The range as a window.
  ///
  /// - Parameter length: How many seconds the window ends later.
  func window(home: Zone, endingLaterBy length: Int = 0) -> TimeWindow {
    TimeWindow(from: first, to: end?.advanced(by: length), home: home)
  }

  /// Whether an item is in the range, as far as its facts say.
  func verdict(_ facts: ItemFacts, zone: Zone) -> FilterVerdict {
    if let times = facts.times { return times.isIn(self) ? .yes : .no }
    return mayOverlap(facts.span, zone: zone) ? .open : .no
  }

  /// True if something within a span may be in the range; what has no dates may be.
  private func mayOverlap(_ span: ClosedRange<Int>?, zone: Zone) -> Bool {
    guard let span else { return true }
    let instants = window(home: zone).instants
    return span.lowerBound <= instants.upperBound.seconds
      && span.upperBound >= instants.lowerBound.seconds
  }

  /// True if a to-do overlaps the range.
  ///
  /// - Parameters:
  ///   - start: Its start, if it has one.
  ///   - due: When it is due, if it is.
  ///   - isLong: Whether it has a length in place of a due date.
  ///   - isAllDay: Whether it is due at any time of a day; RFC 4791 does not say what that means.
  func overlaps(start: Instant?, due: Instant?, isLong: Bool, isAllDay: Bool) -> Bool {
    let (first, end) = (first ?? .distantPast, end ?? .lastStamp)
    switch (start, due) {
    case (let start?, let due?) where isLong:
      return first <= due && (end > start || end >= due)
    case (let start?, let due?):
      return (first < due || first <= start) && (end > start || end >= due)
    case (let start?, nil): return first <= start && end > start
    case (nil, let due?):
      return first < (isAllDay ? due.advanced(by: 86_400) : due) && end >= due
    case (nil, nil): return true
    }
  }

  /// True for a to-do without dates that was made and completed at some times; without any time it is in each range.
  func hasUndated(made: Instant?, completed: Instant?) -> Bool {
    switch (made, completed) {
    case (nil, nil): true
    case (let made?, nil): ends(after: made)
    case (nil, let completed?): touches(completed...completed)
    case (let made?, let completed?):
      touches(min(made, completed)...max(made, completed))
    }
  }

  /// True if a span has a moment in common with the range, its end included.
  private func touches(_ span: ClosedRange<Instant>) -> Bool {
    (first ?? .distantPast) <= span.upperBound && (end ?? .lastStamp) >= span.lowerBound
  }

  /// True if the range ends after an instant.
  private func ends(after instant: Instant) -> Bool { (end ?? .lastStamp) > instant }

  /// True if the value of a property is in the range.
  func contains(_ line: PropertyLine, zone: Zone) -> Bool {
    guard let time = CompactTime(line.bytes[line.value]) else { return false }
    let instant =
      time.isUTC ? Instant(seconds: time.civil.secondNumber) : zone.instant(of: time.civil)
    return window(home: zone).instants.contains(instant)
  }
}

extension TimeWindow {
  /// The window from some seconds earlier on.
  func beginning(earlierBy seconds: Int) -> TimeWindow {
    TimeWindow(
      from: instants.lowerBound.advanced(by: -seconds), to: instants.upperBound, home: home)
  }
}

extension Instant {
  fileprivate static var distantPast: Instant { Instant(seconds: .min) }
}
