import Diagnostics
import Dispatch
import EditorAnswers
import EditorText
import ExactText
import JSONText
import TaskDates

/// The messages that the editor shows, and how they follow the text and the clock.
extension EditorServer {
  /// When the next answer becomes wrong because time passes; asked for again after a minute, since a machine may
  /// have slept or changed its zone.
  var deadline: DispatchTime {
    guard !documents.isEmpty, let now = settings.clock()?.instant else { return .distantFuture }
    let next = documents.compactMap(\.value.nextChange).min()
    let seconds = next.map { max(0, min(60, $0.seconds - now.seconds)) } ?? 60
    let change = DispatchTime.now() + .milliseconds(seconds * 1000 + 5)
    return nextCollection.map { min($0, change) } ?? change
  }

  /// Renews what has become wrong because time has passed, or because the zone of the person is another one.
  mutating func followClock() {
    guard let clock = settings.clock() else { return }
    let isMoved = lastZone.map { $0 != clock.zone } ?? false
    lastZone = clock.zone
    func isLate(_ change: Instant?) -> Bool {
      isMoved || change.map { $0 <= clock.instant } ?? false
    }
    stale.formUnion(documents.map(\.value).filter { isLate($0.messagesChange) }.map(\.uri))
    if documents.map(\.value).contains(where: { $0.hintsChange != nil && isLate($0.hintsChange) }) {
      for uri in documents.keys { documents[uri]?.hintsChange = nil }
      if client.refreshesHints { request("workspace/inlayHint/refresh", nil) }
    }
    if documents.map(\.value).contains(where: { $0.lensesChange != nil && isLate($0.lensesChange) })
    {
      for uri in documents.keys { documents[uri]?.lensesChange = nil }
      if client.refreshesLenses { request("workspace/codeLens/refresh", nil) }
    }
    if !stale.isEmpty { publishStale() }
  }

  /// Sends the messages of the documents that have changed.
  mutating func publishStale() {
    for uri in stale.sorted() { publish(uri) }
    stale = ExactSet()
  }

  /// The maximum number of messages that an editor gets for a document.
  private static let limit = 1000

  private mutating func publish(_ uri: String) {
    guard let text = documents[uri]?.text else { return }
    let found = text.hasLoneReturn ? (shown: [], count: 0) : diagnostics(uri)
    var finder = PositionFinder(text, encoding)
    var messages =
      text.hasLoneReturn ? [loneReturnMessage] : found.shown.map { Self.json($0, &finder) }
    if found.count > found.shown.count { messages.append(more(found.count - found.shown.count)) }
    var params: [(String, JSONNode)] = [("uri", .string(uri))]
    if client.hasMessageVersions { params.append(("version", .int(text.version))) }
    notify(
      editor: "textDocument/publishDiagnostics",
      .object(params + [("diagnostics", .array(messages))]))
  }

  /// The first messages about a document, checked again, and the number of all.
  private mutating func diagnostics(
    _ uri: String
  ) -> (shown: [EditorDiagnostic], count: Int) {
    if let calendar = calendar(uri) {
      return (Array(calendar.diagnostics.prefix(Self.limit)), calendar.diagnostics.count)
    }
    guard let document = editorDocument(uri),
      let table = documents[uri]?.messages(document, threads: settings.threads)
    else { return ([], 0) }
    let origins = documents[uri]?.origins.diagnostics ?? []
    let shown = (origins + table.diagnostics(first: Self.limit)).prefix(Self.limit)
    return (Array(shown), origins.count + table.count)
  }

  private var loneReturnMessage: JSONNode {
    firstLine(
      severity: 2,
      "a line of this file ends with CR alone, and editors count such lines in different ways; expected LF or CRLF"
    )
  }

  private func more(_ count: Int) -> JSONNode {
    firstLine(severity: 3, "\(count) more messages are not shown; duecal check prints all of them")
  }

  private func firstLine(severity: Int, _ sentence: String) -> JSONNode {
    [
      "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
      "severity": .int(severity), "source": "duecal", "message": .string(sentence),
    ]
  }

  /// A message, written at once, because each key sends up to a thousand of them.
  static func json(_ diagnostic: EditorDiagnostic, _ finder: inout PositionFinder) -> JSONNode {
    var json: [UInt8] = []
    json.reserveCapacity(256)
    json += #"{"range":"#.utf8
    json += written(diagnostic.range, &finder)
    json += #","severity":"#.utf8
    json += String(diagnostic.severity.number).utf8
    json += #","source":"duecal","message":"#.utf8
    let fix = diagnostic.fix.map { "; write \($0)" } ?? ""
    json += JSONNode.string(diagnostic.sentence + fix).bytes
    if let rule = diagnostic.rule { json += #","code":"#.utf8 + JSONNode.string(rule).bytes }
    json += "}".utf8
    return .written(json)
  }

  /// A range of bytes as the editor counts.
  func json(_ range: Range<Int>, _ text: EditorText) -> JSONNode {
    Self.json(range, text, encoding)
  }

  /// A range of bytes as an editor counts.
  static func json(
    _ range: Range<Int>, _ text: EditorText, _ encoding: PositionEncoding
  ) -> JSONNode {
    .written(
      json(
        text.position(ofByte: range.lowerBound, in: encoding),
        text.position(ofByte: range.upperBound, in: encoding)))
  }

  /// The ranges of an answer with many of them, which may all be on one line.
  static func json(_ range: Range<Int>, _ finder: inout PositionFinder) -> JSONNode {
    .written(written(range, &finder))
  }

  static func written(_ range: Range<Int>, _ finder: inout PositionFinder) -> [UInt8] {
    json(
      finder.position(ofByte: range.lowerBound), finder.position(ofByte: range.upperBound))
  }

  /// A range between two positions, written at once, because an answer may have many thousands.
  static func json(_ start: TextPosition, _ end: TextPosition) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(96)
    json += #"{"start":{"line":"#.utf8
    json += String(start.line).utf8
    json += #","character":"#.utf8
    json += String(start.character).utf8
    json += #"},"end":{"line":"#.utf8
    json += String(end.line).utf8
    json += #","character":"#.utf8
    json += String(end.character).utf8
    json += "}}".utf8
    return json
  }

  func json(_ position: TextPosition) -> JSONNode {
    ["line": .int(position.line), "character": .int(position.character)]
  }

  /// The calendar of a document; nil if it is not open or a task file.
  mutating func calendar(_ uri: String) -> EditorCalendar? {
    documents[uri]?.calendar(at: settings.clock()?.instant ?? .epoch, zone: settings.zone)
  }

  /// The document as answers need it; nil if it is not open, not a task file, or there is no clock.
  mutating func editorDocument(_ uri: String) -> EditorDocument? {
    guard let clock = settings.clock(), let file = documents[uri]?.file(threads: settings.threads),
      let zones = documents[uri]?.namedZones(settings.vocabulary)
    else { return nil }
    if lastZone == nil { lastZone = clock.zone }
    return EditorDocument(
      file, clock: clock, vocabulary: settings.vocabulary, names: index.names,
      dayStart: settings.dayStart, zoneNames: { [zoneNames] in zoneNames.all }, named: zones)
  }
}

extension Severity {
  /// The number of the severity in the protocol.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
