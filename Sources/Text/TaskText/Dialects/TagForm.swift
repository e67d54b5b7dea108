/// How a tag is written.
public enum TagForm: UInt8, Sendable, CaseIterable {
  /// `@due(2026-12-03)`: the form of all dialects.
  case at
  /// `📅 2026-12-03`: a sign of Obsidian Tasks, in Markdown.
  case sign
  /// `[due:: 2026-12-03]`: a field of Dataview, in Markdown.
  case brackets
  /// `(due:: 2026-12-03)`: a field of Dataview, in Markdown.
  case parentheses
}
