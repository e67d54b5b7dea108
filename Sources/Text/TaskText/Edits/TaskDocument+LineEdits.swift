extension TaskDocument {
  /// Sets the text of a line; its indent, bullet, trailing tags and colon stay.
  ///
  /// - Throws: `TaskEditError.wouldRead` if the line would be read as something else: a note `- x` as a task, a title
  ///   that ends in ` @x` as one with a tag.
  public func setting(text: String, ofLine number: Int) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    guard !text.utf8.contains(where: { $0 == Characters.lineFeed || $0 == 0x0D }) else {
      throw .lineBreak(text)
    }
    let edit = TaskEdit([TaskEdit.Splice(line.text, text.utf8)])
    return try checked(edit, line, kind: line.kind, text: text)
  }

  /// Changes the kind of a line to a project, a task or a note; its text and its tags stay.
  public func setting(kind: LineKind, ofLine number: Int) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    guard kind != line.kind else { return TaskEdit([]) }
    var splices: [TaskEdit.Splice] = []
    let bullet = kind == .task ? "- " : ""
    if !line.bullet.isEmpty || !bullet.isEmpty {
      splices.append(TaskEdit.Splice(line.bullet, bullet.utf8))
    }
    let textEnd = line.text.upperBound
    if line.kind == .project, line.bullet.isEmpty {  // a Markdown heading has a bullet, no colon
      splices.append(TaskEdit.Splice(textEnd..<textEnd + 1, []))
    }
    if kind == .project { splices.append(TaskEdit.Splice(textEnd..<textEnd, ":".utf8)) }
    return try checked(TaskEdit(splices), line, kind: kind, text: string(line.text))
  }

  /// Indents a line and its descendants by a number of levels, or outdents them if it is negative.
  public func indenting(line number: Int, by levels: Int) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    guard line.level + levels >= 0 else { throw .cannotMove }
    let block = Outline(self).subtree(of: number)
    let step = indent(levels: 1)
    return TaskEdit(
      block.filter { lines[$0].kind != .blank }.map { index in
        let indent = lines[index].indent
        return TaskEdit.Splice(indent, reindented(lines[index], by: levels, step: step))
      }.filter { $0.bytes[...] != bytes[$0.range] })
  }

  /// Removes a line and its descendants.
  public func deleting(line number: Int) throws(TaskEditError) -> TaskEdit {
    _ = try editableLine(number)
    let block = Outline(self).subtree(of: number)
    return TaskEdit([TaskEdit.Splice(removal(of: block), [])])
  }

  /// Inserts new lines before a line, or after the last one.
  ///
  /// - Parameters:
  ///   - newLines: The lines without indent and ending, each with its level.
  ///   - number: The line below them, from 0; `lines.count` for the end.
  public func inserting(
    _ newLines: [(text: String, level: Int)], beforeLine number: Int
  ) throws(TaskEditError) -> TaskEdit {
    guard (0...lines.count).contains(number) else { throw .noSuchLine(number) }
    for line in newLines where line.text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      throw .lineBreak(line.text)
    }
    let step = indent(levels: 1)
    let block = newLines.map { Self.indent(step, levels: $0.level) + Array($0.text.utf8) }
    return TaskEdit([insertion(of: block, beforeLine: number)])
  }

  /// Moves a line and its descendants before another line, to another level.
  ///
  /// - Parameters:
  ///   - number: The line, from 0.
  ///   - destination: The line below the new place, from 0; `lines.count` for the end.
  ///   - level: The line's new level; its descendants keep their distance.
  public func moving(
    line number: Int, beforeLine destination: Int, level: Int
  ) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    let block = Outline(self).subtree(of: number)
    guard (0...lines.count).contains(destination), level >= 0,
      destination <= block.lowerBound || destination >= block.upperBound
    else { throw .cannotMove }
    if destination == block.lowerBound || destination == block.upperBound {
      return try indenting(line: number, by: level - line.level)
    }
    let step = indent(levels: 1)
    let moved = block.map { index in
      reindented(lines[index], by: level - line.level, step: step) + bytes[lines[index].body]
    }
    return TaskEdit([
      TaskEdit.Splice(removal(of: block), []), insertion(of: moved, beforeLine: destination),
    ])
  }

  /// Checks that an edited line is read as intended, and throws otherwise.
  private func checked(
    _ edit: TaskEdit, _ line: TaskLine, kind: LineKind, text: String
  ) throws(TaskEditError) -> TaskEdit {
    let edited = TaskDocument(bytes: applying(edit, within: line.body), like: self)
    guard let now = edited.lines.first, edited.lines.count == 1, now.kind == kind,
      edited.bytes[now.text].elementsEqual(text.utf8), now.indent.isEmpty
    else {
      let read = edited.lines.first
      throw .wouldRead(as: read?.kind ?? .blank, text: read.map { edited.string($0.text) } ?? "")
    }
    return edit
  }
}
