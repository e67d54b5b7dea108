import TaskText

/// Values that belong to lines of a text, in the order of the lines.
struct LineValues<Value: Sendable>: Sendable {
  private(set) var entries: [(line: Int, value: Value)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds the values of a line after all others.
  mutating func append(_ values: some Sequence<Value>, line: Int) {
    for value in values { entries.append((line, value)) }
  }

  /// Adds the values of later lines.
  mutating func append(_ later: LineValues) { entries += later.entries }

  /// The values of some lines.
  func values(ofLines lines: Range<Int>) -> [Value] {
    let start = entries.partitionPoint { $0.line < lines.lowerBound }
    let end = entries.partitionPoint { $0.line < lines.upperBound }
    return entries[start..<end].map(\.value)
  }

  /// Replaces the values of some lines by others, and moves those of later lines.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - new: The values of the lines in their place.
  ///   - move: Changes a value whose line has moved.
  mutating func replace(
    _ lines: RangeChange, with new: LineValues, move: (inout Value) -> Void = { _ in }
  ) {
    let start = entries.partitionPoint { $0.line < lines.old.lowerBound }
    let end = entries.partitionPoint { $0.line < lines.old.upperBound }
    if start < end || !new.isEmpty { entries.replaceSubrange(start..<end, with: new.entries) }
    for index in start + new.entries.count..<entries.count {
      entries[index].line += lines.shift
      move(&entries[index].value)
    }
  }
}
