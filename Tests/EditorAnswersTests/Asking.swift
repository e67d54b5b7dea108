import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

/// A text with its cursor, which is written as `|`; now is Wednesday, 25 November 2026, 10:00 UTC.
struct Asked {
  let document: EditorDocument
  let cursor: Int

  init(
    _ text: String, dialect: TaskDialect = .taskPaper, names: EditorNames = EditorNames(),
    at second: Int = 1_795_600_800, in zone: Zone = .utc,
    conventions: DateConventions = .none
  ) throws {
    let bytes = Array(text.utf8)
    cursor = bytes.firstIndex(of: UInt8(ascii: "|")) ?? 0
    let file = TaskFile(
      name: "home.taskpaper", identity: "home.taskpaper", modified: .epoch,
      document: TaskDocument(bytes: bytes.filter { $0 != UInt8(ascii: "|") }, dialect: dialect))
    let clock = try #require(
      EditorClock(
        at: Instant(seconds: second), in: zone, conventions: conventions))
    var all = EditorNames(file)
    all.add(names.counts)
    document = EditorDocument(file, clock: clock, names: all)
  }

  /// The same file after a change of its text, and what has changed.
  func changed(to text: String) throws -> (asked: Asked, change: LineChange) {
    var open = OpenTaskFile(document.file)
    let change = open.replace(0..<document.file.document.bytes.count, with: Array(text.utf8))
    return (Asked(document: EditorDocument(open.file, clock: document.clock), cursor: 0), change)
  }

  private init(document: EditorDocument, cursor: Int) {
    (self.document, self.cursor) = (document, cursor)
  }

  var labels: [String] { document.completions(at: cursor)?.items.map(\.label) ?? [] }
  var texts: [String] { document.completions(at: cursor)?.items.map(\.text) ?? [] }
  /// The text that a completion replaces.
  var replaced: String? {
    document.completions(at: cursor).map { document.file.document.string($0.replaced) }
  }
  var details: [String] { document.completions(at: cursor)?.items.map(\.detail) ?? [] }

  /// The text after the first action with a title.
  func after(_ title: String) throws -> String {
    let actions = document.actions(in: cursor..<cursor, document.diagnostics().value)
    let action = try #require(actions.first { $0.title == title })
    return document.file.document.applying(document.edit(of: action).edit).text
  }
}
