import Diagnostics
import Dispatch
import EditorAnswers
import EditorText
import JSONText
import TaskDates

/// The messages that the editor shows, and how they follow the text and the clock.
extension EditorServer {
  /// When the next message becomes wrong because time passes; asked for again after a minute, since a machine may
  /// have slept or changed its zone.
  var deadline: DispatchTime {
    guard !documents.isEmpty, let now = settings.clock()?.instant else { return .distantFuture }
    let next = documents.values.compactMap(\.changes).min()
    let seconds = next.map { max(0, min(60, $0.seconds - now.seconds)) } ?? 60
    return .now() + .milliseconds(seconds * 1000 + 5)
  }

  /// Renews the messages that have become wrong because time has passed.
  mutating func updateForTime() {
    guard let now = settings.clock()?.instant else { return }
    let late = documents.values.filter { $0.changes.map { $0 <= now } ?? false }.map(\.uri)
    guard !late.isEmpty else { return }
    stale.formUnion(late)
    publishStale()
  }

  /// Sends the messages of the documents that have changed.
  mutating func publishStale() {
    for uri in stale.sorted() { publish(uri) }
    stale.removeAll()
  }

  private mutating func publish(_ uri: String) {
    guard let document = editorDocument(uri), let text = documents[uri]?.text else { return }
    let answer = document.diagnostics()
    documents[uri]?.diagnostics = text.hasLoneReturn ? [] : answer.value
    documents[uri]?.changes = answer.changes
    let names = EditorNames(document.file)
    if let old = documents[uri]?.names { index.names.remove(old) }
    index.names.add(names)
    documents[uri]?.names = names
    let messages =
      text.hasLoneReturn
      ? [loneReturnMessage] : answer.value.map { json($0, text) }
    notify(
      editor: "textDocument/publishDiagnostics",
      [
        "uri": .string(uri), "version": .int(text.version), "diagnostics": .array(messages),
      ])
  }

  private var loneReturnMessage: JSONNode {
    [
      "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
      "severity": 2, "source": "duecal",
      "message": """
      a line of this file ends with CR alone, and editors count such lines in different ways; expected LF or CRLF
      """,
    ]
  }

  func json(_ diagnostic: EditorDiagnostic, _ text: EditorText) -> JSONNode {
    let fix = diagnostic.fix.map { "; write \($0)" } ?? ""
    return [
      "range": json(diagnostic.range, text), "severity": .int(diagnostic.severity.number),
      "source": "duecal", "message": .string(diagnostic.sentence + fix),
    ]
  }

  /// A range of bytes as the editor counts.
  func json(_ range: Range<Int>, _ text: EditorText) -> JSONNode {
    [
      "start": json(text.position(ofByte: range.lowerBound, in: encoding)),
      "end": json(text.position(ofByte: range.upperBound, in: encoding)),
    ]
  }

  func json(_ position: TextPosition) -> JSONNode {
    ["line": .int(position.line), "character": .int(position.character)]
  }

  /// The document as answers need it; nil if it is not open, or there is no clock.
  mutating func editorDocument(_ uri: String) -> EditorDocument? {
    guard let clock = settings.clock(), let file = documents[uri]?.file() else { return nil }
    return EditorDocument(
      file, clock: clock, vocabulary: settings.vocabulary, names: index.names,
      dayStart: settings.dayStart, zoneNames: { [zoneNames] in zoneNames.all })
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
