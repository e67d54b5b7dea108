import ExactText
package import TaskBridge
package import TaskText

extension TaskDocument {
  /// A new line in the form that this file uses: in Markdown the box shows the state, and if most tags of the file are
  /// signs or fields, the line has such ones instead of `@due`.
  ///
  /// - Parameters:
  ///   - body: The line, with its bullet in the dialect of the file.
  ///   - reader: Reads tags.
  package func inOwnForm(_ body: String, _ reader: LineFieldReader) -> String {
    guard dialect == .markdown else { return body }
    var line = EditedLine(body, reader, dialect: dialect, form: prevailingForm)
    guard line.document.lines.first?.kind == .task else { return body }
    line.useBox()
    if line.form != .at { line.useForm() }
    return line.body
  }

  /// The line of a new item in the form that this file uses.
  package func inOwnForm(_ line: ItemLine, _ reader: LineFieldReader) -> String {
    inOwnForm(line.body(in: dialect), reader)
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
