import Diagnostics
import TaskBridge
import TaskDates
import TaskText

extension EditorDocument {
  /// The changes that solve the problem of a message: its only answer, or all others, the likeliest first.
  func fixes(of diagnostic: EditorDiagnostic) -> [EditorAction] {
    guard let number = line(at: diagnostic.range.lowerBound) else { return [] }
    let changes =
      diagnostic.fix.map { [(title: "Write \($0)", change: .write(diagnostic.range, $0))] }
      ?? diagnostic.remedies.compactMap { change($0, of: diagnostic, line: number) }
    return changes.map {
      EditorAction(
        title: $0.title, change: $0.change, line: number, kind: .quickFix, problem: diagnostic)
    }
  }

  private typealias TitledChange = (title: String, change: EditorAction.Change)

  private func change(
    _ remedy: Remedy, of diagnostic: EditorDiagnostic, line number: Int
  ) -> TitledChange? {
    switch remedy {
    case .write(let new, let range):
      return ("Write \(new.trimmed)", .write(bytes(range, number), new))
    case .writeDate(let range):
      let place = bytes(range, number)
      return presentDate(place).map { ("Write \($0)", .write(place, $0)) }
    case .addDueDate:
      let due = Tag("due", payload: clock.today.formattedDate)
      return ("Write \(due.toString)", .tag(due))
    case .removeTag:
      guard let span = tag(at: diagnostic.range.lowerBound)?.span else { return nil }
      return ("Remove @\(text.name(of: span))", .remove(span.range))
    }
  }

  /// The bytes of the file that are some bytes of a line.
  private func bytes(_ range: Range<Int>, _ number: Int) -> Range<Int> {
    let line = text.lines[number].range
    let start = line.lowerBound
    return (start + range.lowerBound..<start + range.upperBound).clamped(to: line)
  }

  /// The date that words mean now; nil for words that have no date.
  private func presentDate(_ words: Range<Int>) -> String? {
    let date = try? DateExpression(parsing: text.string(words))
    return date?.resolved(at: clock.now, in: clock.zone).map { DatePayload($0).description }
  }
}
