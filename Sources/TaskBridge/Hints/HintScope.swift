/// What the hints of a feed may say beyond the properties of its items.
///
/// Lines that are left out leave no word in a feed. So the more of a task file is left out, the less its hints say.
public enum HintScope: Int, Hashable, Sendable {
  /// Nothing: lines are chosen by their words, or all become events.
  case nothing = 0
  /// All: the line, all projects above it and a key; the calendar carries its projects.
  case outline = 1
  /// The item's own line, and the project that is a category: lines are chosen by date or state alone.
  case line = 2
}
