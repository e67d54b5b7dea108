import CalendarItems
public import CalendarStores
package import ExactText
import LineCodec
import LineState
import StoredText
public import TaskBridge
public import TaskDates
public import TaskEditing
public import TaskText

/// The items of a list of any store as lines of a task file, which exists only in memory.
///
/// Changes of the lines become changes of the items in the same way as in a `TaskFolderStore`: only the fields that a
/// line has changed are written into its item, and everything else in the item stays.
///
/// ```swift
/// let lines = ListLines(items, title: "Home", name: "work#Home", at: now, options: options)
/// var changes = TaskChanges([lines.file], reader, now: clock, zone: zone)
/// changes.stored = { lines.stored(atLine: $0.line) }
/// changes.close(LineRef(file: 0, line: 0), with: Closing(.done, at: .date(today)))
/// lines.changes(in: changes.results[0]) { UUID().uuidString }  // an update, and the completed copy of a series
/// ```
public struct ListLines: Sendable {
  /// What changed lines mean for their items.
  public struct Changes: Sendable {
    /// The changes of the items; new items come first.
    public internal(set) var items: [ItemChange] = []
    /// The lines before the change whose items cannot have it, with the reasons.
    public internal(set) var faults: [(line: Int, reason: String)] = []
    /// The lines before the change whose items cannot have all of it, with what is left out.
    package internal(set) var losses: [(line: Int, loss: LineLoss)] = []
  }

  /// What an item cannot have of the change of its line.
  package enum LineLoss: Sendable {
    /// These tags, each with the reason.
    case tags([String])
    /// The whole change.
    case everything
  }

  /// The lines, series before single items, so that the completed copy of a series does not change its short ID.
  public let file: TaskFile
  /// The items that have a line; each has the same index in `known`.
  private let stored: [StoredItem]
  private let known: KnownTaskFile
  private let indexOfLine: [Int: Int]
  private let options: TaskFolderOptions

  /// Creates the lines of some items; an item that no line can express has none.
  ///
  /// - Parameters:
  ///   - items: The items of one list.
  ///   - title: The title of the list, which short IDs depend on.
  ///   - name: The name of the list in messages.
  ///   - now: The time, for stamps.
  ///   - options: How lines and items correspond.
  public init(
    _ items: [StoredItem], title: String, name: String, at now: Instant,
    options: TaskFolderOptions
  ) {
    let empty = TaskDocument(bytes: [], dialect: .taskPaper)
    let outline = ItemOutline(items, LineEncoder(empty, options.codec))
    var edit = OutlineEdit(empty)
    _ = edit.add(outline.lines, beforeLine: 0)
    file = TaskFile(name: name, identity: title, modified: now, document: edit.result().document)
    self.options = options
    let lines = FileLines(file, options)
    let entryOfLine = lines.entryOfLine
    var known = KnownTaskFile(path: "")
    known.bytes = file.document.bytes
    var stored: [StoredItem] = []
    for (item, line) in outline.places {
      guard let entry = entryOfLine[line] else { continue }
      let parent = lines.entries.entries[entry].parent.flatMap { parent in
        outline.item(atLine: lines.line(parent))?.item.uid
      }
      var written = KnownTaskFile.Item(
        uid: item.item.uid, isEvent: item.item.kind == .event, name: item.id.name, line: line,
        source: lines.source(entry, parent: parent), text: item.content.text)
      written.isStored = true
      written.occurrences = item.content.closedOccurrences.sorted().map {
        KnownTaskFile.Occurrence(withoutLine: $0)
      }
      known.items.append(written)
      stored.append(item)
    }
    (self.known, self.stored) = (known, stored)
    indexOfLine = Dictionary(
      known.items.enumerated().compactMap { index, item in item.line.map { ($0, index) } }
    ) { first, _ in first }
  }

  /// The item of a line; nil for a note.
  public func item(atLine line: Int) -> StoredItem? {
    indexOfLine[line].map { stored[$0] }
  }

  /// The item of a line, as far as the line cannot say it; nil for a note.
  public func stored(atLine line: Int) -> StoredLine? {
    item(atLine: line).map {
      StoredLine($0.item, changed: $0.content.changed, zones: $0.content.zones)
    }
  }

  /// The line of an item; nil if it has none.
  public func line(of ref: ItemRef) -> Int? {
    stored.firstIndex { $0.id == ref }.flatMap { known.items[$0].line }
  }

  /// The lines of the items with a UID, or with a name in the store.
  public func lines(called name: String) -> [Int] {
    stored.indices.filter { index in
      let item = stored[index]
      return ExactString(item.item.uid) == ExactString(name)
        || ExactString(item.id.name) == ExactString(name)
    }.compactMap { known.items[$0].line }
  }

  /// The series that have a changed occurrence with a text in its title, in upper or lower case; an occurrence has no
  /// line of its own.
  package func series(withOccurrenceCalled name: String) -> [StoredItem] {
    let wanted = name.lowercased()
    return stored.filter { item in
      item.content.changed.contains { $0.title.lowercased().contains(wanted) }
    }
  }

  /// The lines of the items by their UIDs.
  package var lineOfUID: ExactDictionary<Int> {
    ExactDictionary(
      zip(stored, known.items).compactMap { item, known in known.line.map { (item.item.uid, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Changes

  /// What a change of the lines means for the items.
  ///
  /// - Parameters:
  ///   - edited: The lines after the change.
  ///   - newUID: Makes the UID of a new item.
  public func changes(in edited: EditedOutline, newUID: () -> String) -> Changes {
    let lines = FileLines(file.with(edited.document), options)
    let owners = LineOwners(known, lines) { edited.line(of: $0) }
    var changes = Changes()
    for (entry, index) in owners.items.enumerated() {
      guard let index, let line = known.items[index].line else { continue }
      let item = known.items[index]
      let source = lines.source(entry, parent: item.source.parent)
      if let reason = objection(to: source, of: item) { changes.faults.append((line, reason)) }
      if let loss = loss(of: source, in: item) { changes.losses.append((line, loss)) }
    }
    guard changes.faults.isEmpty else { return changes }
    var update = LineUpdate(
      known, lines, .certain(owners), clock: file.modified.seconds, options: options)
    update.run { [] }
    changes.faults = update.unmovable.compactMap { index in
      known.items[index].line.map { ($0, "its rules would give other dates after this change") }
    }
    guard changes.faults.isEmpty else { return changes }
    let new = update.known.items
    let updates = stored.indices.map { self.update(of: $0, to: new[$0]) }
    let series = zip(stored, updates).compactMap { old, update in
      if case .update(_, let new)? = update { LostDates(from: old.content, to: new) } else { nil }
    }
    let added = new[stored.count...].compactMap { content(of: $0) }.map {
      detached($0, from: series)
    }
    changes.items = Self.named(added, newUID).map { .create($0) } + updates.compactMap(\.self)
    return changes
  }

  /// Why an item cannot become what its line is now; nil if it can.
  private func objection(
    to source: LineSource, of item: KnownTaskFile.Item
  ) -> String? {
    guard source != item.source else { return nil }
    let reading = LoneLine(source, like: file.document, options.codec)
    guard !reading.isHalfTyped else { return "its date cannot be read" }
    if item.isEvent, reading.fields.isDone,
      !LoneLine(item.source, like: file.document, options.codec).fields.isDone
    {
      return StoredLine.eventFault
    }
    if item.kind == .reminder, reading.startsTooLate,
      !LoneLine(item.source, like: file.document, options.codec).startsTooLate
    {
      return "the start is not before the due date; expected an earlier start"
    }
    guard let kind = reading.kind, kind != item.kind else { return nil }
    if kind == .event {
      return
        "a range of times or days makes an event, and the item is a reminder; expected one day or time"
    }
    return switch reading.fields.due?.value {
    case nil: "without a date the item would be a reminder, and it is an event; expected a date"
    case .period:
      "an event cannot be a week, a month or a year; expected a day and a time, or a range"
    default:
      "one day or time makes a reminder, and the item is an event; expected a range, or @event"
    }
  }

  /// What an item cannot have of the change of its line; nil if it has all of it.
  private func loss(of source: LineSource, in item: KnownTaskFile.Item) -> LineLoss? {
    guard source != item.source else { return nil }
    let (then, now) = (
      LoneLine(item.source, like: file.document, options.codec),
      LoneLine(source, like: file.document, options.codec)
    )
    if now.item(item.kind, uid: item.uid).isEqual(to: then.item(item.kind, uid: item.uid)) {
      return .everything
    }
    let known = ExactSet(then.lostTags(of: item.kind))
    let tags = now.lostTags(of: item.kind).filter { !known.contains($0) }
    return tags.isEmpty ? nil : .tags(tags)
  }

  private func content(of item: KnownTaskFile.Item) -> ItemContent? {
    item.line == nil ? nil : CalendarResource(bytes: item.text, database: options.zones).content
  }

  private func update(of index: Int, to item: KnownTaskFile.Item) -> ItemChange? {
    guard item.line != nil else { return .remove(stored[index].version) }
    guard item.text != known.items[index].text, var content = content(of: item) else { return nil }
    if let lost = LostDates(from: stored[index].content, to: content) {
      // What is over stays as it was.
      content.changed.removeAll { !$0.isClosed && lost.changed.contains($0.occurrence) }
    }
    return .update(stored[index].version, content)
  }

  /// A new item; if it was one of the dates of a changed series, with what that date had of its own.
  private func detached(_ new: ItemContent, from series: [LostDates]) -> ItemContent {
    for lost in series {
      guard lost.old.item.title == new.item.title, let (own, plain) = lost.detached else {
        continue
      }
      return new.taking(own, of: plain)
    }
    return new
  }

  /// New items with UIDs of their own.
  private static func named(_ contents: [ItemContent], _ newUID: () -> String) -> [ItemContent] {
    let names = ExactDictionary(
      contents.map { ($0.item.uid, newUID()) }, uniquingKeysWith: { first, _ in first })
    return contents.map { content in
      var item = content.item
      item.uid = names[item.uid] ?? item.uid
      item.relations = item.relations.map { relation in
        Relation(relation.kind, names[relation.uid] ?? relation.uid)
      }
      item.original = Original()
      item.revision = nil
      return ItemContent(item, zones: content.zones)
    }
  }
}

/// Items as an outline, with parts below their parents.
private struct ItemOutline {
  private(set) var lines: [(text: String, level: Int)] = []
  /// The items that have a line, each with its line.
  private(set) var places: [(item: StoredItem, line: Int)] = []
  private var itemOfLine: [Int: StoredItem] = [:]
  private let texts: LineEncoder
  private let parts: ExactDictionary<[StoredItem]>
  private var written: Set<ItemRef> = []

  init(_ items: [StoredItem], _ texts: LineEncoder) {
    self.texts = texts
    let uids = ExactSet(items.map(\.item.uid))
    let sorted = items.sorted { $0.standsBefore($1) }
    let isPart = { (item: StoredItem) in
      item.item.parentUID.map { uids.contains($0) && $0 != item.item.uid } ?? false
    }
    parts = ExactDictionary(grouping: sorted.filter(isPart)) { $0.item.parentUID ?? "" }
    for item in sorted where !isPart(item) { write(item, level: 0) }
    // Items that are parts of each other have no beginning.
    for item in sorted where !written.contains(item.id) { write(item, level: 0) }
  }

  func item(atLine line: Int) -> StoredItem? { itemOfLine[line] }

  private mutating func write(_ item: StoredItem, level: Int) {
    guard written.insert(item.id).inserted else { return }
    var below = level
    let series = LineSeries(item.content, showing: item.content.closedOccurrences)
    if let line = texts.line(of: series.item, item.content.zones, inProject: nil) {
      places.append((item, lines.count))
      itemOfLine[lines.count] = item
      lines.append((line.body, level))
      lines += line.notes.map { OutlineEdit.noteLine($0, level + 1) }
      below += 1
    }
    for part in parts[item.item.uid] ?? [] { write(part, level: below) }
  }
}

extension StoredItem {
  /// The order of lines: series first, and then the names in the store.
  fileprivate func standsBefore(_ other: StoredItem) -> Bool {
    if item.recurs != other.item.recurs { return item.recurs }
    return id.name < other.id.name
  }
}

/// The dates that a series loses by a change: those before its new first date, and those that it leaves out from now on.
private struct LostDates {
  let old: ItemContent
  private let first: DateTimeParameters
  /// The new first date if the series goes on; otherwise the old one.
  private let begin: DateTimeParameters
  private let exceptions: [TMDateType]

  /// Compares a series before and after a change; nil for an item that did not repeat.
  init?(from old: ItemContent, to new: ItemContent) {
    guard old.item.recurs, let first = old.item.seriesDate?.startDate else { return nil }
    (self.old, self.first) = (old, first)
    let (then, now) = (old.item.recurrence, new.item.recurrence)
    let goesOn = new.item.recurs && then?.rules.first?.frequency == now?.rules.first?.frequency
    begin = goesOn ? new.item.seriesDate?.startDate ?? first : first
    exceptions = (now?.except ?? []).filter { then?.except.contains($0) == false }
  }

  /// The changed occurrences of the lost dates, by the dates that name them.
  var changed: [TMDateType?] {
    occurrences.filter { isLeftOut($0.date) || first < begin && $0.date < begin }
      .map(\.item.occurrence)
  }

  /// The changed occurrence of the date that became an item of its own, and the occurrence that the rule gives there;
  /// nil if that date was not changed.
  var detached: (own: CalendarItem, plain: CalendarItem)? {
    let found = occurrences.first { exceptions.isEmpty ? $0.date == first : isLeftOut($0.date) }
    guard let found, let plain = old.item.moved(to: found.date, zone: zone) else { return nil }
    return (found.item, plain)
  }

  private var zone: Zone? { old.item.anchor.zone(old.zones) }

  /// The changed occurrences, each with the date of the series that it replaces.
  private var occurrences: [(item: CalendarItem, date: DateTimeParameters)] {
    let dates = ItemSeries(old.item, changed: old.changed, zones: old.zones)?.replacedDates ?? []
    return zip(old.changed, dates).compactMap { item, date in
      item.replacesFuture ? nil : date.map { (item, $0) }
    }
  }

  private func isLeftOut(_ date: DateTimeParameters) -> Bool {
    exceptions.contains { $0.isAllDay ? $0.firstDay == date.date : $0.startDate == date }
  }
}

extension ItemContent {
  /// This new item with the fields that one occurrence of its series had of its own.
  ///
  /// The state is that of the new item, and so is its date if the change gave it another one than the rule.
  fileprivate func taking(_ own: CalendarItem, of plain: CalendarItem) -> ItemContent {
    var merged = own
    (merged.uid, merged.recurrence, merged.occurrence) = (item.uid, nil, nil)
    merged.relations = item.relations
    merged.takeState(of: item)
    if item.when != plain.when || item.start != plain.start {
      merged.takeDates(of: item)
    }
    var new = self
    new.item = merged
    return new
  }
}
