import TaskDates
package import TaskText

/// Keeps text of a calendar from becoming tags, tasks and projects of a task file.
///
/// Import inserts an invisible U+2060 WORD JOINER in three places: after an `@` in a title that would begin a tag
/// with a name, before a note's leading `- `, and after a note's last `:`. Export removes it in exactly these places;
/// elsewhere it is the person's own.
package enum WordJoiner {
  private static let mark: Unicode.Scalar = "\u{2060}"

  private static func holdsMark(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.contains(0xE2) } && text.unicodeScalars.contains(mark)
  }

  /// A title without the joiners that import inserted.
  package static func removed(fromTitle title: String) -> String {
    guard holdsMark(title) else { return title }
    var scalars = String.UnicodeScalarView()
    var previous: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
    for scalar in title.unicodeScalars {
      let isAfterTagSign =
        previous.1 == "@" && (previous.0?.properties.isWhitespace ?? true)
      if scalar != mark || !isAfterTagSign { scalars.append(scalar) }
      previous = (previous.1, scalar)
    }
    return String(scalars)
  }

  /// A title with a joiner after each `@` that would begin a tag.
  ///
  /// An `@` without a name begins no tag; it gets a joiner only if the line would otherwise not be this title.
  static func put(intoTitle title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "@")) else { return title }
    let marked = marked(title, alsoBareSigns: false)
    return isTitle(marked, of: title) ? marked : Self.marked(title, alsoBareSigns: true)
  }

  private static func marked(_ title: String, alsoBareSigns: Bool) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = title.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let begins = scalars.last?.properties.isWhitespace ?? true
      let isBare = rest.first?.properties.isWhitespace ?? true
      scalars.append(scalar)
      if scalar == "@", begins, alsoBareSigns || !isBare { scalars.append(mark) }
    }
    return String(scalars)
  }

  /// True if a line with this text is a task that has the title.
  private static func isTitle(_ text: String, of title: String) -> Bool {
    let file = TaskFile(
      name: "", identity: "", modified: .epoch, document: TaskDocument("- " + text))
    guard file.document.lines.count == 1, file.document.lines[0].kind == .task else { return false }
    return LineText(file, line: 0).title.utf8.elementsEqual(title.utf8)
  }

  /// A line of notes with the joiners without which it would be a task or a project.
  ///
  /// - Parameter dialect: The dialect of the file, which may have more signs of tasks.
  package static func put(intoNote note: String, _ dialect: TaskDialect = .taskPaper) -> String {
    let isTask = [.taskPaper, dialect].contains { kind(of: note, $0) == .task }
    let note = isTask ? String(mark) + note : note
    guard kind(of: note) == .project, let end = colonEnd(note) else { return note }
    return note[..<end] + String(mark) + note[end...]
  }

  /// A line of notes without the joiners that import inserted.
  static func removed(fromNote note: String) -> String {
    guard holdsMark(note) else { return note }
    let note = withoutColonMark(note)
    var scalars = note.unicodeScalars
    guard scalars.first == mark else { return note }
    scalars.removeFirst()
    let isTask = [TaskDialect.taskPaper, .plainTasks].contains {
      kind(of: String(scalars), $0) == .task
    }
    return isTask ? String(scalars) : note
  }

  /// The note without the joiner after a colon, if it would be a project without it.
  private static func withoutColonMark(_ note: String) -> String {
    let scalars = Array(note.unicodeScalars)
    guard let last = scalars.lastIndex(of: mark), last > 0, scalars[last - 1] == ":" else {
      return note
    }
    var view = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() where index != last { view.append(scalar) }
    return kind(of: String(view)) == .project ? String(view) : note
  }

  private static func kind(of line: String, _ dialect: TaskDialect = .taskPaper) -> LineKind {
    TaskDocument(line, dialect: dialect).lines.first?.kind ?? .blank
  }

  /// The place after the colon that makes a line a project.
  private static func colonEnd(_ line: String) -> String.Index? {
    let document = TaskDocument(line)
    guard let project = document.lines.first else { return nil }
    let end = project.text.upperBound + 1
    return String.Index(
      line.utf8.index(line.startIndex, offsetBy: end), within: line.unicodeScalars)
  }
}
