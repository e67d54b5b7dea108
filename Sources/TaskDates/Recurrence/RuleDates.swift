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
  private let start: DateTimeParameters
  private let end: RecurrenceRule.End
  private let zone: Zone?
  private var calendar: CalendarPeriods?
  private var clock: ClockPeriods?
  private var buffer: [Int] = []
  private var place = 0
  private var given = 0
  private var isStartOpen: Bool

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
    self.start = start
    self.zone = zone
    end = rule.end
    isStartOpen = countsStart
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
    if case .count(let count) = end, given >= count { return nil }
    guard let moment = isStartOpen ? takeStart() : nextOfRule(), isBeforeEnd(moment) else {
      calendar = nil
      clock = nil
      buffer = []
      return nil
    }
    given += 1
    return moment
  }

  private mutating func takeStart() -> DateTimeParameters {
    isStartOpen = false
    return start
  }

  /// The next moment that the rule makes; the start only where it was not given already.
  private mutating func nextOfRule() -> DateTimeParameters? {
    let first = start.secondNumber
    while true {
      while place < buffer.count {
        let second = buffer[place]
        place += 1
        if second > first || (second == first && given == 0) {
          return DateTimeParameters(secondNumber: second)
        }
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

  private func isBeforeEnd(_ moment: DateTimeParameters) -> Bool {
    switch end {
    case .never, .count: return true
    case .onDay(let day): return moment.date <= day
    case .at(let last, let isUTC):
      guard isUTC, let zone else { return moment <= last }
      return zone.instant(of: moment).seconds <= last.secondNumber
    }
  }
}

extension RecurrenceRule {
  /// True if the rule is one of RFC 5545: RSCALE, if it is there, says its calendar, and SKIP what RFC
  /// 5545 does.
  public var isGregorian: Bool {
    otherParts.allSatisfy { $0 == "RSCALE=GREGORIAN" || $0 == "SKIP=OMIT" }
  }
}
