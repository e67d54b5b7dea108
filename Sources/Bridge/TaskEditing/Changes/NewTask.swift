import ExactText
public import TaskBridge
public import TaskDates
public import TaskText

/// A task as a person dictates it, and as it is written down.
///
/// ```swift
/// let task = try NewTask("Call Ann tomorrow 3pm @home", reader: reader, now: now, zone: zone)
/// task.body(in: .taskPaper)  // "- Call Ann @home @due(2026-12-06 15:00)"
/// ```
public struct NewTask: Hashable, Sendable {
  /// What is said of it beside its words.
  public struct Options: Hashable, Sendable {
    /// Whether a date is looked for among the words, and dates that move with the clock are pinned.
    public var takesDates = true
    /// When it is due, in whatever words; then none is looked for.
    public var due: String?
    /// Tags that it gets.
    public var tags: [Tag] = []
    /// The notes below it.
    public var notes: [String] = []

    /// Creates options that say nothing.
    public init() {}
  }

  /// Why some words make no task.
  public enum Fault: Error, Hashable, Sendable {
    /// There are none.
    case empty
    /// The date that was given is none.
    case date(TMError)
    /// A tag cannot be written, or what it says cannot be read.
    case tag(String)
  }

  /// The line as TaskPaper writes it.
  private let line: String
  /// The notes, each a line.
  public let notes: [String]
  /// Its words without tags.
  public let title: String
  /// How its date was understood, nil where it has none of its own.
  public let date: String?
  /// What else the words of its date may mean.
  public let ambiguities: [DateAmbiguity]

  /// Understands some words.
  ///
  /// - Parameters:
  ///   - words: The words; a line break among them is a blank.
  ///   - options: What is said beside them.
  ///   - reader: What tags mean, with dates that move with the clock resolved at `now`.
  ///   - now: The reading of the person's clock.
  ///   - zone: Their zone.
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

  /// The line as a dialect begins it.
  public func body(in dialect: TaskDialect) -> String {
    dialect.taskBullet + line.dropFirst(Self.bullet.count)
  }

  /// The words on one line, without the bullet of a line that was copied.
  private static func oneLine(_ words: String) -> String {
    let blanks = words.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
    let line = String(String.UnicodeScalarView(blanks)).cleaned
    return (line + " ").hasPrefix(bullet) ? String(line.dropFirst(bullet.count)).trimmed : line
  }

  /// The lines of a note, each of which stays one.
  private static func noteLines(_ note: String) -> [String] {
    let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { WordJoiner.put(intoNote: String($0).cleaned) }
  }
}

/// A line while it is written down.
private struct NewTaskDraft {
  private(set) var line: EditedLine
  /// The date that is not in a tag of the words.
  private(set) var date: TMDateType?
  /// What else the words of that date may mean.
  private(set) var ambiguities: [DateAmbiguity] = []
  private let changes: TaskChanges

  /// Takes the words, and the date that is given or found among them.
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

  /// Adds the tags, and lets no date move with the clock.
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
  /// The date that a text says.
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

  /// The words without the date among them, and the date; nil where there is none, or nothing else.
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
  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .empty: "a task needs words; there are none beside tags and a date"
    case .date(let error): "its due date: \(error)"
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

  /// Writes the dates of a line that move with the clock as what they are now.
  func pin(_ edited: inout EditedLine) {
    for field in Vocabulary.dated {
      edited.replacePayloads(of: field) { pinned($0, of: field) }
    }
  }
}
