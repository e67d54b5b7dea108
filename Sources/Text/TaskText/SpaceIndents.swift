/// The indents of a file that begin with spaces: what one level of them is, and how many levels each line has.
///
/// The shortest run of leading spaces of the file is one level, so that a line alone does not show its level.
struct SpaceIndents {
  private let dialect: TaskDialect
  /// The number of lines that begin with each number of spaces.
  private var counts: [Int: Int] = [:]

  init(_ dialect: TaskDialect) { self.dialect = dialect }

  /// The number of spaces of one level; nil if no line begins with a space.
  var unit: Int? { counts.keys.min() }

  /// Counts lines.
  mutating func add(_ lines: ArraySlice<TaskLine>, _ bytes: Span<UInt8>) {
    count(lines, bytes) { counts[$0, default: 0] += 1 }
  }

  /// Forgets lines that were counted.
  mutating func remove(_ lines: ArraySlice<TaskLine>, _ bytes: Span<UInt8>) {
    count(lines, bytes) { spaces in
      let rest = (counts[spaces] ?? 0) - 1
      counts[spaces] = rest > 0 ? rest : nil
    }
  }

  private func count(
    _ lines: ArraySlice<TaskLine>, _ bytes: Span<UInt8>, _ body: (Int) -> Void
  ) {
    for line in lines where line.bodyStart > line.start && line.kind != .blank {
      let spaces = IndentScan(bytes, from: line.start, end: line.bodyStart).leadingSpaces
      if spaces > 0 { body(spaces) }
    }
  }

  /// Replaces the levels that spaces give to lines in one unit by those in another one.
  ///
  /// - Parameters:
  ///   - lines: The lines of the file.
  ///   - range: The lines to change.
  ///   - bytes: The bytes of the file.
  ///   - old: The unit in which the levels are; nil for levels of tabs alone.
  ///   - new: The wanted unit; nil if no line begins with a space.
  func setLevels(
    of lines: inout [TaskLine], _ range: Range<Int>, _ bytes: Span<UInt8>, from old: Int?,
    to new: Int?
  ) {
    guard old != new else { return }
    for index in range where lines[index].bodyStart > lines[index].start {
      let line = lines[index]
      // The rank of a heading determines its level, whatever its indent.
      let isHeading = line.kind == .project && bytes[line.bodyStart] == UInt8(ascii: "#")
      if dialect == .markdown, isHeading, !line.bullet.isEmpty { continue }
      lines[index].level += levels(line, bytes, new) - levels(line, bytes, old)
    }
  }

  private func levels(_ line: TaskLine, _ bytes: Span<UInt8>, _ unit: Int?) -> Int {
    guard let unit else { return 0 }
    return IndentScan(bytes, from: line.start, end: line.bodyStart, unit: unit).spaceLevels
  }
}
