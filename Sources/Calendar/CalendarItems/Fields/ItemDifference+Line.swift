package import ExactText
package import TaskDates

/// What a line has changed, written into the item that a store keeps of it.
///
/// A line shows less than the item has: a day where the item has a zone, one moment where it has an alarm that counts from
/// another property. So a field is written only where the line itself changed, and in the form of the item.
extension ItemDifference {
  /// What is known of the line and its item besides their fields.
  package struct LineContext {
    /// The zones of the items, by name.
    let zones: ExactDictionary<Zone>
    /// Whether alarms at an instant move with the date although the line shows them.
    let movesAlarms: Bool

    package init(zones: ExactDictionary<Zone>, movesAlarms: Bool) {
      self.zones = zones
      self.movesAlarms = movesAlarms
    }
  }

  /// Writes each field that the line changed; all other fields stay as they were stored.
  package func write(into item: inout CalendarItem, of line: LineContext) {
    // The stored text of a day names no zone.
    if !item.hasTimes, after.hasTimes { item.anchor = after.anchor }
    removeAlarms(of: &item, line.zones)
    if let old = before.when, let new = after.when, old != new {
      let shown = line.movesAlarms ? [] : before.alarms
      item.moveAlarms(from: old, to: new, on: after.anchor.zone(line.zones) ?? .utc, but: shown)
    }
    forgetPeriod(of: &item)
    for field in after.difference(from: before) { write(field, into: &item, line.zones) }
    forgetStartBesideDue(of: &item)
  }

  private func write(
    _ field: ItemField, into item: inout CalendarItem, _ zones: ExactDictionary<Zone>
  ) {
    switch field {
    case .core(.notes): writeNotes(into: &item)
    case .core(.when): item.when = after.when.map { item.onOwnClock($0, of: after, zones) }
    case .core(.start): item.start = after.start.map { item.onOwnClock($0, of: after, zones) }
    case .core(.anchor): item.takeDates(of: after)
    case .core(.recurrence): writeRecurrence(into: &item)
    case .core(.relations): writeRelations(into: &item)
    case .core(.alarms): addAlarms(to: &item)
    // A line has none of these.
    case .core(.kind), .core(.uid), .core(.revision), .core(.hints), .core(.occurrence),
      .core(.replacesFuture):
      break
    case .core(.categories): _ = writeValues(of: .categories, into: &item)
    case .core(.status): item.status = after.status
    case .core(.completed): item.completed = after.completed
    case .core(.percent): item.percent = after.percent
    case .core(.title), .core(.blocksTime), .detail:
      ItemPart(field)?.copy(from: after, to: &item)
    }
  }

  private func writeNotes(into item: inout CalendarItem) {
    guard after.notes != nil, item.notes != nil else { return item.notes = after.notes }
    let notes = NotesMerge(from: before.noteLines, to: after.noteLines)
    item.notes = notes.carried(onto: item.noteLines).joined(separator: "\n")
  }

  /// Writes the parent of the line; an item has only one.
  private func writeRelations(into item: inout CalendarItem) {
    if let parent = after.parentUID {
      item.relations.removeAll { $0.kind == .parent && $0.uid != parent }
    }
    _ = writeValues(of: .relations, into: &item)
  }

  /// Writes the dates that a series got or lost.
  ///
  /// A line may name by its day what is stored with its time.
  private func writeRecurrence(into item: inout CalendarItem) {
    guard var merged = item.recurrence, let old = before.recurrence, let new = after.recurrence,
      old.rules == new.rules, old.isAfterDone == new.isAfterDone
    else { return item.recurrence = after.recurrence }
    merged.except = ListChange(from: old.except, to: new.except)
      .applied(to: merged.except) { $0.isNamed(by: $1) }
    merged.also = ListChange(from: old.also, to: new.also).applied(to: merged.also)
    item.recurrence = merged
  }

  /// Forgets a start of the line that a reminder cannot have beside its due date; the hint of the item keeps it.
  private func forgetStartBesideDue(of item: inout CalendarItem) {
    guard item.kind == .reminder, let fault = ReminderDates(after).startFault,
      fault != .dueHasStart
    else { return }
    item.start = nil
  }

  /// Forgets the start that stands for the first day of a period, when the line gets another date.
  private func forgetPeriod(of item: inout CalendarItem) {
    guard case .period(let period)? = before.when, before.when != after.when,
      before.start == nil, item.start == .date(period.firstDay)
    else { return }
    item.start = nil
  }

  // MARK: Alarms

  /// Removes all alarms that were read as a reminder which the line has lost.
  private func removeAlarms(of item: inout CalendarItem, _ zones: ExactDictionary<Zone>) {
    let lost = alarms.removed
    guard !lost.isEmpty else { return }
    let distances = Set(lost.compactMap { before.distance(of: $0, zones) })
    let old = item
    item.alarms.removeAll { alarm in
      lost.contains { $0.trigger == alarm.trigger }
        || old.distance(of: alarm, zones).map(distances.contains) ?? false
    }
  }

  private func addAlarms(to item: inout CalendarItem) {
    item.alarms += alarms.added.filter { alarm in
      !item.alarms.contains { $0.trigger == alarm.trigger }
    }
  }

  private var alarms: ListChange<Alarm> {
    ListChange(from: before.alarms, to: after.alarms) { $0.trigger == $1.trigger }
  }
}

extension CalendarItem {
  /// The UID of the item that this one is a part of.
  package var parentUID: String? { relations.first { $0.kind == .parent }?.uid }

  /// True if the date or the start has a time of day.
  package var hasTimes: Bool {
    [when, start].contains { date in date.map { !$0.isAllDay } ?? false }
  }

  /// The item with its times on the clock of a zone; nil if it has none, or repeats on another clock.
  package func onClock(of zone: Zone, _ zones: ExactDictionary<Zone>) -> CalendarItem? {
    guard hasTimes, let own = anchor.zone(zones) else { return nil }
    if own.name == zone.name { return self }
    guard !recurs else { return nil }
    var item = self
    item.when = when?.shown(from: own, onClockIn: zone)
    item.start = start?.shown(from: own, onClockIn: zone)
    item.anchor = .zone(zone.name)
    return item
  }

  /// A date of a line on the clock of this item, which a store may have kept in UTC, or a calendar may define.
  fileprivate func onOwnClock(
    _ date: TMDateType, of line: CalendarItem, _ zones: ExactDictionary<Zone>
  ) -> TMDateType {
    guard anchor != line.anchor, let mine = anchor.zone(zones), let theirs = line.anchor.zone(zones)
    else { return date }
    return date.shown(from: theirs, onClockIn: mine)
  }

  /// Moves the alarms at an instant with the date, which would otherwise stay on the old day.
  fileprivate mutating func moveAlarms(
    from old: TMDateType, to new: TMDateType, on clock: Zone, but shown: [Alarm]
  ) {
    let move = DateMove(from: old.startDate, to: new.startDate)
    alarms = alarms.map { alarm in
      guard case .at(let instant) = alarm.trigger,
        !shown.contains(where: { $0.trigger == alarm.trigger }),
        let moved = instant.moved(by: move, in: clock)
      else { return alarm }
      var alarm = alarm
      alarm.trigger = .at(moved)
      return alarm
    }
  }

  /// The seconds from the date of the item to an alarm, whichever property it counts from; nil for an alarm at an
  /// instant, unless that moves with a series.
  fileprivate func distance(of alarm: Alarm, _ zones: ExactDictionary<Zone>) -> Int? {
    switch alarm.trigger {
    case .relative(let span, let anchor): return lead(of: anchor).map { $0 + span.nominalSeconds }
    case .at(let instant):
      guard recurs, let base = (when?.momentOfAlarms ?? start?.startDate)?.secondNumber else {
        return nil
      }
      return anchor.zone(zones)?.civil(at: instant).map { $0.secondNumber - base }
    }
  }
}

extension TMDateType {
  /// True if a date of a line is the same, or the day of this one.
  package func isNamed(by date: TMDateType) -> Bool {
    self == date || (date.isAllDay && firstDay == date.firstDay)
  }
}
