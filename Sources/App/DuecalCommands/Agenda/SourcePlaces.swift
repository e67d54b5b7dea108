import CalendarItems
import Diagnostics
import ICalendar
import TaskBridge
import TaskText

/// Finds the places of items in their sources, and their tags.
struct SourcePlaces {
  private let items: SourceItems
  private var places: [Int: LinePlaces] = [:]

  init(_ items: SourceItems) {
    self.items = items
  }

  /// The tags of a line, or the categories of an item.
  func tags(of place: SourcePlace, _ item: CalendarItem) -> [Tag] {
    switch place {
    case .component: return item.categories.map { Tag($0) }
    case .line(let line):
      let document = items.entries.files[line.file].document
      return document.tags(of: document.lines[line.line])
    }
  }

  /// The place of an item; a changed occurrence has a place of its own.
  mutating func source(of place: SourcePlace, _ item: CalendarItem) -> SourceJSON {
    switch place {
    case .line(let line):
      let file = items.entries.files[line.file]
      let offset = file.document.lines[line.line].body.lowerBound
      let place = file.document.place(ofByte: offset, line: line.line)
      return SourceJSON(file: file.name, line: place.line, column: place.column)
    case .component(let home):
      let number = items.calendars[home].origin(of: item, among: home)
      let calendar = items.calendars[number]
      if places[number] == nil { places[number] = calendar.places }
      let place =
        places[number]?.place(ofByte: item.original.bytes?.startIndex ?? 0)
        ?? calendar.place
      return SourceJSON(file: calendar.name, line: place.line, column: place.column)
    }
  }
}
