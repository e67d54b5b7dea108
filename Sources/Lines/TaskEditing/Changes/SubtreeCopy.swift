import TaskBridge
import TaskText

/// Copies the lines below a line.
///
/// No line of a copy is a series or has a UID, because the original has these.
struct SubtreeCopy {
  private let file: TaskFile
  private let reader: LineFieldReader

  init(_ file: TaskFile, _ reader: LineFieldReader) {
    self.file = file
    self.reader = reader
  }

  private var document: TaskDocument { file.document }

  /// The copies of the lines below a line, each with the number of its original.
  ///
  /// - Parameter closedAlone: Whether to copy only tasks that are completed or cancelled, and tasks that contain one.
  func lines(of line: Int, closedAlone: Bool) -> [(text: String, like: Int)] {
    let block = file.outline.subtree(of: line)
    let wanted = closedAlone ? closedLines(in: block, below: line) : nil
    var lines: [Int] = []
    var blanks: [Int] = []  // blank lines after a note, which count if another note follows
    var next = line + 1
    while next < block.upperBound {
      switch document.lines[next].kind {
      case .blank: blanks.append(next)
      case .note:
        let isAfterNote = lines.last.map { document.lines[$0].kind == .note } ?? false
        lines += (isAfterNote ? blanks : []) + [next]
        blanks = []
      case .task, .project:
        blanks = []
        guard wanted?.contains(next) ?? true else {
          next = file.outline.subtree(of: next).upperBound
          continue
        }
        lines.append(next)
      }
      next += 1
    }
    return lines.map { (body($0), $0) }
  }

  /// The closed tasks of a block, everything below them, and the lines that contain them.
  private func closedLines(in block: Range<Int>, below line: Int) -> Set<Int> {
    var found: Set<Int> = []
    var end = 0  // of the lines below a closed task
    for index in block.dropFirst() where isTask(index) {
      guard index < end || edited(index).isClosed else { continue }
      if index >= end { end = file.outline.subtree(of: index).upperBound }
      var next: Int? = index
      while let above = next, above != line, found.insert(above).inserted {
        next = file.outline.parent(of: above)
      }
    }
    return found
  }

  private func isTask(_ line: Int) -> Bool {
    let kind = document.lines[line].kind
    return kind == .task || kind == .project
  }

  private func body(_ line: Int) -> String {
    if document.lines[line].kind == .blank { return "" }
    guard document.lines[line].kind != .note else {
      return document.string(document.lines[line].body)
    }
    var edited = edited(line)
    edited.endSeries()
    return edited.body
  }

  private func edited(_ line: Int) -> EditedLine {
    EditedLine(
      document.string(document.lines[line].body), reader, dialect: document.dialect,
      settings: document.settings)
  }
}
