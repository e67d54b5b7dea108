import ExactText
public import TaskBridge
import TaskDates
public import TaskEditing
public import TaskText

/// A change of a line that an editor offers; its bytes are those of the command of the same name.
public struct EditorAction: Hashable, Sendable {
  /// What is changed.
  public enum Change: Hashable, Sendable {
    /// `duecal done`, for the next date of a series or for all of it.
    case done(forGood: Bool)
    /// `duecal undone`.
    case undone
    /// `duecal cancel`.
    case cancel
    /// `duecal snooze`.
    case snooze(String)
    /// `duecal move`, to a period.
    case move(String)
    /// `duecal resolve`, for the line or for the file.
    case resolve(wholeFile: Bool)
    /// `duecal archive`, for the whole file.
    case archive
    /// Writes what a message expects.
    case fix(Range<Int>, String)
  }

  /// What the editor shows.
  public let title: String
  /// What is changed.
  public let change: Change
  /// The line.
  public let line: Int
}

extension EditorDocument {
  /// The changes that can be made of the lines of a range of bytes, the likeliest first.
  public func actions(in range: Range<Int>, _ diagnostics: [EditorDiagnostic]) -> [EditorAction] {
    let fixes = diagnostics.filter {
      $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound
    }.compactMap(fixAction)
    guard let number = line(at: range.lowerBound) else { return fixes }
    return fixes + lineActions(number)
  }

  private func fixAction(_ diagnostic: EditorDiagnostic) -> EditorAction? {
    guard let fix = diagnostic.fix, let number = line(at: diagnostic.range.lowerBound) else {
      return nil
    }
    return EditorAction(
      title: "Write \(fix)", change: .fix(diagnostic.range, fix), line: number)
  }

  private func lineActions(_ number: Int) -> [EditorAction] {
    let line = text.lines[number]
    guard line.kind == .task || line.kind == .project, !file.isWordless(line: number) else {
      return []
    }
    func action(_ title: String, _ change: EditorAction.Change) -> EditorAction {
      EditorAction(title: title, change: change, line: number)
    }
    let fields = fields(number)
    if fields.isClosed {
      return [action("Reopen", .undone), action("Archive what is done in this file", .archive)]
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
    actions += Self.periods.map { action("Move to \($0)", .move($0)) }
    if !fields.moving.isEmpty {
      actions.append(action("Resolve the dates of this line", .resolve(wholeFile: false)))
      actions.append(action("Resolve the dates of this file", .resolve(wholeFile: true)))
    }
    return actions
  }

  private static let delays = [
    (title: "by a day", length: "+1d"), (title: "by a week", length: "+1w"),
    (title: "to tomorrow", length: "tomorrow"),
  ]
  private static let periods = ["today", "tomorrow", "next week", "next month"]

  /// The edit of an action, and why it is not possible.
  public func edit(of action: EditorAction) -> (edit: TaskEdit, faults: [String]) {
    if case .fix(let range, let fix) = action.change {
      return (TaskEdit([TaskEdit.Splice(range, fix.utf8)]), [])
    }
    var changes = TaskChanges(
      [file], reader, now: clock.now, zone: clock.zone, zones: zones)
    apply(action.change, LineRef(file: 0, line: action.line), &changes)
    guard !changes.changes.isEmpty, let result = changes.results.first else {
      return (TaskEdit([]), (changes.faults + changes.repeats).map(\.reason))
    }
    return (TaskEdit(from: text.bytes, to: result.document.bytes), changes.faults.map(\.reason))
  }

  private func apply(
    _ change: EditorAction.Change, _ line: LineRef, _ changes: inout TaskChanges
  ) {
    let today = TMDateType.dateTime(clock.now)
    switch change {
    case .done(let forGood):
      changes.close(line, with: Closing(.done, at: today, series: forGood ? .end : .next))
    case .cancel: changes.close(line, with: Closing(.cancelled, at: today, series: .end))
    case .undone: changes.reopen(line)
    case .snooze(let text):
      guard let delay = try? Postponement(parsing: text, now: clock.now, in: clock.zone) else {
        break
      }
      changes.postpone(line, delay)
    case .move(let text):
      guard let date = try? RelativeDate(parsing: text),
        let period = date.resolved(at: clock.now, in: clock.zone)
      else { break }
      changes.postpone(line, .to(period), as: .moved)
    case .resolve(false): changes.resolve(line)
    case .resolve(true): resolveAll(&changes)
    case .archive: archive(&changes)
    case .fix: break
    }
  }

  private func resolveAll(_ changes: inout TaskChanges) {
    for (index, line) in text.lines.enumerated()
    where !line.tags.isEmpty && (line.kind == .task || line.kind == .project) {
      changes.resolve(LineRef(file: 0, line: index))
    }
  }

  private func archive(_ changes: inout TaskChanges) {
    let entries = TaskEntries(files: [file], vocabulary: vocabulary)
    let lookup = TaskLookup(entries, reader)
    let lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
      .filter { !$0.isClosedAbove && lookup.isClosed($0) }
    changes.archive(lines.map { ($0.line, entries.path(of: $0)) })
  }
}
