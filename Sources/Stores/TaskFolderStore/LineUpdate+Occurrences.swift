import CalendarItems
import CalendarStores
import ExactText
import LineCodec
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
    let missing = missingOccurrences
    guard !missing.isEmpty else { return }
    var free = ExactDictionary(
      grouping: items.indices.reversed().filter { isFree($0) && lines.ownUIDs.names[$0] == nil },
      by: lines.body)
    for place in missing {
      let body = known.items[place.item].occurrences[place.occurrence].source.line.body
      if let entry = free[body]?.popLast() { occurrences[entry] = place }
    }
  }

  /// The occurrences that had a line, and whose series has one now.
  private var missingOccurrences: [KnownOccurrence] {
    let found = Set(occurrences.values)
    return items.compactMap(\.self).sorted().flatMap { item in
      known.items[item].occurrences.indices.filter {
        known.items[item].occurrences[$0].line != nil
      }.map { KnownOccurrence(item: item, occurrence: $0) }
    }.filter { !found.contains($0) }
  }

  /// Makes the lines of occurrences new ones if they cannot be occurrences any more.
  mutating func detachOccurrences() {
    guard !occurrences.isEmpty || known.items.contains(where: { !$0.occurrences.isEmpty }) else {
      return
    }
    var series: Set<Int> = []
    for (entry, item) in items.enumerated() {
      guard let item, !known.items[item].occurrences.isEmpty else { continue }
      if stored.contains(item) || isUnchanged(entry, known.items[item].source) {
        series.insert(item)
        continue
      }
      let now = source(lines.source(entry, parent: nil))
      guard now.kind == known.items[item].kind || now.isHalfTyped else { continue }
      series.insert(item)
      restoreDates(of: item, now)
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
    if isUnchanged(entry, item.occurrences[place.occurrence].source) { return true }
    let reading = source(lines.source(entry, parent: nil))
    return reading.isHalfTyped
      || reading.kind == item.kind && !reading.fields.isSeries
  }

  /// True if an entry has the line from which an item was last made, which need not be read again.
  private func isUnchanged(_ entry: Int, _ source: LineSource) -> Bool {
    lines.source(entry, parent: source.parent) == source
  }

  /// Finds the dates that the line of a series does not leave out any more.
  private mutating func restoreDates(of item: Int, _ reading: LoneLine) {
    let series = known.items[item]
    let then = source(series.source).item(series.kind, uid: "").recurrence?.except ?? []
    let left = reading.item(series.kind, uid: "").recurrence?.except ?? []
    let back = then.filter { !left.contains($0) }
    guard !back.isEmpty, let content = resource(of: item).content else { return }
    let shown = LineSeries(content, showing: series.shownOccurrences)
    let names = shown.occurrences.filter { name, part in
      guard back.contains(where: { part.date.isNamed(by: $0) }) else { return false }
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
    let change = LineDifference(from: source(own.source), to: reading, series.kind, uid: series.uid)
    guard !change.isEmpty else { return }
    self.change(place.item) { content in
      guard let index = content.index(ofOccurrence: own.name) else { return }
      change.addZones(to: &content)
      change.write(
        into: &content.changed[index], content.zones, movesAlarms: series.isStored)
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
  mutating func moveSeries(
    _ content: inout ItemContent, of item: Int, with change: inout LineDifference
  ) {
    if let restored = restored[item], !keepsOccurrences { content.restoreOccurrences(restored) }
    let names = change.move(&content, showing: known.items[item].shownOccurrences)
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
