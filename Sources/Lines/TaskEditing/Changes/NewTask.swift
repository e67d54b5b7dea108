import Diagnostics
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
    /// Whether to find a date and a repetition among the words, and to resolve relative dates.
    public var takesDates = true
    /// Whether to read marks among the words, such as `!1`, `+home` and `pri:H`.
    public var takesMarks = true
    /// What the person has set about dates that they type.
    public var conventions = DateConventions.none
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

  /// The line with its notes, in the form of TaskPaper.
  private let written: ItemLine
  /// Whether signs and fields of Markdown among the words are read as such.
  private let keepsFields: Bool
  /// The words without tags.
  public let title: String
  /// The date that was found in words, in duecal's spelling; nil if there is none.
  public let date: String?
  /// Other possible meanings of the date's words.
  public let ambiguities: [DateAmbiguity]
  /// The repetition that was found in words; nil if there is none.
  public let repetition: String?
  /// The project that the words name, as a path `A / B`; nil if they name none.
  public let project: String?
  /// The properties that were found in marks, such as `priority 1`.
  private let marks: [String]
  /// The categories that were found in marks.
  private let categories: [String]
  /// A sentence for each part of the words that looks like a property, but stays in the title.
  public let unread: [String]

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
    let notes = options.notes.flatMap(Self.noteLines)
    written = ItemLine(
      body: draft.line.body, notes: WordJoiner.put(intoNotes: notes, .taskPaper))
    keepsFields = options.takesMarks
    title = draft.line.document.string(read.text)
    date = draft.date?.description
    ambiguities = draft.ambiguities
    repetition = draft.repetition?.text
    project = draft.marks.project
    marks = draft.marks.tags.compactMap { mark in
      mark.field == .due || mark.field == .repeat ? nil : "\(mark.field.rawValue) \(mark.payload)"
    }
    categories = draft.marks.categories
    unread = draft.unread
  }

  /// What was understood of the words, such as `due 2026-12-01` and `repeats weekly`.
  ///
  /// - Parameter project: The project that the task goes into.
  public func details(under project: String?) -> [String] {
    (date.map { ["due \($0)"] } ?? []) + (repetition.map { ["repeats \($0)"] } ?? []) + marks
      + (project.map { ["under \($0)"] } ?? [])
      + (categories.isEmpty ? [] : ["tagged " + categories.joined(separator: ", ")])
  }

  /// True if the words of a task name a project, as in `project:Home`.
  public static func namesProject(_ words: String) -> Bool {
    PlainWord.words(of: words).contains { TypedKey.isProject($0.text) }
  }

  /// The words of the title that are tags in other programs, without their sign; they stay words of the title.
  public var hashtags: [String] {
    PlainWord.words(of: title).compactMap { word in
      guard word.text.first == "#", word.text.dropFirst().first?.isLetter == true else {
        return nil
      }
      return String(word.text.dropFirst())
    }
  }

  fileprivate static let bullet = TaskDialect.taskPaper.taskBullet

  /// The line with the bullet of a dialect.
  public func body(in dialect: TaskDialect) -> String {
    written.body(in: dialect, keepsFields: keepsFields)
  }

  /// The lines of the notes, changed so that each is a note in a dialect.
  public func notes(in dialect: TaskDialect) -> [String] { written.notes(in: dialect) }

  /// The words on one line, without the bullet and the open box of a copied line.
  private static func oneLine(_ words: String) -> String {
    let blanks = words.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
    let line = String(String.UnicodeScalarView(blanks)).cleaned
    return [bullet, "[ ] "].reduce(line) { line, mark in
      (line + " ").hasPrefix(mark) ? String(line.dropFirst(mark.count)).trimmed : line
    }
  }

  private static func noteLines(_ note: String) -> [String] {
    note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).cleaned }
  }
}

/// A line while it is being written.
private struct NewTaskDraft {
  private(set) var line: EditedLine
  /// The date that is not in a tag of the words.
  private(set) var date: TMDateType?
  /// The repetition that is not in a tag of the words.
  private(set) var repetition: Repetition?
  /// Other possible meanings of that date's words.
  private(set) var ambiguities: [DateAmbiguity] = []
  /// The marks among the words.
  private(set) var marks: TypedMarks
  /// Sentences about what stays in the title.
  private(set) var unread: [String]
  private let changes: TaskChanges
  private let conventions: DateConventions

  /// Takes the words, and the given date or the one found among them.
  init(
    _ words: String, _ options: NewTask.Options, reader: LineFieldReader,
    now: DateTimeParameters, zone: Zone
  ) throws(NewTask.Fault) {
    changes = TaskChanges([], reader, now: now, zone: zone)
    conventions = options.conventions
    line = EditedLine(NewTask.bullet + words, reader, dialect: .taskPaper)
    let typed = TypedMarkReader(
      changes: changes, line: line, takesDates: options.takesDates && options.due == nil,
      conventions: options.conventions)
    marks = options.takesMarks ? TypedMarks(words, typed) : TypedMarks(unread: words, typed)
    unread = marks.unread
    take(title: marks.title)
    if let due = options.due {
      date = try changes.date(due, conventions)
      ambiguities =
        (try? DateExpression(parsing: due, conventions: conventions))?.ambiguities(at: now) ?? []
    } else if options.takesDates {
      takeMarkedDates()
      takeTypedDates()
      endRepetition()
    }
    if let date { _ = line.set(.due, to: date.description) }
    if let repetition { _ = line.set(.repeat, to: repetition.text) }
  }

  private mutating func take(title: String) {
    line = EditedLine(NewTask.bullet + title, changes.reader, dialect: .taskPaper)
  }

  private var title: String { String(line.body.dropFirst(NewTask.bullet.count)) }

  // MARK: Dates

  /// Takes the date and the repetition of `due:` and `recur:`.
  private mutating func takeMarkedDates() {
    date = marks.payload(of: .due).flatMap { try? DatePayload(parsing: $0).value }
    repetition = marks.payload(of: .repeat).flatMap { try? Repetition(parsing: $0) }
  }

  /// Takes the date and the repetition among the words, unless the task has them.
  ///
  /// If a part of them is not understood, nothing is taken, and a sentence reports it.
  private mutating func takeTypedDates() {
    let repeats = repetition != nil || !line.spans(of: .repeat).isEmpty
    if hasDue, repeats { return }
    let dates = TitleDates(reading: title, conventions: conventions, repeats: !repeats)
    if let rhythm = repeats ? nil : RepetitionPhrase.unread(in: title), dates.repetition == nil {
      return unread.append(
        "\(rhythm.quoted) is not read as a repetition and stays in the title; write @repeat(...)")
    }
    if let left = dates.unread {
      if !hasDue || left.isRepetition { leave(left) }
      return
    }
    guard changes.isTitle(dates.title) else { return }
    if let phrase = dates.repetition { return take(phrase, dates) }
    if let phrase = dates.date, !hasDue { take(phrase) }
  }

  private mutating func leave(_ left: TitleDates.Unread) {
    if left.isRepetition {
      unread.append(
        "\(left.words.quoted) is not read as a repetition and stays in the title; write @repeat(...)"
      )
    } else {
      let days = left.possibleDays.map { "\($0)" }.joined(separator: " or ")
      unread.append(
        "\(left.words.quoted) is not read as a date and stays in the title; write "
          + (days.isEmpty ? "@due(...)" : days))
    }
  }

  /// Takes a date; one that does not exist stays in the title.
  private mutating func take(_ phrase: DatePhrase) {
    do throws(TMError) {
      date = try phrase.date.value(at: changes.now, in: changes.homeZone)
      ambiguities = phrase.date.ambiguities(at: changes.now)
      take(title: phrase.title)
    } catch {
      unread.append("\(error); the date stays in the title; write @due(...)")
    }
  }

  /// Takes a repetition with its first date.
  private mutating func take(_ phrase: RepetitionPhrase, _ dates: TitleDates) {
    let isTaken = hasDue ? dates.date == nil && takeRule(of: phrase) : takeSeries(phrase, dates)
    if !isTaken {
      unread.append(
        "\(phrase.words.quoted) contradicts another date or end, and stays in the title")
    }
  }

  private var hasDue: Bool { date != nil || !line.spans(of: .due).isEmpty }

  private mutating func takeRule(of phrase: RepetitionPhrase) -> Bool {
    let due = date ?? line.fields.due?.value ?? .date(changes.now.date)
    guard let rule = phrase.repetition(of: due, at: changes.now, in: changes.homeZone) else {
      return false
    }
    repetition = rule
    take(title: phrase.title)
    return true
  }

  private mutating func takeSeries(_ phrase: RepetitionPhrase, _ dates: TitleDates) -> Bool {
    guard let series = phrase.series(with: dates.date, at: changes.now, in: changes.homeZone) else {
      return false
    }
    (date, repetition) = (series.due, series.repetition)
    ambiguities = phrase.ambiguities(at: changes.now, with: dates.date)
    take(title: dates.title)
    return true
  }

  /// Gives a repetition its end and its first date, if marks name them.
  private mutating func endRepetition() {
    if let day = marks.until { repetition?.rule.end = .onDay(day) }
    if let repetition, !hasDue { date = repetition.firstDate(at: changes.now) }
  }

  /// Adds the tags, and resolves relative dates.
  mutating func add(_ options: NewTask.Options) throws(NewTask.Fault) {
    if options.takesDates { changes.pin(&line) }
    for mark in marks.tags where mark.field != .due && mark.field != .repeat {
      _ = line.set(mark.field, to: mark.payload)
    }
    for category in marks.categories { line.add(word: category) }
    do throws(TaskEditError) {
      for tag in options.tags { try line.set(changes.pinned(tag)) }
    } catch {
      throw .tag("\(error)")
    }
    if let error = changes.errors(of: line).first { throw .tag(error) }
  }
}

extension TaskChanges {
  /// Reads a date that a person typed.
  fileprivate func date(
    _ text: String, _ conventions: DateConventions
  ) throws(NewTask.Fault) -> TMDateType {
    do throws(TMError) {
      return try DateExpression(parsing: text, conventions: conventions)
        .value(at: now, in: homeZone)
    } catch {
      throw .date(error)
    }
  }

  /// True for words that have a title besides their tags.
  func isTitle(_ words: String) -> Bool {
    let line = TaskDocument(NewTask.bullet + words).lines.first
    return line?.kind == .task && line?.text.isEmpty == false
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
    let document = files[place.file].document
    let body = document.inOwnForm(
      task.body(in: document.dialect), reader, writtenOn: now.date)
    let notes = task.notes(in: document.dialect)
    let lines = [(body, place.level)] + notes.map { ($0, place.level + 1) }
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
