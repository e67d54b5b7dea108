import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Maps lines to items, as a calendar would store and return them, to compare them with the original items.
struct RoundTrippedItems {
  /// A line that may belong to an item.
  struct Line {
    let fields: LineFields
    let text: String
    /// The title of its item, without the mark of a completed one.
    let plainTitle: String
    let item: CalendarItem
    let zone: Zone?
    let dialect: TaskDialect
  }

  private let options: ImportOptions

  init(_ options: ImportOptions) {
    self.options = options
  }

  /// Reads a line; nil if it is neither a task nor a project.
  ///
  /// - Parameters:
  ///   - text: The line, without indent.
  ///   - item: The item to which it may belong, which decides the kind.
  ///   - imported: The same item with its place.
  func line(_ text: String, for item: CalendarItem, _ imported: ImportedItem) -> Line? {
    line(
      text, of: LineHint.document(text, ofItemCalled: item.title), for: item, imported,
      path: imported.path)
  }

  /// Reads a line that is alone in a document.
  ///
  /// - Parameter path: The projects of the line, outermost first.
  func line(
    _ text: String, of document: TaskDocument, for item: CalendarItem, _ imported: ImportedItem,
    path: [String]
  ) -> Line? {
    guard document.lines.count == 1, let line = document.lines.first,
      line.kind == .task || line.kind == .project, line.indent.isEmpty
    else { return nil }
    var ignored: [Diagnostic] = []
    let fields = options.reader.fields(of: document, line: 0, diagnostics: &ignored)
    let zone = fields.zoneName.flatMap { options.zone($0) }
    let file = TaskFile(name: "", identity: "", modified: .epoch, document: document)
    let source = ItemMapping.Source(
      line: 0, file: file, path: path, parentUID: imported.parent)
    let written = ItemMapping(
      exportOptions(item, fields, zone: zone), vocabulary: options.reader.vocabulary
    ).item(item.kind, fields, source: source, uid: imported.name.uid)
    let title = LineText(file, line: 0).title(options.reader.vocabulary)
    return Line(
      fields: fields, text: text, plainTitle: title, item: written, zone: zone,
      dialect: document.dialect)
  }

  /// The options with which an item may have been made from its line.
  private func exportOptions(
    _ item: CalendarItem, _ fields: LineFields, zone: Zone?
  ) -> ExportOptions {
    var export = ExportOptions(zone: options.mapping.zone)
    export.dayStart = options.mapping.dayStart
    export.keepsAlarms = item.kind == .reminder || !item.alarms.isEmpty
    export.times =
      switch item.anchor {
      case .floating: (item.when ?? item.start)?.isAllDay ?? true ? .zone : .floating
      case .utc: .utc
      case .zone: .zone
      }
    if let name = fields.zoneName, let zone { export.zones[name] = zone }
    return export
  }

  /// The number of lines that are read back together: large enough to be quick, and small enough to need little
  /// memory.
  private static let portion = 500

  /// The items of lines; nil for a line that comes back without an item.
  ///
  /// - Parameters:
  ///   - inFeed: True to use the properties of duecal's own feeds, without the hints.
  ///   - notes: The notes below each line.
  func items(
    of lines: [Line], inFeed: Bool = false, notes: (Int) -> String?
  ) -> [CalendarItem?] {
    stride(from: 0, to: lines.count, by: Self.portion).flatMap { start in
      let end = min(start + Self.portion, lines.count)
      return items(of: lines[start..<end], EncodingOptions(writesAll: !inFeed), notes: notes)
    }
  }

  private func items(
    of lines: ArraySlice<Line>, _ encoding: EncodingOptions, notes: (Int) -> String?
  ) -> [CalendarItem?] {
    var zones: ExactDictionary<Zone> = [options.mapping.zone.name: options.mapping.zone]
    for line in lines { if let zone = line.zone { zones[zone.name] = zone } }
    let encoder = ItemEncoder(options: encoding, zones: zones)
    var components: [UInt8] = []
    for (number, line) in zip(lines.indices, lines) {
      var item = line.item
      item.uid = String(number)
      item.notes = notes(number)
      components += encoder.lines(of: item)
    }
    let reading = CalendarReading(components: components)
    var items = [CalendarItem?](repeating: nil, count: lines.count)
    for found in reading.items {
      if let number = Int(found.item.uid) { items[number - lines.startIndex] = found.item }
    }
    return items
  }
}

extension InputLimits {
  /// No limits on size, for what duecal wrote itself.
  static var unlimitedSize: InputLimits {
    var limits = InputLimits.lineEndsAlone(.max)
    limits.components = .max
    return limits
  }
}

extension LineFields {
  fileprivate var zoneName: String? {
    if case .named(let name) = zone { name } else { nil }
  }
}
