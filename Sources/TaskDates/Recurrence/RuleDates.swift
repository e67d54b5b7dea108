/// The moments of a rule in order, each made when it is asked for (RFC 5545, section 3.3.10).
///
/// The first is the start, whether the rule makes it or not, and COUNT counts it. All are readings of
/// the series' own clock; what instants they are a `Zone` says, one by one, so that a time that clocks
/// skip on one day is itself again on the next. A rule that makes nothing any more ends soon: after
/// 400 years the calendar begins anew.
///
/// ```swift
/// let rule = try RecurrenceRule(rrule: "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3")
/// let start = try DateTimeParameters(year: 2026, month: 12, day: 4, hour: 9, minute: 0)
/// Array(RuleDates(rule, from: start)).map(\.formattedDate)
/// // ["2026-12-04 09:00", "2026-12-07 09:00", "2026-12-11 09:00"]
/// ```
public struct RuleDates: Sequence, IteratorProtocol {
  private var calendar: CalendarPeriods?
  private var clock: ClockPeriods?
  private var buffer: [Int] = []
  private var place = 0
  /// The start, as long as it is to come.
  private var start: Int?
  /// The first second that the rule itself may say, and the first that is asked for.
  private let first: Int
  private var floor: Int
  /// How many moments COUNT leaves.
  private var left = Int.max
  private let end: RuleEnd

  /// Creates the moments of a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule. One of another calendar (RSCALE of RFC 7529), or with SKIP, or that counts in
  ///     parts of a day where moments are days, has its start alone.
  ///   - start: The first moment; midnight for a day.
  ///   - isAllDay: Whether moments are days, whose times of day mean nothing.
  ///   - zone: The zone of the series, in which an UNTIL in UTC is looked at; without one it is read
  ///     as if it were of the series' clock.
  ///   - countsStart: Whether a start that the rule does not make is the first moment all the same.
  public init(
    _ rule: RecurrenceRule, from start: DateTimeParameters, isAllDay: Bool = false,
    zone: Zone? = nil, countsStart: Bool = true
  ) {
    floor = start.secondNumber
    self.start = countsStart ? floor : nil
    first = countsStart ? floor + 1 : floor
    if case .count(let count) = rule.end { left = count }
    end = RuleEnd(rule.end, zone: zone)
    if rule.isGregorian {
      if !rule.isSubDaily {
        calendar = CalendarPeriods(rule, from: start, isAllDay: isAllDay)
      } else if !isAllDay {
        clock = ClockPeriods(rule, from: start)
      }
    }
  }

  /// The next moment, nil behind the last.
  public mutating func next() -> DateTimeParameters? {
    nextSecond().flatMap(DateTimeParameters.init(secondNumber:))
  }

  /// Leaves out what comes before a moment.
  ///
  /// Without COUNT nothing of it is made, however far away the moment is; with COUNT the next call of
  /// `next()` counts all of it.
  public mutating func skip(to moment: DateTimeParameters) {
    skip(toSecond: moment.secondNumber)
  }

  /// True if moments must be counted, so that none can be leapt over.
  var isCounted: Bool { left != .max }

  /// `skip(to:)` for a second number.
  mutating func skip(toSecond second: Int) {
    floor = Swift.max(floor, second)
    guard !isCounted else { return }
    calendar?.skip(to: floor)
    clock?.skip(to: floor)
  }

  /// `next()` as a second number.
  mutating func nextSecond() -> Int? {
    while left > 0, let second = takeStart() ?? secondOfRule(), end.allows(second) {
      if isCounted { left -= 1 }
      if second >= floor { return second }
    }
    calendar = nil
    clock = nil
    buffer = []
    return nil
  }

  private mutating func takeStart() -> Int? {
    defer { start = nil }
    return start
  }

  /// The next second that the rule makes; the start only where it was not given already.
  private mutating func secondOfRule() -> Int? {
    while true {
      while place < buffer.count {
        place += 1
        if buffer[place - 1] >= first { return buffer[place - 1] }
      }
      guard fill() else { return nil }
    }
  }

  /// Fetches the next period with moments in it; false where there is none.
  private mutating func fill() -> Bool {
    place = 0
    buffer.removeAll(keepingCapacity: true)
    if clock?.next(into: &buffer) == true { return !buffer.isEmpty }
    for _ in 0...(calendar?.patience ?? 0) {
      guard calendar?.next(into: &buffer) == true else { return false }
      if !buffer.isEmpty { return true }
    }
    return false
  }
}

/// When a rule ends, but for COUNT.
private struct RuleEnd {
  private var lastSecond = DateParameters.lastDayNumber * 86_400 + 86_399
  private var lastInstant = Int.max
  private var zone: Zone?

  init(_ end: RecurrenceRule.End, zone: Zone?) {
    switch end {
    case .never, .count: break
    case .onDay(let day): lastSecond = day.dayNumber * 86_400 + 86_399
    case .at(let last, let isUTC) where isUTC && zone != nil:
      lastInstant = last.secondNumber
      self.zone = zone
    case .at(let last, _): lastSecond = last.secondNumber
    }
  }

  func allows(_ second: Int) -> Bool {
    guard second <= lastSecond else { return false }
    guard let zone, let moment = DateTimeParameters(secondNumber: second) else { return true }
    return zone.instant(of: moment).seconds <= lastInstant
  }
}

extension RecurrenceRule {
  /// True if the rule is one of RFC 5545: RSCALE, if it is there, says its calendar, and SKIP what RFC
  /// 5545 does.
  public var isGregorian: Bool {
    otherParts.allSatisfy { $0 == "RSCALE=GREGORIAN" || $0 == "SKIP=OMIT" }
  }
}
