import ExactText
package import TaskBridge
package import TaskDates
package import TaskText

extension TaskDocument {
  /// A new line in the form that this file uses: in Markdown the box shows the state, and if most tags of the file are
  /// signs or fields, the line has such ones instead of `@due`.
  ///
  /// - Parameters:
  ///   - body: The line, with its bullet in the dialect of the file.
  ///   - reader: Reads tags.
  ///   - isImported: Whether the line comes from a calendar, whose categories become `#tags`.
  ///   - day: The day on which the line is written, if the settings want it on new lines.
  package func inOwnForm(
    _ body: String, _ reader: LineFieldReader, isImported: Bool = false,
    writtenOn day: DateParameters? = nil
  ) -> String {
    guard dialect == .markdown else { return body }
    var line = EditedLine(
      body, reader, dialect: dialect, settings: settings, form: prevailingForm)
    guard line.document.lines.first?.kind == .task else { return body }
    line.useBox()
    if line.form != .at {
      line.useForm()
      if isImported { line.useHashTags() }
      if let day, settings.setsCreatedDate { line.addCreated(day) }
    }
    line.useFilter()
    return line.body
  }

  /// The line of a new item in the form that this file uses.
  ///
  /// - Parameter day: The day on which the item was made, if the settings want it on new lines.
  package func inOwnForm(
    _ line: ItemLine, _ reader: LineFieldReader, writtenOn day: DateParameters?
  ) -> String {
    inOwnForm(line.body(in: dialect), reader, isImported: true, writtenOn: day)
  }
}

extension EditedLine {
  /// The fields that have a form of Markdown, in the order in which they are written.
  private static let formed: [Vocabulary.Field] = [
    .remind, .priority, .repeat, .start, .due, .cancelled, .done,
  ]

  /// Shows the state of the line's tags in its box; a file with signs or fields needs no tag that says the same.
  fileprivate mutating func useBox() {
    for field in [Vocabulary.Field.started, .cancelled, .done] {
      for span in spans(of: field).reversed() {
        guard let mark = field.boxMark, show(mark) else { return }
        if form != .at, span.form == .at, span.value == nil { erase(span) }
      }
    }
  }

  /// Writes the tags that are categories as `#tags`; one that the text has already goes away.
  fileprivate mutating func useHashTags() {
    let words = spans.filter { span in
      span.form == .at && span.value == nil && reader.field(of: span, in: document) == nil
        && TaskDocument.canBeHashTag(document.string(span.name))
    }.map { document.string($0.name) }
    for word in words {
      guard let span = spans.first(where: { $0.form == .at && document.isNamed($0, word) }),
        let line = document.lines.first
      else { continue }
      let isThere = document.hashNames(of: line).contains {
        $0.lowercased().utf8.elementsEqual(word.lowercased().utf8)
      }
      erase(span)
      if !isThere { apply(document.addingHashTag(word, toLine: 0)) }
    }
  }

  /// Adds the day on which the line is written, unless it has one.
  fileprivate mutating func addCreated(_ day: DateParameters) {
    guard !spans.contains(where: { $0.markdownField == .created }) else { return }
    let tag = Tag(MarkdownField.created.name, payload: day.formattedDate)
    apply(try? document.adding(tag, toLine: 0, form: form))
  }

  /// Adds the filter of the settings, which every task has.
  fileprivate mutating func useFilter() {
    guard let line = document.lines.first, !document.isChosen(line) else { return }
    let text = document.string(line.text)
    let filtered = document.settings.withFilter(text)
    apply(TaskEdit([TaskEdit.Splice(line.text, filtered.utf8)]))
  }

  /// Writes the tags of the line in its form.
  fileprivate mutating func useForm() {
    for field in Self.formed {
      for _ in spans(of: field).filter({ $0.form == .at }) { useForm(field) }
    }
  }

  private mutating func useForm(_ field: Vocabulary.Field) {
    guard let span = spans(of: field).first(where: { $0.form == .at }),
      let payload = document.payload(of: span),
      let own = reader.markdownPayload(payload, of: field),
      case let tag = Tag(field.rawValue, payload: own), TaskDocument.writes(tag, as: form)
    else { return }
    apply(try? document.replacing(span, with: tag, as: form, onLine: 0))
  }
}
