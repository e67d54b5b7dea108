import CalendarItems
import Diagnostics
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The item that a line gives, read from what the registry keeps of the line.
///
/// The line as it was and the line as it is are read in the same way, with the same options. So a new zone, or a new
/// version of duecal, does not look like an edit.
struct SourceItem {
  /// What the line becomes; nil if it is not an item.
  let kind: CalendarItem.Kind?
  /// The values of the tags.
  let fields: LineFields
  /// The zones of its times, by name.
  let zones: ExactDictionary<Zone>
  private let mapping: ItemMapping
  private let source: ItemMapping.Source
  private let reader: LineFieldReader

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - source: The line.
  ///   - document: A document with the dialect and the settings of the line's file.
  ///   - options: How lines become items.
  init(_ source: KnownTaskFile.Source, like document: TaskDocument, _ options: TaskFolderOptions) {
    LineCodecCount.current?.noteRead(source.line.body)
    let file = Self.file(of: source.line, document)
    let named = NamedZones([file], options.vocabulary, database: options.zones)
    let entries = TaskEntries(
      files: [file], vocabulary: options.vocabulary, includesArchive: true, takesAll: true)
    let export = Self.export(options, named)
    let reader = LineFieldReader(vocabulary: options.vocabulary, isZoneKnown: named.error)
    var ignored: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: 0, diagnostics: &ignored)
    self.fields = fields
    self.reader = reader
    kind = entries.entries.first.flatMap {
      Selection(export).kinds(of: $0, fields, in: entries).first
    }
    zones = named.zones.merging([options.zone.name: options.zone]) { first, _ in first }
    mapping = ItemMapping(export, vocabulary: options.vocabulary)
    self.source = ItemMapping.Source(
      line: 0, file: file, path: source.path, parentUID: source.parent)
  }

  /// The line and its notes as a file of their own.
  private static func file(of line: ItemLine, _ document: TaskDocument) -> TaskFile {
    let text = ([line.body] + line.notes.map { $0.isEmpty ? "" : "\t" + $0 })
      .joined(separator: "\n")
    return TaskFile(
      name: "", identity: "", modified: .epoch,
      document: TaskDocument(bytes: Array(text.utf8), like: document))
  }

  /// Options that keep everything, because a store has all lines.
  private static func export(_ options: TaskFolderOptions, _ named: NamedZones) -> ExportOptions {
    var export = ExportOptions(zone: options.zone)
    export.zones = named.zones
    export.done = .include
    export.undated = .todo
    export.takesImported = true
    export.classes = Set(Vocabulary.classes)
    export.keepsAlarms = true
    export.doneMark = ""
    export.dayStart = options.dayStart
    return export
  }

  /// True if a date of the line cannot be read, usually because somebody is typing it.
  var isHalfTyped: Bool { fields.hasDateError }

  /// True if the start is not before the due date, so that no reminder can have both.
  var startsTooLate: Bool { ReminderDates(item(.reminder, uid: "")).startFault == .notBeforeDue }

  /// The zone that the line names; nil if it names none.
  var ownZone: Zone? {
    if case .named(let name)? = fields.zone { zones[name] } else { nil }
  }

  /// The tag that names the zone, as `@tz(Asia/Tokyo)`; nil without one.
  var zoneTag: String? {
    switch fields.zone {
    case .named(let name)?: Tag(Vocabulary.Field.tz.rawValue, payload: name).toString
    case .floating?: Tag(Vocabulary.Field.tz.rawValue, payload: "floating").toString
    case nil: nil
    }
  }

  /// The item.
  func item(_ kind: CalendarItem.Kind, uid: String) -> CalendarItem {
    var item = mapping.item(kind, fields, source: source, uid: uid)
    item.hints = hints
    return item
  }

  /// The tags that no item of a kind has, each with the reason.
  ///
  /// Those of dates are left out: what an item cannot say about them, its hint says.
  func lostTags(of kind: CalendarItem.Kind) -> [String] {
    TagLosses.losses(
      [item(kind, uid: "")], fields, source: source, file: 0, reader: reader, hints: .nothing,
      keepsAlarms: true
    ).filter { loss in
      // A closed item needs neither.
      ["STATUS", "PERCENT-COMPLETE"].contains(loss.property)
        ? !fields.isClosed : Self.lasting.contains(loss.property)
    }.map { "\($0.value): \($0.reason)" }
  }

  /// The properties of the tags that neither an item nor its hint can have.
  private static let lasting: ExactSet = [
    "CATEGORIES", "show", "search", "kind",
  ]

  /// The hints that the item needs, because its properties cannot hold all that the line says about its dates.
  var hints: [ItemHint] { LineHint.properties(of: source, fields) }

  /// The line.
  var body: String { LineText(source.file, line: 0).verbatim }
}
