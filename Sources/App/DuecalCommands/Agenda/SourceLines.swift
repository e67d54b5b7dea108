import CalendarItems
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskText

/// The lines of task files that can become items.
///
/// Several threads may read lines at the same time. Items are only made of lines that are asked for: a list for today
/// need not make an item of every line of a file.
struct SourceLines: Sendable {
  /// All lines that can become items.
  let entries: TaskEntries
  let reader: LineFieldReader
  let selection: Selection
  private let mapping: ItemMapping
  private let zones: ExactDictionary<Zone>
  private let ownUIDs: ExplicitUIDs?
  private let firstUIDs: DerivedUIDs?

  /// - Parameters:
  ///   - options: What becomes an item.
  ///   - zones: The zones of items, by name.
  ///   - namesItems: Whether items get their UIDs, as `export` gives them without a feed.
  init(
    _ entries: TaskEntries, _ options: ExportOptions, zones: ExactDictionary<Zone>,
    reader: LineFieldReader, namesItems: Bool
  ) {
    self.entries = entries
    self.reader = reader
    self.zones = zones
    selection = Selection(options)
    mapping = ItemMapping(options, vocabulary: reader.vocabulary)
    ownUIDs = namesItems ? ExplicitUIDs(entries, reader: reader) : nil
    firstUIDs = ownUIDs.map { DerivedUIDs(entries, besides: $0) }
  }

  /// What is wrong with a line.
  enum Report: Sendable {
    /// It is too long to be read.
    case fault(Diagnostic, LineRef)
    /// Some of its tags cannot be read.
    case tags(LineReading, LineRef)
  }

  /// Reads a line; nil for one that is not wanted.
  ///
  /// - Parameters:
  ///   - index: The line among the entries.
  ///   - closed: Whether lines below a closed item are wanted too.
  func read(_ index: Int, closed: Bool) -> (line: SourceLine?, report: Report?)? {
    let entry = entries.entries[index]
    guard closed || !entry.isClosedAbove, selection.mayBeAsked(entry, in: entries) else {
      return nil
    }
    let file = entries.file(of: entry)
    if let fault = ItemSize.fault(of: file, line: entry.line.line) {
      return (nil, .fault(fault, entry.line))
    }
    let reading = reader.reading(of: file.document, line: entry.line.line)
    let report = reading.faults.isEmpty ? nil : Report.tags(reading, entry.line)
    guard selection.isAsked(entry, in: entries) else { return (nil, report) }
    return (SourceLine(index: index, entry: entry, fields: reading.fields), report)
  }

  /// Reads the tags of a line again.
  func fields(of line: LineRef) -> LineFields {
    reader.reading(of: entries.files[line.file].document, line: line.line).fields
  }

  /// The item that a line is; nil for an event without a date.
  func series(of line: SourceLine) -> SourceSeries? {
    guard let kind = selection.kinds(of: line.entry, line.fields, in: entries).first else {
      return nil
    }
    let decoder = decoder(of: line)
    let item = decoder.item(kind, uid: uid(of: line.index, kind))
    return SourceSeries(
      item: item, changed: [], zones: zones, project: decoder.source.path, origin: .line(line))
  }

  private func decoder(of line: SourceLine) -> LineDecoder {
    let source = ItemMapping.Source(
      line: line.line.line, file: entries.file(of: line.entry),
      path: entries.path(of: line.entry), parentUID: line.entry.parent.flatMap { uid(of: $0) })
    return LineDecoder(source, line.fields, mapping, reader)
  }

  /// The hints that the item of a line needs in a store.
  func hints(of line: SourceLine) -> [ItemHint] { decoder(of: line).neededHints }

  private func uid(of index: Int, _ kind: CalendarItem.Kind) -> String {
    let name = uid(of: index) ?? ""
    return kind == .event && !name.isEmpty ? "\(name)-event" : name
  }

  private func uid(of index: Int) -> String? { ownUIDs?.names[index] ?? firstUIDs?[index] }
}

extension Messages {
  /// Reports what is wrong with a line.
  mutating func report(_ report: SourceLines.Report, in lines: SourceLines) {
    let files = lines.entries.files
    switch report {
    case .fault(let fault, let line): self.report(fault, file: files[line.file].name)
    case .tags(let reading, let line): self.report(reading, of: line, in: files[line.file])
    }
  }
}
