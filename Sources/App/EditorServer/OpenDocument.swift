import EditorAnswers
import EditorText
import TaskBridge
import TaskDates
import TaskText

/// A document that the editor has open.
struct OpenDocument {
  let uri: String
  /// The path of its file; nil for a document without one.
  let path: String?
  let dialect: TaskDialect
  var text: EditorText
  /// The messages that the editor has.
  var diagnostics: [EditorDiagnostic] = []
  /// The instant at which the messages become wrong.
  var changes: Instant?
  /// The names of the text when it was last checked.
  var names = EditorNames()
  /// True once a difference to the editor's own text was reported.
  var hasDrifted = false
  private var cache: TaskFile?

  init(uri: String, languageID: String, text: EditorText) {
    self.uri = uri
    path = DocumentAddress.path(of: uri)
    dialect = Self.dialect(path, languageID)
    self.text = text
  }

  private static func dialect(_ path: String?, _ languageID: String) -> TaskDialect {
    guard let path, !path.isEmpty else {
      return languageID == "markdown" ? .markdown : TaskDialect(rawValue: languageID) ?? .taskPaper
    }
    return TaskDialect(path: path)
  }

  /// Forgets what was read of the text, which has changed.
  mutating func forget() { cache = nil }

  /// The text as a task file.
  mutating func file() -> TaskFile {
    if let cache { return cache }
    let name = path ?? uri
    let file = TaskFile(
      name: name, identity: name.split(separator: "/").last.map(String.init) ?? name,
      modified: .epoch, document: TaskDocument(bytes: text.bytes, dialect: dialect))
    cache = file
    return file
  }
}
