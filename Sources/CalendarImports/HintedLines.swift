import CalendarItems
import Diagnostics
import ICalendar
import TaskBridge
import TaskDates
import TaskText

/// Gives items their lines: the one that duecal made an item from, where it carries it, with what
/// differs from it now; else a new one.
///
/// A hint is mapped again and read back, so that it counts only where it gives what the component says.
struct HintedLines {
  private let options: ImportOptions
  private let mapping: LineMapping

  init(_ options: ImportOptions, _ inputs: [CalendarInput]) {
    var options = options
    for input in inputs {
      options.mapping.zones.merge(input.reading.anchors) { first, _ in first }
    }
    self.options = options
    mapping = LineMapping(options.mapping, options.reader.vocabulary)
  }

  /// Writes the line of each item.
  func write(_ items: inout [ImportedItem]) {
    var hints: [(index: Int, hint: Hint)] = []
    for index in items.indices {
      if let hint = hint(of: items[index]) {
        hints.append((index, hint))
      } else {
        items[index].hint = nil
        items[index].line = mapping.line(of: items[index].item, inProject: items[index].path.last)
      }
    }
    let said = said(by: hints.map(\.hint))
    for ((index, hint), then) in zip(hints, said) {
      items[index].line = line(of: items[index], hint, then)
    }
  }

  // MARK: Reading hints

  /// A hint that can be a line of its item.
  private struct Hint {
    let text: String
    let fields: LineFields
    let item: CalendarItem
    let zone: Zone?
  }

  private func hint(of imported: ImportedItem) -> Hint? {
    guard let text = imported.hint, !text.isEmpty else { return nil }
    let document = TaskDocument(text)
    guard document.lines.count == 1, let kind = document.lines.first?.kind,
      kind == .task || kind == .project, document.lines[0].indent.isEmpty
    else { return nil }
    var ignored: [Diagnostic] = []
    let fields = options.reader.fields(of: document, line: 0, &ignored)
    let zone = fields.zoneName.flatMap { options.zone($0) }
    let file = TaskFile(name: "", identity: "", modified: .epoch, document: document)
    let source = ItemMapping.Source(
      line: 0, file: file, path: imported.path, parentUID: imported.parent)
    var item = ItemMapping(exportOptions(imported.item, fields, zone), options.reader.vocabulary)
      .item(imported.item.kind, fields, source, uid: imported.name.uid, &ignored)
    item.notes = imported.item.notes
    return Hint(text: text, fields: fields, item: item, zone: zone)
  }

  /// The options with which an item can have been made from its hint.
  private func exportOptions(
    _ item: CalendarItem, _ fields: LineFields, _ zone: Zone?
  ) -> ExportOptions {
    var export = ExportOptions(zone: options.mapping.zone)
    export.dayStart = options.mapping.dayStart
    export.keepsAlarms = item.kind == .reminder || !item.alarms.isEmpty
    export.times =
      switch item.anchor {
      case .floating: item.when?.isAllDay ?? item.start?.isAllDay ?? true ? .zone : .floating
      case .utc: .utc
      case .zone: .zone
      }
    if let name = fields.zoneName, let zone { export.zones[name] = zone }
    return export
  }

  /// What hints say, as a calendar has it and reads it back; nil for one that comes back as nothing.
  private func said(by hints: [Hint]) -> [CalendarItem?] {
    guard !hints.isEmpty else { return [] }
    var zones = [options.mapping.zone.name: options.mapping.zone]
    for hint in hints { if let zone = hint.zone { zones[zone.name] = zone } }
    let encoder = ItemEncoder(zones: zones)
    var bytes = CalendarWriter.start + Array("\r\n".utf8)
    for (number, hint) in hints.enumerated() {
      var item = hint.item
      item.uid = String(number)
      bytes += encoder.lines(of: item)
    }
    let reading = CalendarReading(
      bytes: bytes + CalendarWriter.end, limits: .lineEndsAlone(.max))
    var said = [CalendarItem?](repeating: nil, count: hints.count)
    for found in reading.items {
      if let number = Int(found.item.uid) { said[number] = found.item }
    }
    return said
  }

  // MARK: Writing

  private func line(of imported: ImportedItem, _ hint: Hint, _ said: CalendarItem?) -> ItemLine {
    var now = imported.item
    guard var then = said else { return mapping.line(of: now, inProject: imported.path.last) }
    let title = TaskDocument(hint.text).lines.first.map {
      TaskDocument(hint.text).string($0.text)
    }
    if hint.fields.isDone, now.kind == .event {
      now.title = Self.unmarked(now.title, title)
      then.title = Self.unmarked(then.title, title)
    }
    if let note = hint.fields.note { now.dropNote(note) }
    let wanted = mapping.line(of: now, inProject: imported.path.last)
    let before = mapping.line(of: then, inProject: imported.path.last)
    let merge = LineMerge(
      hint.text, then: before.body, now: wanted.body, mine: hint.text, options.reader)
    return ItemLine(body: merge.body, notes: wanted.notes)
  }

  /// The title of a done event without the mark before it, which may be any text.
  private static func unmarked(_ title: String, _ plain: String?) -> String {
    if let plain, title.hasSuffix(plain) { return plain }
    return title.hasPrefix("\u{2713} ") ? String(title.dropFirst(2)) : title
  }
}

extension LineFields {
  fileprivate var zoneName: String? {
    if case .named(let name) = zone { name } else { nil }
  }
}

extension CalendarItem {
  /// Takes the first line of the notes away where the line itself says it, with `@note`.
  fileprivate mutating func dropNote(_ note: String) {
    var lines = (notes ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == note else { return }
    lines.removeFirst()
    notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
