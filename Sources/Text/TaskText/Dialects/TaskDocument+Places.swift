/// The places in a file at which tasks can be inserted.
extension TaskDocument {
  /// The first line before which a task can be: the one after the front matter of a Markdown file, otherwise the first.
  ///
  /// It is `lines.count` in a file with nothing but front matter.
  package var firstTaskPlace: Int {
    guard dialect == .markdown, let first = lines.first else { return 0 }
    let end = MarkdownBlocks.frontMatterEnd(
      bytes.span, start: first.start, bodyEnd: first.bodyEnd)
    return lines.firstIndex { $0.start >= end } ?? lines.count
  }

  /// The line before which a task comes last before another line: the one after the last line with text there.
  ///
  /// - Parameter limit: The other line; `lines.count` for the end.
  package func lastTaskPlace(before limit: Int) -> Int {
    if let last = lines[..<limit].lastIndex(where: { $0.kind != .blank }) { return last + 1 }
    return limit == lines.count ? limit : firstTaskPlace
  }
}
