public import CalendarItems
import Diagnostics
import ExactText
public import TaskBridge
import TaskDates
import TaskText

/// Decides which lines become items, and of which kinds.
public struct Selection: Sendable {
  private let options: ExportOptions
  private let projects: ProjectNames
  private let tags: ExactSet
  private let showsPublic: Bool

  /// Creates a selection.
  public init(_ options: ExportOptions) {
    self.options = options
    projects = ProjectNames(options.projects)
    tags = ExactSet(options.tags.map { String($0.drop { $0 == "@" || $0 == "#" }) })
    showsPublic = options.classes.contains("PUBLIC")
  }

  /// True if no line is left out by its project, tag, date or state, or by a query.
  public var isEverything: Bool {
    !isNarrowed && options.profile != .event && (options.undated ?? .todo) == .todo
  }

  /// How much hints may contain; in a narrowed feed a hint could publish words of left-out lines.
  public var hintScope: HintScope {
    if options.isPlain || isChosenByWords || options.profile == .event { return .nothing }
    return isEverything ? .outline : .line
  }

  /// True if lines are selected by project, tag or query.
  private var isChosenByWords: Bool {
    !projects.isEmpty || !tags.isEmpty || options.lines != nil
  }

  /// True if lines are selected by whether they are completed.
  private var isChosenByState: Bool { (options.done ?? .include) != .include }

  /// True if lines are selected by project, tag, date or state, or by a query.
  public var isNarrowed: Bool {
    isChosenByWords || options.from != nil || options.to != nil
      || isChosenByState
  }

  /// True if the tags of an unchanged line must be read to decide whether its items are exported.
  ///
  /// - Parameters:
  ///   - entry: The line, which had items and did not change.
  ///   - hasEvent: Whether one of them is an event.
  ///   - isPair: Whether it has two items: if it can have two and has one, the other may have been left out.
  public func needsFields(of entry: TaskEntry, hasEvent: Bool, isPair: Bool) -> Bool {
    if options.from != nil || options.to != nil { return true }
    if options.profile == .both, !isPair { return true }
    switch options.done {
    case .only, .since: return true
    case .include: return false
    case .exclude: return entry.isClosedAbove
    case nil: return hasEvent && entry.isClosedAbove
    }
  }

  /// The kinds of item that a line becomes; none if it is left out.
  public func kinds(
    of entry: TaskEntry, _ fields: LineFields, in entries: TaskEntries
  ) -> [CalendarItem.Kind] {
    guard !entry.isWordless, isAsked(entry, in: entries), isInWindow(fields), mayBeSeen(entry),
      !isUndecided(fields)
    else {
      return []
    }
    return wanted(fields).filter { passesDone($0, entry, fields: fields) }
  }

  /// True if the selection depends on a date that cannot be read.
  private func isUndecided(_ fields: LineFields) -> Bool {
    guard fields.hasDateError else { return false }
    let isWindowed = options.from != nil || options.to != nil
    return isChosenByState || isWindowed && fields.due == nil
  }

  /// True if an item may stay while its line has an unreadable date; completed lines are still left out.
  public func mayStay(_ entry: TaskEntry, fields: LineFields) -> Bool {
    let kinds: [CalendarItem.Kind] =
      switch options.profile {
      case .todo: [.reminder]
      case .event: [.event]
      case .both, .auto: [.reminder, .event]
      }
    return !entry.isWordless && kinds.contains { passesDone($0, entry, fields: fields) }
  }

  /// True if a line becomes an item, or may become one when its date is complete.
  public func mayShow(
    _ entry: TaskEntry, in entries: TaskEntries, reader: LineFieldReader
  ) -> Bool {
    guard !entry.isWordless, mayBeAsked(entry, in: entries), mayBeSeen(entry) else { return false }
    let file = entries.file(of: entry)
    if ItemSize.fault(of: file, line: entry.line.line) != nil { return true }
    var ignored: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: entry.line.line, diagnostics: &ignored)
    return fields.hasDateError || !kinds(of: entry, fields, in: entries).isEmpty
  }

  /// True if the class of a line, and of everything that contains it, is exported.
  public func mayBeSeen(_ entry: TaskEntry) -> Bool {
    entry.classification.map { options.classes.contains($0) } ?? showsPublic
  }

  /// True if a line matches the requested projects, tags and queries.
  public func isAsked(_ entry: TaskEntry, in entries: TaskEntries) -> Bool {
    (options.lines?.contains(entry.line) ?? true) && isPlaced(entry, entries)
  }

  /// True if a line matches, or may match when its dates can be read.
  public func mayBeAsked(_ entry: TaskEntry, in entries: TaskEntries) -> Bool {
    (options.lines?.mayContain(entry.line) ?? true) && isPlaced(entry, entries)
  }

  /// True if a line matches the requested projects and tags, whatever its dates are.
  private func isPlaced(_ entry: TaskEntry, _ entries: TaskEntries) -> Bool {
    (options.takesImported || !entry.isImported) && !entry.isTwin && isInProject(entry, entries)
      && hasTag(entry, entries)
  }

  /// True if an item without a line matches the requested projects and tags; it matches no query.
  ///
  /// - Parameters:
  ///   - path: The names of the projects that contain it.
  ///   - words: Its categories, compared regardless of case.
  public func isAsked(path: [String], words: [String]) -> Bool {
    let known = ExactSet(words.map { $0.lowercased() })
    return options.lines == nil && isIn(path)
      && (tags.isEmpty || tags.contains { known.contains($0.lowercased()) })
  }

  /// The kinds for a line by the profile, before its state is considered.
  private func wanted(_ fields: LineFields) -> [CalendarItem.Kind] {
    guard fields.due?.value != nil else {
      // An appointment whose date cannot be read would be a second, separate to-do beside the event in the feed.
      let isBrokenEvent = fields.hasDateError && fields.kind == .event
      return keepsUndated && !isBrokenEvent ? [.reminder] : []
    }
    switch options.profile {
    case .todo: return [.reminder]
    case .event: return [.event]
    case .both: return [.reminder, .event]
    case .auto: return [fields.usualKind]
    }
  }

  /// The default for lines without a date: left out if all items are events.
  private var keepsUndated: Bool {
    (options.undated ?? (options.profile == .event ? .skip : .todo)) == .todo
  }

  private func passesDone(
    _ kind: CalendarItem.Kind, _ entry: TaskEntry, fields: LineFields
  ) -> Bool {
    let isClosed = fields.isClosed || entry.isClosedAbove
    switch options.done ?? (kind == .reminder ? .include : .exclude) {
    case .include: return true
    case .exclude: return !isClosed
    case .only: return isClosed
    case .since(let day):
      return !isClosed || ((fields.completed?.firstDay ?? fields.ended).map { $0 >= day } ?? false)
    }
  }

  private func isInProject(_ entry: TaskEntry, _ entries: TaskEntries) -> Bool {
    guard !projects.isEmpty else { return true }
    var names = entries.path(of: entry)
    if entry.isProject {
      names.append(LineText(entries.file(of: entry), line: entry.line.line).title)
    }
    return isIn(names)
  }

  /// True if a path, or one of its projects, was requested.
  private func isIn(_ names: [String]) -> Bool {
    projects.isEmpty || projects.contains(names)
  }

  private func hasTag(_ entry: TaskEntry, _ entries: TaskEntries) -> Bool {
    guard !tags.isEmpty else { return true }
    let document = entries.file(of: entry).document
    let line = document.lines[entry.line.line]
    return document.tags[line.tags].contains { tags.contains(document.name(of: $0)) }
      || document.hashNames(of: line).contains(where: tags.contains)
  }

  /// True if the item, or for a repeating item possibly one of its occurrences, has a day in the window.
  ///
  /// An item without a date always passes.
  private func isInWindow(_ fields: LineFields) -> Bool {
    guard let when = fields.due?.value ?? fields.start?.value else { return true }
    if let to = options.to, when.firstDay > to { return false }
    guard let from = options.from, when.lastDay < from else { return true }
    guard fields.isSeries, !fields.isDone else { return false }
    if fields.also.contains(where: { $0.lastDay >= from }) { return true }
    return fields.repetition.map { $0.rule.lastDay.map { $0 >= from } ?? true } ?? false
  }
}
