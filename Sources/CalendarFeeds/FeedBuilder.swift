import CalendarItems
import Diagnostics
import ICalendar
import TaskBridge
import TaskDates
import TaskText

/// Builds a calendar item by item; the one place that gives UID, SEQUENCE and stamps.
struct FeedBuilder {
  private let entries: TaskEntries
  private let reader: LineFieldReader
  private let options: FeedOptions
  private let mapping: ItemMapping
  private let selection: Selection
  private let encoder: ItemEncoder
  private let keys: ItemKey
  private let ownUIDs: OwnUIDs
  private let firstUIDs: [String]
  /// The name of each entry's item, nil for one that became none.
  private var uids: [String?]
  private var use: ZoneUse
  private var body: CalendarWriter
  private var tagLosses: [Loss] = []

  init(_ entries: TaskEntries, _ reader: LineFieldReader, _ options: FeedOptions) {
    self.entries = entries
    self.reader = reader
    self.options = options
    let export = options.export
    mapping = ItemMapping(export, reader.vocabulary)
    selection = Selection(export)
    let zones = export.zones.merging([export.zone.name: export.zone]) { $1 }
    encoder = ItemEncoder(options: options.encoding, zones: zones)
    keys = ItemKey(options, reader.vocabulary)
    use = ZoneUse(zones: zones)
    ownUIDs = OwnUIDs(entries, reader)
    firstUIDs = FirstUIDs(entries, besides: ownUIDs).uids
    uids = [String?](repeating: nil, count: entries.entries.count)
    body = CalendarWriter(itemCount: entries.entries.count)
  }

  /// Builds the items of an entry, and gives them; none where the entry is left out.
  mutating func build(_ index: Int, _ diagnostics: inout [Diagnostic]) -> [CalendarItem] {
    let entry = entries.entries[index]
    let file = entries.file(of: entry)
    var said: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: entry.line.line, &said)
    let kinds = selection.kinds(of: entry, fields, in: entries)
    guard !kinds.isEmpty else {
      // A line that is left out because of what is wrong with it must not be so in silence.
      if selection.isAsked(entry, in: entries) {
        diagnostics += said.filter { $0.severity == .error }
      }
      return []
    }
    let source = ItemMapping.Source(
      line: entry.line.line, file: file, path: entries.path(of: entry),
      parentUID: entry.parent.flatMap { uids[$0] })
    if let fault = ownUIDs.faults[index] { said.append(fault) }
    let uid = ownUIDs.names[index] ?? firstUIDs[index]
    let items = kinds.map { kind in
      item(kind, fields, source, uid: uid, isPair: kinds.count > 1, &said)
    }
    uids[index] = items.first?.uid
    add(items)
    if options.export.isPlain {
      tagLosses += TagLosses.losses(items, fields, source, file: entry.line.file, reader)
    }
    diagnostics += said.uniqued()
    return items
  }

  private func item(
    _ kind: CalendarItem.Kind, _ fields: LineFields, _ source: ItemMapping.Source, uid: String,
    isPair: Bool, _ diagnostics: inout [Diagnostic]
  ) -> CalendarItem {
    let name = kind == .event ? "\(uid)-event" : uid
    var item = mapping.item(kind, fields, source, uid: name, &diagnostics)
    if isPair, kind == .event {
      item.alarms = []
      item.relations.append(Relation(.sibling, uid))
    }
    item.revision = Revision(modified: source.file.modified)
    if !options.export.isPlain {
      item.extensions = LineHint.properties(of: source)
      item.extensions.append(ExtensionProperty(LineHint.key, keys.key(of: item, fields, source)))
    }
    return item
  }

  private mutating func add(_ items: [CalendarItem]) {
    for item in items {
      use.note(item)
      body.add(item, encoder)
    }
  }

  // MARK: The whole

  /// What does not come through, by place.
  func losses() -> [Loss] {
    let outline = entries.files.indices.flatMap { number in
      OutlineLosses.losses(
        of: entries.files, at: number, carriesProjects: !options.export.isPlain,
        within: selection.isNarrowed ? exportedLines(of: number) : nil)
    }
    return (outline + tagLosses).sorted {
      ($0.line.file, $0.offset, $0.property) < ($1.line.file, $1.offset, $1.property)
    }
  }

  /// The lines of a file that became items.
  private func exportedLines(of file: Int) -> [Int] {
    entries.entries.indices.compactMap { index in
      let line = entries.entries[index].line
      return line.file == file && uids[index] != nil ? line.line : nil
    }
  }

  /// The calendar, once all entries are built.
  mutating func calendar() -> [UInt8] {
    var header = CalendarHeader(name: options.name)
    if !options.export.isPlain { header.properties = projects() }
    var writer = CalendarWriter()
    writer.begin(header)
    let items = body.take()
    // A calendar has at least one component (RFC 5545, section 3.6); an empty one has its zone.
    if items.isEmpty {
      use.note(options.export.zone, at: entries.files.map(\.modified).max() ?? .epoch)
    }
    writer.add(use)
    writer.add(verbatim: items)
    return writer.end()
  }

  private func projects() -> [CalendarHeader.Property] {
    let exported = Set(uids.indices.filter { uids[$0] != nil })
    let hints = ProjectHint.hints(entries, exported: exported, selection)
    return hints.map { hint in
      let before = hint.before.flatMap { uids[$0] }
      return CalendarHeader.Property(
        name: LineHint.project, parameters: before.map { [("BEFORE", $0)] } ?? [],
        values: [hint.text])
    }
  }
}

extension [Diagnostic] {
  /// The diagnostics without repetitions, in their order.
  fileprivate func uniqued() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }
  }
}
