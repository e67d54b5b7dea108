public import TaskBridge
import TaskText

extension TaskChanges {
  /// Moves a line, with everything below it, to another place in its file or in another.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - place: The new place.
  ///   - words: Information for the report, such as the project's name.
  public mutating func move(_ line: LineRef, to place: InsertionPoint, words: String) {
    let block = files[line.file].outline.subtree(of: line.line)
    if place.file != line.file { return carry(line, block, to: place, words: words) }
    if place.owner.map(block.contains) ?? false {
      return fault(line, "a task cannot be moved below itself")
    }
    if document(line).isHeading(line.line) {
      return fault(line, "a Markdown heading cannot be moved")
    }
    if stands(block, at: place) { return isAlready(line, "the task is already there") }
    edits[line.file].move(block, beforeLine: place.line, level: place.level)
    note(.moved, line, details: [words])
  }

  /// Reports that a line moves to a place outside of these files, such as another list of a store.
  ///
  /// - Parameters:
  ///   - line: The line, which stays as it is.
  ///   - words: Information for the report, such as the name of the list.
  public mutating func noteMove(_ line: LineRef, words: String) {
    note(.moved, line, details: [words])
  }

  /// Reports that a line is already in the place to which it is moved.
  public mutating func noteStays(_ line: LineRef) { isAlready(line, "the task is already there") }

  /// True if lines are already in their target place, with only blank lines between.
  private func stands(_ block: Range<Int>, at place: InsertionPoint) -> Bool {
    let document = files[place.file].document
    guard edits[place.file].isEmpty, document.lines[block.lowerBound].level == place.level else {
      return false
    }
    if place.line <= block.lowerBound { return place.line == block.lowerBound }
    return place.line >= block.upperBound
      && document.lines[block.upperBound..<place.line].allSatisfy { $0.kind == .blank }
  }

  private mutating func carry(
    _ line: LineRef, _ block: Range<Int>, to place: InsertionPoint, words: String
  ) {
    let carried = CarriedLines(
      source: files[line.file], target: files[place.file].document, reader: reader)
    guard let texts = carried.texts(block) else {
      return fault(line, "its lines would be read differently in \(files[place.file].name)")
    }
    let document = document(line)
    let by = place.level - document.lines[line.line].level
    let lines = zip(block, texts).map { (text: $1, level: document.lines[$0].level + by) }
    let number = edits[place.file].add(lines, beforeLine: place.line)
    edits[line.file].remove(block)
    note(.moved, line, details: [words], file: place.file, at: .addition(number, offset: 0))
  }
}
