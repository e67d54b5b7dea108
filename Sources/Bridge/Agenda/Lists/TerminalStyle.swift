/// How a piece of text looks on a terminal.
public enum TerminalStyle: String, CaseIterable, Sendable {
  /// As everything else.
  case plain = ""
  /// A heading, or what matters.
  case strong = "1"
  /// What is late.
  case late = "31"
  /// The heading above what is late.
  case strongLate = "1;31"
  /// What is due today.
  case today = "33"
  /// The heading of today.
  case strongToday = "1;33"
  /// What is done, and what is only there to tell things apart.
  case faint = "2"
  /// A project.
  case project = "36"
  /// The heading of a note.
  case strongNote = "1;36"
  /// Today in a month.
  case inverse = "7"

  /// The text in this ink.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isColored: False for who wants no colours.
  public func styled(_ text: String, isColored: Bool) -> String {
    guard isColored, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
