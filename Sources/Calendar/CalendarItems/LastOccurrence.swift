package import ExactText
package import TaskDates

/// Finds out whether the last occurrence of an item is over at a moment.
package struct LastOccurrence {
  let now: Instant
  /// The zone of days, and of times without a known zone.
  let home: Zone
  /// The zones of items, by name.
  let zones: ExactDictionary<Zone>

  /// Takes the moment, the zone of days and of times without a known zone, and the zones of items by name.
  package init(now: Instant, home: Zone, zones: ExactDictionary<Zone> = [:]) {
    self.now = now
    self.home = home
    self.zones = zones
  }

  /// True if no occurrence is still to come; false if that takes too long to find out.
  package func isOver(_ item: CalendarItem) -> Bool {
    guard item.recurs, let recurrence = item.recurrence else { return end(of: item) <= now }
    guard !recurrence.rules.contains(where: { $0.end == .never }),
      var series = ItemSeries(item, zones: zones, bound: SeriesDates.Bound(steps: 20_000))
    else { return false }
    series.leap(to: earliest(item))
    while let one = series.next() { if end(of: one.item) > now { return false } }
    return !series.isCutShort
  }

  /// The earliest start of an occurrence that is not over yet, on the clock of its series.
  private func earliest(_ item: CalendarItem) -> DateTimeParameters? {
    let length = end(of: item).seconds.subtractingReportingOverflow(begin(of: item).seconds)
    guard !length.overflow, length.partialValue < Self.longest else { return nil }
    return zone(of: item).civil(at: now)?
      .advanced(bySeconds: -max(0, length.partialValue) - 2 * 86_400)
  }

  /// Ten thousand years.
  private static let longest = 10_000 * 366 * 86_400

  private func begin(of item: CalendarItem) -> Instant {
    (item.when ?? item.start).map { zone(of: item).instant(of: $0.startDate) } ?? now
  }

  /// The end of an item.
  ///
  /// A day ends with its last second, and an event without an end ends when it begins. An item without a date never
  /// ends.
  private func end(of item: CalendarItem) -> Instant {
    guard let when = item.when ?? item.start else { return .distant }
    if when.isAllDay { return endOfDay(when.lastDay) }
    if let end = when.endDate { return zone(of: item).instant(of: end) }
    let length = item.kind == .event ? item.estimate?.nominalSeconds ?? 0 : 0
    let end = begin(of: item).seconds.addingReportingOverflow(length)
    return end.overflow ? .distant : Instant(seconds: end.partialValue)
  }

  private func endOfDay(_ day: DateParameters) -> Instant {
    guard let next = day.advanced(byDays: 1) else { return .distant }
    return home.instant(of: DateTimeParameters(date: next, time: .midnight))
  }

  private func zone(of item: CalendarItem) -> Zone { item.anchor.zone(zones) ?? home }
}

extension Instant {
  /// A moment after every import.
  fileprivate static var distant: Instant { Instant(seconds: .max) }
}
