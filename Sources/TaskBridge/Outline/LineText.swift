import TaskText

/// The words of a line and of the notes below it, as an item has them.
public struct LineText {
  private let file: TaskFile
  private let line: Int

  /// Takes a line of a file, counted from 0.
  public init(_ file: TaskFile, line: Int) {
    self.file = file
    self.line = line
  }

  private var document: TaskDocument { file.document }

  /// The title: the text of the line, with an `@` that has no name, and without the marks that import
  /// put there.
  public var title: String {
    let taskLine = document.lines[line]
    let isOmniFocus = document.dialect == .omniFocus
    let range = isOmniFocus ? OmniFocusTags.split(document, taskLine).title : taskLine.text
    var title = document.string(range).cleaned
    for span in document.tags[taskLine.tags]
    where span.name.isEmpty && span.value == nil
      && span.range.lowerBound >= taskLine.text.upperBound
    {
      title += title.isEmpty ? "@" : " @"
    }
    return WordJoiner.removed(fromTitle: title)
  }

  /// The line as it stands, without its indent and its ending.
  public var verbatim: String { document.string(document.lines[line].body) }

  /// The line's own notes and the notes below those, in order, deeper indent as tabs, and the blank
  /// lines between two of them.
  var notes: [String] {
    var notes: [String] = []
    if document.dialect == .omniFocus,
      let own = OmniFocusTags.split(document, document.lines[line]).note
    {
      notes.append(document.string(own).trimmed)
    }
    let first = document.lines[line].level + 1
    for index in noteLines {
      let note = document.lines[index]
      let indent = String(repeating: "\t", count: max(0, note.level - first))
      let text = WordJoiner.removed(fromNote: document.string(note.body))
      notes.append(note.kind == .blank ? "" : indent + text)
    }
    return notes
  }

  /// A line of notes without the marks that import put there.
  public static func withoutMarks(_ note: String) -> String {
    let depth = note.prefix { $0 == "\t" }
    return depth + WordJoiner.removed(fromNote: String(note.dropFirst(depth.count)))
  }

  /// The notes below the line as they stand there, deeper indent as tabs.
  public var written: [String] {
    let first = document.lines[line].level + 1
    return noteLines.map { index in
      let note = document.lines[index]
      let indent = String(repeating: "\t", count: max(0, note.level - first))
      return note.kind == .blank ? "" : indent + document.string(note.body)
    }
  }

  /// The lines of the notes: those that hang on this line by notes alone, and the blank lines that
  /// have such a note on both sides.
  public var noteLines: [Int] {
    if file.outline.subtree(of: line).count == 1 { return [] }
    var found: [Int] = []
    var blanks: [Int] = []
    var isBehindNote = false
    let block = file.outline.subtree(of: line)
    var index = line + 1
    while index < block.upperBound {
      switch document.lines[index].kind {
      case .blank: blanks.append(index)
      case .note:
        found += isBehindNote ? blanks + [index] : [index]
        isBehindNote = true
        blanks = []
      case .task, .project:
        index = file.outline.subtree(of: index).upperBound - 1
        isBehindNote = false
        blanks = []
      }
      index += 1
    }
    return found
  }
}
