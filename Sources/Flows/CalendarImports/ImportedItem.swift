public import CalendarItems
import ExactText
public import ICalendar
public import LineState
public import TaskBridge
import TaskDates

/// A calendar as it was read, and what it is called in messages.
public struct CalendarInput: Sendable {
  /// The file, or the address.
  public let name: String
  /// What it says.
  public let reading: CalendarReading

  /// Takes a calendar.
  public init(name: String, reading: CalendarReading) {
    self.name = name
    self.reading = reading
  }
}

/// An item of a calendar on its way to a line.
public struct ImportedItem: Sendable {
  /// What it is called.
  public let name: ItemName
  /// The item, its series without the occurrences that were changed by themselves.
  public internal(set) var item: CalendarItem {
    get { own?.item ?? readings[reading].item }
    set { own = OwnItem(newValue) }
  }
  /// The calendar that it is from, as an index into the inputs.
  public let input: Int
  /// The item as it was read there, as an index.
  public let reading: Int
  /// The line that it would be.
  public internal(set) var line = ItemLine(body: "")
  /// The line that duecal made the item from, where it carries one.
  public internal(set) var hint: String?
  /// The projects that it says it is in, outermost first.
  public internal(set) var path: [String] = []
  /// The item that it is a part of.
  public internal(set) var parent: String?
  /// True for a cancelled occurrence: it gets no line, but one that it has says so.
  var isHidden = false

  /// What was read, which there need not be twice of.
  private let readings: [ItemReading]
  /// The item where it is not as it was read.
  private var own: OwnItem?

  /// An item on its own.
  private final class OwnItem: Sendable {
    let item: CalendarItem

    init(_ item: CalendarItem) { self.item = item }
  }

  /// Takes an item as it was read.
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

  /// Takes a name that is not its UID, where it has one, so that a line with a UID has its own.
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
  /// The text of a hint.
  func text(of name: String) -> String? {
    hints.first { $0.name == name }?.values.first
  }
}
