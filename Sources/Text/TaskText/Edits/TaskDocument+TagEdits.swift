extension TaskDocument {
  /// Sets the value of a tag: in place if the line has the tag, otherwise after its last one.
  ///
  /// A tag keeps its form, and a new one gets the form of the line's other tags; a value that this form cannot express
  /// is written as `@name(value)`.
  ///
  /// - Parameters:
  ///   - name: The tag's name without the `@`.
  ///   - value: The text between the parentheses; nil writes none, `""` writes `()`.
  ///   - number: The line, from 0.
  ///   - form: The form of a new tag on a line of Markdown without other tags.
  /// - Throws: `TaskEditError` if the format cannot express it.
  public func setting(
    tag name: String, to value: String?, onLine number: Int, form: TagForm = .at
  ) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    let written = try Self.write(Tag(name, payload: value))
    guard let tag = firstTag(named: name, on: line) else {
      return try adding(Tag(name, payload: value), toLine: number, form: form)
    }
    if bytes[tag.range].elementsEqual(written) { return TaskEdit([]) }
    if tag.form == .at { return try checked(TaskEdit([TaskEdit.Splice(tag.range, written)]), line) }
    if let splice = rewriting(tag, to: value) {
      if bytes[splice.range].elementsEqual(splice.bytes) { return TaskEdit([]) }
      return try checked(TaskEdit([splice]), line)
    }
    let plain = Tag(tag.markdownField == .scheduled ? "start" : name, payload: value)
    return try replacing(tag, with: plain, as: .at, onLine: number)
  }

  /// Replaces a tag by one in another form, at its place in the order of that form.
  ///
  /// - Parameters:
  ///   - span: The tag of the line.
  ///   - tag: The new tag.
  ///   - form: The form; a tag that it cannot express becomes `@name(value)`.
  ///   - number: The line, from 0.
  package func replacing(
    _ span: TagSpan, with tag: Tag, as form: TagForm, onLine number: Int
  ) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    let removal = TaskEdit([TaskEdit.Splice(removal(of: span, on: line), [])])
    let shorter = TaskDocument(bytes: applying(removal, within: line.body), like: self)
    guard let rest = shorter.lines.first, shorter.lines.count == 1 else {
      throw .wouldRead(as: .blank, text: "")
    }
    let added = try shorter.adding(tag, to: rest, as: form)
    let body = shorter.applying(TaskEdit([added]), within: rest.body)
    return try checked(TaskEdit([TaskEdit.Splice(line.body, body)]), line)
  }

  /// Adds a tag to a line, even if the line has one with its name.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - number: The line, from 0.
  ///   - form: The form on a line of Markdown without other tags.
  public func adding(
    _ tag: Tag, toLine number: Int, form: TagForm = .at
  ) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    let splice = try adding(tag, to: line, as: self.form(ofNewTagOn: line, otherwise: form))
    return try checked(TaskEdit([splice]), line)
  }

  /// Adds a tag as `@name(value)`, whatever the form of the line's other tags.
  package func addingPlain(_ tag: Tag, toLine number: Int) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    return try checked(TaskEdit([try adding(tag, to: line, as: .at)]), line)
  }

  /// Removes all tags of a name from a line, with the white space before them.
  public func removing(tag name: String, fromLine number: Int) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    return try removing(tags[line.tags].filter { isNamed($0, name) }, from: line)
  }

  /// Removes one tag from a line, with the white space before it.
  public func removing(_ span: TagSpan, fromLine number: Int) throws(TaskEditError) -> TaskEdit {
    try removing([span], from: try editableLine(number))
  }

  private func removing(
    _ spans: [TagSpan], from line: TaskLine
  ) throws(TaskEditError) -> TaskEdit {
    var end = line.body.lowerBound  // the white space between two tags goes with one of them
    let splices = spans.map { span in
      let range = removal(of: span, on: line).clamped(to: end..<line.body.upperBound)
      end = range.upperBound
      return TaskEdit.Splice(range, [])
    }
    do throws(TaskEditError) {
      return try checked(TaskEdit(splices), line)
    } catch {
      guard let edit = ending(splices, on: line) else { throw error }
      return try checked(edit, line)
    }
  }

  /// Adds the removal of trailing spaces of a project's line; nil if there are none.
  ///
  /// With spaces after its colon, and without a tag, the line would be a note.
  private func ending(_ splices: [TaskEdit.Splice], on line: TaskLine) -> TaskEdit? {
    guard line.kind == .project, let last = splices.last else { return nil }
    let rest = last.range.upperBound..<line.body.upperBound
    guard !rest.isEmpty, bytes[rest].allSatisfy({ $0 == Characters.space || $0 == Characters.tab })
    else { return nil }
    let whole = TaskEdit.Splice(last.range.lowerBound..<rest.upperBound, [])
    return TaskEdit(splices.dropLast() + [whole])
  }

  /// Renames all tags of a name on a line; their values stay as written.
  public func renaming(
    tag name: String, to newName: String, onLine number: Int
  ) throws(TaskEditError) -> TaskEdit {
    let line = try editableLine(number)
    try Self.check(name: newName)
    let spans = tags[line.tags].filter { isNamed($0, name) }
    return try checked(TaskEdit(spans.map { renaming($0, to: newName) }), line)
  }

  /// Marks a task as done with a `@done` tag, and by its bullet if the dialect has such bullets.
  ///
  /// - Parameters:
  ///   - payload: The value of `@done`; nil for none.
  ///   - number: The line, from 0.
  public func markingDone(_ payload: String?, line number: Int) throws(TaskEditError) -> TaskEdit {
    let edit = try setting(tag: "done", to: payload, onLine: number)
    return try marking(.done, line: number).map { TaskEdit(edit.splices + $0.splices) } ?? edit
  }

  /// Changes the bullet of a task to a state, if the dialect has such bullets.
  ///
  /// - Parameters:
  ///   - mark: The state.
  ///   - number: The line, from 0.
  ///   - file: The document whose open bullets a reopened task gets; this one by default.
  /// - Returns: Nil if the bullet has the state already, or has no state.
  public func marking(
    _ mark: LineMark, line number: Int, like file: TaskDocument? = nil
  ) throws(TaskEditError) -> TaskEdit? {
    bullet(of: try editableLine(number), marking: mark, like: file ?? self).map { TaskEdit([$0]) }
  }

  /// The range that is removed with a tag: the white space before it, or at the start of a line, where that would
  /// become an indent, the white space after it.
  private func removal(of tag: TagSpan, on line: TaskLine) -> Range<Int> {
    guard tag.range.lowerBound == line.body.lowerBound else {
      return tag.leading.lowerBound..<tag.range.upperBound
    }
    let rest = bytes[tag.range.upperBound..<line.body.upperBound]
    let blanks = rest.prefix { $0 == Characters.space || $0 == Characters.tab }
    return tag.range.lowerBound..<tag.range.upperBound + blanks.count
  }

  /// The splice that renames a tag; a field of Markdown becomes a tag, because its name is a sign or a key.
  private func renaming(_ span: TagSpan, to name: String) -> TaskEdit.Splice {
    if span.form == .at { return TaskEdit.Splice(span.name, name.utf8) }
    return TaskEdit.Splice(span.range, Tag(name, payload: payload(of: span)).toString.utf8)
  }

  /// Checks that an edit of the tags of one line leaves the rest of the line unchanged, and throws otherwise.
  private func checked(_ edit: TaskEdit, _ line: TaskLine) throws(TaskEditError) -> TaskEdit {
    let body = applying(edit, within: line.body)
    let edited = TaskDocument(bytes: body, like: self)
    guard let now = edited.lines.first, edited.lines.count == 1, now.kind == line.kind,
      now.indent.isEmpty
    else {
      let read = edited.lines.first
      throw .wouldRead(as: read?.kind ?? .blank, text: read.map { edited.string($0.text) } ?? "")
    }
    return edit
  }

  /// The bytes of a range after an edit within it.
  func applying(_ edit: TaskEdit, within range: Range<Int>) -> [UInt8] {
    var edited: [UInt8] = []
    var index = range.lowerBound
    for splice in edit.splices {
      edited += bytes[index..<splice.range.lowerBound] + splice.bytes
      index = splice.range.upperBound
    }
    return edited + bytes[index..<range.upperBound]
  }

  /// The written form of a tag; throws if the format cannot express it.
  static func write(_ tag: Tag) throws(TaskEditError) -> [UInt8] {
    try check(name: tag.tag)
    if let payload = tag.payload {
      let breaks = payload.utf8.contains { $0 == Characters.lineFeed || $0 == 0x0D }
      guard !breaks, payload.utf8.last != Characters.backslash else {
        throw .unwritableValue(payload)
      }
    }
    return Array(tag.toString.utf8)
  }

  static func check(name: String) throws(TaskEditError) {
    guard Tag.isLegalName(name) else { throw .illegalTagName(name) }
  }
}

extension Tag {
  /// True if a tag can have this name; the empty name is legal.
  public static func isLegalName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    var index = 0
    while index < bytes.count {
      let length = Characters.nameCharacter(bytes.span, at: index, end: bytes.count)
      guard length > 0 else { return false }
      index += length
    }
    return true
  }
}
