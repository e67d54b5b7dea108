import TaskBridge
import TaskText

extension EditorDocument {
  /// The lines that can be folded: each line with what is below it, without blank lines at the end.
  public func folds() -> [Range<Int>] {
    text.lines.indices.compactMap { line in
      guard text.lines[line].kind != .blank else { return nil }
      let block = file.outline.subtree(of: line)
      return block.count > 1 ? block : nil
    }
  }

  /// The ranges around a byte that a person may want to select, the smallest first: a value, a tag, the words, the line,
  /// the line with what is below it, and the same of each line that contains it.
  public func selections(at offset: Int) -> [Range<Int>] {
    guard let number = line(at: offset) else { return [0..<text.bytes.count] }
    let line = text.lines[number]
    var ranges: [Range<Int>] = []
    if let span = tag(at: offset)?.span {
      if let value = span.value { ranges.append(value) }
      ranges.append(span.range)
    }
    ranges += [line.text, line.body, line.indent.lowerBound..<line.body.upperBound]
    for owner in [number] + file.outline.ancestors(of: number) {
      let block = file.outline.subtree(of: owner)
      ranges.append(
        text.lines[owner].range.lowerBound..<text.lines[block.upperBound - 1].range.upperBound)
    }
    ranges.append(0..<text.bytes.count)
    return Self.nested(ranges, around: offset)
  }

  /// The ranges that contain a byte, each larger than the one before.
  private static func nested(_ ranges: [Range<Int>], around offset: Int) -> [Range<Int>] {
    var nested: [Range<Int>] = []
    for range in ranges where range.lowerBound <= offset && offset <= range.upperBound {
      guard let last = nested.last else {
        nested.append(range)
        continue
      }
      let isLarger =
        range.lowerBound <= last.lowerBound && last.upperBound <= range.upperBound && range != last
      if isLarger { nested.append(range) }
    }
    return nested
  }
}
