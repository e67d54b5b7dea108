extension TaskDocument {
  /// True for a line that is a heading of Markdown, which owns all up to the next heading of its level.
  public func isHeading(_ line: Int) -> Bool {
    let taskLine = lines[line]
    return dialect == .markdown && taskLine.kind == .project
      && bytes[taskLine.bullet].first == UInt8(ascii: "#")
  }
}

extension Outline {
  /// The line at which a line's own lines end: where another can be put below it.
  ///
  /// That is the end of its subtree, but for a heading of Markdown: what stands behind a heading below it is
  /// that one's, so its own lines end before the first of them, and before the blank lines there.
  ///
  /// - Parameters:
  ///   - owner: The line.
  ///   - document: The document that the outline is of.
  public func endOfOwnLines(of owner: Int, in document: TaskDocument) -> Int {
    let block = subtree(of: owner)
    guard document.isHeading(owner),
      let heading = block.dropFirst().first(where: document.isHeading)
    else { return block.upperBound }
    let last = document.lines[..<heading].lastIndex { $0.kind != .blank }
    return last.map { $0 + 1 } ?? heading
  }
}
