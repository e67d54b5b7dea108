/// The indents and line endings of this file, for edits that add or move lines.
extension TaskDocument {
  /// The bytes of one level: the file's own unit of spaces if no line begins with a tab.
  private var indentStep: [UInt8] {
    let usesTabs = lines.contains { bytes[$0.indent].first == Characters.tab }
    guard let unit = indentUnit, !usesTabs else { return [Characters.tab] }
    return [UInt8](repeating: Characters.space, count: unit)
  }

  /// The bytes of an indent.
  func indent(levels: Int) -> [UInt8] { Self.indent(indentStep, levels: levels) }

  /// The bytes of an indent, from the bytes of one level, because `indent(levels: 1)` searches all lines.
  static func indent(_ step: [UInt8], levels: Int) -> [UInt8] {
    Array([[UInt8]](repeating: step, count: max(0, levels)).joined())
  }

  /// For each line, and the end, the levels that the Markdown headings above add; empty in other dialects.
  var sections: [Int] {
    guard dialect == .markdown else { return [] }
    var section = 0
    var sections: [Int] = []
    for line in lines {
      sections.append(section)
      let isHeading = line.kind == .project && bytes[line.bullet].first == UInt8(ascii: "#")
      if isHeading { section = line.level + 1 }
    }
    return sections + [section]
  }

  /// A line's indent with a number of levels added or removed; a remainder of less than a level is kept.
  ///
  /// - Parameter step: The result of `indent(levels: 1)`, for lines that have no indent of their own.
  func reindented(_ line: TaskLine, by levels: Int, step: [UInt8]) -> [UInt8] {
    let now = bytes[line.indent]
    guard line.kind != .blank, levels != 0 else { return Array(now) }
    if levels > 0 { return Self.indent(ownStep(of: line) ?? step, levels: levels) + now }
    return Array(now.dropFirst(length(ofLevels: -levels, in: now)))
  }

  /// The bytes of one level in the line itself; nil if it has no indent.
  private func ownStep(of line: TaskLine) -> [UInt8]? {
    switch bytes[line.indent].first {
    case Characters.tab: [Characters.tab]
    case Characters.space: [UInt8](repeating: Characters.space, count: indentUnit ?? 1)
    default: nil
    }
  }

  /// The leading bytes of an indent that make up a number of levels.
  private func length(ofLevels levels: Int, in indent: ArraySlice<UInt8>) -> Int {
    let unit = indentUnit ?? .max
    var found = 0
    var run = 0
    var length = 0
    for byte in indent where found < levels {
      length += 1
      run = byte == Characters.space ? run + 1 : 0
      if byte == Characters.tab || run == unit {
        found += 1
        run = 0
      }
    }
    return length
  }

  /// The bytes of a block of lines.
  ///
  /// If it contains the file's last line and that has no ending, the ending before the block is removed too, and the
  /// file still ends without one.
  func removal(of block: Range<Int>) -> Range<Int> {
    let range = lines[block.lowerBound].start..<lines[block.upperBound - 1].end
    let last = lines[block.upperBound - 1]
    guard block.upperBound == lines.count, last.ending.isEmpty, block.lowerBound > 0 else {
      return range
    }
    return lines[block.lowerBound - 1].bodyEnd..<range.upperBound
  }

  /// New lines before a line, with the ending of the line above them.
  func insertion(of block: [[UInt8]], beforeLine number: Int) -> TaskEdit.Splice {
    let ending = ending(aboveLine: number)
    let text = Array(block.joined(separator: ending))
    guard number == lines.count, let last = lines.last, last.ending.isEmpty else {
      let place = number < lines.count ? lines[number].start : bytes.count
      return TaskEdit.Splice(place..<place, text + ending)
    }
    return TaskEdit.Splice(bytes.count..<bytes.count, ending + text)
  }

  /// The ending of the nearest line above that has one, otherwise of the first below, otherwise LF.
  private func ending(aboveLine number: Int) -> ArraySlice<UInt8> {
    let above = lines[..<number].last { !$0.ending.isEmpty }
    guard let line = above ?? lines.first, !line.ending.isEmpty else {
      return [Characters.lineFeed]
    }
    return bytes[line.ending]
  }
}
