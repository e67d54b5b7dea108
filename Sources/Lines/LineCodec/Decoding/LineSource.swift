import ExactText
public import TaskBridge
import TaskText

/// Everything from which the item of a line is made, apart from the file of the line.
public struct LineSource: Hashable, Sendable {
  /// The line without its indent, and the lines of its notes.
  public var line: ItemLine
  /// The names of the projects that contain it, outermost first.
  public var path: [String]
  /// The UID of its parent; nil if it has none.
  public var parent: String?

  /// Creates a source.
  public init(line: ItemLine, path: [String] = [], parent: String? = nil) {
    self.line = line
    self.path = path
    self.parent = parent
  }

  /// The line and its notes as a file of their own.
  ///
  /// - Parameter document: A document with the dialect and the settings of the line's file.
  func file(like document: TaskDocument) -> TaskFile {
    let text = ([line.body] + line.notes.map { $0.isEmpty ? "" : "\t" + $0 })
      .joined(separator: "\n")
    return TaskFile(alone: TaskDocument(bytes: Array(text.utf8), like: document))
  }
}
