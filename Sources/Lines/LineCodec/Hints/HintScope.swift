/// How much the hints of a feed may contain beyond the properties of its items.
///
/// A feed must not publish words of the lines that it leaves out. So the more lines it leaves out, the less its hints
/// contain.
public enum HintScope: Int, Hashable, Sendable {
  /// No hints: lines are chosen by their words, or all become events.
  case nothing = 0
  /// All hints: the line, the projects that contain it, and a key. The calendar has its projects too.
  case outline = 1
  /// The item's own line and its nearest project: lines are chosen only by date or state.
  case line = 2
}
