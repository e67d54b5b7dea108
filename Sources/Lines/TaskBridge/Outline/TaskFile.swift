public import TaskDates
public import TaskText

/// A task file with the tree of its lines.
///
/// It is a class, so that threads that read the same file do not count references to its parts.
public final class TaskFile: Sendable {
  /// The name that messages show.
  public let name: String
  /// The name from which UIDs are derived; it does not depend on the current folder.
  public let identity: String
  /// When the file was last changed.
  public let modified: Instant
  /// The parsed text.
  public let document: TaskDocument
  /// The tree of its lines.
  public let outline: Outline

  /// Creates a task file.
  public convenience init(
    name: String, identity: String, modified: Instant, document: TaskDocument
  ) {
    self.init(
      name: name, identity: identity, modified: modified, document: document,
      outline: Outline(document))
  }

  init(
    name: String, identity: String, modified: Instant, document: TaskDocument, outline: Outline
  ) {
    self.name = name
    self.identity = identity
    self.modified = modified
    self.document = document
    self.outline = outline
  }

  /// Takes a document without a file, such as a line that is read on its own.
  package convenience init(alone document: TaskDocument) {
    self.init(name: "", identity: "", modified: .epoch, document: document)
  }

  /// The same file with another content.
  public func with(_ document: TaskDocument) -> TaskFile {
    TaskFile(name: name, identity: identity, modified: modified, document: document)
  }

  /// The same file with other bytes.
  public func with(bytes: [UInt8]) -> TaskFile {
    with(TaskDocument(bytes: bytes, like: document))
  }
}

extension TaskFile {
  /// True if some line is a task.
  public var hasTask: Bool { document.lines.contains { $0.kind == .task } }

  /// True if a line is a bullet with no words, which is not an item.
  public func isWordless(line: Int) -> Bool {
    let taskLine = document.lines[line]
    guard taskLine.kind == .task else { return false }
    let hasLetter = document.bytes[taskLine.text].contains { (0x21...0x7E).contains($0) }
    return !hasLetter && LineText(self, line: line).title.isEmpty
  }

  /// True for a Markdown box with nothing after it, as templates have it: leaving it out loses nothing.
  public func isEmptyBox(line: Int) -> Bool {
    document.dialect == .markdown && document.lines[line].tags.isEmpty && isWordless(line: line)
  }
}

/// A line of one of several files.
public struct LineRef: Hashable, Comparable, Sendable {
  /// The file, as an index.
  public let file: Int
  /// The line, from 0.
  public let line: Int

  /// Creates a reference to a line.
  public init(file: Int, line: Int) {
    self.file = file
    self.line = line
  }

  /// Compares by file, then by line.
  public static func < (left: LineRef, right: LineRef) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }
}
