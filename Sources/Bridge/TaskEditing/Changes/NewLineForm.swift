import ExactText
package import TaskBridge
package import TaskText

extension TaskDocument {
  /// A new line in the form that this file uses: a box and signs, instead of `@done` and `@due`, if most of its tags
  /// have that form.
  ///
  /// - Parameters:
  ///   - body: The line, with its bullet in the dialect of the file.
  ///   - reader: Reads tags.
  package func inOwnForm(_ body: String, _ reader: LineFieldReader) -> String {
    let form = prevailingForm
    guard form != .at else { return body }
    var line = EditedLine(body, reader, dialect: dialect, form: form)
    guard line.document.lines.first?.kind == .task else { return body }
    line.useForm()
    return line.body
  }
}

extension EditedLine {
  /// The fields that have a form of Markdown, in the order in which they are written.
  private static let formed: [Vocabulary.Field] = [
    .remind, .priority, .repeat, .start, .due, .cancelled, .done,
  ]

  /// Writes the tags of the line in its form, and its state in the box.
  fileprivate mutating func useForm() {
    for field in Self.formed {
      for _ in spans(of: field).filter({ $0.form == .at }) { useForm(field) }
    }
  }

  private mutating func useForm(_ field: Vocabulary.Field) {
    if field == .done { apply(try? document.marking(.done, line: 0)) }
    if field == .cancelled { apply(try? document.marking(.cancelled, line: 0)) }
    guard let span = spans(of: field).first(where: { $0.form == .at }) else { return }
    guard let payload = document.payload(of: span) else {
      if field == .done || field == .cancelled { erase(span) }
      return
    }
    guard let own = reader.markdownPayload(payload, of: field),
      case let tag = Tag(field.rawValue, payload: own), TaskDocument.writes(tag, as: form)
    else { return }
    apply(try? document.replacing(span, with: tag, as: form, onLine: 0))
  }
}
