/// Check boxes and headings of Markdown.
enum MarkdownReader {
  /// A task by its check box or a project by its heading; a list item without a box is a note.
  static func shape(_ bytes: Span<UInt8>, start: Int, contentEnd: Int) -> LineShape? {
    if let heading = heading(bytes, start: start, contentEnd: contentEnd) { return heading }
    guard let box = listItem(bytes, start: start, limit: contentEnd) else { return nil }
    if let task = checkBox(bytes, at: box, limit: contentEnd) { return task }
    return LineShape(kind: .note, textStart: start, textEnd: contentEnd)
  }

  private static func heading(
    _ bytes: Span<UInt8>, start: Int, contentEnd: Int
  ) -> LineShape? {
    var index = start
    while index < contentEnd, bytes[index] == UInt8(ascii: "#"), index - start < 6 { index += 1 }
    guard index > start, index < contentEnd, bytes[index] == Characters.space else { return nil }
    return LineShape(
      kind: .project, textStart: index + 1, textEnd: contentEnd, heading: index - start)
  }

  /// The index after `- `, `* `, `+ ` or `1.
  ///
  /// `; nil if there is none.
  private static func listItem(_ bytes: Span<UInt8>, start: Int, limit: Int) -> Int? {
    var index = start
    while index < limit, index - start < 9, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index < limit else { return nil }
    let marks = index > start ? ".)" : "-*+"
    guard marks.utf8.contains(bytes[index]), index + 1 < limit,
      bytes[index + 1] == Characters.space
    else { return nil }
    return index + 2
  }

  private static func checkBox(_ bytes: Span<UInt8>, at box: Int, limit: Int) -> LineShape? {
    guard box + 2 < limit, bytes[box] == UInt8(ascii: "["), bytes[box + 2] == UInt8(ascii: "]"),
      box + 3 == limit || bytes[box + 3] == Characters.space
    else { return nil }
    return LineShape(
      kind: .task, mark: mark(bytes[box + 1]), textStart: min(box + 4, limit), textEnd: limit)
  }

  private static func mark(_ state: UInt8) -> LineMark {
    switch state {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .done
    case Characters.dash: .cancelled
    default: .none
    }
  }
}
