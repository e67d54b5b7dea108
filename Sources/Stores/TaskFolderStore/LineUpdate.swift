import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskText

/// What is known of a file, brought up to date with its lines.
///
/// Each line keeps its item; the fields that the line has changed are written into the item's text.
struct LineUpdate {
  var known: KnownTaskFile
  let lines: FileLines
  let options: TaskFolderOptions
  /// The item of each entry, as an index into the known ones; nil for a new line, and for one of an occurrence.
  private(set) var items: [Int?]
  /// The changed occurrence of a series that each entry shows.
  var occurrences: [Int: KnownOccurrence]
  /// The names of occurrences whose dates are as in their series again, by item.
  var restored: [Int: ExactSet] = [:]
  /// True if the lines were not changed by a person, but by undoing a run: changed occurrences stay in the calendar.
  var keepsOccurrences = false
  /// The UIDs of new lines.
  private var newUIDs: DerivedUIDs?
  /// The items whose text was just stored, so that it is what their lines say.
  let stored: Set<Int>
  private var names: ExactSet
  /// The known items by kind and UID.
  private var places: ExactDictionary<Int>
  private let clock: Int
  /// The items whose series cannot have the dates that their lines got.
  private(set) var unmovable: [Int] = []

  /// Prepares an update.
  ///
  /// - Parameters:
  ///   - known: The file as it was known.
  ///   - lines: The lines of the file now.
  ///   - found: What the lines are, as far as it is known.
  ///   - stored: The items whose text was just stored.
  ///   - clock: The time, in seconds since 1970.
  init(
    _ known: KnownTaskFile, _ lines: FileLines, _ found: FoundLines, stored: Set<Int> = [],
    clock: Int, options: TaskFolderOptions
  ) {
    self.known = known
    self.lines = lines
    self.options = options
    self.stored = stored
    self.clock = clock
    names = ExactSet(known.items.map(\.name))
    places = ExactDictionary(
      known.items.enumerated().map { ($1.key, $0) },
      uniquingKeysWith: { first, _ in first })
    (items, occurrences) = (found.owners.items, found.owners.occurrences)
    dropMisnamed()
    takeIn(found.arrivals)
    if found.revives { revive(besides: found.movedAway, isReversal: found.isReversal) }
    if !found.strays.isEmpty { takeOver(found.strays) }
    findOccurrences()
    detachOccurrences()
  }

  /// True for an entry that no item has.
  func isFree(_ entry: Int) -> Bool { items[entry] == nil && occurrences[entry] == nil }

  /// The open items whose lines are gone.
  var lost: [KnownTaskFile.Item] {
    let kept = Set(items.compactMap(\.self))
    return known.items.indices.filter { index in
      known.items[index].line != nil && !kept.contains(index)
        && !source(known.items[index].source).fields.isClosed
    }.map { known.items[$0] }
  }

  /// True if no open item that had a line has kept its title.
  var keepsNoOpenTitle: Bool {
    !zip(items.indices, items).contains { entry, item in
      guard let item, known.items[item].line != nil else { return false }
      return ExactString(lines.title(entry))
        == ExactString(known.items[item].title(like: lines.file))
        && !source(known.items[item].source).fields.isClosed
    }
  }

  /// The number of items that have a line.
  var live: Int { known.items.count { $0.line != nil } }

  // MARK: Recognising lines

  /// Separates lines from items with another UID than the line names.
  private mutating func dropMisnamed() {
    for (entry, name) in lines.ownUIDs.names {
      if let item = items[entry], known.items[item].root != name { items[entry] = nil }
      occurrences[entry] = nil
    }
  }

  /// Gives lines that came from other files their items, then their occurrences.
  private mutating func takeIn(_ arrivals: [Int: FoundLines.Arrival]) {
    var series: [Int64: Int] = [:]
    for (entry, arrival) in arrivals.sorted(by: { $0.key < $1.key })
    where arrival.occurrence == nil && isFree(entry) && mayBe(arrival.item, entry) {
      items[entry] = place(arrival.item)
      if let number = arrival.item.number { series[number] = items[entry] }
    }
    for (entry, arrival) in arrivals where isFree(entry) && lines.ownUIDs.names[entry] == nil {
      guard let occurrence = arrival.occurrence, let number = arrival.item.number,
        let item = series[number]
      else { continue }
      occurrences[entry] = KnownOccurrence(item: item, occurrence: occurrence)
    }
  }

  /// False for a line that names another UID.
  private func mayBe(_ item: KnownTaskFile.Item, _ entry: Int) -> Bool {
    lines.ownUIDs.names[entry].map { $0 == item.root } ?? true
  }

  /// Gives a line that was removed and is back its item again.
  ///
  /// One whose line is in another file now is not back: the line is new. If undoing a run brought it back, it is not the line that the run had added in its place, retyped.
  private mutating func revive(besides moved: ExactSet, isReversal: Bool) {
    var removed: ExactDictionary<[Int]> = [:]
    for index in known.items.indices.sorted(by: isRemovedEarlier)
    where known.items[index].line == nil && !moved.contains(known.items[index].key) {
      removed[known.items[index].source.line.body, default: []].append(index)
    }
    guard !removed.isEmpty else { return }
    for entry in items.indices where isFree(entry) || isReversal && isRetyped(entry) {
      let body = lines.body(entry)
      guard let item = removed[body]?.popLast() else { continue }
      if mayBe(known.items[item], entry) { items[entry] = item }
    }
  }

  /// True if the line of an item has another text than before.
  private func isRetyped(_ entry: Int) -> Bool {
    guard let item = items[entry] else { return false }
    return ExactString(known.items[item].source.line.body) != ExactString(lines.body(entry))
  }

  /// Gives lines that came from other files their items: first those with the same text, then closed ones with the same
  /// title, because many people close tasks and move them to an archive at once.
  private mutating func takeOver(_ strays: [KnownTaskFile.Item]) {
    var left = strays
    takeOver(&left, among: items.indices.filter(isFree), by: \.source.line.body) {
      $0.body($1)
    }
    guard !left.isEmpty else { return }
    let closed = items.indices.filter { isFree($0) && lines.isClosed($0) }
    guard !closed.isEmpty else { return }
    let file = lines.file
    takeOver(&left, among: closed) {
      $0.title(like: file)
    } ofLine: {
      $0.title($1)
    }
  }

  private mutating func takeOver(
    _ strays: inout [KnownTaskFile.Item], among entries: [Int],
    by text: (KnownTaskFile.Item) -> String, ofLine: (FileLines, Int) -> String
  ) {
    var left = ExactDictionary(grouping: strays, by: text)
    for entry in entries {
      guard let stray = left[ofLine(lines, entry)]?.popLast(), mayBe(stray, entry) else {
        continue
      }
      items[entry] = place(stray)
      if items[entry] != nil { strays.removeAll { $0.number == stray.number } }
    }
  }

  /// The index of an item that came from another file; nil if a line of this file has its UID.
  private mutating func place(_ stray: KnownTaskFile.Item) -> Int? {
    if let index = places[stray.key] {
      guard known.items[index].line == nil else { return nil }
      known.items[index].text = stray.text
      known.items[index].source = stray.source
      known.items[index].isStored = stray.isStored
      known.items[index].occurrences = stray.occurrences
      known.items[index].revision = max(known.items[index].revision, stray.revision) + 1
      return index
    }
    places[stray.key] = known.items.count
    known.items.append(stray.moved(called: ResourceName.free(for: stray.uid, beside: &names)))
    return known.items.count - 1
  }

  private func isRemovedEarlier(_ left: Int, _ right: Int) -> Bool {
    (known.items[left].removed ?? 0, left) < (known.items[right].removed ?? 0, right)
  }

  // MARK: Updating

  /// Brings everything up to date.
  ///
  /// - Parameter taken: Returns the UIDs that new lines may not get, without `-event`.
  mutating func run(taken: () throws -> ExactSet) rethrows {
    let new = items.indices.filter { isFree($0) && lines.ownUIDs.names[$0] == nil }
    if !new.isEmpty {
      newUIDs = DerivedUIDs(
        lines.entries, of: new, besides: lines.ownUIDs, apartFrom: try taken())
    }
    var kept: Set<Int> = []
    for entry in items.indices where occurrences[entry] == nil {
      update(entry)
      if let item = items[entry] { kept.insert(item) }
    }
    updateOccurrences(of: kept)
    for index in known.items.indices where known.items[index].line != nil && !kept.contains(index) {
      known.items[index].line = nil
      known.items[index].removed = clock
    }
    known.bytes = lines.file.document.bytes
  }

  func source(_ source: LineSource) -> LoneLine {
    LoneLine(source, like: lines.file.document, options.codec)
  }

  private mutating func update(_ entry: Int) {
    let parent = lines.entries.entries[entry].parent.flatMap { items[$0] }
    let now = lines.source(entry, parent: parent.map { known.items[$0].uid })
    guard let item = items[entry] else { return add(entry, now) }
    let isBack = known.items[item].line == nil
    defer { if let item = items[entry] { place(item, entry) } }
    guard !stored.contains(item) else { return take(now, afterStoring: item) }
    guard known.items[item].source != now || isBack else { return renew(item) }
    let reading = source(now)
    // Somebody is typing a date: until it can be read, the item stays as it was.
    if reading.isHalfTyped { return }
    guard let kind = reading.kind else { return items[entry] = nil }
    guard known.items[item].isEvent == (kind == .event) else {
      return items[entry] = otherKind(of: item, now, reading, kind)
    }
    splice(now, reading, kind, into: item)
  }

  /// Takes the line of an item whose text was just stored.
  ///
  /// A series in signs whose date the calendar moved gets the rule that leads from there to the next date of Obsidian
  /// Tasks, if it has the rule that its line gave it before.
  private mutating func take(_ now: LineSource, afterStoring item: Int) {
    let earlier = known.items[item].source
    known.items[item].source = now
    guard lines.file.document.dialect == .markdown else { return }
    let (before, reading) = (source(earlier), source(now))
    guard reading.fields.isSeriesInSigns, before.fields.isSeriesInSigns,
      let kind = reading.kind, kind == .reminder
    else { return }
    let (then, new) = (before.item(kind, uid: ""), reading.item(kind, uid: ""))
    let old = CalendarResource(bytes: known.items[item].text, database: options.zones)
    guard then.recurrence?.rules != new.recurrence?.rules, var content = old.content,
      content.item.recurrence?.rules == then.recurrence?.rules,
      content.item.recurrence?.isAfterDone == then.recurrence?.isAfterDone
    else { return }
    content.item.recurrence = new.recurrence
    take(
      old.updated(to: content, at: lines.file.modified, database: options.zones).bytes, of: item)
  }

  /// Takes a new text of an item.
  mutating func take(_ text: [UInt8], of item: Int) {
    known.items[item].text = text
    known.items[item].revision += 1
  }

  private mutating func place(_ item: Int, _ entry: Int) {
    known.items[item].line = lines.line(entry)
    known.items[item].removed = nil
  }

  /// Writes what a line has changed into the text of its item.
  private mutating func splice(
    _ now: LineSource, _ reading: LoneLine, _ kind: CalendarItem.Kind, into item: Int
  ) {
    let uid = known.items[item].uid
    var change = LineDifference(
      from: source(known.items[item].source), to: reading, kind, uid: uid)
    known.items[item].source = now
    guard !change.isEmpty else { return }
    let old = CalendarResource(bytes: known.items[item].text, database: options.zones)
    guard var content = old.content else { return renew(item, change.now, reading) }
    change.prepare(&content)
    moveSeries(&content, of: item, with: &change)
    let series = content
    change.write(
      into: &content.item, content.zones, movesAlarms: known.items[item].isStored)
    if series.item.recurs, !change.saysSeries { begin(&content, of: series, in: item) }
    change.writeHint(into: &content.item)
    let changed = old.updated(to: content, at: lines.file.modified, database: options.zones)
    guard changed.content?.item.uid == uid else { return renew(item, change.now, reading) }
    guard changed.bytes != known.items[item].text else { return }
    take(changed.bytes, of: item)
  }

  /// Lets a series whose rules its line cannot say begin at the new date of the line.
  private mutating func begin(
    _ content: inout ItemContent, of series: ItemContent, in item: Int
  ) {
    guard let begun = series.beginning(with: content.item) else { return unmovable.append(item) }
    content = begun
  }

  /// Replaces a text that cannot be changed.
  private mutating func renew(_ item: Int, _ new: CalendarItem, _ reading: LoneLine) {
    known.items[item].text = text(of: new, reading)
    known.items[item].isStored = false
    known.items[item].revision += 1
  }

  // MARK: New items

  private mutating func add(_ entry: Int, _ source: LineSource) {
    let reading = self.source(source)
    guard let kind = reading.kind else { return }
    guard let uid = uid(of: entry, kind) else { return }
    let item = self.item(uid, kind, source, reading)
    items[entry] = item
    place(item, entry)
  }

  /// The UID of a new line's item; an imported one has that of its calendar.
  private func uid(of entry: Int, _ kind: CalendarItem.Kind) -> String? {
    if let name = lines.ownUIDs.names[entry] { return Self.uid(name, kind) }
    return lines.importedUIDs[entry] ?? newUIDs.map { Self.uid($0[entry], kind) }
  }

  /// The item of a line that became an appointment, or a task: it has the UID of the other kind.
  private mutating func otherKind(
    of item: Int, _ source: LineSource, _ reading: LoneLine, _ kind: CalendarItem.Kind
  ) -> Int {
    self.item(Self.uid(known.items[item].root, kind), kind, source, reading)
  }

  private static func uid(_ root: String, _ kind: CalendarItem.Kind) -> String {
    kind == .event ? "\(root)-event" : root
  }

  /// An item with a UID: one whose line is gone, or a new one.
  private mutating func item(
    _ wanted: String, _ kind: CalendarItem.Kind, _ source: LineSource,
    _ reading: LoneLine
  ) -> Int {
    var uid = wanted
    while let index = places[Self.key(uid, kind)] {
      guard known.items[index].line != nil else { return use(index, kind, source, reading) }
      uid += kind == .event ? "-event" : "-2"  // another line has it
    }
    let name = ResourceName.free(for: uid, beside: &names)
    known.items.append(
      KnownTaskFile.Item(
        uid: uid, isEvent: kind == .event, name: name, line: nil, source: source,
        text: text(of: reading.item(kind, uid: uid), reading)))
    places[Self.key(uid, kind)] = known.items.count - 1
    return known.items.count - 1
  }

  /// Gives an item whose line was gone another line.
  private mutating func use(
    _ index: Int, _ kind: CalendarItem.Kind, _ source: LineSource, _ reading: LoneLine
  ) -> Int {
    known.items[index].source = source
    known.items[index].text = text(of: reading.item(kind, uid: known.items[index].uid), reading)
    known.items[index].isStored = false
    known.items[index].revision += 1
    return index
  }

  private static func key(_ uid: String, _ kind: CalendarItem.Kind) -> String {
    "\(kind.rawValue) \(uid)"
  }

  private func text(of item: CalendarItem, _ reading: LoneLine) -> [UInt8] {
    var item = item
    item.revision = Revision(modified: lines.file.modified)
    return CalendarResource(ItemContent(item, zones: reading.zones), database: options.zones).bytes
  }
}

extension KnownTaskFile.Item {
  /// The item in another file.
  func moved(called name: String) -> KnownTaskFile.Item {
    var item = KnownTaskFile.Item(
      uid: uid, isEvent: isEvent, name: name, line: nil, source: source, text: text)
    item.isStored = isStored
    item.revision = revision
    item.occurrences = occurrences
    return item
  }
}

extension ResourceName {
  /// The first name for an item that no other has; it is taken from then on.
  static func free(for uid: String, beside names: inout ExactSet) -> String {
    let name = self.names(for: uid).first { !names.contains($0) } ?? uid
    names.insert(name)
    return name
  }
}
