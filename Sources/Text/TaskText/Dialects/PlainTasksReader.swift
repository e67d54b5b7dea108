/// The bullets of PlainTasks and Todo+.
enum PlainTasksReader {
  /// A task by its bullet; nil for any other line.
  ///
  /// A bullet must be followed by a space or the end of the line; `-` alone is a note, as in TaskPaper.
  static func shape(_ bytes: Span<UInt8>, start: Int, contentEnd: Int) -> LineShape? {
    for (bullet, mark) in bullets {
      guard let after = bytes.end(of: bullet, at: start, limit: contentEnd) else { continue }
      let blank =
        after < contentEnd ? Characters.whiteSpace(bytes, at: after, end: contentEnd) : 0
      guard blank > 0 || after == contentEnd else { continue }
      return LineShape(kind: .task, mark: mark, textStart: after + blank, textEnd: contentEnd)
    }
    return nil
  }

  private static let open = [
    "☐", "❍", "❑", "■", "⬜", "□", "▪", "▫", "–", "—", "≡", "→", "›", "[ ]", "[]", "- [ ]", "- []",
  ]
  private static let done = ["✔", "✓", "☑", "√", "[x]", "[X]", "[+]", "+", "- [x]", "- [X]"]
  private static let cancelled = ["✘", "✗", "[-]", "x", "- [-]"]

  private static let bullets: [([UInt8], LineMark)] =
    open.map { (Array($0.utf8), .none) } + done.map { (Array($0.utf8), .done) }
    + cancelled.map { (Array($0.utf8), .cancelled) }
}

extension Span<UInt8> {
  /// The index after `word` if it is at `index`; otherwise nil.
  func end(of word: [UInt8], at index: Int, limit: Int) -> Int? {
    guard index + word.count <= limit else { return nil }
    for offset in word.indices where self[index + offset] != word[offset] { return nil }
    return index + word.count
  }
}
