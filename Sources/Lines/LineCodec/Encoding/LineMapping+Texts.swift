public import CalendarItems
import TaskBridge
import TaskText

/// Maps texts of an item to the form that a task file can hold.
extension LineMapping {
  func title(of item: CalendarItem) -> String {
    let title = item.title.onOneLine
    return Self.isWordless(title) ? "(no title)" : WordJoiner.put(intoTitle: title)
  }

  /// True for a title without visible words: its line would be a note.
  private static func isWordless(_ title: String) -> Bool {
    guard !title.utf8.contains(where: { (0x21...0x7E).contains($0) }) else { return false }
    return TaskDocument("- \(title) @tag").lines.first?.kind != .task
  }

  /// The lines of an item's notes, up to the limit.
  public func notes(of item: CalendarItem) -> [String] {
    guard let notes = item.notes, !notes.isEmpty else { return [] }
    var lines = WordJoiner.put(
      intoNotes: MarkupText.lines(of: notes).map(Self.noteLine), .taskPaper)
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard let limit = options.noteLimit, lines.count > limit else { return lines }
    let left = lines.count - limit
    return limit == 0
      ? [] : lines.prefix(limit) + ["… \(left) more \(left == 1 ? "line" : "lines")"]
  }

  /// A line of notes: tabs before it are its depth, and other leading white space is removed.
  private static func noteLine(_ line: Substring) -> String {
    let depth = line.utf8.prefix { $0 == UInt8(ascii: "\t") }.count
    let text = String(line).withoutControls.withoutLeadingBlanks
    guard !text.isEmpty else { return "" }
    return String(repeating: "\t", count: depth) + text
  }
}
