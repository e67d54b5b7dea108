/// Keeps a calendar's words from becoming tags, tasks and projects of a task file.
///
/// A U+2060 WORD JOINER, which nobody sees, is put behind an `@` that would begin a tag in a title,
/// before a note's leading `- ` and behind a note's last `:`. Export takes it out at just these
/// places; elsewhere it is the person's own.
enum WordJoiner {
  private static let mark: Unicode.Scalar = "\u{2060}"

  private static func holdsMark(_ text: String) -> Bool {
    text.utf8.contains(0xE2) && text.unicodeScalars.contains(mark)
  }

  /// A title without the marks that import put there.
  static func removed(fromTitle title: String) -> String {
    guard holdsMark(title) else { return title }
    var scalars = String.UnicodeScalarView()
    var previous: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
    for scalar in title.unicodeScalars {
      let isBehindTagSign =
        previous.1 == "@" && (previous.0?.properties.isWhitespace ?? true)
      if scalar != mark || !isBehindTagSign { scalars.append(scalar) }
      previous = (previous.1, scalar)
    }
    return String(scalars)
  }

  /// A line of notes without the marks that import put there.
  static func removed(fromNote note: String) -> String {
    guard holdsMark(note) else { return note }
    var scalars = Array(note.unicodeScalars)
    if scalars.starts(with: [mark, "-"]), scalars.count > 2, scalars[2].properties.isWhitespace {
      scalars.removeFirst()
    }
    if scalars.suffix(2) == [":", mark] { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}
