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
  /// The start, as long as it is to come.
  private var start: RuleMoment?
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
    let moment = RuleMoment(
      RuleDay(number: start.date.dayNumber, date: start.date), start.time)
    floor = moment.second
    self.start = countsStart ? moment : nil
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
  public mutating func next() -> DateTimeParameters? { nextMoment()?.reading }

  /// Leaves out what comes before a moment.
  ///
  /// Without COUNT nothing of it is made, however far away the moment is; with COUNT the next call of
  /// `next()` counts all of it.
  public mutating func skip(to moment: DateTimeParameters) {
    floor = Swift.max(floor, moment.secondNumber)
    guard !isCounted else { return }
    calendar?.skip(to: moment.date)
    clock?.skip(to: floor)
  }

  /// True if moments must be counted, so that none can be leapt over.
  var isCounted: Bool { left != .max }

  /// `next()` with the number to compare.
  mutating func nextMoment() -> RuleMoment? {
    while left > 0, let moment = takeStart() ?? momentOfRule(), end.allows(moment) {
      if isCounted { left -= 1 }
      if moment.second >= floor { return moment }
    }
    calendar = nil
    clock = nil
    return nil
  }

  private mutating func takeStart() -> RuleMoment? {
    defer { start = nil }
    return start
  }

  /// The next moment that the rule makes; the start only where it was not given already.
  private mutating func momentOfRule() -> RuleMoment? {
    while let moment = calendar?.nextMoment() ?? clock?.nextMoment() {
      if moment.second >= first { return moment }
    }
    return nil
  }
}

/// When a rule ends, but for COUNT.
private struct RuleEnd {
  /// Up to here it does not end, whatever the zone says.
  private var sure = Int.max
  private var last = Int.max
  private var zone: Zone?

  init(_ end: RecurrenceRule.End, zone: Zone?) {
    switch end {
    case .never, .count: return
    case .onDay(let day): last = day.dayNumber * 86_400 + 86_399
    case .at(let moment, let isUTC):
      last = moment.secondNumber
      self.zone = isUTC ? zone : nil
    }
    sure = self.zone == nil ? last : last - 2 * 86_400
  }

  func allows(_ moment: RuleMoment) -> Bool {
    if moment.second <= sure { return true }
    return zone.map { $0.instant(of: moment.reading).seconds <= last } ?? false
  }
}

extension RecurrenceRule {
  /// True if the rule is one of RFC 5545: RSCALE, if it is there, says its calendar, and SKIP what RFC
  /// 5545 does.
  public var isGregorian: Bool {
    otherParts.allSatisfy { $0 == "RSCALE=GREGORIAN" || $0 == "SKIP=OMIT" }
  }
}
