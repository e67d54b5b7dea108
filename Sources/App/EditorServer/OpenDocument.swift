import EditorAnswers
import EditorText
import ExactText
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// A document that the editor has open.
struct OpenDocument: Sendable {
  /// What a document is.
  enum Kind: Sendable {
    case tasks(TaskDialect)
    /// A calendar file, of which only the messages are shown.
    case calendar
  }

  let uri: String
  /// The path of its file; nil for a document without one.
  let path: String?
  let kind: Kind
  /// The text as the editor has it.
  private(set) var text: EditorText
  /// The messages that the editor has.
  private var table = DiagnosticTable()
  private var tableRevision: Int?
  private var tableZone: Zone?
  var calendar: EditorCalendar?
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
  private var cache: TaskFile?
  private var zones: NamedZones?
  /// Increases with each change of the text; the version of an editor need not.
  private(set) var revision = 0

  init(uri: String, languageID: String, text: EditorText) {
    self.uri = uri
    path = DocumentAddress.path(of: uri).map { FileTree.realPath($0) ?? $0 }
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

  /// Changes the text.
  mutating func change(_ body: (inout EditorText) -> Void) {
    // The text is not shared while it changes, so that it is changed in place.
    (cache, zones) = (nil, nil)
    body(&text)
    revision += 1
  }

  /// The text as a task file; nil for a calendar.
  mutating func file() -> TaskFile? {
    guard case .tasks(let dialect) = kind else { return nil }
    if let cache { return cache }
    let name = path ?? uri
    let file = TaskFile(
      name: name, identity: name.split(separator: "/").last.map(String.init) ?? name,
      modified: .epoch, document: TaskDocument(bytes: text.bytes, dialect: dialect))
    cache = file
    return file
  }

  /// The zones that lines name.
  mutating func namedZones(_ vocabulary: Vocabulary) -> NamedZones {
    if let zones { return zones }
    let found = NamedZones(file().map { [$0] } ?? [], vocabulary)
    zones = found
    return found
  }

  /// What hints and lenses count, in the present text.
  mutating func facts(_ document: EditorDocument) -> LineFacts {
    let state = (revision, document.clock.today)
    if factsState.map({ $0 != state }) ?? true { facts.update(document) }
    factsState = state
    return facts
  }

  /// The messages of `duecal check` about the present text.
  mutating func messages(_ document: EditorDocument, threads: Int) -> [EditorDiagnostic] {
    let isLate = table.changes.map { $0 <= document.clock.instant } ?? false
    if tableRevision != revision || isLate || tableZone != document.clock.zone {
      table.update(document, threads: threads)
    }
    (tableRevision, tableZone) = (revision, document.clock.zone)
    return table.diagnostics
  }

  /// When a message becomes wrong; nil if it does not.
  var messagesChange: Instant? { table.changes }

  /// When something that the editor shows becomes wrong; nil if it does not.
  var nextChange: Instant? {
    [table.changes, hintsChange, lensesChange].compactMap(\.self).min()
  }
}
