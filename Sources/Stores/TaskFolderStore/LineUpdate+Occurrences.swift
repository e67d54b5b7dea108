import CalendarItems
import CalendarStores
import ExactText
import LineState
import StoredText
import TaskBridge
import TaskDates

/// The changed occurrences of a series that have lines of their own.
///
/// A line of an occurrence changes it, and without it the date is cancelled. If the line of the series does not leave out
/// the date any more, it is as in the series.
extension LineUpdate {
  /// Finds the lines of occurrences whose series came back, or came from another file.
  mutating func findOccurrences() {
    let shown = Set(occurrences.values)
    for item in Set(items.compactMap(\.self)).sorted() {
      for (number, occurrence) in known.items[item].occurrences.enumerated()
      where occurrence.line != nil {
        let place = KnownOccurrence(item: item, occurrence: number)
        guard !shown.contains(place), let entry = freeEntry(like: occurrence) else { continue }
        occurrences[entry] = place
      }
    }
  }

  private func freeEntry(like occurrence: KnownTaskFile.Occurrence) -> Int? {
    items.indices.first {
      isFree($0) && lines.ownUIDs.names[$0] == nil
        && ExactString(lines.body($0)) == ExactString(occurrence.source.line.body)
    }
  }

  /// Makes the lines of occurrences new ones if they cannot be occurrences any more.
  mutating func detachOccurrences() {
    guard !occurrences.isEmpty || known.items.contains(where: { !$0.occurrences.isEmpty }) else {
      return
    }
    var series: Set<Int> = []
    for (entry, item) in items.enumerated() {
      guard let item, !known.items[item].occurrences.isEmpty else { continue }
      let now = source(lines.source(entry, parent: nil))
      guard now.kind == known.items[item].kind || now.isHalfTyped || stored.contains(item) else {
        continue
      }
      series.insert(item)
      if !stored.contains(item) { restoreDates(of: item, now) }
    }
    for (entry, place) in occurrences where !mayShow(place, entry, of: series) {
      occurrences[entry] = nil
    }
  }

  /// True if an entry can be the line of an occurrence: its series has a line and leaves out its date, and it is one date
  /// of the same kind of item.
  private func mayShow(_ place: KnownOccurrence, _ entry: Int, of series: Set<Int>) -> Bool {
    guard series.contains(place.item) else { return false }
    if stored.contains(place.item) { return true }
    let item = known.items[place.item]
    if restored[place.item]?.contains(item.occurrences[place.occurrence].name) == true {
      return false
    }
    let reading = source(lines.source(entry, parent: nil))
    return reading.isHalfTyped
      || reading.kind == item.kind && !reading.fields.isSeries
  }

  /// Finds the dates that the line of a series does not leave out any more.
  private mutating func restoreDates(of item: Int, _ reading: SourceItem) {
    let series = known.items[item]
    guard series.source.line != reading.line else { return }
    let then = source(series.source).item(series.kind, uid: "").recurrence?.except ?? []
    let left = reading.item(series.kind, uid: "").recurrence?.except ?? []
    let back = then.filter { !left.contains($0) }
    guard !back.isEmpty, let content = resource(of: item).content else { return }
    let shown = LineSeries(content, showing: ExactSet(series.occurrences.map(\.name)))
    let names = shown.occurrences.filter { name, part in
      guard back.contains(where: { $0.names(part.date) }) else { return false }
      var series = content
      series.restoreOccurrences([name])
      return series.hasDate(part.date)
    }.map(\.name)
    if !names.isEmpty { restored[item] = ExactSet(names) }
  }

  private func resource(of item: Int) -> CalendarResource {
    CalendarResource(bytes: known.items[item].text, database: options.zones)
  }

  /// Brings the occurrences of series up to date whose lines are there.
  mutating func updateOccurrences(of kept: Set<Int>) {
    var entries: [KnownOccurrence: Int] = [:]
    for (entry, place) in occurrences { entries[place] = entry }
    for item in kept.sorted() where !known.items[item].occurrences.isEmpty {
      forgetRestored(in: item)
      for number in known.items[item].occurrences.indices {
        let place = KnownOccurrence(item: item, occurrence: number)
        if let entry = entries[place] {
          update(place, entry)
        } else if known.items[item].occurrences[number].line != nil {
          cancel(place)
        }
      }
      known.items[item].occurrences.removeAll { $0.name.isEmpty }
    }
  }

  private mutating func forgetRestored(in item: Int) {
    guard let restored = restored[item] else { return }
    for number in known.items[item].occurrences.indices
    where restored.contains(known.items[item].occurrences[number].name) {
      known.items[item].occurrences[number].name = ""
      known.items[item].occurrences[number].line = nil
    }
  }

  private mutating func update(_ place: KnownOccurrence, _ entry: Int) {
    let series = known.items[place.item]
    let own = series.occurrences[place.occurrence]
    let now = lines.source(entry, parent: own.source.parent)
    known.items[place.item].occurrences[place.occurrence].line = lines.line(entry)
    guard own.source != now else { return }
    let reading = source(now)
    if reading.isHalfTyped { return }
    known.items[place.item].occurrences[place.occurrence].source = now
    guard !stored.contains(place.item) else { return }
    let (then, new) = (
      source(own.source).item(series.kind, uid: series.uid),
      reading.item(series.kind, uid: series.uid)
    )
    guard !new.isEqual(to: then) else { return }
    change(place.item) { content in
      guard let index = content.index(ofOccurrence: own.name) else { return }
      content.zones = content.zones.merging(reading.zones) { first, _ in first }
      let line = ItemDifference.LineContext(zones: content.zones, movesAlarms: series.isStored)
      ItemDifference(from: then, to: new).write(into: &content.changed[index], of: line)
    }
  }

  /// Cancels the date of an occurrence whose line a person has removed.
  private mutating func cancel(_ place: KnownOccurrence) {
    let name = known.items[place.item].occurrences[place.occurrence].name
    known.items[place.item].occurrences[place.occurrence].name = ""
    guard !stored.contains(place.item), !keepsOccurrences else { return }
    change(place.item) { $0.cancelOccurrence(name) }
  }

  /// Moves a series and its changed occurrences with its line.
  ///
  /// - Parameters:
  ///   - then: The item that the line gave before; returns it without the exceptions that stand for changed occurrences.
  ///   - now: The same for the item that it gives now.
  mutating func moveSeries(
    _ content: inout ItemContent, of item: Int, from then: inout CalendarItem,
    to now: inout CalendarItem
  ) {
    if let restored = restored[item], !keepsOccurrences { content.restoreOccurrences(restored) }
    let names = content.changed.map(\.nameInSeries)
    var dates = shownDates(of: item, content)
    content.takeClock(from: then, to: now)
    rename(names, to: content.changed.map(\.nameInSeries), in: item)
    if let move = SeriesMove(from: then, to: now) {
      let names = content.changed.map(\.nameInSeries)
      content.follow(
        move, named: now.recurrence?.except ?? [], showing: shownNames(of: item))
      rename(names, to: content.changed.map(\.nameInSeries), in: item)
    }
    dates += shownDates(of: item, content)
    for date in dates {
      then.recurrence?.except.removeAll { $0.names(date) }
      now.recurrence?.except.removeAll { $0.names(date) }
    }
  }

  private func shownNames(of item: Int) -> ExactSet {
    ExactSet(known.items[item].occurrences.map(\.name))
  }

  /// The dates that the line of a series leaves out because they have lines of their own, or do not take place.
  private func shownDates(of item: Int, _ content: ItemContent) -> [TMDateType] {
    let names = shownNames(of: item)
    return names.isEmpty
      ? [] : LineSeries(content, showing: names).occurrences.map(\.part.date)
  }

  /// Gives occurrences of a series that was moved their new names.
  private mutating func rename(_ old: [String], to new: [String], in item: Int) {
    guard old != new else { return }
    let names = ExactDictionary(zip(old, new), uniquingKeysWith: { first, _ in first })
    for number in known.items[item].occurrences.indices {
      let name = known.items[item].occurrences[number].name
      known.items[item].occurrences[number].name = names[name] ?? name
    }
  }

  /// Changes the stored text of an item.
  private mutating func change(_ item: Int, _ body: (inout ItemContent) -> Void) {
    let old = resource(of: item)
    guard var content = old.content else { return }
    body(&content)
    let changed = old.updated(to: content, at: lines.file.modified, database: options.zones)
    guard changed.content?.item.uid == known.items[item].uid,
      changed.bytes != known.items[item].text
    else { return }
    take(changed.bytes, of: item)
  }
}

extension TMDateType {
  /// True if an excluded date of a line leaves out a date: it is the same, or its day.
  fileprivate func names(_ date: TMDateType) -> Bool {
    self == date || isAllDay && firstDay == date.firstDay
  }
}
