/// How much the hints of a feed may say beyond the properties of its items.
///
/// A feed has no word of the lines that it leaves out. So the more lines it leaves out, the less its
/// hints say.
public enum HintScope: Int, Hashable, Sendable {
  /// No hints: lines are chosen by their words, or all become events.
  case nothing = 0
  /// All hints: the line, all projects above it and a key; the calendar has its projects too.
  case outline = 1
  /// The item's own line and its nearest project: lines are chosen by date or state alone.
  case line = 2
}
