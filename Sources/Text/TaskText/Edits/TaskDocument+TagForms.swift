/// Tags in the form that a line or a file uses.
extension TaskDocument {
  /// The form of new tags in this file: that of its settings, or else the one that most of its tags with a value have, or
  /// most of those in its folder, or else signs.
  public var prevailingForm: TagForm {
    guard dialect == .markdown else { return .at }
    if let form = settings.form { return form }
    var counts = TagFormCounts()
    counts.add(self)
    return counts.most ?? settings.folder?.form ?? .sign
  }

  /// The form of a new tag on a line: that of its last tag with a value, otherwise the given one.
  package func form(ofNewTagOn line: TaskLine, otherwise form: TagForm) -> TagForm {
    guard dialect == .markdown, line.kind == .task, hasBox(line) else { return .at }
    let last = tags[line.tags].last { $0.value != nil && $0.markdownField != .blockLink }
    return last?.form ?? form
  }

  /// True for a task with a check box; only there are signs and fields read.
  private func hasBox(_ line: TaskLine) -> Bool {
    bytes[line.bullet].contains(UInt8(ascii: "["))
  }

  /// The tag as it is written in a form; nil if that cannot express it.
  static func write(_ tag: Tag, as form: TagForm) -> [UInt8]? {
    guard form != .at, let field = MarkdownField(name: tag.tag), let payload = tag.payload,
      let value = field.written(payload, as: form)
    else { return nil }
    if form == .sign {
      guard let sign = field.signs.first else {
        return field == .priority ? Array(value.utf8) : nil
      }
      return Array("\(sign) \(value)".utf8)
    }
    guard let key = field.key else { return nil }
    return Array((form == .brackets ? "[\(key):: \(value)]" : "(\(key):: \(value))").utf8)
  }

  /// The splice that gives a tag another payload in its form; nil if the form cannot express it.
  public func rewriting(_ span: TagSpan, to payload: String?) -> TaskEdit.Splice? {
    guard let field = span.markdownField else {
      guard let written = try? Self.write(Tag(string(span.name), payload: payload)) else {
        return nil
      }
      return TaskEdit.Splice(span.range, written)
    }
    guard let payload, let value = span.value, let written = field.written(payload, as: span.form)
    else { return nil }
    return TaskEdit.Splice(value, written.utf8)
  }

  /// True if a form can express a tag.
  package static func writes(_ tag: Tag, as form: TagForm) -> Bool { write(tag, as: form) != nil }

  /// True if a new tag on a line is written in a form of Markdown.
  package func writes(_ tag: Tag, onLine number: Int, form: TagForm) -> Bool {
    guard lines.indices.contains(number) else { return false }
    let form = self.form(ofNewTagOn: lines[number], otherwise: form)
    return Self.write(tag, as: form) != nil
  }

  /// The splice that adds a tag to a line in a form, or as `@name(value)` if that form cannot express it.
  func adding(
    _ tag: Tag, to line: TaskLine, as form: TagForm
  ) throws(TaskEditError) -> TaskEdit.Splice {
    let written = Self.write(tag, as: form)
    let field = written == nil ? nil : MarkdownField(name: tag.tag)
    let plain = try Self.write(tag)
    let text = written ?? plain
    let gap = written != nil && form != .sign ? gap(onLine: line) : [Characters.space]
    if let place = place(of: field, hasValue: tag.payload != nil, on: line) {
      return TaskEdit.Splice(place..<place, gap + text)
    }
    let end = textEnd(of: line)
    return TaskEdit.Splice(end..<end, gap + text)
  }

  /// The spaces before a new field of Dataview: as before the line's other fields, otherwise two, as Obsidian Tasks
  /// writes them.
  private func gap(onLine line: TaskLine) -> [UInt8] {
    let other = tags[line.tags].last { $0.form == .brackets || $0.form == .parentheses }
    return other.map { Array(bytes[$0.leading]) }.flatMap { $0.isEmpty ? nil : $0 }
      ?? [Characters.space, Characters.space]
  }

  /// The place of a new tag among the fields of a line, in the order of Obsidian Tasks; nil for the end of the line.
  ///
  /// Obsidian Tasks reads no field before other text, so a tag that it does not know comes before all. Fields of
  /// Dataview in the middle of the text have no part in the order.
  private func place(of field: MarkdownField?, hasValue: Bool, on line: TaskLine) -> Int? {
    let fields = tags[line.tags].filter {
      $0.form == .sign || ($0.form != .at && $0.leading.lowerBound >= line.text.upperBound)
    }
    guard let first = fields.first else { return nil }
    guard let field else {
      let isAfterText = first.leading.lowerBound >= line.text.upperBound
      return isAfterText || hasValue ? first.leading.lowerBound : nil
    }
    let before = fields.last { ($0.markdownField?.rawValue ?? 0) <= field.rawValue }
    return before.map(\.range.upperBound) ?? first.leading.lowerBound
  }

  /// The end of a line without its trailing white space, which removing a tag there would remove too.
  private func textEnd(of line: TaskLine) -> Int {
    var end = line.body.upperBound
    while case let length = Characters.whiteSpace(
      bytes.span, before: end, start: line.body.lowerBound), length > 0
    { end -= length }
    return end
  }
}
