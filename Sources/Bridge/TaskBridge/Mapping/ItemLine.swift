import ExactText
public import TaskText

/// An item as it would stand in a task file: its line, and the notes below it.
public struct ItemLine: Hashable, Sendable {
  /// The line without indent and ending, such as `- Call Ann @due(2026-12-03)`.
  public var body: String
  /// The lines of the notes, deeper ones with tabs before them, an empty one for a blank line.
  public var notes: [String]

  /// Takes a line that is written already.
  public init(body: String, notes: [String] = []) {
    self.body = body
    self.notes = notes
  }

  /// Writes a task.
  public init(title: String, tags: [Tag], notes: [String] = []) {
    body = (["- " + title] + tags.map(\.toString)).joined(separator: " ")
    self.notes = notes
  }
}
