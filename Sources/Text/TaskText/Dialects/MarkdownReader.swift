/// Check boxes and headings of Markdown.
enum MarkdownReader {
  /// A task by its check box or a project by its heading; a list item without a box is a note.
  static func shape(_ bytes: Span<UInt8>, start: Int, contentEnd: Int) -> LineShape? {
    if let heading = heading(bytes, start: start, contentEnd: contentEnd) { return heading }
    let item = withoutQuotes(bytes, start: start, limit: contentEnd)
    guard let box = listItem(bytes, start: item, limit: contentEnd) else { return nil }
    if let task = checkBox(bytes, at: box, limit: contentEnd) { return task }
    return LineShape(kind: .note, textStart: start, textEnd: contentEnd)
  }

  /// The index of the text after a check box; nil if the line has none.
  static func taskText(_ bytes: Span<UInt8>, start: Int, end: Int) -> Int? {
    let item = withoutQuotes(bytes, start: start, limit: end)
    guard let box = listItem(bytes, start: item, limit: end),
      let task = checkBox(bytes, at: box, limit: end)
    else { return nil }
    return task.textStart
  }

  private static func heading(
    _ bytes: Span<UInt8>, start: Int, contentEnd: Int
  ) -> LineShape? {
    var index = start
    while index < contentEnd, bytes[index] == UInt8(ascii: "#"), index - start < 6 { index += 1 }
    guard index > start, index < contentEnd, bytes[index] == Characters.space else { return nil }
    let end = headingEnd(bytes, start: index + 1, contentEnd: contentEnd)
    return LineShape(kind: .project, textStart: index + 1, textEnd: end, heading: index - start)
  }

  /// The end of a heading's text without a closing run of `#` (CommonMark, section 4.2).
  private static func headingEnd(_ bytes: Span<UInt8>, start: Int, contentEnd: Int) -> Int {
    var end = contentEnd
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    let closing = end
    while end > start, bytes[end - 1] == UInt8(ascii: "#") { end -= 1 }
    guard end < closing, end == start || isBlank(bytes[end - 1]) else { return contentEnd }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The index after the `>` of quotes and callouts.
  static func withoutQuotes(_ bytes: Span<UInt8>, start: Int, limit: Int) -> Int {
    var index = start
    guard index < limit, bytes[index] == UInt8(ascii: ">") else { return index }
    while index < limit, isBlank(bytes[index]) || bytes[index] == UInt8(ascii: ">") { index += 1 }
    return index
  }

  /// The index after the mark of a list item, such as `- ` or `1. `, and the spaces after it; nil if there is none.
  static func listItem(_ bytes: Span<UInt8>, start: Int, limit: Int) -> Int? {
    var index = start
    while index < limit, index - start < 9, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index < limit else { return nil }
    guard isMark(bytes[index], afterNumber: index > start), index + 1 < limit,
      isBlank(bytes[index + 1])
    else { return nil }
    index += 1
    while index < limit, isBlank(bytes[index]) { index += 1 }
    return index
  }

  private static func isMark(_ byte: UInt8, afterNumber: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "."), Characters.close: afterNumber
    case Characters.dash, UInt8(ascii: "*"), UInt8(ascii: "+"): !afterNumber
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == Characters.space || byte == Characters.tab
  }

  private static func checkBox(_ bytes: Span<UInt8>, at box: Int, limit: Int) -> LineShape? {
    guard box + 2 < limit, bytes[box] == UInt8(ascii: "[") else { return nil }
    let close = box + 1 + max(1, UTF8Scan.sequenceLength(bytes, at: box + 1, end: limit))
    guard close < limit, bytes[close] == UInt8(ascii: "]"),
      close + 1 == limit || bytes[close + 1] == Characters.space
    else { return nil }
    return LineShape(
      kind: .task, mark: mark(bytes[box + 1]), textStart: min(close + 2, limit), textEnd: limit)
  }

  /// The state of a sign in a box; every other sign is open, as in Obsidian Tasks.
  private static func mark(_ state: UInt8) -> LineMark {
    switch state {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .done
    case Characters.dash: .cancelled
    case UInt8(ascii: "/"): .started
    default: .none
    }
  }
}
