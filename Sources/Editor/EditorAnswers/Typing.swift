import TaskBridge
public import TaskText

extension EditorDocument {
  /// What an editor writes after a person has begun a new line: the indent and the bullet of the line above.
  ///
  /// An empty bullet above is removed instead, so that two new lines end a list.
  ///
  /// - Parameters:
  ///   - offset: A byte of the new line, after the indent that the editor may have written.
  ///   - indent: The bytes of one level in a file without indents.
  public func newLine(at offset: Int, indent: [UInt8] = [UInt8(ascii: "\t")]) -> TaskEdit {
    guard let (above, start, rest) = newLineParts(offset) else { return TaskEdit([]) }
    let line = text.lines[above]
    guard rest.allSatisfy({ text.bytes[$0] == 0x20 || text.bytes[$0] == 0x09 }) else {
      return TaskEdit([])
    }
    switch line.kind {
    case .project where text.isHeading(above) && text.dialect == .markdown: return TaskEdit([])
    case .project:
      let step = text.indentUnit.map { [UInt8](repeating: 0x20, count: $0) } ?? indent
      return edit(start, rest, text.bytes[line.indent] + step + Array(text.dialect.taskBullet.utf8))
    case .task where file.isWordless(line: above) && line.tags.isEmpty:
      return TaskEdit([TaskEdit.Splice(line.body, [])] + edit(start, rest, []).splices)
    case .task: return edit(start, rest, text.bytes[line.indent] + openBullet(of: line))
    case .note, .blank: return TaskEdit([])
    }
  }

  /// The line above a new line, the start of the new line, and what is in it.
  private func newLineParts(_ offset: Int) -> (above: Int, start: Int, rest: Range<Int>)? {
    guard let number = text.lineNumber(ofByte: offset) else { return nil }
    let line = text.lines[number]
    if offset == text.bytes.count, !line.ending.isEmpty {
      return (number, offset, offset..<offset)
    }
    guard number > 0 else { return nil }
    return (number - 1, line.range.lowerBound, line.range.lowerBound..<line.body.upperBound)
  }

  private func edit(_ start: Int, _ rest: Range<Int>, _ new: some Sequence<UInt8>) -> TaskEdit {
    let written = Array(new)
    if text.bytes[rest].elementsEqual(written) { return TaskEdit([]) }
    return TaskEdit([TaskEdit.Splice(rest, written)])
  }

  /// The bullet of a line, for an open task.
  private func openBullet(of line: TaskLine) -> [UInt8] {
    var bullet = Array(text.bytes[line.bullet])
    guard text.dialect == .markdown else {
      return line.mark == .none ? bullet : Array(text.dialect.taskBullet.utf8)
    }
    // The sign in the box may be any character, also a bracket.
    if let box = bullet.firstIndex(of: UInt8(ascii: "[")),
      let end = bullet.lastIndex(of: UInt8(ascii: "]")), box < end
    {
      bullet.replaceSubrange(box + 1..<end, with: [0x20])
    }
    return bullet
  }
}
