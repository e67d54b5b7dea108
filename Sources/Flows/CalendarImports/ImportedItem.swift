public import CalendarItems
import ExactText
public import ICalendar
public import LineState
public import TaskBridge
import TaskDates

/// An item of a calendar while it becomes a line.
public struct ImportedItem: Sendable {
  /// The name of the item.
  public private(set) var name: ItemName
  /// The item; a series is without the occurrences that were changed separately.
  ///
  /// An item of a large calendar is read again each time.
  public internal(set) var item: CalendarItem {
    get { own ?? readings[reading].item }
    set { stored = OwnItem(newValue) }
  }
  // Indices of 32 bits beside the flags, because large calendars have many items.
  private let storedInput: UInt32
  private let storedReading: UInt32
  /// False if its line is not made from its hint, because the item is an occurrence of a series.
  var usesHint = true
  /// True for a cancelled occurrence: it gets no line, but an existing line is marked as cancelled.
  var isHidden = false
  /// False if the filter of the import leaves the item out; set when the line is written.
  var isWanted = true
  /// The line for the item.
  public internal(set) var line = ItemLine(body: "")
  /// The line in Markdown, if duecal made the item from a line of Markdown.
  var inMarkdown: String?
  /// The line from which duecal made the item, if the item has it as a hint; nil before the line is written.
  public internal(set) var hint: String?
  /// The names of the projects in its hint, outermost first.
  public internal(set) var path: [String] = []
  /// The UID of its parent.
  public internal(set) var parent: String?

  /// The items as they were read, shared by all items of a calendar.
  private(set) var readings: ReadItems
  /// The title, which `HintedLines` sets if it is needed for every item; nil to read the item again.
  var shownTitle: String?
  private var stored: OwnItem?

  /// An item on its own.
  private final class OwnItem: Sendable {
    let item: CalendarItem

    init(_ item: CalendarItem) { self.item = item }
  }

  /// Creates an item as it was read.
  init(_ name: ItemName, input: Int, reading: Int, _ head: ItemHead, of readings: ReadItems) {
    self.name = name
    storedInput = UInt32(truncatingIfNeeded: input)
    storedReading = UInt32(truncatingIfNeeded: reading)
    self.readings = readings
    (path, parent) = (head.path, head.parent)
  }

  /// The index of its calendar in the inputs.
  public var input: Int { Int(storedInput) }

  /// The index of the item in its calendar.
  public var reading: Int { Int(storedReading) }

  /// Releases what was read: afterwards the item is empty, but keeps its name and its line.
  mutating func release() { (stored, readings) = (Self.released, Self.nothing) }

  private static let released = OwnItem(CalendarItem(kind: .reminder, uid: "", title: ""))
  private static let nothing = CalendarReading(bytes: []).items

  /// The item, if it differs from what was read; otherwise nil.
  var own: CalendarItem? { stored?.item }

  /// The title of the item.
  public var title: String { own?.title ?? shownTitle ?? item.title }

  /// Sets a name that may differ from the UID; the item's own UID changes with it, so that a line with a UID has a
  /// unique one.
  ///
  /// - Parameter uid: The item's UID.
  mutating func take(_ name: ItemName, uid: String) {
    if ExactString(uid) != ExactString(name.uid), !uid.isMissing { item.uid = name.uid }
  }

  /// True for a line from which duecal makes the item as it is in the calendar.
  func isWritten(as line: String) -> Bool {
    guard let hint, hint.utf8.elementsEqual(line.utf8) else { return false }
    return (inMarkdown ?? self.line.body).utf8.elementsEqual(line.utf8)
  }

  /// The same component under another name, as another item.
  func named(_ name: ItemName, _ item: CalendarItem) -> ImportedItem {
    var other = self
    (other.name, other.item, other.isHidden) = (name, item, false)
    (other.line, other.hint, other.inMarkdown) = (ItemLine(body: ""), nil, nil)
    return other
  }
}
