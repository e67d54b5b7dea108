package import CalendarItems
package import CalendarStores
import ExactText
import LineState
import StoredText
import TaskBridge
import TaskDates
import UserFiles

/// Recognising the lines of changed occurrences that another machine, or an import, has written.
extension TaskFolderStore {
  package func bindOccurrences(
    of series: [ItemRef: ItemContent], among new: Set<ItemRef>
  ) throws(StoreError) -> Bool {
    var isBound = false
    for (id, series) in Dictionary(grouping: series, by: \.key.list).sorted(by: { $0.key < $1.key })
    {
      for part in try folderList(id).parts {
        let own = series.filter { part.itemName(of: $0.key) != nil }
        if !own.isEmpty, try bind(own, among: new, in: part) { isBound = true }
      }
    }
    return isBound
  }

  private func bind(
    _ series: [(key: ItemRef, value: ItemContent)], among new: Set<ItemRef>, in part: FolderList
  ) throws(StoreError) -> Bool {
    let reading = try current(part.file)
    let lines = FileLines(taskFile(part.file, reading.snapshot), options)
    var binding = OccurrenceBinding(
      reading.known, lines, new: { new.contains(part.ref(to: $0)) }, now: now(), options)
    for (ref, content) in series.sorted(by: { $0.key < $1.key }) {
      binding.bind(content, toItemNamed: part.itemName(of: ref) ?? "")
    }
    guard let bound = binding.result else { return false }
    try attempt { () throws(StateError) in
      _ = try registry.changeTaskFile(part.file.canonical, holding: reading.snapshot.bytes) {
        known, _ in
        guard known.version == reading.known.version else { return }
        var update = LineUpdate(
          bound, lines, .certain(LineOwners(bound, lines) { $0 }), clock: now().seconds,
          options: options)
        try update.run { [] }
        known = update.known
      }
    }
    forgetReadings()
    return true
  }
}

/// Finds lines of a file that are changed occurrences, and not items.
private struct OccurrenceBinding {
  private var known: KnownTaskFile
  private let lines: FileLines
  private let now: Instant
  private let options: TaskFolderOptions
  private var candidates: BoundLines
  /// The new items, by their entries.
  private let itemOfEntry: [Int: Int]
  /// The entries of all items.
  private let entryOfItem: [Int: Int]
  private var taken: Set<Int> = []
  private var isChanged = false

  init(
    _ known: KnownTaskFile, _ lines: FileLines, new isNew: (KnownTaskFile.Item) -> Bool,
    now: Instant, _ options: TaskFolderOptions
  ) {
    (self.known, self.lines, self.now, self.options) = (known, lines, now, options)
    let owners = LineOwners(known, lines) { $0 }
    itemOfEntry = owners.items.enumerated().reduce(into: [:]) { found, entry in
      if let item = entry.element, isNew(known.items[item]) { found[entry.offset] = item }
    }
    entryOfItem = owners.items.enumerated().reduce(into: [:]) { found, entry in
      if let item = entry.element { found[item] = entry.offset }
    }
    candidates = BoundLines(among: itemOfEntry.keys.sorted(), in: lines, now: now, options)
  }

  /// The file with the lines that were found; nil if there were none.
  var result: KnownTaskFile? {
    guard isChanged else { return nil }
    var result = known
    result.items = known.items.indices.filter { !taken.contains($0) }.map { known.items[$0] }
    return result
  }

  /// Finds the lines of the changed occurrences of an item whose dates its own line leaves out.
  mutating func bind(_ content: ItemContent, toItemNamed name: String) {
    guard let index = known.items.firstIndex(where: { ExactString($0.name) == ExactString(name) }),
      known.items[index].line != nil
    else { return }
    let resource = CalendarResource(bytes: known.items[index].text, database: options.zones)
    guard var own = resource.content, let except = own.item.recurrence?.except, !except.isEmpty
    else { return }
    let there = ExactSet(own.changed.map(\.nameInSeries))
    let wanted = content.showableOccurrences.subtracting(there)
    for (name, part) in LineSeries(content, showing: wanted).occurrences
    where except.contains(where: { part.date.isNamed(by: $0) }) {
      guard bind(name, part, content.zones, to: index),
        let override = content.changed.first(where: { $0.nameInSeries == name })
      else { continue }
      own.show(override, at: part.date, like: content)
    }
    let changed = resource.updated(to: own, at: now, database: options.zones)
    guard changed.bytes != known.items[index].text else { return }
    known.items[index].text = changed.bytes
    known.items[index].isStored = true
    known.items[index].revision += 1
    isChanged = true
  }

  /// Gives an occurrence its line, if it has one; false if it should have one that is not there.
  private mutating func bind(
    _ name: String, _ part: SeriesLines.Part, _ zones: ExactDictionary<Zone>, to index: Int
  ) -> Bool {
    let last = LastOccurrence(now: now, home: options.zone, zones: zones)
    guard part.hasLine(last) else {
      known.items[index].occurrences.append(KnownTaskFile.Occurrence(withoutLine: name))
      return true
    }
    let writer = ItemLines(lines.file.document, options)
    let path = known.items[index].source.path
    guard let line = try? writer.line(of: part.item, zones, inProject: path.last),
      let series = entryOfItem[index],
      let entry = candidates.take(
        occurrence: KnownTaskFile.Source(line: line, path: path, parent: nil), part.item.kind,
        ofSeriesAt: series),
      let item = itemOfEntry[entry], known.items[item].isEvent == known.items[index].isEvent
    else { return false }
    taken.insert(item)
    known.items[index].occurrences.append(
      KnownTaskFile.Occurrence(
        name: name, line: lines.line(entry),
        source: KnownTaskFile.Source(line: line, path: path, parent: nil)))
    return true
  }
}

extension ItemContent {
  /// Takes in a changed occurrence of another text of the series, whose date is an exception here.
  fileprivate mutating func show(
    _ override: CalendarItem, at date: TMDateType, like other: ItemContent
  ) {
    zones = zones.merging(other.zones) { first, _ in first }
    var override = override
    override.uid = item.uid
    changed.append(override)
    item.recurrence?.except.removeAll { date.isNamed(by: $0) }
  }
}
