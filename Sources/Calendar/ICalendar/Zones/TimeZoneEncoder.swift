public import TaskDates

/// Writes a zone as a VTIMEZONE (RFC 5545, section 3.6.5) that is compact, and correct for every date used.
///
/// If all dates are later than the start of the zone's own yearly rule, as usual, it is one DAYLIGHT and one STANDARD
/// with that rule, whatever the dates are. Earlier transitions are written one by one, from the one in force at the
/// first date.
public struct TimeZoneEncoder: Sendable {
  /// The time for which the VTIMEZONE must be correct.
  public struct Span: Hashable, Sendable {
    /// The first instant.
    public var first: Instant
    /// The last instant; nil for a recurrence without an end.
    public var last: Instant?

    /// Creates a span.
    public init(first: Instant, last: Instant?) {
      self.first = first
      self.last = last
    }

    /// The smallest span that contains both.
    public func union(_ other: Span) -> Span {
      let last: Instant? =
        if let last = self.last, let otherLast = other.last { max(last, otherLast) } else { nil }
      return Span(first: min(first, other.first), last: last)
    }
  }

  private let zone: Zone

  /// Creates an encoder for a zone.
  public init(_ zone: Zone) {
    self.zone = zone
  }

  /// The VTIMEZONE for a span of time, in lines.
  public func component(for span: Span) -> [UInt8] {
    var writer = ContentLineWriter()
    writer.line("BEGIN", raw: "VTIMEZONE")
    writer.line("TZID", text: zone.name)
    for observance in observances(for: span) { observance.write(to: &writer) }
    writer.line("END", raw: "VTIMEZONE")
    return writer.bytes
  }

  private func observances(for span: Span) -> [WrittenObservance] {
    let ruleStart = zone.ruleStart ?? Instant(seconds: .max)
    let pair = rulePair(from: ruleStart)
    if !pair.isEmpty, span.first >= ruleStart { return pair }
    let limit = pair.isEmpty ? span.last ?? Self.horizon : ruleStart.advanced(by: -1)
    let isBeyond = !pair.isEmpty && (span.last ?? Self.horizon) >= ruleStart
    return singles(from: span.first, through: min(limit, span.last ?? limit))
      + (isBeyond ? pair : [])
  }

  /// The end of a recurrence without an end, in a zone whose transitions no yearly rule can express.
  ///
  /// The last transition that a zone file lists explicitly is in 2087.
  private static let horizon = Instant(seconds: 4_102_444_800)

  /// The two observances of the zone's yearly rule; empty if no RRULE can express them.
  private func rulePair(from start: Instant) -> [WrittenObservance] {
    guard let rule = zone.rule, rule.changes, start.seconds < .max else { return [] }
    let twoYears = start.advanced(by: 2 * 366 * 86_400)
    let changes = zone.transitions(after: start.advanced(by: -1), through: twoYears).prefix(2)
    let pair = changes.compactMap { change -> WrittenObservance? in
      let yearly = (change.after == rule.daylight ? rule.start : rule.end)?.recurrenceRule
      return yearly.map { WrittenObservance(change, rule: $0) }
    }
    return pair.count == 2 ? pair : []
  }

  /// The observance in force at an instant, and those up to another.
  private func singles(from first: Instant, through last: Instant) -> [WrittenObservance] {
    let inForce = zone.transition(before: first).map { WrittenObservance($0) }
    let initial = inForce ?? WrittenObservance(always: zone.observance(at: first), at: first)
    return [initial] + zone.transitions(after: first, through: last).map { WrittenObservance($0) }
  }
}

/// One STANDARD or DAYLIGHT.
private struct WrittenObservance {
  let isDaylight: Bool
  let onset: DateTimeParameters?
  let from: Int
  let to: Zone.Observance
  let rule: RecurrenceRule?

  init(_ change: Zone.Transition, rule: RecurrenceRule? = nil) {
    isDaylight = Self.isDaylight(change.before, change.after)
    onset = DateTimeParameters(secondNumber: change.instant.seconds + change.before.offset)
    from = change.before.offset
    to = change.after
    self.rule = rule
  }

  /// Creates the observance of a zone without transitions; it begins at a date that every client can read.
  init(always observance: Zone.Observance, at first: Instant) {
    isDaylight = observance.isDaylight
    let year1970 = first.seconds >= 86_400
    onset = try? DateTimeParameters(
      year: year1970 ? 1970 : 1601, month: 1, day: 1, hour: 0, minute: 0)
    from = observance.offset
    to = observance
    rule = nil
  }

  /// True if a transition sets clocks ahead, which is DAYLIGHT; Dublin's data mark winter instead, which would confuse
  /// readers.
  private static func isDaylight(_ before: Zone.Observance, _ after: Zone.Observance) -> Bool {
    before.isDaylight == after.isDaylight ? after.isDaylight : after.offset > before.offset
  }

  func write(to writer: inout ContentLineWriter) {
    let name = isDaylight ? "DAYLIGHT" : "STANDARD"
    writer.line("BEGIN", raw: name)
    writer.line("DTSTART", raw: onset?.compact ?? "19700101T000000")
    writer.line("TZOFFSETFROM", raw: Self.offset(from))
    writer.line("TZOFFSETTO", raw: Self.offset(to.offset))
    if !to.abbreviation.isEmpty { writer.line("TZNAME", text: to.abbreviation) }
    if let rule { writer.line("RRULE", raw: rule.rrule) }
    writer.line("END", raw: name)
  }

  /// A UTC offset such as `+0100`; seconds, which only local mean time has, are rounded, because readers refuse them.
  private static func offset(_ seconds: Int) -> String {
    let minutes = (abs(seconds) + 30) / 60
    let digits = String(minutes / 60 * 100 + minutes % 60)
    return (seconds < 0 ? "-" : "+") + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

extension ZoneRule.Change {
  /// The change as a yearly rule for its local day; nil if RFC 5545 cannot express it.
  fileprivate var recurrenceRule: RecurrenceRule? {
    let shift = second >= 0 ? second / 86_400 : (second + 1) / 86_400 - 1
    var rule = RecurrenceRule(.yearly)
    switch day {
    case .dayOfYear(let number): rule.yearDays = [number + 1 + shift]
    case .julian(let number):
      guard let day = DateParameters(dayNumber: number - 1 + shift) else { return nil }
      rule.months = [day.month]  // the days of 1970, which is not a leap year
      rule.monthDays = [day.day]
    case .weekday(let weekday, let week, let month):
      rule.months = [month]
      guard rule.set(weekday, week: week, month: month, shift: shift) else { return nil }
    }
    return rule.yearDays.allSatisfy { (1...365).contains($0) } ? rule : nil
  }
}

extension RecurrenceRule {
  /// Sets BYDAY, and the possible days of the month if the change is on a day next to the weekday; false if these are
  /// not within the month.
  fileprivate mutating func set(_ weekday: Weekday, week: Int, month: Int, shift: Int) -> Bool {
    guard shift != 0 else {
      weekdays = [WeekdayNumber(weekday, ordinal: week == 5 ? -1 : week)]
      return true
    }
    let length = DateParameters.daysIn(month: month, year: 2023)
    let last = (week == 5 ? length : week * 7) + shift
    guard month != 2 || week < 4, last - 6 >= 1, last <= length else { return false }
    monthDays = Array(last - 6...last)
    weekdays = [WeekdayNumber(weekday.advanced(by: shift))]
    return true
  }
}
