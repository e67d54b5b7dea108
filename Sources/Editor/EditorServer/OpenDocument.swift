import EditorAnswers
import EditorText
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// A document that the editor has open.
struct OpenDocument: Sendable {
  /// What a document is.
  enum Kind: Sendable {
    case tasks(TaskDialect)
    /// A calendar file, of which only the messages are shown.
    case calendar
  }

  let uri: String
  /// What tells it from an earlier document with this address.
  let number: Int
  /// The path of its file; nil for a document without one.
  let path: String?
  let kind: Kind
  /// How its Markdown is read and written.
  private let markdown: MarkdownSettings
  /// The text as the editor has it.
  private(set) var text: EditorText
  /// The text as a task file, once it is needed.
  private var tasks: OpenTaskFile?
  /// The messages that the editor has.
  private var table = DiagnosticTable()
  private var tableState: (revision: Int, zone: Zone)?
  private var calendarState: (revision: Int, calendar: EditorCalendar)?
  /// What hints and lenses count.
  private var facts = LineFacts()
  private var factsState: (revision: Int, day: DateParameters)?
  /// When the hints and the lenses that the editor has become wrong.
  var hintsChange: Instant?
  var lensesChange: Instant?
  /// The names of the text when they were last collected, and of which revision.
  var names: NameCounts?
  var namesRevision: Int?
  /// What is known of the items of its lines from earlier imports and syncs.
  var origins = LineOrigins()
  /// True while the names are being collected.
  var isCollecting = false
  /// True once a difference to the editor's own text was reported.
  var hasDrifted = false
  /// The tokens that the editor has, with their name.
  var tokens: (name: String, numbers: [Int])?
  /// The text before the last save, if that had another one and no change came since.
  private var textBeforeSave: EditorText?
  private var zones: NamedZones?
  /// What has changed in the lines since the messages, the facts and the zones were last read from them.
  private var changes: (table: LineChange?, facts: LineChange?, zones: LineChange?)
  /// Increases with each change of the text; the version of an editor need not.
  private(set) var revision = 0

  init(
    uri: String, number: Int, languageID: String, text: EditorText,
    markdown: (String) -> MarkdownSettings
  ) {
    self.uri = uri
    self.number = number
    path = DocumentAddress.realPath(of: uri)
    self.markdown = path.map(markdown) ?? .standard
    kind = Self.kind(path, languageID)
    self.text = text
  }

  private static let calendars = [".ics", ".ical", ".ifb", ".icalendar"]

  private static func kind(_ path: String?, _ languageID: String) -> Kind {
    guard let path, !path.isEmpty else {
      if ["icalendar", "ics"].contains(where: { $0 == languageID }) { return .calendar }
      let dialect = TaskDialect(rawValue: languageID) ?? .taskPaper
      return .tasks(languageID == "markdown" ? .markdown : dialect)
    }
    let name = path.lowercased()
    if calendars.contains(where: name.hasSuffix) { return .calendar }
    return .tasks(TaskDialect(path: path))
  }

  /// Applies the changes of a message.
  mutating func apply(_ list: [TextChange], in encoding: PositionEncoding, version: Int) {
    if isOfSavedText(list, in: encoding, version: version) { return }
    let replaced = text.apply(list, in: encoding, version: version)
      .map { RangeChange($0.old, count: $0.count) }
    revision += 1
    guard let first = replaced.first else { return }
    follow(replaced.dropFirst().reduce(first) { $0.followed(by: $1) })
  }

  /// True if changes made the text that was saved before they were sent, as Kate does.
  private mutating func isOfSavedText(
    _ list: [TextChange], in encoding: PositionEncoding, version: Int
  ) -> Bool {
    guard var before = textBeforeSave else { return false }
    textBeforeSave = nil
    _ = before.apply(list, in: encoding, version: version)
    guard before.bytes == text.bytes else { return false }
    text.version = version
    revision += 1
    return true
  }

  /// Takes the text that the editor has saved.
  mutating func recover(_ bytes: [UInt8]) {
    textBeforeSave = text
    let count = text.bytes.count
    text.recover(bytes)
    revision += 1
    follow(RangeChange(0..<count, count: bytes.count))
  }

  /// Changes the task file as the text.
  private mutating func follow(_ change: RangeChange) {
    guard let lines = tasks?.replace(change.old, with: Array(text.bytes[change.new])) else {
      return
    }
    func add(_ earlier: LineChange?) -> LineChange { earlier?.followed(by: lines) ?? lines }
    changes = (add(changes.table), add(changes.facts), add(changes.zones))
  }

  /// The text as a task file; nil for a calendar.
  ///
  /// - Parameter threads: The number of threads that read it for the first time.
  mutating func file(threads: Int = 1) -> TaskFile? {
    guard case .tasks(let dialect) = kind else { return nil }
    if let tasks { return tasks.file }
    let name = path ?? uri
    let file = TaskFile(
      name: name, identity: name.split(separator: "/").last.map(String.init) ?? name,
      modified: .epoch,
      document: TaskDocument(
        bytes: text.bytes, dialect: dialect, settings: markdown, threads: threads))
    tasks = OpenTaskFile(file)
    return file
  }

  /// The text as a calendar, checked once for each revision; nil for a task file.
  ///
  /// - Parameters:
  ///   - now: The time, for what an item lacks.
  ///   - zone: Returns the zone of a TZID if it is known.
  mutating func calendar(at now: Instant, zone: @escaping (String) -> Zone?) -> EditorCalendar? {
    guard case .calendar = kind else { return nil }
    if let state = calendarState, state.revision == revision { return state.calendar }
    let calendar = EditorCalendar(bytes: text.bytes, now: now, zone: zone)
    calendarState = (revision, calendar)
    return calendar
  }

  /// The zones that lines name, or have named.
  mutating func namedZones(_ vocabulary: Vocabulary) -> NamedZones {
    guard let document = file()?.document, var known = zones else {
      let found = NamedZones(tasks.map { [$0.file] } ?? [], vocabulary)
      (zones, changes.zones) = (found, nil)
      return found
    }
    if let change = changes.zones {
      for line in document.lines[change.lines.new] { known.add(document, line.tags, vocabulary) }
    }
    (zones, changes.zones) = (known, nil)
    return known
  }

  /// What hints and lenses count, in the present text.
  mutating func facts(_ document: EditorDocument) -> LineFacts {
    let state = (revision, document.clock.today)
    if factsState.map({ $0 != state }) ?? true { facts.update(document, after: changes.facts) }
    (factsState, changes.facts) = (state, nil)
    return facts
  }

  /// The messages of `duecal check` about the present text.
  mutating func messages(_ document: EditorDocument, threads: Int) -> DiagnosticTable {
    let isLate = table.changes.map { $0 <= document.clock.instant } ?? false
    let state = (revision, document.clock.zone)
    if isLate || tableState.map({ $0 != state }) ?? true {
      table.update(document, after: changes.table, threads: threads)
    }
    (tableState, changes.table) = (state, nil)
    return table
  }

  /// When a message becomes wrong; nil if it does not.
  var messagesChange: Instant? { table.changes }

  /// When something that the editor shows becomes wrong; nil if it does not.
  var nextChange: Instant? {
    [table.changes, hintsChange, lensesChange].compactMap(\.self).min()
  }
}
