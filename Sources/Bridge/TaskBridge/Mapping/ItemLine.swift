import ExactText
public import TaskText

/// An item in the form of a task file: its line, and the notes below it.
public struct ItemLine: Hashable, Sendable {
  /// The line without indent and ending, such as `- Call Ann @due(2026-12-03)`.
  public var body: String
  /// The lines of the notes, indented with tabs; an empty string is a blank line.
  public var notes: [String]

  /// Creates an item from a finished line.
  public init(body: String, notes: [String] = []) {
    self.body = body
    self.notes = notes
  }

  /// Creates the line of a task.
  public init(title: String, tags: [Tag], notes: [String] = []) {
    body = (["- " + title] + tags.map(\.toString)).joined(separator: " ")
    self.notes = notes
  }

  /// The line with the bullet of a dialect.
  package func body(in dialect: TaskDialect) -> String { body(with: dialect.taskBullet) }

  /// The line with the bullet that new tasks of a file have; in some dialects it shows that a task is closed.
  package func body(in file: TaskDocument, marked mark: LineMark) -> String {
    let line = TaskDocument(body(with: file.newTaskBullet), dialect: file.dialect)
    guard let edit = try? line.marking(mark, line: 0, like: file) else { return line.text }
    return line.applying(edit).text
  }

  private func body(with bullet: String) -> String {
    let own = TaskDialect.taskPaper.taskBullet
    return body.hasPrefix(own) ? bullet + body.dropFirst(own.count) : body
  }
}
