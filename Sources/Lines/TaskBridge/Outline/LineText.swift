package import TaskText

/// The text of a line and of the notes below it, in the form of an item.
public struct LineText {
  private let file: TaskFile
  private let line: Int

  /// Creates the text of a line, counted from 0.
  public init(_ file: TaskFile, line: Int) {
    self.file = file
    self.line = line
  }

  private var document: TaskDocument { file.document }

  /// The text of the line, with any lone `@`, and without the joiners of an import.
  ///
  /// It is the name of a project. The title of an item also lacks the tags that became properties.
  public var title: String { title { document.string($0).cleaned } }

  /// The title of an item: the text of the line without the tags in it that became properties.
  ///
  /// - Parameter vocabulary: The meaning of tags.
  public func title(_ vocabulary: Vocabulary) -> String {
    let tags = propertyTags(vocabulary)
    return tags.isEmpty ? title : title { document.text(in: $0, without: tags) }
  }

  private func propertyTags(_ vocabulary: Vocabulary) -> [TagSpan] {
    let taskLine = document.lines[line]
    guard taskLine.kind != .note, document.dialect != .omniFocus,
      let first = taskLine.tags.first,
      document.tags[first].range.lowerBound < taskLine.text.upperBound
    else { return [] }
    return LineFieldReader(ofTagsAlone: vocabulary).propertyTags(in: document, line: line)
  }

  private func title(_ words: (Range<Int>) -> String) -> String {
    let taskLine = document.lines[line]
    let isOmniFocus = document.dialect == .omniFocus
    var title = words(isOmniFocus ? OmniFocusTags.split(document, taskLine).title : taskLine.text)
    for span in document.tags[taskLine.tags]
    where span.name.isEmpty && span.value == nil
      && span.range.lowerBound >= taskLine.text.upperBound
    {
      title += title.isEmpty ? "@" : " @"
    }
    let plain = WordJoiner.removed(fromTitle: title, document.dialect)
    return document.isFiltered(taskLine) ? document.settings.withoutFilter(plain) : plain
  }

  /// The text of the line, without its indent and its ending.
  public var verbatim: String { document.string(document.lines[line].body) }

  /// The line's own notes and the notes below those, in order, with deeper indent as tabs, and the blank lines
  /// between two notes.
  package var notes: [String] {
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
      let text = WordJoiner.removed(fromNote: document.string(note.body), document.dialect)
      notes.append(note.kind == .blank ? "" : indent + text)
    }
    return notes
  }

  /// A line of an item's notes without the joiners that import inserted.
  public static func withoutMarks(_ note: String) -> String { WordJoiner.removed(fromNote: note) }

  /// The notes below the line as they are in the file, with deeper indent as tabs.
  public var written: [String] {
    let first = document.lines[line].level + 1
    return noteLines.map { index in
      let note = document.lines[index]
      let indent = String(repeating: "\t", count: max(0, note.level - first))
      return note.kind == .blank ? "" : indent + document.string(note.body)
    }
  }

  /// The numbers of the notes' lines: those below this line with only notes in between, and blank lines between two
  /// of them.
  public var noteLines: [Int] {
    if file.outline.subtree(of: line).count == 1 { return [] }
    var found: [Int] = []
    var blanks: [Int] = []
    var isAfterNote = false
    let block = file.outline.subtree(of: line)
    var index = line + 1
    while index < block.upperBound {
      switch document.lines[index].kind {
      case .blank: blanks.append(index)
      case .note:
        found += isAfterNote ? blanks + [index] : [index]
        isAfterNote = true
        blanks = []
      case .task, .project:
        index = file.outline.subtree(of: index).upperBound - 1
        isAfterNote = false
        blanks = []
      }
      index += 1
    }
    return found
  }
}

extension TaskDocument {
  /// The text in a range without some of its tags; a space replaces each.
  package func text(in range: Range<Int>, without tags: [TagSpan]) -> String {
    let starts = [range.lowerBound] + tags.map(\.range.upperBound)
    let ends = tags.map(\.range.lowerBound) + [range.upperBound]
    return zip(starts, ends).map { string($0..<max($0, $1)).cleaned }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
