import TaskText

/// The lines in which two states of a text differ, and those around them that depend on them.
struct ChangedLines {
  /// The lines of the old state that are replaced.
  let old: Range<Int>
  /// The lines of the new state in their place.
  let new: Range<Int>
  /// Lines above them whose notes may have changed, in both states.
  let owners: [Int]
  /// The bytes by which later lines are shifted.
  let shift: Int

  init(from old: TaskDocument, to new: TaskDocument) {
    let (first, last) = Self.range(old, new)
    self.old = first..<max(first, old.lines.count - last)
    self.new = first..<max(first, new.lines.count - last)
    owners = Self.owners(above: first, in: new)
    shift = new.bytes.count - old.bytes.count
  }

  /// The number of equal lines at the beginning and at the end.
  private static func range(_ old: TaskDocument, _ new: TaskDocument) -> (Int, Int) {
    let shorter = min(old.lines.count, new.lines.count)
    let sameStart = Self.commonPrefix(old.bytes.span, new.bytes.span)
    var first = min(shorter, max(0, line(old, sameStart) - 1))
    first = (0..<first).first { !isSame(old, $0, new, $0) } ?? first
    let sameEnd = commonSuffix(old.bytes.span, new.bytes.span, from: sameStart)
    let limit = shorter - first
    var last = min(limit, max(0, old.lines.count - line(old, old.bytes.count - sameEnd) - 2))
    let unlike = (0..<last).first {
      !isSame(old, old.lines.count - 1 - $0, new, new.lines.count - 1 - $0)
    }
    last = unlike ?? last
    return (first, last)
  }

  private static func line(_ document: TaskDocument, _ offset: Int) -> Int {
    document.lineNumber(ofByte: offset) ?? 0
  }

  /// True if two lines with the same bytes are read in the same way: a heading or a fence above, or another indent,
  /// may change that.
  private static func isSame(
    _ old: TaskDocument, _ oldLine: Int, _ new: TaskDocument, _ newLine: Int
  ) -> Bool {
    let (left, right) = (old.lines[oldLine], new.lines[newLine])
    return left.kind == right.kind && left.level == right.level && left.mark == right.mark
      && left.tags.count == right.tags.count && left.range.count == right.range.count
  }

  /// The last line with text above a line, and the lines that contain it.
  private static func owners(above line: Int, in document: TaskDocument) -> [Int] {
    guard
      var next = (0..<min(line, document.lines.count)).last(where: {
        document.lines[$0].kind != .blank
      })
    else { return [] }
    var owners = [next]
    var level = document.lines[next].level
    while level > 0, next > 0 {
      next -= 1
      guard document.lines[next].kind != .blank, document.lines[next].level < level else {
        continue
      }
      level = document.lines[next].level
      owners.append(next)
    }
    return owners.reversed()
  }

  /// The number of equal bytes at the beginning.
  private static func commonPrefix(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let count = min(left.count, right.count)
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var index = 0
        while index + 8 <= count,
          left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        { index += 8 }
        while index < count, left[index] == right[index] { index += 1 }
        return index
      }
    }
  }

  /// The number of equal bytes at the end, without those at the beginning.
  private static func commonSuffix(
    _ left: Span<UInt8>, _ right: Span<UInt8>, from start: Int
  ) -> Int {
    let count = min(left.count, right.count) - start
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var length = 0
        while length + 8 <= count,
          left.loadUnaligned(fromByteOffset: left.count - length - 8, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: right.count - length - 8, as: UInt64.self)
        { length += 8 }
        while length < count, left[left.count - length - 1] == right[right.count - length - 1] {
          length += 1
        }
        return length
      }
    }
  }
}
