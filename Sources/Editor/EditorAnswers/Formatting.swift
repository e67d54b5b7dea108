import ExactText
import TaskBridge
import TaskDates
public import TaskText

extension EditorDocument {
  /// The changes that give some lines a uniform form; the indent of a line never changes.
  ///
  /// White space at the end of tasks and projects is removed, tags are separated by one space, and dates are written as
  /// duecal writes them. A line that would mean anything else afterwards is left as it is, and so are notes.
  public func formatting(of lines: Range<Int>) -> TaskEdit {
    var splices: [TaskEdit.Splice] = []
    for number in lines.clamped(to: text.lines.indices) {
      splices += formatting(ofLine: number)
    }
    return TaskEdit(splices)
  }

  private func formatting(ofLine number: Int) -> [TaskEdit.Splice] {
    let line = text.lines[number]
    guard line.kind == .task || line.kind == .project, text.dialect != .omniFocus else { return [] }
    var splices = dates(of: number) + spaces(of: line)
    splices.removeAll { text.bytes[$0.range].elementsEqual($0.bytes) }
    return splices.isEmpty || keepsMeaning(splices, number) ? splices : []
  }

  private func spaces(of line: TaskLine) -> [TaskEdit.Splice] {
    let body = text.bytes[line.body]
    let last = body.lastIndex { $0 != 0x20 && $0 != 0x09 }
    let end = last.map { $0 + 1 } ?? line.body.upperBound
    var splices = [TaskEdit.Splice(end..<line.body.upperBound, [])]
    for span in text.tags[line.tags]
    where !span.leading.isEmpty && span.range.lowerBound > line.text.lowerBound {
      splices.append(TaskEdit.Splice(span.leading, [0x20]))
    }
    return splices
  }

  /// The dates of a line as duecal writes them; words are left to `duecal resolve`.
  private func dates(of number: Int) -> [TaskEdit.Splice] {
    text.tags[text.lines[number].tags].compactMap { span in
      guard span.form == .at, let value = span.value, let date = normalized(span) else {
        return nil
      }
      return TaskEdit.Splice(value, date.utf8)
    }
  }

  /// The date of a tag as duecal writes it, if it is written in another way.
  func normalized(_ span: TagSpan) -> String? {
    guard let field = vocabulary.field(of: span, in: text), field == .due || field == .start,
      let payload = text.payload(of: span),
      case .absolute(let date)? = try? DateExpression(parsing: payload)
    else { return nil }
    let written = DatePayload(date.value).description
    return written.utf8.elementsEqual(payload.utf8) ? nil : written
  }

  /// The words of a line, with one space between them.
  private static func words(_ document: TaskDocument, _ line: TaskLine) -> String {
    document.string(line.text).split(separator: " ").joined(separator: " ")
  }

  /// True if a line means the same after an edit.
  private func keepsMeaning(_ splices: [TaskEdit.Splice], _ number: Int) -> Bool {
    let line = text.lines[number]
    let alone = TaskDocument(bytes: Array(text.bytes[line.body]), like: text)
    let start = line.body.lowerBound
    let edited = alone.applying(
      TaskEdit(
        splices.map { splice in
          TaskEdit.Splice(
            splice.range.lowerBound - start..<splice.range.upperBound - start, splice.bytes)
        }))
    guard let old = alone.lines.first, let new = edited.lines.first, edited.lines.count == 1,
      old.kind == new.kind, old.tags.count == new.tags.count
    else { return false }
    let (left, right) = (
      reader.reading(of: alone, line: 0).fields, reader.reading(of: edited, line: 0).fields
    )
    return left.due?.value == right.due?.value && left.start?.value == right.start?.value
      && left.details == right.details
      && Self.words(alone, old) == Self.words(edited, new)
  }
}
