import ExactText
import TaskDates

/// Computes the instants of an occurrence's alarms.
struct AlarmInstants {
  let zones: ExactDictionary<Zone>
  let clock: AlarmSeries.Clock

  /// The instants of an occurrence's alarms within a window; alarms at a fixed instant do not belong to an occurrence.
  func all(of item: CalendarItem, in window: Range<Instant>) -> [Instant] {
    if item.alarms.isEmpty, clock.noticesDates {
      return noticed(item).map { window.contains($0) ? [$0] : [] } ?? []
    }
    return item.alarms.flatMap { alarm -> [Instant] in
      guard case .relative(let span, let anchor) = alarm.trigger,
        let first = instant(of: item, span, from: anchor)
      else { return [] }
      return alarm.times(from: first, in: window)
    }
  }

  /// The instant of the notification for an item without an alarm; nil without a date.
  private func noticed(_ item: CalendarItem) -> Instant? {
    guard let when = item.when else { return nil }
    let moment = when.momentOfAlarms
    guard when.isAllDay else { return zone(of: item).instant(of: moment) }
    return clock.home.instant(of: DateTimeParameters(date: moment.date, time: clock.dayStart))
  }

  /// The instant at an offset from a date: first calendar days, then exact hours (RFC 5545, section 3.3.6).
  ///
  /// A day has no exact hours, so the whole offset from its 00:00 is counted in local time: nine hours are nine o'clock
  /// even on a day when clocks change.
  private func instant(
    of item: CalendarItem, _ span: TimeSpan, from anchor: Alarm.Anchor
  ) -> Instant? {
    guard let base = item.moment(of: anchor) ?? item.moment(of: .start) else { return nil }
    if (item.when ?? item.start)?.isAllDay == true {
      return base.advanced(bySeconds: span.nominalSeconds).map(clock.home.instant)
    }
    return base.advanced(bySeconds: span.days * 86_400)
      .map { zone(of: item).instant(of: $0).advanced(by: span.seconds) }
  }

  /// The zone of an item's times.
  func zone(of item: CalendarItem) -> Zone { item.anchor.zone(zones) ?? clock.home }
}

extension Alarm {
  /// The maximum number of repetitions, and their maximum duration.
  private static let most = (count: 100, seconds: 100 * 86_400)

  /// The time from the first to the last repetition, in seconds.
  var nagging: Int {
    guard let repeats, repeats.interval.nominalSeconds > 0 else { return 0 }
    let count = min(repeats.count, Self.most.count)
    let interval = min(repeats.interval.nominalSeconds, Self.most.seconds)
    return min(count, Self.most.seconds / interval) * interval
  }

  /// The times of the alarm within a window; empty if it was acknowledged after the first.
  func times(from first: Instant, in window: Range<Instant>) -> [Instant] {
    if let acknowledged, first <= acknowledged { return [] }
    let interval = repeats?.interval.nominalSeconds ?? 1
    return stride(from: 0, through: nagging, by: interval)
      .map { first.advanced(by: $0) }.filter(window.contains)
  }
}

/// The offsets of the alarms of an item and its changed occurrences from their dates, in local time without clock
/// changes.
struct AlarmDistances {
  /// The offsets in seconds, the latest alarms first.
  private(set) var ranges: [ClosedRange<Int>] = []

  init(_ items: [CalendarItem], _ clock: AlarmSeries.Clock) {
    for (index, item) in items.enumerated() {
      let dated = item.seriesDate == nil && index > 0 ? items[0].dates(for: item) : item
      add(dated, clock)
    }
    ranges.sort { ($0.upperBound, $0.lowerBound) > ($1.upperBound, $1.lowerBound) }
  }

  private mutating func add(_ item: CalendarItem, _ clock: AlarmSeries.Clock) {
    guard let first = item.seriesDate?.startDate.secondNumber else { return }
    if item.alarms.isEmpty, clock.noticesDates, let when = item.when {
      let start = when.momentOfAlarms.secondNumber - first
      ranges.append(start...start + (when.isAllDay ? clock.dayStart.secondOfDay : 0))
    }
    for alarm in item.alarms {
      guard case .relative(let span, let anchor) = alarm.trigger,
        let base = item.moment(of: anchor) ?? item.moment(of: .start)
      else { continue }
      let start = base.secondNumber - first + span.nominalSeconds
      let ends = anchor == .due ? item.lengthsOfAdditions.map { start + $0 } : []
      ranges.append(
        min(start, ends.min() ?? start)...(max(start, ends.max() ?? start) + alarm.nagging))
    }
  }
}

extension CalendarItem {
  /// A changed occurrence without its own date, with the dates of its series.
  fileprivate func dates(for changed: CalendarItem) -> CalendarItem {
    var item = changed
    (item.when, item.start, item.recurrence) = (when, start, recurrence)
    return item
  }

  /// The differences in length between the additional occurrences with their own length and the first occurrence.
  fileprivate var lengthsOfAdditions: [Int] {
    guard let first = seriesDate?.startDate, let end = moment(of: .due) else { return [] }
    let length = end.secondNumber - first.secondNumber
    return (recurrence?.also ?? []).compactMap { date in
      date.endDate.map { $0.secondNumber - date.startDate.secondNumber - length }
    }
  }
}
