package import CalendarItems
import CalendarStores
import ExactText
import ICalendar

/// The VTIMEZONEs of another program that a write has replaced, because they do not hold for the dates of an item.
package struct ReplacedZones: Sendable {
  /// The names of the zones, as the calendar had them.
  package let names: [String]

  /// Compares an item with the same item after it was written.
  package init(from before: ItemContent, to after: ItemContent) {
    guard let old = before.original.bytes, let new = after.original.bytes, old != new else {
      names = []
      return
    }
    let document = ICSDocument(bytes: Array(old))
    let zones = ZoneTexts(document)
    guard !zones.all.isEmpty, !document.isOwn else {
      names = []
      return
    }
    let now = ZoneTexts(ICSDocument(bytes: Array(new)))
    let own = now.all.map(\.name).filter { $0.utf8.starts(with: "/duecal/".utf8) }
    names = zones.all.filter { zone in
      now.all.contains { $0.name == zone.name && $0.bytes != zone.bytes }
        || own.contains { $0.hasSuffix("/" + zone.name) && !zones.has($0) }
    }.map(\.name)
  }
}

extension ZoneTexts {
  fileprivate func has(_ name: String) -> Bool { all.contains { $0.name == name } }
}
