import TaskBridge
import TaskDates
import TaskEditing
public import TaskText

extension EditorDocument {
  /// The edit of an action, and why it is not possible.
  public func edit(of action: EditorAction) -> (edit: TaskEdit, faults: [String]) {
    switch action.change {
    case .write(let range, let new): return (TaskEdit([TaskEdit.Splice(range, new.utf8)]), [])
    case .remove(let range): return removal(of: range, line: action.line)
    case .sort: return sorting(beside: action.line)
    default: break
    }
    var changes = TaskChanges(
      [file], reader, now: clock.now, zone: clock.zone, zones: zones)
    do throws(TMError) {
      try apply(action.change, LineRef(file: 0, line: action.line), &changes)
    } catch {
      return (TaskEdit([]), ["\(error)"])
    }
    guard !changes.changes.isEmpty, let result = changes.results.first else {
      let reasons = (changes.faults + changes.repeats).map(\.reason)
      return (TaskEdit([]), reasons.isEmpty ? ["there is nothing to change"] : reasons)
    }
    return (difference(to: result.document), changes.faults.map(\.reason))
  }

  private func removal(of range: Range<Int>, line: Int) -> (edit: TaskEdit, faults: [String]) {
    let span = text.tags[text.lines[line].tags].first { $0.range == range }
    guard let span else { return (TaskEdit([]), []) }
    do throws(TaskEditError) {
      return (try text.removing(span, fromLine: line), [])
    } catch {
      return (TaskEdit([]), ["\(error)"])
    }
  }

  private func sorting(beside line: Int) -> (edit: TaskEdit, faults: [String]) {
    let edit = difference(to: sorted(beside: line))
    let reason = "these tasks are in order, or a blank line is between them"
    return (edit, edit.isEmpty ? [reason] : [])
  }

  /// The edit that leads to another state of the file.
  private func difference(to new: TaskDocument) -> TaskEdit {
    let old = wholeLines(around: RangeChange(from: text.bytes.span, to: new.bytes.span).old)
    let end = new.bytes.count - (text.bytes.count - old.upperBound)
    let edit = TaskEdit(
      from: Array(text.bytes[old]), to: Array(new.bytes[old.lowerBound..<end]))
    return TaskEdit(
      edit.splices.map { splice in
        TaskEdit.Splice(
          splice.range.lowerBound + old.lowerBound..<splice.range.upperBound + old.lowerBound,
          splice.bytes)
      })
  }

  /// The bytes of the lines around a range of bytes.
  private func wholeLines(around range: Range<Int>) -> Range<Int> {
    func line(_ offset: Int) -> Range<Int> {
      text.lineNumber(ofByte: offset).map { text.lines[$0].range } ?? offset..<offset
    }
    let start = min(range.lowerBound, line(range.lowerBound).lowerBound)
    return start..<max(range.upperBound, line(range.upperBound).upperBound)
  }

  private func apply(
    _ change: EditorAction.Change, _ line: LineRef, _ changes: inout TaskChanges
  ) throws(TMError) {
    let today = TMDateType.dateTime(clock.now)
    switch change {
    case .done(let forGood):
      changes.close(line, with: Closing(.done, at: today, series: forGood ? .end : .next))
    case .cancel: changes.close(line, with: Closing(.cancelled, at: today, series: .end))
    case .undone: changes.reopen(line)
    case .snooze(let text):
      changes.postpone(line, try Postponement(parsing: text, now: clock.now, in: clock.zone))
    case .move(let words): try move(line, to: words, &changes)
    case .resolve(false): changes.resolve(line)
    case .resolve(true): resolveAll(&changes)
    case .archive: archive(&changes)
    case .tag(let tag): changes.tag(line, with: TagChanges(set: [tag]))
    case .removeTag(let name): changes.tag(line, with: TagChanges(removed: [name]))
    case .write, .remove, .sort: break
    }
  }

  /// Moves a task to a date or into a project of the file; a colon after a word makes it a project.
  private func move(
    _ line: LineRef, to words: String, _ changes: inout TaskChanges
  ) throws(TMError) {
    let project = ProjectPath(words)
    let found = TaskLookup(TaskEntries(files: [file], vocabulary: vocabulary))
      .projects(named: project)
    let isDate = !words.hasSuffix(":") && (try? DateExpression(parsing: words)) != nil
    guard let first = found.first, !isDate else {
      let date = try DateExpression(parsing: words).value(at: clock.now, in: clock.zone)
      return changes.postpone(line, .to(date), as: .moved)
    }
    changes.move(line, to: changes.place(in: first, at: .end), words: "to \(project.shownName)")
  }

  private func resolveAll(_ changes: inout TaskChanges) {
    for (index, line) in text.lines.enumerated()
    where !line.tags.isEmpty && (line.kind == .task || line.kind == .project) {
      changes.resolve(LineRef(file: 0, line: index))
    }
  }

  private func archive(_ changes: inout TaskChanges) {
    let entries = TaskEntries(files: [file], vocabulary: vocabulary)
    let lookup = TaskLookup(entries)
    let lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
      .filter { !$0.isClosedAbove && lookup.isClosed($0) }
    changes.archive(lines.map { ($0.line, entries.path(of: $0)) })
  }
}
