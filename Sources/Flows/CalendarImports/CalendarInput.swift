public import ICalendar

/// A calendar that was read, with its name for messages.
public struct CalendarInput: Sendable {
  /// The path of the file, or the address.
  public let name: String
  /// The contents.
  public let reading: CalendarReading
  /// For each line of the calendar, the line of the text that it was made from; nil if it is that text.
  package var sourceLines: [Int]?
  /// What the order and the structure of lines depend on, for each item.
  let heads: [ItemHead]

  /// The size of a calendar whose items stay in memory, where they need 100 MB at most.
  public static let smallSize = 16 << 20

  /// Creates an input.
  public init(name: String, reading: CalendarReading) {
    self.name = name
    self.reading = reading
    var heads = ItemHeads()
    for item in reading.items { heads.append(item, of: reading.document) }
    self.heads = heads.finished
  }

  /// Reads a calendar; the items of a large one are read again when they are needed, so that they take little memory.
  public init(
    name: String, bytes: [UInt8], limits: InputLimits = InputLimits(), threads: Int = 1,
    keepsItemsUpTo size: Int = Self.smallSize
  ) {
    self.name = name
    var heads = ItemHeads()
    reading = CalendarReading(
      bytes: bytes, limits: limits, threads: threads, keepsItems: bytes.count <= size
    ) { heads.append($0, of: $1) }
    self.heads = heads.finished
  }
}
