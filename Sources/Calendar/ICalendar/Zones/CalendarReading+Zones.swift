public import CalendarItems
import Diagnostics
import ExactText
import TaskDates

extension CalendarReading {
  /// True if a VTIMEZONE gives an item another instant than the system's zone of that place does.
  package func differsFromSystem(_ item: CalendarItem) -> Bool {
    item.anchor.zoneName.map { places[$0] != nil } ?? false
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
