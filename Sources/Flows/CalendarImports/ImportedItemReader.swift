import CalendarItems
import ICalendar

/// Reads items of several calendars, on one thread.
struct ImportedItemReader {
  private var readers: [Int: ReadItems.Reader] = [:]

  /// What was read of an item.
  mutating func reading(of imported: ImportedItem) -> ItemReading {
    var reader = readers.removeValue(forKey: imported.input) ?? imported.reader
    defer { readers[imported.input] = reader }
    return reader.item(at: imported.reading)
  }

  /// The item.
  mutating func item(of imported: ImportedItem) -> CalendarItem {
    imported.own ?? reading(of: imported).item
  }
}
