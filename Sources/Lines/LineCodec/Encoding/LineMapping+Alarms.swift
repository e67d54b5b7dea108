import CalendarItems
import TaskBridge
import TaskDates
import TaskText

/// Maps alarms to `@remind`.
extension LineMapping {
  func alarmTags(of item: CalendarItem, _ clock: ItemClock) -> [Tag] {
    var seen: Set<String> = []
    return item.alarms.compactMap { reminder($0, of: item, clock: clock) }
      .filter { seen.insert($0).inserted }
      .map { Tag(Vocabulary.Field.remind.rawValue, payload: $0.isEmpty ? nil : $0) }
  }

  /// The payload; empty for an alarm at the due date itself, nil if there is no date that it is relative to.
  private func reminder(_ alarm: Alarm, of item: CalendarItem, clock: ItemClock) -> String? {
    switch alarm.trigger {
    case .at(let instant):
      return clock.zone.civil(at: instant).map { DatePayload(.dateTime($0)).description }
    case .relative(let span, let anchor):
      guard let distance = distance(span, from: anchor, item: item) else { return nil }
      let isDay = (item.when ?? item.start)?.isAllDay == true
      return isDay ? Self.text(ofDay: distance, dayStart: options.dayStart) : Self.text(distance)
    }
  }

  /// The span from the base of `@remind` to an alarm.
  ///
  /// The base is the beginning of a range, the last day of a period, otherwise the due date; a day begins at 00:00.
  private func distance(
    _ span: TimeSpan, from anchor: Alarm.Anchor, item: CalendarItem
  ) -> TimeSpan? {
    item.lead(of: anchor).map { lead in
      lead == 0 ? span : TimeSpan(seconds: lead + span.nominalSeconds)
    }
  }

  private static func text(_ distance: TimeSpan) -> String {
    if distance.nominalSeconds == 0 { return "" }
    return (distance.nominalSeconds > 0 ? "+" : "") + distance.text
  }

  /// The payload for a date without a time: a time of that day, or a span relative to the time of day for alarms.
  private static func text(ofDay distance: TimeSpan, dayStart: TimeParameters) -> String {
    let seconds = distance.nominalSeconds
    let late = seconds - dayStart.secondOfDay
    if late == 0 { return "" }
    if let time = TimeParameters(secondOfDay: seconds), seconds >= 0 { return time.formattedDate }
    let days = late % 86_400 == 0 ? TimeSpan(days: late / 86_400) : TimeSpan(seconds: late)
    return text(days)
  }
}
