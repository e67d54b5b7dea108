/// The formats of task files that can be read.
///
/// All but the first are used only if requested or determined by a file's extension.
public enum TaskDialect: String, Sendable, CaseIterable {
  /// TaskPaper 3.
  case taskPaper = "taskpaper"
  /// PlainTasks and Todo+: `☐ ✔ ✘ [x]` bullets, `@done (24-01-05 10:00)`.
  case plainTasks = "plaintasks"
  /// Markdown: `- [ ]` check boxes are tasks, headings are projects.
  case markdown
  /// OmniFocus's TaskPaper: `//note` after a title, `@flagged`, `@repeat-method`.
  case omniFocus = "omnifocus"

  /// The dialect of a file's extension, written with or without its dot.
  public init(fileExtension: String) {
    switch fileExtension.lowercased().drop(while: { $0 == "." }) {
    case "todo", "todolist", "tasks": self = .plainTasks
    case "md", "markdown": self = .markdown
    default: self = .taskPaper
    }
  }

  /// The dialect of the file at a path, by its extension.
  public init(path: String) {
    let bytes = path.utf8
    let slash = UInt8(ascii: "/")
    let end = bytes.lastIndex { $0 != slash }.map(bytes.index(after:)) ?? bytes.startIndex
    let start = bytes[..<end].lastIndex(of: slash).map(bytes.index(after:)) ?? bytes.startIndex
    let parts = bytes[start..<end].split(separator: UInt8(ascii: "."))
    self.init(fileExtension: parts.dropFirst().last.map { String(Substring($0)) } ?? "")
  }

  /// The text before the title of a new task.
  public var taskBullet: String { self == .markdown ? "- [ ] " : "- " }

  /// True if `@done (…)` has a value although a space is before it.
  var allowsBlankBeforeValue: Bool { self == .plainTasks }

  /// True if a year may have two digits, as in `@done(24-01-05 10:00)`.
  public var allowsShortYears: Bool { self == .plainTasks }

  /// The shape of a line that only this dialect recognises; nil for TaskPaper's own rule.
  func shape(_ bytes: Span<UInt8>, start: Int, contentEnd: Int) -> LineShape? {
    switch self {
    case .taskPaper, .omniFocus: nil
    case .plainTasks: PlainTasksReader.shape(bytes, start: start, contentEnd: contentEnd)
    case .markdown: MarkdownReader.shape(bytes, start: start, contentEnd: contentEnd)
    }
  }

  /// True for the tags after which PlainTasks and Todo+ write a space.
  static func isTimeTag(_ name: Span<UInt8>) -> Bool {
    let names = [
      "done", "cancelled", "created", "started", "toggle", "due", "lasted", "wasted", "est",
      "project",
    ]
    return names.contains { candidate in
      candidate.utf8.count == name.count
        && candidate.utf8.enumerated().allSatisfy { name[$0.offset] == $0.element }
    }
  }
}
