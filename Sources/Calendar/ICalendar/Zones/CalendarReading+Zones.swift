public import CalendarItems
import Diagnostics
import ExactText
import TaskDates

extension CalendarReading {
  /// True if a VTIMEZONE gives an item another instant than the system's zone of that place does.
  package func differsFromSystem(_ item: ItemReading) -> Bool {
    guard let name = item.item.anchor.zoneName, !places.isEmpty else { return false }
    return places[name] != nil || item.item.recurs && hasStandIn(item, called: name)
  }

  /// True if a series whose place the file defines otherwise has the name of another zone.
  private func hasStandIn(_ item: ItemReading, called name: String) -> Bool {
    let meaning = [PropertyName.start, .due].lazy.compactMap { property in
      zone(of: property, in: item)
    }.first
    return meaning?.agreement.map { $0.name != name } ?? false
  }

  private func zone(of name: PropertyName, in item: ItemReading) -> CalendarZones.Meaning? {
    var zones = zones
    return document.propertyLines(of: item.component).lazy
      .map { document.property(document.lines[$0]) }
      .first { $0.isNamed(name.text) }
      .flatMap { zones.zone(of: $0, inCalendar: item.calendar) }
  }

  /// True if an item has a time in a zone.
  package var hasZonedTimes: Bool { !anchors.isEmpty }

  /// True if duecal wrote all calendars of the file.
  package var isOwn: Bool { document.isOwn }

  /// True if an item has guests or an organizer.
  package func hasGuests(_ item: ItemReading) -> Bool {
    document.propertyLines(of: item.component).contains { line in
      let property = document.property(document.lines[line])
      return property.isNamed("ATTENDEE") || property.isNamed("ORGANIZER")
    }
  }
}
