import ExactText
import TaskBridge
import TaskDates
import TaskText

extension EditorDocument {
  /// A change of a line, whether it is offered or not; nil if the line is not a task or project.
  public func action(_ change: EditorAction.Change, line: Int) -> EditorAction? {
    switch change {
    // An editor may send the line after the last line end, which is not a line of the outline.
    case .archive, .resolve(wholeFile: true): break
    default:
      guard text.lines.indices.contains(line) else { return nil }
      let kind = text.lines[line].kind
      guard kind == .task || kind == .project, !file.isWordless(line: line) else { return nil }
    }
    return EditorAction(title: change.name, change: change, line: line)
  }

  /// The changes that can be made of the lines of a range of bytes, the likeliest first.
  public func actions(in range: Range<Int>, _ diagnostics: [EditorDiagnostic]) -> [EditorAction] {
    let fixes = fixes(
      of: diagnostics.lazy.filter {
        $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound
      })
    // An editor shows a line after the last line end, which no task has.
    guard let number = line(at: range.lowerBound),
      range.lowerBound < text.lines[number].range.upperBound || text.lines[number].ending.isEmpty
    else { return fixes }
    return fixes + lineActions(number)
  }

  private func lineActions(_ number: Int) -> [EditorAction] {
    let line = text.lines[number]
    guard line.kind == .task || line.kind == .project, !file.isWordless(line: number) else {
      return []
    }
    func action(
      _ title: String, _ change: EditorAction.Change, _ kind: EditorAction.Kind = .refactor
    ) -> EditorAction {
      EditorAction(title: title, change: change, line: number, kind: kind)
    }
    let fields = fields(number)
    if fields.isClosed {
      return [
        action("Reopen", .undone), action("Archive what is done in this file", .archive, .source),
      ]
    }
    guard line.kind == .task || !line.tags.isEmpty else { return [] }
    var actions = [action("Mark as done", .done(forGood: false))]
    if fields.repetition != nil {
      actions.append(action("Mark as done for good", .done(forGood: true)))
    }
    actions.append(action("Cancel", .cancel))
    if fields.due?.value != nil {
      actions += Self.delays.map { action("Snooze \($0.title)", .snooze($0.length)) }
    }
    actions += Self.periods.map { action("Move to \($0)", .moveToDate($0)) }
    if !fields.moving.isEmpty {
      actions.append(action("Resolve the dates of this line", .resolve(wholeFile: false), .rewrite))
      actions.append(action("Resolve the dates of this file", .resolve(wholeFile: true), .source))
    }
    actions += spellings(number).map {
      action("Write \($0.date)", .write($0.range, $0.date), .rewrite)
    }
    actions += usualTags(besidesLine: number).map { action("Tag with @\($0)", .tag(Tag($0))) }
    if line.kind == .task, isUnsorted(beside: number) {
      actions.append(action("Sort these tasks by date", .sort))
    }
    return actions
  }

  /// The dates of a line that duecal writes in another way.
  private func spellings(_ number: Int) -> [(range: Range<Int>, date: String)] {
    text.tags[text.lines[number].tags].compactMap { span in
      guard span.form == .at, let value = span.value, let date = normalized(span) else {
        return nil
      }
      return (value, date)
    }
  }

  /// The three most frequent tags of the person that a line does not have.
  private func usualTags(besidesLine number: Int) -> [String] {
    let present = ExactSet(text.tags[text.lines[number].tags].map { text.string($0.name) })
    return names.usualTags.filter {
      !present.contains($0) && vocabulary.field(named: $0) == nil && !Vocabulary.isReserved($0)
    }.prefix(3).map(\.self)
  }

  private static let delays = [
    (title: "by a day", length: "+1d"), (title: "by a week", length: "+1w"),
    (title: "to tomorrow", length: "tomorrow"),
  ]
  private static let periods = ["today", "tomorrow", "next week", "next month"]
}
