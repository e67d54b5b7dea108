import CalendarItems
import CompactDictionary
import Diagnostics
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Finds lines to which an earlier version gave a wrong zone.
///
/// Version 0.1 gave a zone that a calendar defines the IANA name of a similar zone, even if both differ on the item's own
/// dates. Until November 2026, a zone with the name of a place was the system's, even if the calendar's VTIMEZONE differs. Such a
/// line has another time than the calendar, and names a zone that the item never had, or no zone. Once the line is
/// corrected, or reported because it was edited, the agreed text is no longer the line in that zone.
struct MisnamedZones {
  private let memory: ImportMemory
  private let options: ImportOptions

  init(_ memory: ImportMemory, _ options: ImportOptions) {
    self.memory = memory
    var options = options
    if let name = memory.zone, let zone = options.zone(name) { options.mapping.zone = zone }
    options.mapping.otherZones = memory.otherZones ?? options.mapping.otherZones
    self.options = options
  }

  /// The items of such lines, as that version wrote them.
  ///
  /// - Parameters:
  ///   - items: The items of the calendars.
  ///   - before: The items that changed since, in their old form.
  ///   - zones: The zones of the items, by their names.
  func items(
    _ items: [ImportedItem], _ before: [ItemName: ImportedItem], zones: ExactDictionary<Zone>
  ) -> [ItemName: ImportedItem] {
    var found: [ItemName: ImportedItem] = [:]
    let zonesAreKnown = zones.keys.allSatisfy { options.zone($0) != nil }
    if memory.items.isEmpty || zonesAreKnown && before.isEmpty { return [:] }
    var reader = ImportedItemReader()
    for item in items {
      let old = before[item.name]
      if zonesAreKnown, old == nil { continue }
      let then = old ?? item
      guard then.hint == nil, let entry = memory.items[item.name] else { continue }
      let calendarItem = reader.item(of: then)
      if let zone = otherZone(of: calendarItem, entry) {
        found[item.name] = written(then, in: zone)
      } else {
        let lines = places(of: calendarItem, zones).lazy.map { written(then, in: $0) }
        found[item.name] = lines.first { $0.line.body == entry.agreed?.body ?? entry.body }
      }
    }
    return found
  }

  /// The system zone that an item's line names although the item has a zone of the calendar.
  private func otherZone(of item: CalendarItem, _ entry: ImportMemory.Entry) -> Zone? {
    guard let own = item.anchor.zoneName, options.zone(own) == nil else { return nil }
    let document = TaskDocument(entry.agreed?.body ?? entry.body)
    var ignored: [Diagnostic] = []
    guard !document.lines.isEmpty,
      case .named(let name) = options.reader.fields(of: document, line: 0, diagnostics: &ignored)
        .zone
    else { return nil }
    return options.zone(name)
  }

  /// The system's zones of the places whose zone the calendar defines otherwise, and in which the item may have been.
  ///
  /// A series has the name of another zone if that gives all of its dates.
  private func places(of item: CalendarItem, _ zones: ExactDictionary<Zone>) -> [Zone] {
    guard let own = item.anchor.zoneName else { return [] }
    let isOwn = options.zone(own) == nil
    guard isOwn || item.recurs else { return [] }
    let names = isOwn ? [own] : zones.keys.sorted()
    return names.compactMap { name in
      guard name.hasSuffix(Self.mark) else { return nil }
      return options.zone(String(name.dropLast(Self.mark.count)))
    }
  }

  /// What follows the name of a place whose zone a calendar defines otherwise than the system.
  private static let mark = " (VTIMEZONE)"

  private func written(_ item: ImportedItem, in zone: Zone) -> ImportedItem {
    var item = item
    var mapping = options.mapping
    mapping.zones[zone.name] = zone
    item.item.anchor = .zone(zone.name)
    item.line = LineMapping(mapping, options.reader.vocabulary)
      .line(of: item.item, inProject: item.path.last)
    return item
  }
}
