/// The moments of a rule in order, computed on demand (RFC 5545, section 3.3.10).
///
/// The first is the start, even if the rule does not generate it, and COUNT counts it. All are local times of the
/// series, of which only the first is used if clocks skip it and so make it the same instant as another; a `Zone` converts each of them to an instant, so that a time that clocks skip on one day is unchanged on the
/// next. A rule that generates nothing more ends soon, because the calendar repeats after 400 years.
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
  /// The start, until it has been returned.
  private var start: RuleMoment?
  /// The first second that the rule itself may generate, and the first that is requested.
  private let first: Int
  private var floor: Int
  /// The number of moments that COUNT still allows.
  private var left = Int.max
  private let end: RuleEnd
  private var skipped: SkippedTimes

  /// Creates the moments of a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule. Only the start is generated for a rule of another calendar (RSCALE of RFC 7529), with SKIP, or
  ///     that counts in parts of a day although moments are days.
  ///   - start: The first moment; midnight for a day.
  ///   - isAllDay: Whether moments are days, whose times of day are ignored.
  ///   - zone: The zone of the series, in which an UNTIL in UTC is interpreted, and whose clocks skip times; without one,
  ///     UNTIL is read as a local time of the series.
  ///   - countsStart: Whether the start is the first moment even if the rule does not generate it.
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
    skipped = SkippedTimes(in: rule.hasSeveralTimes && !isAllDay ? zone : nil)
    if rule.isGregorian {
      if !rule.isSubDaily {
        calendar = CalendarPeriods(rule, from: start, isAllDay: isAllDay)
      } else if !isAllDay {
        clock = ClockPeriods(rule, from: start)
      }
    }
  }

  /// The next moment; nil after the last.
  public mutating func next() -> DateTimeParameters? { nextMoment()?.reading }

  /// Skips the moments before a moment.
  ///
  /// Without COUNT they are not computed, however far away the moment is; with COUNT the next call of `next()` counts
  /// all of them.
  public mutating func skip(to moment: DateTimeParameters) {
    floor = Swift.max(floor, moment.secondNumber)
    guard !isCounted else { return }
    calendar?.skip(to: moment.date)
    clock?.skip(to: floor)
  }

  /// True if moments must be counted, so that none can be skipped.
  var isCounted: Bool { left != .max }

  /// `next()` with the number for comparison.
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
    if let start { _ = skipped.repeats(start.second, start.reading) }
    return start
  }

  /// The next moment that the rule generates; the start only if it has not been returned already.
  private mutating func momentOfRule() -> RuleMoment? {
    while let moment = calendar?.nextMoment() ?? clock?.nextMoment() {
      if moment.second >= first, !skipped.repeats(moment.second, moment.reading) { return moment }
    }
    return nil
  }
}

/// The end of a rule, apart from COUNT.
private struct RuleEnd {
  /// The second up to which the rule does not end in any zone.
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
  /// True if the rule is one of RFC 5545: RSCALE, if present, names its calendar, and SKIP the behaviour of RFC 5545.
  public var isGregorian: Bool {
    otherParts.allSatisfy { $0 == "RSCALE=GREGORIAN" || $0 == "SKIP=OMIT" }
  }
}
