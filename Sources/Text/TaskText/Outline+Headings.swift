extension TaskDocument {
  /// A Markdown heading for a project at a level; there are six ranks.
  package static func heading(_ name: String, level: Int) -> String {
    String(repeating: "#", count: min(6, max(0, level) + 1)) + " " + name
  }

  /// True for a Markdown heading, which owns all lines up to the next heading of its level.
  public func isHeading(_ line: Int) -> Bool {
    let taskLine = lines[line]
    return dialect == .markdown && taskLine.kind == .project
      && bytes[taskLine.bullet].first == UInt8(ascii: "#")
  }
}

extension Outline {
  /// The line at which a line's own children end: where another can be inserted below it.
  ///
  /// That is the end of its subtree, except for a Markdown heading: lines after a subheading belong to that, so its own
  /// lines end before the first subheading, and before the blank lines there.
  ///
  /// - Parameters:
  ///   - owner: The line.
  ///   - document: The document of the outline.
  public func endOfOwnLines(of owner: Int, in document: TaskDocument) -> Int {
    let block = subtree(of: owner)
    guard document.isHeading(owner),
      let heading = block.dropFirst().first(where: document.isHeading)
    else { return block.upperBound }
    let last = document.lines[..<heading].lastIndex { $0.kind != .blank }
    return last.map { $0 + 1 } ?? heading
  }
}
