import CalendarItems
import ExactText
import TaskBridge
import TaskDates

/// The fields that a line has changed, written into the item that was stored.
extension CalendarItem {
  /// Copies each field that differs between two items of the line; all other fields stay as they were stored.
  ///
  /// - Parameters:
  ///   - then: The item that the line gave when this item was stored.
  ///   - now: The item that it gives now.
  ///   - zones: The zones of the items, by name.
  ///   - movesAlarms: Whether alarms at an instant move with the date although the line shows them.
  mutating func take(
    from then: CalendarItem, to now: CalendarItem, zones: ExactDictionary<Zone>,
    movesAlarms: Bool
  ) {
    // The stored text of a day names no zone.
    if !hasTimes, now.hasTimes { anchor = now.anchor }
    removeAlarms(from: then, missingIn: now, zones)
    if let old = then.when, let new = now.when, old != new {
      let shown = movesAlarms ? [] : then.alarms
      moveAlarms(from: old, to: new, on: now.anchor.zone(among: zones) ?? .utc, but: shown)
    }
    forgetPeriod(of: then, now)
    for field in ItemField.allCases where now.differs(from: then, in: field) {
      switch field {
      case .detail(let detail): self[detail] = now[detail]
      case .core(let field): take(field, from: then, to: now, zones)
      }
    }
    forgetStartBesideDue(of: now)
  }

  /// Forgets a start of the line that a reminder cannot have beside its due date; the hint of the item keeps it.
  private mutating func forgetStartBesideDue(of now: CalendarItem) {
    guard kind == .reminder, let fault = ReminderDates(now).startFault, fault != .dueHasStart
    else { return }
    start = nil
  }

  private mutating func take(
    _ field: CoreField, from then: CalendarItem, to now: CalendarItem,
    _ zones: ExactDictionary<Zone>
  ) {
    switch field {
    case .title: title = now.title
    case .notes: notes = now.notes.map { notes?.changed(from: then.notes ?? "", to: $0) ?? $0 }
    case .status: status = now.status
    case .completed: completed = now.completed
    case .percent: percent = now.percent
    case .blocksTime: blocksTime = now.blocksTime
    case .when: when = now.when.map { onOwnClock($0, of: now, zones) }
    case .start: start = now.start.map { onOwnClock($0, of: now, zones) }
    case .anchor: takeClock(of: now)
    case .recurrence: takeRecurrence(from: then.recurrence, to: now.recurrence)
    case .categories: categories = categories.changed(from: then.categories, to: now.categories)
    case .relations: takeRelations(from: then, to: now)
    case .alarms: addAlarms(of: now, missingIn: then)
    // A line has none of these.
    case .kind, .uid, .revision, .hints, .occurrence, .replacesFuture: break
    }
  }

  // MARK: Alarms

  /// Removes all alarms that were read as a reminder which the line has lost.
  private mutating func removeAlarms(
    from then: CalendarItem, missingIn now: CalendarItem, _ zones: ExactDictionary<Zone>
  ) {
    let lost = then.alarms.filter { alarm in !now.alarms.contains(where: alarm.isLike) }
    guard !lost.isEmpty else { return }
    let distances = Set(lost.compactMap { then.distance(of: $0, zones) })
    let item = self
    alarms.removeAll { alarm in
      lost.contains(where: alarm.isLike)
        || item.distance(of: alarm, zones).map(distances.contains) ?? false
    }
  }

  private mutating func addAlarms(of now: CalendarItem, missingIn then: CalendarItem) {
    alarms += now.alarms.filter { alarm in
      !then.alarms.contains(where: alarm.isLike) && !alarms.contains(where: alarm.isLike)
    }
  }

  /// The seconds from the date of the item to an alarm, whichever property it counts from; nil for an alarm at an
  /// instant, unless that moves with a series.
  private func distance(of alarm: Alarm, _ zones: ExactDictionary<Zone>) -> Int? {
    switch alarm.trigger {
    case .relative(let span, let anchor): return lead(of: anchor).map { $0 + span.nominalSeconds }
    case .at(let instant):
      guard recurs, let base = (when?.momentOfAlarms ?? start?.startDate)?.secondNumber else {
        return nil
      }
      return anchor.zone(among: zones)?.civil(at: instant).map { $0.secondNumber - base }
    }
  }

  // MARK: Dates

  /// Forgets the start that stands for the first day of a period, when the line gets another date.
  private mutating func forgetPeriod(of then: CalendarItem, _ now: CalendarItem) {
    guard case .period(let period)? = then.when, then.when != now.when, then.start == nil,
      start == .date(period.firstDay)
    else { return }
    start = nil
  }

  /// True if the date or the start has a time of day.
  var hasTimes: Bool {
    [when, start].contains { date in date.map { !$0.isAllDay } ?? false }
  }

  /// Moves the alarms at an instant with the date, which would otherwise stay on the old day.
  private mutating func moveAlarms(
    from old: TMDateType, to new: TMDateType, on clock: Zone, but shown: [Alarm]
  ) {
    let distance = new.startDate.secondNumber - old.startDate.secondNumber
    alarms = alarms.map { alarm in
      guard case .at(let instant) = alarm.trigger, !shown.contains(where: alarm.isLike),
        let moved = clock.civil(at: instant)?.advanced(bySeconds: distance)
      else { return alarm }
      var alarm = alarm
      alarm.trigger = .at(clock.instant(of: moved))
      return alarm
    }
  }

  /// A date of the line on the clock of this item, which a store may have kept in UTC, or a calendar may define.
  private func onOwnClock(
    _ date: TMDateType, of now: CalendarItem, _ zones: ExactDictionary<Zone>
  ) -> TMDateType {
    guard anchor != now.anchor, let mine = anchor.zone(among: zones),
      let theirs = now.anchor.zone(among: zones)
    else { return date }
    return date.shown(from: theirs, onClockIn: mine)
  }

  /// Takes the clock of the line, with all of its dates.
  private mutating func takeClock(of now: CalendarItem) {
    (anchor, when, start) = (now.anchor, now.when, now.start)
  }

  /// Takes the parent of the line; an item has only one.
  private mutating func takeRelations(from then: CalendarItem, to now: CalendarItem) {
    if let parent = now.parentUID {
      relations.removeAll { $0.kind == .parent && $0.uid != parent }
    }
    relations = relations.changed(from: then.relations, to: now.relations)
  }

  private mutating func takeRecurrence(from then: Recurrence?, to now: Recurrence?) {
    guard var merged = recurrence, let then, let now, then.rules == now.rules,
      then.isAfterDone == now.isAfterDone
    else { return recurrence = now }
    merged.except = merged.except.excluded(from: then.except, to: now.except)
    merged.also = merged.also.changed(from: then.also, to: now.also)
    recurrence = merged
  }
}

extension CalendarItem {
  /// The item with its times on the clock of a zone; nil if it has none, or repeats on another clock.
  func onClock(of zone: Zone, _ zones: ExactDictionary<Zone>) -> CalendarItem? {
    guard hasTimes, let own = anchor.zone(among: zones) else { return nil }
    if own.name == zone.name { return self }
    guard !recurs else { return nil }
    var item = self
    item.when = when?.shown(from: own, onClockIn: zone)
    item.start = start?.shown(from: own, onClockIn: zone)
    item.anchor = .zone(zone.name)
    return item
  }
}

extension CalendarItem.Anchor {
  func zone(among zones: ExactDictionary<Zone>) -> Zone? {
    switch self {
    case .utc: .utc
    case .zone(let name): zones[name]
    case .floating: nil
    }
  }
}

extension String {
  /// These notes with what the notes of a line changed: each line that they kept stays as it was stored, with its indent,
  /// and so do the blank lines around them, which a line does not have.
  fileprivate func changed(from then: String, to now: String) -> String {
    let (old, new) = (then.noteLines, now.noteLines)
    let stored = noteLines
    let lead = stored.prefix(while: \.isBlank).count
    let tail = stored.dropFirst(lead).reversed().prefix(while: \.isBlank).count
    let inner = stored.dropFirst(lead).dropLast(tail)
    guard inner.count == old.count, zip(inner, old).allSatisfy({ $0.saysSame(as: $1) }) else {
      return now
    }
    let head = zip(old, new).prefix { ExactString($0) == ExactString($1) }.count
    let end = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { ExactString($0) == ExactString($1) }.count
    let kept = stored.prefix(lead) + inner.prefix(head)
    let rest = inner.suffix(end) + stored.suffix(tail)
    return (kept + new.dropFirst(head).dropLast(end) + rest).joined(separator: "\n")
  }

  /// The lines of notes; a carriage return stays at the end of its line.
  private var noteLines: [String] {
    isEmpty
      ? []
      : unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  private var isBlank: Bool { cleaned.isEmpty }

  /// True if two lines of notes differ only in what a line cannot show: control characters, and the white space around.
  private func saysSame(as other: String) -> Bool {
    ExactString(cleaned) == ExactString(other.cleaned)
  }
}

extension Alarm {
  /// True if two alarms go off at the same time.
  fileprivate func isLike(_ other: Alarm) -> Bool { trigger == other.trigger }
}

extension [String] {
  /// The texts without those that the line lost, and with those that it got.
  fileprivate func changed(from then: [String], to now: [String]) -> [String] {
    let gone = ExactSet(then).subtracting(now)
    let mine = ExactSet(self)
    return filter { !gone.contains($0) }
      + now.filter { text in !then.contains { $0 == text } && !mine.contains(text) }
  }
}

extension [TMDateType] {
  /// The excluded dates without those that the line lost, and with those that it got.
  ///
  /// A line may name by its day what is stored with its time.
  fileprivate func excluded(from then: [TMDateType], to now: [TMDateType]) -> [TMDateType] {
    filter { !$0.isNamed(in: then) || $0.isNamed(in: now) }
      + now.filter { date in
        !then.contains(date) && !contains { $0.isNamed(in: [date]) }
      }
  }
}

extension TMDateType {
  fileprivate func isNamed(in dates: [TMDateType]) -> Bool {
    dates.contains { $0 == self || ($0.isAllDay && $0.firstDay == firstDay) }
  }
}

extension Array where Element: Equatable {
  /// The elements without those that the line lost, and with those that it got.
  fileprivate func changed(from then: [Element], to now: [Element]) -> [Element] {
    filter { !then.contains($0) || now.contains($0) }
      + now.filter { !then.contains($0) && !contains($0) }
  }
}
