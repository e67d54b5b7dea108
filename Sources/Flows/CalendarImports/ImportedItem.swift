public import CalendarItems
import ExactText
public import ICalendar
public import LineState
public import TaskBridge
import TaskDates

/// A calendar that was read, with its name for messages.
public struct CalendarInput: Sendable {
  /// The path of the file, or the address.
  public let name: String
  /// The contents.
  public let reading: CalendarReading

  /// Creates an input.
  public init(name: String, reading: CalendarReading) {
    self.name = name
    self.reading = reading
  }
}

/// An item of a calendar while it becomes a line.
public struct ImportedItem: Sendable {
  /// The name of the item.
  public let name: ItemName
  /// The item; a series is without the occurrences that were changed separately.
  public internal(set) var item: CalendarItem {
    get { own?.item ?? readings[reading].item }
    set { own = OwnItem(newValue) }
  }
  /// The index of its calendar in the inputs.
  public let input: Int
  /// The index of the item in its calendar.
  public let reading: Int
  /// The line for the item.
  public internal(set) var line = ItemLine(body: "")
  /// The line from which duecal made the item, if the item has it as a hint.
  public internal(set) var hint: String?
  /// The names of the projects in its hint, outermost first.
  public internal(set) var path: [String] = []
  /// The UID of its parent.
  public internal(set) var parent: String?
  /// True for a cancelled occurrence: it gets no line, but an existing line is marked as cancelled.
  var isHidden = false

  /// The items as they were read, shared by all items of a calendar.
  private let readings: [ItemReading]
  /// The item, if it differs from what was read.
  private var own: OwnItem?

  /// An item on its own.
  private final class OwnItem: Sendable {
    let item: CalendarItem

    init(_ item: CalendarItem) { self.item = item }
  }

  /// Creates an item as it was read.
  init(_ name: ItemName, input: Int, reading: Int, of readings: [ItemReading]) {
    self.name = name
    self.input = input
    self.reading = reading
    self.readings = readings
    let item = readings[reading].item
    hint = item.text(of: LineHint.line)
    path = item.hints.first { $0.name == LineHint.path }?.values ?? []
    parent = item.relations.first { $0.kind == .parent && $0.uid != item.uid }?.uid
  }

  /// Sets a name that may differ from the UID; the item's own UID changes with it, so that a line with a UID has a
  /// unique one.
  mutating func take(_ name: ItemName) {
    let uid = ExactString(item.uid)
    if uid != ExactString(name.uid), !item.uid.allSatisfy(\.isWhitespace) { item.uid = name.uid }
  }

  /// The same component under another name, as another item.
  func named(_ name: ItemName, _ item: CalendarItem) -> ImportedItem {
    var other = ImportedItem(name, input: input, reading: reading, of: readings)
    other.item = item
    return other
  }
}

extension CalendarItem {
  /// The value of a hint.
  func text(of name: String) -> String? {
    hints.first { $0.name == name }?.values.first
  }
}
