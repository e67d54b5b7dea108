import CalendarItems
import ICalendar

/// Reads items of several calendars, on one thread.
struct ImportedItemReader {
  private var readers: [Int: ReadItems.Reader] = [:]

  /// What was read of an item.
  mutating func reading(of imported: ImportedItem) -> ItemReading {
    item(at: imported.reading, of: imported.readings, input: imported.input)
  }

  /// What was read of an item of an input, by its index in the items of the input.
  mutating func item(at index: Int, of readings: ReadItems, input: Int) -> ItemReading {
    var reader = readers.removeValue(forKey: input) ?? readings.reader
    defer { readers[input] = reader }
    return reader.item(at: index)
  }

  /// The item.
  mutating func item(of imported: ImportedItem) -> CalendarItem {
    imported.own ?? reading(of: imported).item
  }
}
