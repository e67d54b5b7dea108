import CalendarItems
import CompactDictionary
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Handles lines whose last occurrence is over, whether or not their calendar still has the item.
extension ImportDraft {
  /// Archives or removes these lines; a new item that is over is archived or gets no line.
  mutating func removePast() {
    guard options.past != .keep else { return }
    let (lines, archives) = (pastLines, options.past == .archive)
    for (line, name) in lines.sorted(by: { $0.key < $1.key }) where !isInside(line) {
      let wasArchived = isArchived(line) || memory.items[name]?.isArchived == true
      guard !archives || !wasArchived, stay(line, archives: archives, name: { lines[$0] }) == nil
      else {
        continue
      }
      go(name, line, archives: archives)
    }
    if archives { archiveNew() }
  }

  /// The lines of items that are over, except lines that this import has just adopted.
  private var pastLines: [LineRef: ItemName] {
    var lines: [LineRef: ItemName] = [:]
    for index in items.indices where !binding.isAdopted[index] {
      let name = items[index].name
      if let line = binding.lines[index], over.contains(name) { lines[line] = name }
    }
    for (name, line) in binding.goneLines where over.contains(name) && !isElsewhere(name) {
      lines[line] = name
    }
    return lines.filter { line, name in
      !isReleased(line) && claimed[line].map { $0 == [name] } ?? true
    }
  }

  /// Adds new items that are over to the archive.
  private mutating func archiveNew() {
    for index in outline.itemsInOrder where isNewPast(index) {
      let place = archivePlace(in: 0)
      var line = items[index].line
      if !items[index].path.isEmpty { line.body += " " + Self.projectTag(items[index].path) }
      let number = write(line, file: 0, before: place.line, level: place.level)
      additions[index] = (0, number)
      marks.archived.insert(items[index].name)
      note(.added, index, line: LineRef(file: 0, line: number))
    }
  }

  /// True if an item gets no line only because it is over.
  func isNewPast(_ index: Int) -> Bool {
    options.past != .keep && over.contains(items[index].name) && wantsLine(index)
  }

  /// True for an item without a line, unless a person removed its line.
  func wantsLine(_ index: Int) -> Bool {
    guard binding.lines[index] == nil, !items[index].isHidden, items[index].isWanted else {
      return false
    }
    guard let entry = memory.items[items[index].name] else { return true }
    return entry.isUndone || comesBack(items[index].name, entry)
  }

  /// True for an item whose line was removed because it was over, and that now has future dates.
  private func comesBack(_ name: ItemName, _ entry: ImportMemory.Entry) -> Bool {
    options.now != nil && entry.isPast && !over.contains(name)
  }
}

/// Finds the items that are over, by their last form in the calendars and by their lines.
struct PastItems {
  private let options: ImportOptions
  private let now: Instant
  private let items: [ImportedItem]
  private let zones: ExactDictionary<Zone>
  private let roundTripped: RoundTrippedItems
  private var reader = ImportedItemReader()

  /// Creates the search; nil if there is no clock.
  init?(_ items: [ImportedItem], _ zones: ExactDictionary<Zone>, options: ImportOptions) {
    guard let now = options.now else { return nil }
    self.options = options
    self.now = now
    self.items = items
    self.zones = zones
    roundTripped = RoundTrippedItems(options)
  }

  /// The names of items that are over.
  ///
  /// Items in calendars are checked only if the result matters.
  ///
  /// - Parameters:
  ///   - binding: The lines of items.
  ///   - found: The files.
  ///   - before: The items that the calendars no longer have, in their last form.
  ///   - memory: What both sides last agreed on.
  mutating func names(
    _ binding: LineBinding, _ found: LineSnapshot, gone before: [ItemName: ImportedItem],
    memory: ImportMemory
  ) -> Set<ItemName> {
    var over: Set<ItemName> = []
    let series = binding.goneLines.isEmpty ? [:] : firstOfEachUID
    for (name, line) in binding.goneLines {
      guard let item = before[name] ?? occurrence(name, before, series: series) else { continue }
      let last = reader.item(of: item)
      if isOver(last), isOver(found.body(of: line), of: item, last) { over.insert(name) }
    }
    for index in items.indices where matters(items[index], memory) {
      let item = reader.item(of: items[index])
      guard isOver(item) else { continue }
      let body = binding.lines[index].map(found.body)
      if body.map({ isOver($0, of: items[index], item) }) ?? true { over.insert(items[index].name) }
    }
    return withoutOpenSeries(over)
  }

  private func matters(_ item: ImportedItem, _ memory: ImportMemory) -> Bool {
    let entry = memory.items[item.name]
    return options.past != .keep || entry?.isPast == true || entry?.isArchived == true
  }

  /// The first item of each UID, as an index.
  private var firstOfEachUID: ExactDictionary<Int> {
    ExactDictionary(
      items.indices.map { (items[$0].name.uid, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A single occurrence outside of the window.
  private func occurrence(
    _ name: ItemName, _ before: [ItemName: ImportedItem], series: ExactDictionary<Int>
  ) -> ImportedItem? {
    guard !name.occurrence.isEmpty,
      let day = try? DatePayload(parsing: String(name.occurrence.prefix(10))).value,
      let series = before[ItemName(uid: name.uid)] ?? series[name.uid].map({ items[$0] })
    else { return nil }
    var item = series.item
    (item.recurrence, item.when, item.start) = (nil, day, nil)
    return series.named(name, item)
  }

  /// Removes series that have a changed occurrence which is not over.
  private mutating func withoutOpenSeries(_ over: Set<ItemName>) -> Set<ItemName> {
    let changed = items.filter {
      !$0.name.occurrence.isEmpty && !$0.isHidden && !over.contains($0.name)
    }
    let open = ExactSet(changed.filter { !isOver(reader.item(of: $0)) }.map(\.name.uid))
    return over.filter { !$0.occurrence.isEmpty || !open.contains($0.uid) }
  }

  private func isOver(_ item: CalendarItem) -> Bool {
    LastOccurrence(now: now, home: options.mapping.zone, zones: zones).isOver(item)
      && (item.kind == .event || item.isClosed || item.completed != nil)
  }

  private func isOver(
    _ body: String, of imported: ImportedItem, _ item: CalendarItem
  ) -> Bool {
    guard let line = roundTripped.line(body, for: item, imported) else { return false }
    var zones: ExactDictionary<Zone> = [options.mapping.zone.name: options.mapping.zone]
    if let zone = line.zone { zones[zone.name] = zone }
    let isOver = LastOccurrence(now: now, home: options.mapping.zone, zones: zones).isOver(
      line.item)
    return isOver && (item.kind == .event || line.item.isClosed || line.fields.isDone)
  }
}
