/// The marks that a version control leaves in a file in which it could not join two versions.
extension TaskDocument {
  /// The first line of a conflict, from 0; nil if there is none.
  ///
  /// A conflict is `<<<<<<<`, `=======` and `>>>>>>>` at the beginnings of three lines in this order. Those in code of
  /// Markdown are an example of one.
  public var mergeConflict: Int? {
    guard mayHaveConflict else { return nil }
    var blocks = MarkdownBlocks()
    var state = MarkdownBlocks.State()
    var begin: Int?
    var isParted = false
    for (number, line) in lines.enumerated() {
      if dialect == .markdown,
        blocks.part(
          bytes.span, start: line.start, bodyStart: line.bodyStart, bodyEnd: line.bodyEnd, &state)
          != .text
      {
        continue
      }
      switch conflictMark(of: line) {
      case UInt8(ascii: "<"): (begin, isParted) = (number, false)
      case UInt8(ascii: "="): isParted = begin != nil
      case UInt8(ascii: ">"): if let begin, isParted { return begin }
      default: break
      }
    }
    return nil
  }

  private static let markLength = 7

  /// True if a line begins like the end of a conflict.
  private var mayHaveConflict: Bool { lines.contains(where: mayEndConflict) }

  /// True for a line that begins like the end of a conflict.
  package func mayEndConflict(_ line: TaskLine) -> Bool {
    conflictMark(of: line) == UInt8(ascii: ">")
  }

  /// The sign of a line that is a mark of a conflict: seven of them, and then nothing or a name after a space.
  private func conflictMark(of line: TaskLine) -> UInt8? {
    let count = Self.markLength
    guard line.bodyEnd - line.start >= count, let sign = bytes[line.start...].first,
      [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">")].contains(sign),
      bytes[line.start..<line.start + count].allSatisfy({ $0 == sign })
    else { return nil }
    let end = line.start + count
    return end == line.bodyEnd || bytes[end] == Characters.space ? sign : nil
  }
}
