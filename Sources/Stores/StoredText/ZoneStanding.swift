package import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// What the VTIMEZONEs of an item say about its dates.
package enum ZoneStanding: Sendable {
  /// The same as the system's zones.
  case right
  /// Something else, in an item that duecal made: the zone data were changed since.
  case outdated
  /// Something else, in an item of another program or with guests.
  case differs

  /// Compares the VTIMEZONEs of an item's text with the system's zones.
  package init(_ content: ItemContent) {
    guard let bytes = content.original.bytes else {
      self = .right
      return
    }
    let found = CalendarResource.all(in: Array(bytes)).first {
      $0.content?.item.uid == content.item.uid && $0.content?.item.kind == content.item.kind
    }
    self = found?.zoneStanding ?? .right
  }
}
