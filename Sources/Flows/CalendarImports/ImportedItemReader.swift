import CalendarItems
import ICalendar

/// Reads items of several calendars, on one thread.
struct ImportedItemReader {
  private var readers: [ReadItems.ID: ReadItems.Reader] = [:]

  /// What was read of an item.
  mutating func reading(of imported: ImportedItem) -> ItemReading {
    reading(at: imported.reading, of: imported.readings)
  }

  /// What was read of an item of a calendar, by its index there.
  mutating func reading(at index: Int, of readings: ReadItems) -> ItemReading {
    var reader = readers.removeValue(forKey: readings.id) ?? readings.reader
    defer { readers[readings.id] = reader }
    return reader.item(at: index)
  }

  /// The item.
  mutating func item(of imported: ImportedItem) -> CalendarItem {
    imported.own ?? reading(of: imported).item
  }
}
