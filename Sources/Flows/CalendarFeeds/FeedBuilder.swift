import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Builds a calendar item by item; the only place that assigns UID, SEQUENCE and stamps.
struct FeedBuilder {
  let entries: TaskEntries
  let reader: LineFieldReader
  let options: FeedOptions
  let memory: FeedMemory
  let mapping: ItemMapping
  let selection: Selection
  let hints: HintScope
  let encoder: ItemEncoder
  let keys: ItemKey
  let key: @Sendable (_ entry: Int, _ parent: String?) -> ItemHash
  private let ownUIDs: ExplicitUIDs
  let matching: FeedMatching
  private let firstUIDs: DerivedUIDs
  let keepsChanges: Bool
  let readsAll: Bool
  var groups: FeedGroups
  let fileHashes: [UInt64]
  let folder: String?
  let zones: ExactDictionary<Zone>
  /// A hash of how the lines are chosen.
  let choice: String
  /// Whether to collect notes of items.
  let keepsNotes: Bool
  /// The information about items that the feed does not publish.
  var notes: [[UInt8]: FeedNotes.Item] = [:]
  var outcomes: EntryOutcomes
  var leftOutWords: OmittedWords
  var bodies: [FeedBody]
  var changes: [FeedChange] = []
  var tagLosses: [Loss] = []
  /// The number of repeating to-dos that had a length and now have none.
  var newlyAnchored = 0

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
  func uid(of index: Int) -> String {
    ownUIDs.names[index] ?? matching.old[index].map { memory.uid(of: $0) } ?? firstUIDs[index]
  }

  /// The UID of one of the items; an imported event that is not half of a pair has the line's UID.
  func name(
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
}

extension [Diagnostic] {
  /// The diagnostics without duplicates, in their order.
  fileprivate func uniqued() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }
  }
}
