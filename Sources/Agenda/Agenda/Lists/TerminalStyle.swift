/// The style of text on a terminal.
public enum TerminalStyle: String, CaseIterable, Sendable {
  /// Normal text.
  case plain = ""
  /// A heading, or important text.
  case strong = "1"
  /// A late item.
  case late = "31"
  /// The heading above late items.
  case strongLate = "1;31"
  /// An item that is due today.
  case today = "33"
  /// The heading of today.
  case strongToday = "1;33"
  /// A completed item, or text that only distinguishes others.
  case faint = "2"
  /// A project.
  case project = "36"
  /// The heading of a note.
  case strongNote = "1;36"
  /// Today in a month.
  case inverse = "7"

  /// The text with the escape sequences of this style.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isColored: Whether colours are used; false returns the text unchanged.
  public func styled(_ text: String, isColored: Bool) -> String {
    guard isColored, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
