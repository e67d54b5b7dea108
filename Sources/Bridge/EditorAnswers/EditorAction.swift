import ExactText
import TaskBridge
import TaskDates
import TaskEditing
public import TaskText

/// A change of a line that an editor offers; its bytes are those of the command of the same name.
public struct EditorAction: Hashable, Sendable {
  /// What an action is for, by which editors group and choose actions.
  public enum Kind: String, Sendable {
    /// It solves the problem of a message.
    case quickFix = "quickfix"
    /// It changes a task.
    case refactor
    /// It writes the same in another form.
    case rewrite = "refactor.rewrite"
    /// It changes the whole file.
    case source = "source"
  }

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
    /// `duecal tag`, with the name of a tag that is set.
    case tag(String)
    /// `duecal tag --remove`.
    case removeTag(String)
    /// Removes one tag, by its range, and no others of its name.
    case remove(Range<Int>)
    /// Brings the tasks beside the line into the order of their dates.
    case sort
    /// Writes what a message expects.
    case fix(Range<Int>, String)
  }

  /// What the editor shows.
  public let title: String
  /// What is changed.
  public let change: Change
  /// The line.
  public let line: Int
  /// What it is for.
  public var kind = Kind.refactor
  /// The message whose problem it solves.
  public var problem: EditorDiagnostic?
}

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
    let fixes = diagnostics.filter {
      $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound
    }.flatMap(fixActions)
    // An editor shows a line after the last line end, which no task has.
    guard let number = line(at: range.lowerBound),
      range.lowerBound < text.lines[number].range.upperBound || text.lines[number].ending.isEmpty
    else { return fixes }
    return fixes + lineActions(number)
  }

  private func fixActions(_ diagnostic: EditorDiagnostic) -> [EditorAction] {
    guard let number = line(at: diagnostic.range.lowerBound) else { return [] }
    func fix(_ title: String, _ change: EditorAction.Change) -> EditorAction {
      EditorAction(
        title: title, change: change, line: number, kind: .quickFix, problem: diagnostic)
    }
    let written = ([diagnostic.fix].compactMap(\.self) + diagnostic.choices).map {
      fix("Write \($0)", .fix(diagnostic.range, $0))
    }
    guard written.isEmpty, let (_, span, field) = tag(at: diagnostic.range.lowerBound),
      !span.name.isEmpty
    else { return written }
    let name = text.name(of: span)
    if let value = span.value, let date = presentDate(of: span, field) {
      return [fix("Write \(date)", .fix(value, date))]
    }
    if field == nil, let known = vocabulary.field(named: name.lowercased()),
      Vocabulary.dated.contains(known)
    {
      return [fix("Write @\(name.lowercased())", .fix(span.name, name.lowercased()))]
    }
    return diagnostic.isRemovable ? [fix("Remove @\(name)", .remove(span.range))] : []
  }

  /// The present date of a tag whose date moves with the clock; nil for any other tag.
  private func presentDate(of span: TagSpan, _ field: Vocabulary.Field?) -> String? {
    guard let date = movingDate(of: span)?.resolved(at: clock.now, in: clock.zone) else {
      return nil
    }
    if case .dateTime = date { return DatePayload(date).description }
    return field == .remind ? nil : DatePayload(date).description
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
    actions += Self.periods.map { action("Move to \($0)", .move($0)) }
    if !fields.moving.isEmpty {
      actions.append(action("Resolve the dates of this line", .resolve(wholeFile: false), .rewrite))
      actions.append(action("Resolve the dates of this file", .resolve(wholeFile: true), .source))
    }
    actions += spellings(number).map {
      action("Write \($0.date)", .fix($0.range, $0.date), .rewrite)
    }
    actions += usualTags(besidesLine: number).map { action("Tag with @\($0)", .tag($0)) }
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

  /// The edit of an action, and why it is not possible.
  public func edit(of action: EditorAction) -> (edit: TaskEdit, faults: [String]) {
    switch action.change {
    case .fix(let range, let fix): return (TaskEdit([TaskEdit.Splice(range, fix.utf8)]), [])
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
    case .move(let text):
      let date = try DateExpression(parsing: text).value(at: clock.now, in: clock.zone)
      changes.postpone(line, .to(date), as: .moved)
    case .resolve(false): changes.resolve(line)
    case .resolve(true): resolveAll(&changes)
    case .archive: archive(&changes)
    case .tag(let name): changes.tag(line, with: TagChanges(set: [Tag(name)]))
    case .removeTag(let name): changes.tag(line, with: TagChanges(removed: [name]))
    case .fix, .remove, .sort: break
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
    let lookup = TaskLookup(entries)
    let lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
      .filter { !$0.isClosedAbove && lookup.isClosed($0) }
    changes.archive(lines.map { ($0.line, entries.path(of: $0)) })
  }
}

extension EditorAction.Change {
  /// The names by which a person chooses a change in the settings of an editor.
  public static let names = [
    "done", "done-for-good", "undone", "cancel", "snooze", "move", "resolve", "resolve-file",
    "archive", "tag", "untag", "sort",
  ]

  /// The change of a name.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - value: When, for `snooze` and `move`; the name of a tag, for `tag` and `untag`.
  public init?(name: String, value: String?) {
    switch name {
    case "done": self = .done(forGood: false)
    case "done-for-good": self = .done(forGood: true)
    case "undone": self = .undone
    case "cancel": self = .cancel
    case "resolve": self = .resolve(wholeFile: false)
    case "resolve-file": self = .resolve(wholeFile: true)
    case "archive": self = .archive
    case "sort": self = .sort
    default:
      guard let value, let change = Self.change(name, value) else { return nil }
      self = change
    }
  }

  private static func change(_ name: String, _ value: String) -> EditorAction.Change? {
    switch name {
    case "snooze": .snooze(value)
    case "move": .move(value)
    case "tag": .tag(value)
    case "untag": .removeTag(value)
    default: nil
    }
  }

  /// The name of the change.
  public var name: String {
    switch self {
    case .done(let forGood): forGood ? "done-for-good" : "done"
    case .undone: "undone"
    case .cancel: "cancel"
    case .snooze: "snooze"
    case .move: "move"
    case .resolve(let wholeFile): wholeFile ? "resolve-file" : "resolve"
    case .archive: "archive"
    case .tag: "tag"
    case .removeTag: "untag"
    case .sort: "sort"
    case .fix, .remove: "fix"
    }
  }
}
