import ExactText
import TaskBridge
import TaskDates
import TaskText

/// What Obsidian Tasks does with a line when it completes it.
extension EditedLine {
  /// True if the completed line is to be deleted.
  var isDeletedWhenDone: Bool {
    spans.contains { span in
      guard span.markdownField == .onCompletion, let value = document.payload(of: span) else {
        return false
      }
      return value.lowercased().utf8.elementsEqual("delete".utf8)
    }
  }

  /// Makes the line the next date of its series: open, and without what belongs to the completed date.
  ///
  /// - Parameter today: The day on which the line is written, for a sign that says so.
  mutating func renewSigns(removesPlan: Bool, today: String?) {
    let fields = [MarkdownField.id, .dependsOn, .blockLink, .created, .done, .cancelled]
    for span in spans.reversed() where span.markdownField.map(fields.contains) ?? false {
      erase(span)
    }
    let hasOtherDate = spans.contains { $0.markdownField == .start || $0.markdownField == .due }
    if removesPlan, hasOtherDate {
      for span in spans.reversed() where span.markdownField == .scheduled { erase(span) }
    }
    if let today {
      let tag = Tag(MarkdownField.created.name, payload: today)
      apply(try? document.adding(tag, toLine: 0, form: formOfFields))
    }
    openBox()
    useFormOfPlugin()
  }

  private var formOfFields: TagForm {
    spans.last { $0.form != .at && $0.markdownField != .blockLink }?.form ?? .sign
  }

  /// Empties the box, whatever sign it has.
  private mutating func openBox() {
    guard let line = document.lines.first, line.kind == .task,
      let close = document.bytes[line.bullet].lastIndex(of: UInt8(ascii: "]")),
      let open = document.bytes[line.bullet.lowerBound..<close].lastIndex(of: UInt8(ascii: "["))
    else { return }
    apply(TaskEdit([TaskEdit.Splice(open + 1..<close, [0x20])]))
  }

  // MARK: The form of a line

  /// Writes a line whose fields are signs as Obsidian Tasks writes each line that it changes: the words, the `#tags`,
  /// and then the signs in their order.
  ///
  /// A line that this would change the meaning of stays as it is.
  mutating func useFormOfPlugin() {
    guard document.dialect == .markdown, let text = textInFormOfPlugin else { return }
    let written = EditedLine(
      text, reader, dialect: .markdown, settings: document.settings, form: form)
    guard written.hasSameMeaning(as: self) else { return }
    self = written
  }

  private func hasSameMeaning(as other: EditedLine) -> Bool {
    guard document.lines.count == 1, document.lines[0].kind == other.document.lines.first?.kind
    else { return false }
    return fields.hasSameValues(as: other.fields)
      && spans.count { $0.form == .at } == other.spans.count { $0.form == .at }
  }

  /// The line in this form; nil for one with fields in another form, or with a value that it lacks.
  private var textInFormOfPlugin: String? {
    guard let line = document.lines.first, line.kind == .task,
      let first = spans.firstIndex(where: { $0.form == .sign }),
      spans[first...].allSatisfy({ $0.form == .sign }),
      let signs = signsInOrder(spans[first...])
    else { return nil }
    let start = line.bullet.upperBound
    let words = Self.words(document.string(start..<spans[first].leading.lowerBound))
    var tags = words.tags
    for index in spans.indices[first...] {
      let isLast = index + 1 == spans.endIndex
      let end = isLast ? line.body.upperBound : spans[index + 1].leading.lowerBound
      guard end >= spans[index].range.upperBound else { return nil }
      tags += document.string(spans[index].range.upperBound..<end).split(separator: " ")
        .map(String.init)
    }
    let text = [words.text] + tags + signs
    let body = text.filter { !$0.isEmpty }.joined(separator: " ")
    let rest = document.string(start..<line.body.upperBound).reversed().prefix { $0 == " " }
    return document.string(line.bullet) + body + (rest.count > 1 ? String(rest) : "")
  }

  /// The words of a title, and the `#tags` at its end.
  private static func words(_ title: String) -> (text: String, tags: [String]) {
    var text = title.trimmed
    var tags: [String] = []
    while let space = text.lastIndex(of: " "), case let last = text[text.index(after: space)...],
      last.first == "#", last.count > 1, last.utf8.allSatisfy({ !Self.endsTag.contains($0) })
    {
      if last.dropFirst().contains("#") { break }
      tags.insert(String(last), at: 0)
      text = String(text[..<space]).trimmed
    }
    return (text, tags)
  }

  private static let endsTag: Set<UInt8> = Set("!@$%^&*(),.?\":{}|<>".utf8)

  /// The signs with their values, in the order of Obsidian Tasks; the first of two equal signs counts.
  private func signsInOrder(_ spans: ArraySlice<TagSpan>) -> [String]? {
    var texts: [MarkdownField: String] = [:]
    for span in spans {
      guard let field = span.markdownField, field != .reminder, let text = written(span, field)
      else { return nil }
      if texts[field] == nil { texts[field] = text }
    }
    return MarkdownField.allCases.compactMap { texts[$0] }
  }

  private func written(_ span: TagSpan, _ field: MarkdownField) -> String? {
    guard let value = document.payload(of: span) else { return nil }
    let payload: String?
    switch field {
    case .blockLink: return document.string(span.range)
    case .priority: return field.written(value, as: .sign)
    case .repeat: payload = (try? Repetition(parsing: value))?.obsidianForm
    case .onCompletion:
      let word = value.lowercased()
      payload = ["keep", "delete"].contains { $0.utf8.elementsEqual(word.utf8) } ? word : nil
    case .dependsOn: payload = value.filter { $0 != " " }
    case .created, .start, .scheduled, .due, .cancelled, .done:
      payload = (try? DatePayload(parsing: value)) == nil ? nil : value
    case .id, .reminder: payload = value
    }
    return payload.flatMap { value in field.signs.first.map { "\($0) \(value)" } }
  }
}

extension LineFields {
  /// True if two lines say the same; the spelling of dates and the order of days in a rule do not matter.
  fileprivate func hasSameValues(as other: LineFields) -> Bool {
    func plain(_ fields: LineFields) -> LineFields {
      var fields = fields
      fields.due?.payload = nil
      fields.start?.payload = nil
      fields.scheduled?.payload = nil
      fields.repetition?.rule.weekdays.sort { "\($0)" < "\($1)" }
      fields.repetition?.rule.monthDays.sort()
      return fields
    }
    return plain(self) == plain(other)
  }
}
