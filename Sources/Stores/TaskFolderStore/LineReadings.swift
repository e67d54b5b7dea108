import CalendarItems
import LineCodec
import LineState
import TaskBridge

/// What the lines of a file say, each of which is read once.
struct LineReadings {
  private let lines: FileLines
  private let options: TaskFolderOptions
  private var said: [CalendarItem.Kind: [Int: CalendarItem]] = [:]

  init(_ lines: FileLines, _ options: TaskFolderOptions) {
    (self.lines, self.options) = (lines, options)
  }

  /// True if a line says what an item has.
  mutating func says(
    _ wanted: CalendarItem, _ entry: Int, _ kind: CalendarItem.Kind, isOccurrence: Bool
  ) -> Bool {
    if item(entry, kind).isEqual(to: wanted, under: .store) { return true }
    // An occurrence that a program has changed need not have its project as a tag.
    var source = lines.source(entry, parent: nil)
    source.path = []
    return isOccurrence && item(source, kind).isEqual(to: wanted, under: .store)
  }

  /// What the line of an entry says.
  mutating func item(_ entry: Int, _ kind: CalendarItem.Kind) -> CalendarItem {
    if let known = said[kind]?[entry] { return known }
    let item = item(lines.source(entry, parent: nil), kind)
    said[kind, default: [:]][entry] = item
    return item
  }

  /// What a line says, but for what it is a part of.
  func item(_ source: LineSource, _ kind: CalendarItem.Kind) -> CalendarItem {
    var item = LoneLine(source, like: lines.file.document, options.codec).item(kind, uid: "")
    item.relations = []
    return item
  }
}
