package import CalendarItems
import ExactText
package import TaskBridge
package import TaskDates
package import TaskText

/// A line that may belong to an item of a calendar, read as an export would have read it.
package struct HintedLine: Sendable {
  /// The values of the tags.
  package let fields: LineFields
  /// The line.
  package let text: String
  /// The title of its item, without the mark of a completed one.
  package let plainTitle: String
  /// The item that the line gives.
  package let item: CalendarItem
  /// The zone that the line names; nil if it names none.
  package let zone: Zone?
  /// The dialect of the line.
  package let dialect: TaskDialect
}

/// Reads the lines that items of a calendar may have been made from.
package struct HintReader: Sendable {
  /// How items become lines.
  package let mapping: LineMapping.Options
  /// Reads the tags of lines.
  package let reader: LineFieldReader
  /// Returns a system zone by its name; nil if there is none.
  package let zone: @Sendable (String) -> Zone?

  /// Creates a reader.
  package init(
    _ mapping: LineMapping.Options, _ reader: LineFieldReader,
    zone: @escaping @Sendable (String) -> Zone?
  ) {
    (self.mapping, self.reader, self.zone) = (mapping, reader, zone)
  }

  /// Reads a line that is alone in a document; nil if it is neither a task nor a project.
  ///
  /// - Parameters:
  ///   - source: The line, without indent.
  ///   - document: The document; nil for that of a hint, which does not say its dialect.
  ///   - item: The item to which it may belong, which decides the kind and the zone.
  ///   - uid: The UID of that item.
  package func line(
    _ source: LineSource, of document: TaskDocument? = nil, for item: CalendarItem, uid: String
  ) -> HintedLine? {
    let text = source.line.body
    let document = document ?? LineHint.document(text, ofItemCalled: item.title)
    guard document.lines.count == 1, let line = document.lines.first,
      line.kind == .task || line.kind == .project, line.indent.isEmpty
    else { return nil }
    let fields = reader.reading(of: document, line: 0).fields
    let zone = fields.zoneName.flatMap { self.zone($0) }
    let file = TaskFile(alone: document)
    let decoder = LineDecoder(
      ItemMapping.Source(line: 0, file: file, path: source.path, parentUID: source.parent), fields,
      ItemMapping(exportOptions(item, fields, zone), vocabulary: reader.vocabulary), reader)
    return HintedLine(
      fields: fields, text: text, plainTitle: LineText(file, line: 0).title(reader.vocabulary),
      item: decoder.item(item.kind, uid: uid), zone: zone, dialect: document.dialect)
  }

  /// The options with which an item may have been made from its line.
  private func exportOptions(
    _ item: CalendarItem, _ fields: LineFields, _ zone: Zone?
  ) -> ExportOptions {
    var export = ExportOptions(zone: mapping.zone)
    export.dayStart = mapping.dayStart
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
}
