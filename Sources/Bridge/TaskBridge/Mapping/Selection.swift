public import CalendarItems
import Diagnostics
import ExactText
import TaskDates
import TaskText

/// Decides which lines become items, and of which kinds.
public struct Selection: Sendable {
  private let options: ExportOptions
  private let projects: ProjectNames
  private let tags: ExactSet
  private let showsPublic: Bool

  /// Takes the options.
  public init(_ options: ExportOptions) {
    self.options = options
    projects = ProjectNames(options.projects)
    tags = ExactSet(options.tags.map { String($0.drop { $0 == "@" }) })
    showsPublic = options.classes.contains("PUBLIC")
  }

  /// True if no line is left out by its project, tag, date or state, or by a query.
  public var isEverything: Bool {
    !isNarrowed && options.profile != .event && (options.undated ?? .todo) == .todo
  }

  /// How much hints may say; in a narrowed feed a hint could publish words of left-out lines.
  public var hintScope: HintScope {
    if options.isPlain || isChosenByWords || options.profile == .event { return .nothing }
    return isEverything ? .outline : .line
  }

  /// True if lines are chosen by project, tag or query.
  private var isChosenByWords: Bool {
    !projects.isEmpty || !tags.isEmpty || options.lines != nil
  }

  /// True if lines are chosen by whether they are done.
  private var isChosenByState: Bool { (options.done ?? .include) != .include }

  /// True if lines were asked for by their project, tag, date or state, or by a query.
  public var isNarrowed: Bool {
    isChosenByWords || options.from != nil || options.to != nil
      || isChosenByState
  }

  /// True if what a line says decides whether its items go out, beyond what they are.
  ///
  /// - Parameters:
  ///   - entry: The line, which had items and is what it was.
  ///   - hasEvent: Whether one of them is an event.
  ///   - isPair: Whether they are two: where they can be and are not, the other may have been left out.
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

  /// The kinds of item that a line becomes; none where it is left out.
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

  /// True if a date that cannot be read decides whether a line is chosen.
  private func isUndecided(_ fields: LineFields) -> Bool {
    guard fields.hasDateError else { return false }
    let isWindowed = options.from != nil || options.to != nil
    return isChosenByState || isWindowed && fields.due == nil
  }

  /// True if an item may stay while its line has an unreadable date; done lines are still left out.
  public func mayStay(_ entry: TaskEntry, fields: LineFields) -> Bool {
    let kinds: [CalendarItem.Kind] =
      switch options.profile {
      case .todo: [.reminder]
      case .event: [.event]
      case .both, .auto: [.reminder, .event]
      }
    return !entry.isWordless && kinds.contains { passesDone($0, entry, fields: fields) }
  }

  /// True if a line becomes an item, or may once its date is written to the end.
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

  /// True if neither a line nor what it stands under is kept from being seen.
  public func mayBeSeen(_ entry: TaskEntry) -> Bool {
    entry.classification.map { options.classes.contains($0) } ?? showsPublic
  }

  /// True if a line is in a project, has a tag and is found by queries that were asked for.
  public func isAsked(_ entry: TaskEntry, in entries: TaskEntries) -> Bool {
    (options.lines?.contains(entry.line) ?? true) && isPlaced(entry, entries)
  }

  /// True if a line is asked for, or may be once its dates can be read.
  public func mayBeAsked(_ entry: TaskEntry, in entries: TaskEntries) -> Bool {
    (options.lines?.mayContain(entry.line) ?? true) && isPlaced(entry, entries)
  }

  /// True if a line is in a project and has a tag that were asked for, whatever its dates say.
  private func isPlaced(_ entry: TaskEntry, _ entries: TaskEntries) -> Bool {
    (options.takesImported || !entry.isImported) && isInProject(entry, entries)
      && hasTag(entry, entries)
  }

  /// True if an item that is no line is in a project and has a tag that were asked for; no query finds
  /// one.
  ///
  /// - Parameters:
  ///   - path: The names of the projects above it.
  ///   - words: Its categories; case does not count in them.
  public func isAsked(path: [String], words: [String]) -> Bool {
    let known = ExactSet(words.map { $0.lowercased() })
    return options.lines == nil && isIn(path)
      && (tags.isEmpty || tags.contains { known.contains($0.lowercased()) })
  }

  /// The kinds that the profile makes of a line, before it is asked whether it is done.
  private func wanted(_ fields: LineFields) -> [CalendarItem.Kind] {
    guard fields.due?.value != nil else {
      // An appointment whose date cannot be read would be a to-do of its own beside the one in the feed.
      let isBrokenEvent = fields.hasDateError && fields.kind == .event
      return keepsUndated && !isBrokenEvent ? [.reminder] : []
    }
    switch options.profile {
    case .todo: return [.reminder]
    case .event: return [.event]
    case .both: return [.reminder, .event]
    case .auto: return [fields.kind ?? (fields.isAppointment ? .event : .reminder)]
    }
  }

  /// Without a word on it, a line without a date is left out where all are events.
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

  /// True if a path, or one of its projects, was asked for.
  private func isIn(_ names: [String]) -> Bool {
    projects.isEmpty || projects.contains(names)
  }

  private func hasTag(_ entry: TaskEntry, _ entries: TaskEntries) -> Bool {
    guard !tags.isEmpty else { return true }
    let document = entries.file(of: entry).document
    let line = document.lines[entry.line.line]
    return document.tags[line.tags].contains { tags.contains(document.string($0.name)) }
  }

  /// True if some day of the item lies in the window, a repeating item if it may have one; an item
  /// without a date is asked nothing.
  private func isInWindow(_ fields: LineFields) -> Bool {
    guard let when = fields.due?.value ?? fields.start?.value else { return true }
    if let to = options.to, when.firstDay > to { return false }
    guard let from = options.from, when.lastDay < from else { return true }
    guard let repetition = fields.repetition, !fields.isDone else { return false }
    return switch repetition.rule.end {
    case .onDay(let day): day >= from
    case .at(let moment, _): moment.date >= from
    case .never, .count: true
    }
  }
}

extension LineFields {
  /// True if the line is due over a range of times or of days.
  var isAppointment: Bool {
    switch due?.value {
    case .beginEndDate, .days: true
    default: false
    }
  }
}
