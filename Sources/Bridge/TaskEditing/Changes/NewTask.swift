import ExactText
public import TaskBridge
public import TaskDates
public import TaskText

/// A new task, made from the words that a person types.
///
/// ```swift
/// let task = try NewTask("Call Ann tomorrow 3pm @home", reader: reader, now: now, zone: zone)
/// task.body(in: .taskPaper)  // "- Call Ann @home @due(2026-12-06 15:00)"
/// ```
public struct NewTask: Hashable, Sendable {
  /// Properties of the task besides its words.
  public struct Options: Hashable, Sendable {
    /// Whether to find a date among the words and to resolve relative dates.
    public var takesDates = true
    /// The due date, in words; if set, the words of the task are not searched for a date.
    public var due: String?
    /// Tags to add.
    public var tags: [Tag] = []
    /// The notes below it.
    public var notes: [String] = []

    /// Creates options without a due date, tags and notes.
    public init() {}
  }

  /// Why a task cannot be made.
  public enum Fault: Error, Hashable, Sendable {
    /// There are no words.
    case empty
    /// The given due date is not a date.
    case date(TMError)
    /// A tag cannot be written, or its payload cannot be read.
    case tag(String)
  }

  /// The line in the form of TaskPaper.
  private let line: String
  /// The lines of the notes.
  public let notes: [String]
  /// The words without tags.
  public let title: String
  /// The date that was found in words, in duecal's spelling; nil if there is none.
  public let date: String?
  /// Other possible meanings of the date's words.
  public let ambiguities: [DateAmbiguity]

  /// Makes a task from words.
  ///
  /// - Parameters:
  ///   - words: The words; a line break counts as a space.
  ///   - options: Further properties.
  ///   - reader: Reads tags, with relative dates resolved at `now`.
  ///   - now: The time of the person's clock.
  ///   - zone: The zone of that clock.
  public init(
    _ words: String, _ options: Options = Options(), reader: LineFieldReader,
    now: DateTimeParameters, zone: Zone
  ) throws(Fault) {
    var draft = try NewTaskDraft(Self.oneLine(words), options, reader: reader, now: now, zone: zone)
    try draft.add(options)
    guard let read = draft.line.document.lines.first, read.kind == .task, !read.text.isEmpty else {
      throw .empty
    }
    line = draft.line.body
    title = draft.line.document.string(read.text)
    date = draft.date?.description
    ambiguities = draft.ambiguities
    notes = options.notes.flatMap(Self.noteLines)
  }

  fileprivate static let bullet = TaskDialect.taskPaper.taskBullet

  /// The line with the bullet of a dialect.
  public func body(in dialect: TaskDialect) -> String {
    dialect.taskBullet + line.dropFirst(Self.bullet.count)
  }

  /// The words on one line, without the bullet of a copied line.
  private static func oneLine(_ words: String) -> String {
    let blanks = words.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
    let line = String(String.UnicodeScalarView(blanks)).cleaned
    return (line + " ").hasPrefix(bullet) ? String(line.dropFirst(bullet.count)).trimmed : line
  }

  /// The lines of a note, changed so that each stays a note.
  private static func noteLines(_ note: String) -> [String] {
    let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { WordJoiner.put(intoNote: String($0).cleaned) }
  }
}

/// A line while it is being written.
private struct NewTaskDraft {
  private(set) var line: EditedLine
  /// The date that is not in a tag of the words.
  private(set) var date: TMDateType?
  /// Other possible meanings of that date's words.
  private(set) var ambiguities: [DateAmbiguity] = []
  private let changes: TaskChanges

  /// Takes the words, and the given date or the one found among them.
  init(
    _ words: String, _ options: NewTask.Options, reader: LineFieldReader,
    now: DateTimeParameters, zone: Zone
  ) throws(NewTask.Fault) {
    changes = TaskChanges([], reader, now: now, zone: zone)
    line = EditedLine(NewTask.bullet + words, reader, dialect: .taskPaper)
    if let due = options.due {
      date = try changes.date(due)
      ambiguities = (try? DateExpression(parsing: due))?.ambiguities(at: now) ?? []
    } else if options.takesDates, line.spans(of: .due).isEmpty,
      let (title, value) = changes.dated(words)
    {
      line = EditedLine(NewTask.bullet + title, reader, dialect: .taskPaper)
      date = value
      ambiguities = DatePhrase.find(in: words)?.date.ambiguities(at: now) ?? []
    }
    if let date { _ = line.set(.due, to: date.description) }
  }

  /// Adds the tags, and resolves relative dates.
  mutating func add(_ options: NewTask.Options) throws(NewTask.Fault) {
    if options.takesDates { changes.pin(&line) }
    do throws(TaskEditError) {
      for tag in options.tags { try line.set(changes.pinned(tag)) }
    } catch {
      throw .tag("\(error)")
    }
    if let error = changes.errors(of: line).first { throw .tag(error) }
  }
}

extension TaskChanges {
  /// Reads a date.
  fileprivate func date(_ text: String) throws(NewTask.Fault) -> TMDateType {
    do throws(TMError) {
      switch try DateExpression(parsing: text) {
      case .absolute(let payload): return payload.value
      case .relative(let date): return try date.value(at: now, in: homeZone)
      }
    } catch {
      throw .date(error)
    }
  }

  /// The words without the date among them, and the date; nil if there is no date, or nothing else.
  fileprivate func dated(_ words: String) -> (title: String, value: TMDateType)? {
    guard let phrase = DatePhrase.find(in: words),
      case let line = TaskDocument(NewTask.bullet + phrase.title).lines.first,
      line?.kind == .task, line?.text.isEmpty == false
    else { return nil }
    switch phrase.date {
    case .absolute(let payload): return (phrase.title, payload.value)
    case .relative(let date):
      return date.resolved(at: now, in: homeZone).map { (phrase.title, $0) }
    }
  }
}

extension NewTask.Fault: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .empty: "the task has no words besides tags and a date; expected a title"
    case .date(let error): "due date: \(error)"
    case .tag(let reason): reason
    }
  }
}

extension TaskChanges {
  /// Adds a task with its notes.
  public mutating func add(_ task: NewTask, at place: InsertionPoint, words: [String]) {
    let dialect = files[place.file].document.dialect
    let lines =
      [(task.body(in: dialect), place.level)] + task.notes.map { ($0, place.level + 1) }
    let number = edits[place.file].add(lines, beforeLine: place.line)
    noteAddition(number, place.file, title: task.title, details: words)
  }

  /// Resolves the relative dates of a line.
  func pin(_ edited: inout EditedLine) {
    for field in Vocabulary.dated {
      edited.replacePayloads(of: field) { pinned($0, of: field) }
    }
  }
}
