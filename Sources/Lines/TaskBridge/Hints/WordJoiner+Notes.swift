package import TaskText

extension WordJoiner {
  /// Notes with the joiners without which some of their lines would not be notes, or would hide what is below them.
  ///
  /// - Parameters:
  ///   - notes: The lines, indented with tabs; an empty one is a blank line.
  ///   - dialect: The dialect of the file.
  package static func put(intoNotes notes: [String], _ dialect: TaskDialect) -> [String] {
    guard dialect == .markdown else {
      return notes.map { note in
        changedText(of: note) { put(intoNote: changed(note: $0, by: 1, dialect), dialect) }
      }
    }
    var notes = notes.map { note in changedText(of: note) { changed(note: $0, by: 1, dialect) } }
    if let open = belowTask(notes).openBlock {
      // Each block from the open one on may be open without those before it.
      for index in notes.indices.dropFirst(max(0, open.line - 1)) {
        notes[index] = changedText(of: notes[index], put(intoOpenings:))
      }
    }
    for (index, line) in zip(notes.indices, belowTask(notes).lines.dropFirst())
    where line.kind == .task || line.kind == .project {
      notes[index] = changedText(of: notes[index]) { put(intoNote: $0, dialect) }
    }
    return notes
  }

  /// A line of notes without the joiners that were put into it.
  ///
  /// - Parameters:
  ///   - note: The line, indented with tabs.
  ///   - dialect: The dialect of the file.
  package static func removed(
    fromNote note: String, _ dialect: TaskDialect = .taskPaper
  ) -> String {
    holdsMark(note) ? changedText(of: note) { changed(note: $0, by: -1, dialect) } : note
  }

  /// A line of notes with its text after the tabs changed.
  private static func changedText(of note: String, _ change: (String) -> String) -> String {
    let text = note.utf8.drop { $0 == UInt8(ascii: "\t") }.startIndex
    return note[..<text] + change(String(note[text...]))
  }

  /// The notes as a file of Markdown, below a task.
  private static func belowTask(_ notes: [String]) -> TaskDocument {
    let lines = notes.map { $0.isEmpty ? "" : "\t" + $0 }
    let text = (["- [ ] a"] + lines).joined(separator: "\n")
    return TaskDocument(text, dialect: .markdown)
  }

  // MARK: Missing joiners

  /// A line of notes with the joiners without which it would be a task or a project.
  private static func put(intoNote note: String, _ dialect: TaskDialect) -> String {
    if dialect == .taskPaper, isPlain(note) { return note }
    let note = isTaskOrHeading(note, dialect) ? String(mark) + note : note
    guard let project = line(note, dialect), project.kind == .project else { return note }
    let end = note.utf8.index(note.startIndex, offsetBy: project.text.upperBound + 1)
    return note[..<end] + String(mark) + note[end...]
  }

  /// True for a line that begins with a letter and has no colon: in TaskPaper it is neither a task nor a project.
  private static func isPlain(_ note: String) -> Bool {
    guard let first = note.utf8.first, (0x61...0x7A).contains(first | 0x20) else { return false }
    return !note.utf8.contains(UInt8(ascii: ":"))
  }

  /// A line of notes with the joiners without which it would open a fence or a comment.
  private static func put(intoOpenings note: String) -> String {
    (opensFence(note) ? String(mark) : "") + put(intoComments: note)
  }

  private static func isTaskOrHeading(_ note: String, _ dialect: TaskDialect) -> Bool {
    let line = line(note, dialect)
    return line?.kind == .task || line?.bullet.isEmpty == false
  }

  private static func opensFence(_ note: String) -> Bool {
    TaskDocument(note, dialect: .markdown).openBlock?.isFence == true
  }

  private static func line(_ note: String, _ dialect: TaskDialect) -> TaskLine? {
    TaskDocument(note, dialect: dialect).lines.first
  }

  // MARK: Present joiners

  /// A line of notes with one joiner more, or fewer, at each place that has joiners.
  private static func changed(note: String, by step: Int, _ dialect: TaskDialect) -> String {
    guard holdsMark(note) else { return note }
    let text =
      dialect == .markdown ? changed(note, by: step) { $0.beginsComment } : note
    return changed(lead: changed(colon: text, by: step, dialect), by: step, dialect)
  }

  /// The joiners after the colon of a line that would be a project, if its beginning did not make it a task.
  private static func changed(
    colon note: String, by step: Int, _ dialect: TaskDialect
  ) -> String {
    let scalars = Array(note.unicodeScalars)
    guard let last = scalars.lastIndex(of: mark),
      let colon = scalars[..<last].lastIndex(where: { $0 != mark }), scalars[colon] == ":"
    else { return note }
    let (head, tail) = (scalars[...colon], scalars[(last + 1)...])
    let plain = String(String.UnicodeScalarView([mark] + head + tail))
    guard [.taskPaper, dialect].contains(where: { line(plain, $0)?.kind == .project }) else {
      return note
    }
    let marks = repeatElement(mark, count: last - colon + step)
    return String(String.UnicodeScalarView(head + marks + tail))
  }

  private static func changed(lead note: String, by step: Int, _ dialect: TaskDialect) -> String {
    let text = note.unicodeScalars.drop { $0 == mark }
    let count = note.unicodeScalars.count - text.count
    guard count > 0, isShielded(String(text), dialect) else { return note }
    return String(repeating: String(mark), count: count + step) + String(text)
  }

  /// True for a line that gets a joiner before it, or got one from an earlier version, in some notes.
  private static func isShielded(_ note: String, _ dialect: TaskDialect) -> Bool {
    [.taskPaper, .plainTasks, dialect].contains { isTaskOrHeading(note, $0) }
      || (dialect == .markdown && opensFence(note))
  }
}
