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

  /// True if the line is a project.
  package var isProject: Bool { TaskDocument(body).lines.first?.kind == .project }

  /// The text of the line, in the form of a project's name in a path.
  package var title: String {
    let document = TaskDocument(body)
    guard document.lines.count == 1 else { return "" }
    return LineText(TaskFile(alone: document), line: 0).title
  }

  /// The line as a task of a dialect, with its bullet.
  ///
  /// - Parameters:
  ///   - dialect: The dialect.
  ///   - keepsFields: Whether signs and fields of Markdown in the title shall be read as such.
  package func body(in dialect: TaskDialect, keepsFields: Bool = false) -> String {
    body(with: dialect.taskBullet, in: dialect, keepsFields: keepsFields)
  }

  /// The notes as they are in a file of a dialect, so that each is a note there.
  package func notes(in dialect: TaskDialect) -> [String] {
    guard dialect == .markdown || dialect == .plainTasks else { return notes }
    return WordJoiner.put(intoNotes: notes.map { WordJoiner.removed(fromNote: $0) }, dialect)
  }

  /// The line with the bullet that new tasks of a file have; in some dialects it shows that a task is closed.
  package func body(in file: TaskDocument, marked mark: LineMark) -> String {
    let line = TaskDocument(
      body(with: file.newTaskBullet, in: file.dialect), dialect: file.dialect)
    guard let edit = try? line.marking(mark, line: 0, like: file) else { return line.text }
    return line.applying(edit).text
  }

  private func body(
    with bullet: String, in dialect: TaskDialect, keepsFields: Bool = false
  ) -> String {
    let own = TaskDialect.taskPaper.taskBullet
    guard body.hasPrefix(own) else { return body }
    let document = TaskDocument(body)
    guard dialect == .markdown, let line = document.lines.first, line.kind == .task else {
      return bullet + body.dropFirst(own.count)
    }
    let title = WordJoiner.put(
      intoMarkdown: document.string(line.text), keepsFields: keepsFields)
    return bullet + title + document.string(line.text.upperBound..<document.bytes.count)
  }
}
