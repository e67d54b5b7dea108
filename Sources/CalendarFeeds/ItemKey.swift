import CalendarItems
import ICalendar
import TaskBridge
import TaskDates
import TaskText

/// The hash of all that a component is made from, by which a feed knows what did not change without
/// making it again.
struct ItemKey {
  /// Goes up with every change of what a component becomes of the same line.
  private static let mappingVersion = 1

  private let start: StableHash

  init(_ options: FeedOptions, _ vocabulary: Vocabulary) {
    let export = options.export
    var hash = StableHash()
    hash.combine(Self.mappingVersion)
    hash.combine(export.zone.name)
    hash.combine(export.times.rawValue)
    hash.combine(export.doneMark)
    hash.combine(export.keepsAlarms.map { $0 ? "keep" : "strip" } ?? "")
    hash.combine(export.dayStart.secondOfDay)
    hash.combine(options.encoding.recurringDue.rawValue)
    hash.combine(vocabulary.fingerprint)
    start = hash
  }

  /// The key of an item.
  func key(
    of item: CalendarItem, _ fields: LineFields, _ source: ItemMapping.Source
  ) -> String {
    var hash = start
    hash.combine(item.kind.rawValue)
    hash.combine(source.parentUID ?? "")
    for name in source.path { hash.combine(name) }
    let document = source.file.document
    hash.combine(document.dialect.rawValue)
    let body = document.lines[source.line].body
    hash.combine(body.count)
    hash.combine(bytes: document.bytes[body])
    if let notes = item.notes { hash.combine(notes) }
    for date in fields.moving { hash.combine(date.description) }
    for relation in item.relations { hash.combine(relation.kind.rawValue) }
    return hash.hexadecimal()
  }
}
