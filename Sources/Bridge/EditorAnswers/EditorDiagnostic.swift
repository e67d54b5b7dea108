public import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// A message of `duecal check` about a range of the text.
public struct EditorDiagnostic: Hashable, Sendable {
  /// The bytes that it is about.
  public let range: Range<Int>
  /// The severity.
  public let severity: Severity
  /// What is wrong and what was expected.
  public let sentence: String
  /// The text to write instead of the range, if there is only one answer.
  public let fix: String?
}

extension EditorDocument {
  /// The messages of `duecal check` about the file, and when one of them changes.
  public func diagnostics() -> TimedAnswer<[EditorDiagnostic]> {
    let found = LineChecks(checkReader, zone: clock.zone, zones: zones).diagnostics(of: [file])
    let messages = (found.first ?? []).compactMap(diagnostic)
    return TimedAnswer(messages, changes: hasMovingDate ? clock.midnight : nil)
  }

  private func diagnostic(_ found: Diagnostic) -> EditorDiagnostic? {
    let number = found.place.line - 1
    guard text.lines.indices.contains(number) else { return nil }
    let line = text.lines[number]
    let start = min(line.range.lowerBound + found.place.byteColumn - 1, line.body.upperBound)
    return EditorDiagnostic(
      range: range(from: start, line, isFixed: found.fix != nil), severity: found.severity,
      sentence: found.sentence, fix: found.fix)
  }

  /// The range of a message that begins at a byte: the value of a tag, a tag, or the rest of the line.
  ///
  /// - Parameter isFixed: True if the message has a text to write, which is always a whole value.
  private func range(from start: Int, _ line: TaskLine, isFixed: Bool) -> Range<Int> {
    for span in text.tags[line.tags] {
      if span.range.lowerBound == start { return span.range }
      if let value = span.value, value.lowerBound <= start, start <= value.upperBound {
        return isFixed ? value : start..<max(start, value.upperBound)
      }
    }
    return start..<max(start, line.body.upperBound)
  }

  /// True if a date of the file moves with the clock.
  private var hasMovingDate: Bool {
    text.tags.contains { span in
      guard let field = reader.field(of: span, in: text), Vocabulary.dated.contains(field),
        let payload = text.payload(of: span), payload.utf8.contains(where: { $0 | 0x20 > 0x60 })
      else { return false }
      if case .relative(let date)? = try? DateExpression(parsing: payload) { return !date.isFixed }
      return false
    }
  }
}
