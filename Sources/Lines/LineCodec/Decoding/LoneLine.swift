package import CalendarItems
package import ExactText
package import TaskBridge
package import TaskDates
package import TaskText

/// A line that a store has read without its file, and the item that it gives there.
///
/// The line as it was and the line as it is are read in the same way, with the same options. So a new zone, or a new
/// version of duecal, does not look like an edit.
package struct LoneLine: Sendable {
  /// What the line becomes; nil if it is not an item.
  package let kind: CalendarItem.Kind?
  /// The zones of its times, by name.
  package let zones: ExactDictionary<Zone>
  private let decoder: LineDecoder

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - source: The line.
  ///   - document: A document with the dialect and the settings of the line's file.
  ///   - options: How lines become items.
  package init(_ source: LineSource, like document: TaskDocument, _ options: LineCodecOptions) {
    LineCodecCount.current?.noteRead(source.line.body)
    let file = source.file(like: document)
    let named = NamedZones([file], options.vocabulary, database: options.zones)
    let export = ExportOptions(
      keepingAllIn: options.zone, zones: named.zones, dayStart: options.dayStart)
    let reader = LineFieldReader(vocabulary: options.vocabulary, isZoneKnown: named.error)
    let fields = reader.reading(of: file.document, line: 0).fields
    let entries = TaskEntries(
      files: [file], vocabulary: options.vocabulary, includesArchive: true, takesAll: true)
    kind = entries.entries.first.flatMap {
      Selection(export).kinds(of: $0, fields, in: entries).first
    }
    zones = named.zones.merging([options.zone.name: options.zone]) { first, _ in first }
    decoder = LineDecoder(
      ItemMapping.Source(line: 0, file: file, path: source.path, parentUID: source.parent), fields,
      ItemMapping(export, vocabulary: options.vocabulary), reader)
  }

  /// The values of the tags.
  package var fields: LineFields { decoder.fields }

  /// True if a date of the line cannot be read, usually because somebody is typing it.
  package var isHalfTyped: Bool { fields.hasDateError }

  /// True if the start is not before the due date, so that no reminder can have both.
  package var startsTooLate: Bool {
    ReminderDates(item(.reminder, uid: "")).startFault == .notBeforeDue
  }

  /// The zone that the line names; nil if it names none.
  package var ownZone: Zone? { fields.zoneName.flatMap { zones[$0] } }

  /// The tag that names the zone, as `@tz(Asia/Tokyo)`; nil without one.
  var zoneTag: String? {
    switch fields.zone {
    case .named(let name)?: Tag(Vocabulary.Field.tz.rawValue, payload: name).toString
    case .floating?: Tag(Vocabulary.Field.tz.rawValue, payload: "floating").toString
    case nil: nil
    }
  }

  /// The item, with the hints that it needs.
  package func item(_ kind: CalendarItem.Kind, uid: String) -> CalendarItem {
    var item = decoder.item(kind, uid: uid)
    item.hints = hints
    return item
  }

  /// The hints that the item needs, because its properties cannot hold all that the line says about its dates.
  var hints: [ItemHint] { decoder.neededHints }

  /// The tags that no item of a kind has, each with the reason.
  ///
  /// Those of dates are left out: what an item cannot say about them, its hint says.
  package func lostTags(of kind: CalendarItem.Kind) -> [String] {
    decoder.losses(of: [item(kind, uid: "")]).filter { loss in
      // A closed item needs neither.
      ["STATUS", "PERCENT-COMPLETE"].contains(loss.property)
        ? !fields.isClosed : Self.lasting.contains(loss.property)
    }.map { "\($0.value): \($0.reason)" }
  }

  /// The properties of the tags that neither an item nor its hint can have.
  private static let lasting: ExactSet = [
    "CATEGORIES", "show", "search", "kind",
  ]

  /// The meaning of tags.
  var vocabulary: Vocabulary { decoder.vocabulary }

  /// The line.
  var body: String { LineText(decoder.source.file, line: 0).verbatim }
}
