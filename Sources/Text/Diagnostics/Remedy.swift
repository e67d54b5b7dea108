import ExactText

/// A change of a line that solves the problem of a diagnostic, which a person can choose in an editor.
public enum Remedy: Hashable, Sendable {
  /// Writes a text, or nothing, instead of some bytes of the line, which count from its beginning.
  case write(String, Range<Int>)
  /// Writes a text instead of some bytes: the same words, with the third text at their end.
  case moveToEnd(String, Range<Int>, String)
  /// Writes the date that words such as `tomorrow` mean now, instead of these bytes.
  case writeDate(Range<Int>)
  /// Writes the local time of a moment, in seconds since 1970-01-01 00:00 UTC, instead of these bytes.
  case writeTime(Int, Range<Int>)
  /// Writes the name of the user's time zone instead of these bytes.
  case writeZone(Range<Int>)
  /// Adds a due date, which is missing.
  case addDueDate
  /// Removes the tag at the place of the diagnostic, which has no effect.
  case removeTag
}
