import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Builds a calendar item by item; the only place that assigns UID, SEQUENCE and stamps.
struct FeedBuilder {
  let entries: TaskEntries
  private let reader: LineFieldReader
  let options: FeedOptions
  let memory: FeedMemory
  private let mapping: ItemMapping
  let selection: Selection
  private let hints: HintScope
  private let encoder: ItemEncoder
  private let keys: ItemKey
  private let key: @Sendable (_ entry: Int, _ parent: String?) -> ItemHash
  private let ownUIDs: ExplicitUIDs
  let matching: FeedMatching
  private let firstUIDs: DerivedUIDs
  private let keepsChanges: Bool
  private let readsAll: Bool
  private(set) var groups: FeedGroups
  private let fileHashes: [UInt64]
  private let folder: String?
  private let zones: ExactDictionary<Zone>
  /// A hash of how the lines are chosen.
  let choice: String
  /// Whether to collect notes of items.
  private let keepsNotes: Bool
  /// The information about items that the feed does not publish.
  private(set) var notes: [[UInt8]: FeedNotes.Item] = [:]
  private var outcomes: EntryOutcomes
  private var leftOutWords: OmittedWords
  private(set) var bodies: [FeedBody]
  private(set) var changes: [FeedChange] = []
  private(set) var tagLosses: [Loss] = []
  /// The number of repeating to-dos that had a length and now have none.
  private(set) var newlyAnchored = 0

  init(
    _ entries: TaskEntries, _ reader: LineFieldReader, options: FeedOptions,
    memory: FeedMemory, isWhole: Bool, keepsChanges: Bool, keepsNotes: Bool, readsAll: Bool,
    waitingIn folder: String?
  ) {
    self.reader = reader
    self.options = options
    self.memory = memory
    self.keepsChanges = keepsChanges
    self.keepsNotes = keepsNotes
    self.readsAll = readsAll
    let export = options.export
    mapping = ItemMapping(export, vocabulary: reader.vocabulary)
    selection = Selection(export)
    hints = selection.hintScope
    let zones = export.zones.merging([export.zone.name: export.zone]) { $1 }
    var encoding = options.encoding
    encoding.writesAll = false
    encoder = ItemEncoder(options: encoding, zones: zones)
    choice = SipHash128.digits(options.choice.finalize().0)
    let selection = selection
    let makeLines = { (entries: TaskEntries) in
      FeedLines(entries, reader, options, selection, isWhole: isWhole)
    }
    let lines = FeedMatching.settled(entries, memory, makeLines)
    let entries = lines.entries
    self.entries = entries
    (keys, key) = (lines.keys, lines.key)
    ownUIDs = lines.ownUIDs
    matching = FeedMatching(lines, memory)
    leftOutWords = OmittedWords(
      entries, selection, seenBy: export.classes, isShown: lines.isShown)
    firstUIDs = DerivedUIDs(entries, without: matching.old, besides: ownUIDs, memory: memory)
    outcomes = EntryOutcomes(entries.entries.indices)
    groups = FeedGroups(entries, options, memory: memory)
    fileHashes = entries.files.map(FileRuns.hash)
    self.folder = folder
    self.zones = zones
    bodies = groups.all.map { _ in FeedBody(zones, waitingIn: folder) }
  }

  /// The UID of the first component of an entry's item; nil if it has no item.
  func firstUID(of index: Int) -> String? {
    switch outcomes[index] {
    case .none: nil
    case .kept(let item): memory.firstUID(of: item)
    case .built(let kind): name(of: index, called: uid(of: index), kind: kind)
    }
  }

  /// True if an entry became an item.
  func isExported(_ index: Int) -> Bool {
    if case .none = outcomes[index] { false } else { true }
  }

  /// The UID of a line, from which the UIDs of its items are made.
  private func uid(of index: Int) -> String {
    ownUIDs.names[index] ?? matching.old[index].map { memory.uid(of: $0) } ?? firstUIDs[index]
  }

  /// The UID of one of the items; an imported event that is not half of a pair has the line's UID.
  private func name(
    of index: Int, called uid: String, kind: CalendarItem.Kind, isPaired: Bool = false
  ) -> String {
    guard kind == .event, isPaired || !isNamedAsImported(index, uid) else { return uid }
    return "\(uid)-event"
  }

  /// True for a line whose event keeps the UID from its calendar, even if the feed has it already.
  private func isNamedAsImported(_ index: Int, _ uid: String) -> Bool {
    guard entries.importedUIDs[index] == nil else { return true }
    guard let old = matching.old[index] else { return false }
    let components = memory.components(of: old)
    return components.count == 1 && components.first?.isEvent == true
      && memory.firstUID(of: old) == uid
  }

  /// Builds the items of an entry, and returns them.
  ///
  /// Returns none if the entry is left out, or if it is unchanged and no items were requested.
  mutating func build(_ index: Int, _ diagnostics: inout [Diagnostic]) -> [CalendarItem] {
    let entry = entries.entries[index]
    if let old = matching.old[index], staysUnread(index, old) {
      keep(old, index)
      return []
    }
    let file = entries.file(of: entry)
    if let fault = ItemSize.fault(of: file, line: entry.line.line) {
      leaveOut(index, isUnread: true, reported: [fault], diagnostics: &diagnostics)
      return []
    }
    var reported: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: entry.line.line, diagnostics: &reported)
    let kinds = selection.kinds(of: entry, fields, in: entries)
    guard !kinds.isEmpty else {
      let isUnread = fields.hasDateError && selection.mayStay(entry, fields: fields)
      leaveOut(index, isUnread: isUnread, reported: reported, diagnostics: &diagnostics)
      return []
    }
    if let fault = ownUIDs.faults[index] { reported.append(fault) }
    let items = write(kinds, index, fields: fields, reported: &reported)
    diagnostics += reported.uniqued()
    return items
  }

  // MARK: Parts

  /// The same builder without items, of which parts are made.
  ///
  /// Parts of this one itself would share its items, so that each new item would copy them.
  func withoutItems() -> FeedBuilder {
    var empty = self
    empty.bodies = bodies.map { _ in FeedBody(zones, waitingIn: nil) }
    (empty.notes, empty.changes, empty.tagLosses, empty.newlyAnchored) = ([:], [], [], 0)
    empty.outcomes = EntryOutcomes(0..<0)
    return empty
  }

  /// Builds the entries of a range apart from the others, with what was reported about each file.
  ///
  /// - Parameter range: Entries whose parents are all in the range.
  func part(_ range: Range<Int>) -> (builder: FeedBuilder, diagnostics: [Int: [Diagnostic]]) {
    var part = self
    part.outcomes = EntryOutcomes(range)
    var diagnostics: [Int: [Diagnostic]] = [:]
    for index in range {
      _ = part.build(index, &diagnostics[entries.entries[index].line.file, default: []])
    }
    return (part, diagnostics)
  }

  /// Takes the items of a part, which follow those that are built.
  mutating func append(_ part: FeedBuilder, _ range: Range<Int>) {
    for index in range { outcomes[index] = part.outcomes[index] }
    for index in bodies.indices { bodies[index].append(part.bodies[index]) }
    notes.merge(part.notes) { $1 }
    changes += part.changes
    tagLosses += part.tagLosses
    newlyAnchored += part.newlyAnchored
  }

  // MARK: Unchanged items

  /// True if an entry is unchanged, so that its tags need not be read.
  private func staysUnread(_ index: Int, _ old: Int) -> Bool {
    let entry = entries.entries[index]
    guard !readsAll, !entry.isWordless,
      !selection.needsFields(
        of: entry, hasEvent: memory.components(of: old).contains(where: \.isEvent),
        isPair: memory.components(of: old).count == 2),
      selection.isAsked(entry, in: entries), selection.mayBeSeen(entry),
      let known = memory.key(of: old), !known.marks.contains(.reported), memory.isIntact(old)
    else { return false }
    if matching.isExact[index], hasParentAsItWas(index) { return true }
    return key(index, parentUID(of: index)) == known.hash
  }

  /// True if the parent of an entry is the item that was used for the lookup of its key.
  private func hasParentAsItWas(_ index: Int) -> Bool {
    guard let parent = entries.entries[index].parent else { return true }
    if case .kept = outcomes[parent] { return matching.isExact[parent] }
    return false
  }

  private func parentUID(of index: Int) -> String? {
    entries.entries[index].parent.flatMap { firstUID(of: $0) }
  }

  /// Keeps items without a line that may come from a file that could not be read; removes the others.
  mutating func finish() {
    for old in matching.gone where staysUnread(old) { keepUnread(old) }
    for old in goneItems where keepsChanges && !staysUnread(old) {
      changes.append(
        FeedChange(
          kind: .removed, uid: memory.uid(of: old), title: memory.title(of: old), properties: []))
    }
  }

  /// True if an item without a line stays, because it may come from a file that could not be read.
  ///
  /// In a feed that leaves lines out it stays only if lines are still chosen in the same way.
  private func staysUnread(_ old: Int) -> Bool {
    matching.mayBeUnread(old) && (selection.isEverything || memory.selection == choice)
  }

  /// The number of items of unreadable files that are removed from the feed.
  var droppedUnread: Int {
    matching.gone.count { matching.mayBeUnread($0) && !staysUnread($0) }
  }

  /// The files of old items that have no tasks any more.
  func emptiedFiles() -> [Feed.EmptiedFile] {
    guard !memory.allFiles.isEmpty else { return [] }
    let full = Set(
      entries.files.indices.filter { entries.files[$0].hasTask }.map { fileHashes[$0] })
    var lost: [UInt64: [Int]] = [:]
    var found: Set<UInt64> = []
    let gone = Set(matching.gone)
    for item in 0..<memory.count {
      guard let file = memory.file(of: item), !full.contains(file), !matching.mayBeUnread(item)
      else { continue }
      if gone.contains(item) { lost[file, default: []].append(item) } else { found.insert(file) }
    }
    return lost.filter { !found.contains($0.key) }.sorted { $0.value[0] < $1.value[0] }
      .map { emptied($0.key, items: $0.value) }
  }

  private func emptied(_ hash: UInt64, items: [Int]) -> Feed.EmptiedFile {
    let file = fileHashes.firstIndex(of: hash).map { entries.files[$0].name }
    return Feed.EmptiedFile(
      key: SipHash128.digits(hash), name: file, count: items.count,
      title: memory.title(of: items[0]))
  }

  /// Keeps an item in its calendar.
  private mutating func keepUnread(_ old: Int) {
    let group = groups.group(ofRemembered: memory.items[old].feed, memory)
    while bodies.count <= group { bodies.append(FeedBody(zones, waitingIn: folder)) }
    keep(old, in: group, file: memory.file(of: old) ?? 0)
    if let note = memory.note(of: old) { notes[name(ofRemembered: old)] = note }
  }

  private func name(ofRemembered old: Int) -> [UInt8] { Array(memory.firstUID(of: old).utf8) }

  /// Keeps an item unchanged, but without hints that this feed must not publish.
  private mutating func keep(_ old: Int, in group: Int, file: UInt64) {
    let lost = memory.hints(of: old, beyond: hints)
    if lost.isEmpty {
      bodies[group].keep(old, of: memory, file: file)
    } else {
      bodies[group].keep(old, of: memory, file: file, withoutHints: lost)
    }
  }

  /// Items without a line, and those whose line is left out now.
  private var goneItems: [Int] {
    let left = matching.old.indices.compactMap { isExported($0) ? nil : matching.old[$0] }
    return (matching.gone + left).sorted()
  }

  private mutating func keep(_ old: Int, _ index: Int) {
    outcomes[index] = .kept(old)
    keep(old, in: groups.group(of: index), file: fileHashes[entries.entries[index].line.file])
    guard keepsNotes, var note = memory.note(of: old) else { return }
    note.file = SipHash128.digits(fileHashes[entries.entries[index].line.file])
    note.calendar = groups.key(of: index)
    notes[name(ofRemembered: old)] = note
  }

  /// Keeps the old form of an item although its line changed, and notes the line as it is now.
  ///
  /// Otherwise the next run would match the item's old hints to another line.
  private mutating func hold(_ old: Int, _ index: Int) {
    keep(old, index)
    let hash = key(index, parentUID(of: index))
    let isItsLine =
      hints == .outline && memory.note(of: old) == nil
      && memory.key(of: old)?.hash == hash
    guard keepsNotes, !isItsLine else { return }
    var marks: FeedKey.Marks = [.reported]
    if memory.components(of: old).count == 2 { marks.insert(.paired) }
    let bytes = bodies[groups.group(of: index)].last
    note(index, name(ofRemembered: old), key: FeedKey.text(hash, marks, ofBytes: bytes))
  }

  /// Notes the line from which an item was made.
  private mutating func note(_ index: Int, _ uid: [UInt8], key: String) {
    let entry = entries.entries[index]
    let text = LineText(entries.file(of: entry), line: entry.line.line)
    notes[uid] = FeedNotes.Item(
      title: entries.title(of: entry), line: text.verbatim, path: entries.path(of: entry), key: key,
      file: SipHash128.digits(fileHashes[entry.line.file]), calendar: groups.key(of: index))
  }

  /// Leaves a line out and reports its errors.
  ///
  /// Keeps the old item if the line's date is incomplete because it is being typed.
  private mutating func leaveOut(
    _ index: Int, isUnread: Bool, reported: [Diagnostic], diagnostics: inout [Diagnostic]
  ) {
    let entry = entries.entries[index]
    guard selection.mayBeAsked(entry, in: entries) else { return }
    var errors = reported.filter { $0.severity == .error }
    if let old = matching.old[index], isUnread, selection.mayBeSeen(entry), mayHold(old, index) {
      hold(old, index)
      errors = errors.map { explained($0, ofKept: old) }
    }
    diagnostics += errors
  }

  /// Adds to an error what happened to the item, unless the item never had a date.
  private func explained(_ diagnostic: Diagnostic, ofKept old: Int) -> Diagnostic {
    guard diagnostic.severity == .error else { return diagnostic }
    return diagnostic.appending(
      memory.isDated(old) ? "; the item stays as it was" : "; the item stays without a date")
  }

  /// True if the old form of an item may stay although its line changed: duecal wrote it, and no word of it occurs
  /// only in left-out lines.
  private mutating func mayHold(_ old: Int, _ index: Int) -> Bool {
    trusts(old) && !leftOutWords.containsWords(by: old, of: memory, keptFor: index, scope: hints)
  }

  /// True if duecal wrote an item and, by its checksum, nobody changed it.
  private func trusts(_ old: Int) -> Bool {
    memory.isIntact(old) || (hints != .outline && memory.key(of: old) == nil)
  }

  // MARK: Writing

  private mutating func write(
    _ kinds: [CalendarItem.Kind], _ index: Int, fields: LineFields, reported: inout [Diagnostic]
  ) -> [CalendarItem] {
    let entry = entries.entries[index]
    let source = ItemMapping.Source(
      line: entry.line.line, file: entries.file(of: entry),
      path: entries.path(of: entry, seenBy: options.export.classes),
      parentUID: parentUID(of: index))
    let old = matching.old[index]
    let uid = uid(of: index)
    var items = kinds.map {
      item(
        $0, fields, source: source,
        uid: name(of: index, called: uid, kind: $0, isPaired: kinds.count > 1),
        pairedWith: kinds.count > 1 ? uid : nil, diagnostics: &reported)
    }
    let hash = keys.key(of: index, parent: source.parentUID, moving: fields.moving)
    var marks: FeedKey.Marks = reported.isEmpty ? [] : .reported
    if kinds.count > 1 { marks.insert(.paired) }
    if hints == .outline {
      let key = FeedKey.text(hash, marks)
      for item in items.indices {
        items[item].hints.append(ItemHint(LineHint.key, key))
      }
    } else {
      let losses = TagLosses.losses(
        items, fields, source: source, file: entry.line.file, reader: reader, hints: hints,
        keepsAlarms: options.export.keepsAlarms)
      if !losses.isEmpty { marks.insert(.reported) }  // losses are reported in each run
      tagLosses += losses
    }
    if let old, fields.hasDateError, mayHold(old, index) {
      hold(old, index)  // keeps an appointment while its date is typed
      reported = reported.map { explained($0, ofKept: old) }
      return items
    }
    revise(&items, old, modified: source.file.modified, index: index)
    if keepsNotes, hints != .outline, let first = items.first {
      let bytes = bodies[groups.group(of: index)].last
      note(index, Array(first.uid.utf8), key: FeedKey.text(hash, marks, ofBytes: bytes))
    }
    return items
  }

  private func item(
    _ kind: CalendarItem.Kind, _ fields: LineFields, source: ItemMapping.Source, uid: String,
    pairedWith sibling: String?, diagnostics: inout [Diagnostic]
  ) -> CalendarItem {
    var item = mapping.item(kind, fields, source: source, uid: uid)
    diagnostics += mapping.faults(of: item, fields, source: source)
    if let sibling, kind == .event {
      item.alarms = []
      item.relations.append(Relation(.sibling, sibling))
    }
    item.revision = Revision(modified: source.file.modified)
    item.hints = LineHint.properties(of: source, hints)
    return item
  }

  /// Assigns versions to items and writes them.
  ///
  /// An unchanged item keeps its version; a changed one gets the next.
  private mutating func revise(
    _ items: inout [CalendarItem], _ old: Int?, modified: Instant, index: Int
  ) {
    if let first = items.first { outcomes[index] = .built(first.kind) }
    var lines: [UInt8] = []
    for number in items.indices {
      let draft = FeedDraft(items[number], encoder, hasKey: hints == .outline)
      let before = old.flatMap { draft.predecessor(in: memory, $0) }
      let version = draft.version(after: before, modified)
      items[number] = version.item
      lines += version.lines
      if version.change != nil, draft.losesLength(before, version.lines) { newlyAnchored += 1 }
      if keepsChanges, let change = version.change { changes.append(change) }
      bodies[groups.group(of: index)].note(version.item)
    }
    bodies[groups.group(of: index)].note(origin: old.map { memory.items[$0].feed })
    bodies[groups.group(of: index)].add(lines, of: fileHashes[entries.entries[index].line.file])
  }
}

extension [Diagnostic] {
  /// The diagnostics without duplicates, in their order.
  fileprivate func uniqued() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Diagnostic {
  /// The diagnostic with text appended to its sentence.
  fileprivate func appending(_ more: String) -> Diagnostic {
    Diagnostic(severity, at: place, message: sentence + more, fix: fix)
  }
}
