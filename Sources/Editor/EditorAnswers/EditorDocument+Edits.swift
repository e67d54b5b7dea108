import Diagnostics
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
    case .move(let words): return move(to: words, line: action.line)
    default: break
    }
    return edit { changes throws(TMError) in
      try apply(action.change, LineRef(file: 0, line: action.line), &changes)
    }
  }

  /// The edit of changes as the commands make them.
  private func edit(
    _ change: (inout TaskChanges) throws(TMError) -> Void
  ) -> (edit: TaskEdit, faults: [String]) {
    var changes = TaskChanges(
      [file], reader, now: clock.now, zone: clock.zone, zones: zones)
    do throws(TMError) { try change(&changes) } catch {
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
      let postponement = try Postponement(
        parsing: text, now: clock.now, in: clock.zone, conventions: clock.conventions)
      changes.postpone(line, postponement)
    case .moveToDate(let words):
      let date = try DateExpression(parsing: words, conventions: clock.conventions)
        .value(at: clock.now, in: clock.zone)
      changes.postpone(line, .to(date), as: .moved)
    case .resolve(false): changes.resolve(line)
    case .resolve(true): resolveAll(&changes)
    case .archive: archive(&changes)
    case .tag(let tag): changes.tag(line, with: TagChanges(set: [tag]))
    case .removeTag(let name): changes.tag(line, with: TagChanges(removed: [name]))
    case .write, .remove, .sort, .move: break
    }
  }

  /// Moves a task to a date, or into a project of the file.
  private func move(to words: String, line: Int) -> (edit: TaskEdit, faults: [String]) {
    let path = ProjectPath(words)
    let found = TaskLookup(TaskEntries(files: [file], vocabulary: vocabulary))
      .projects(named: path)
    if let fault = doubt(about: words, found) { return (TaskEdit([]), [fault]) }
    guard let project = found.first else {
      return edit(of: EditorAction(title: "", change: .moveToDate(words), line: line))
    }
    return edit { changes in
      let place = changes.place(in: project, at: .end)
      changes.move(LineRef(file: 0, line: line), to: place, words: "to \(path.shownName)")
    }
  }

  /// Why a task is not moved to words that are neither a date nor a project, or both, or several projects.
  private func doubt(about words: String, _ projects: [LineRef]) -> String? {
    let isDate =
      !words.hasSuffix(":")
      && (try? DateExpression(parsing: words, conventions: clock.conventions)) != nil
    if projects.count > 1 {
      return "\(words.quoted) names \(projects.count) projects; expected the path of one, as A / B"
    }
    if isDate, !projects.isEmpty {
      return
        "\(words.quoted) is both a date and a project; expected \("\(words):".quoted) for the project, "
        + "or the date in other words"
    }
    return isDate || !projects.isEmpty
      ? nil : "there is no project \(words.quoted), and it is not a date"
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
      .filter { !$0.hasClosedOwner && lookup.isClosed($0) }
    changes.archive(lines.map { ($0.line, entries.path(of: $0)) })
  }
}
