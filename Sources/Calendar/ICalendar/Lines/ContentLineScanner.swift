/// Finds content lines: physical lines, joined if the next one begins with a space or a tab (RFC 5545, section 3.1) or
/// continues quoted-printable text (`SoftBreaks`).
///
/// A line ends with CR LF, LF or CR.
enum ContentLineScanner {
  /// The lines of a file; a byte order mark is not part of a line.
  static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> [ContentLine] {
    var lines: [ContentLine] = []
    let count = min(bytes.count, Int(UInt32.max))
    lines.reserveCapacity(mostLines(in: bytes))
    var ends = LineEnds(bytes, count: count)
    var next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while next < count {
      let start = next
      var content = ends.end(from: next)
      var isFolded = false
      var breaks = SoftBreaks()
      next = afterEnding(bytes, at: content, count: count)
      while next < count,
        isBlank(bytes[next]) || breaks.isOne(bytes, from: start, to: content, rest: next..<count)
      {
        isFolded = true
        content = ends.end(from: next)
        next = afterEnding(bytes, at: content, count: count)
      }
      guard next - start <= ContentLine.longest else { break }
      lines.append(ContentLine(start, contentEnd: content, end: next, isFolded: isFolded))
    }
    return lines
  }

  /// The number of lines if all have the same ending; it avoids a growing array, which needs twice the memory.
  private static func mostLines(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (feeds, returns) = (0, 0)
    for byte in bytes {
      feeds &+= byte == 0x0A ? 1 : 0
      returns &+= byte == 0x0D ? 1 : 0
    }
    return max(feeds, returns) + 1
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The next physical line.
  private static func afterEnding(
    _ bytes: UnsafeBufferPointer<UInt8>, at end: Int, count: Int
  ) -> Int {
    guard end < count else { return end }
    let isCRLF = bytes[end] == 0x0D && end + 1 < count && bytes[end + 1] == 0x0A
    return end + (isCRLF ? 2 : 1)
  }

  /// A line's bytes without the line ends, and without the space after or the `=` before each.
  static func unfold(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(content.count)
    var breaks = SoftBreaks()
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      if byte == 0x0A || byte == 0x0D {
        index = afterBreak(content, at: index, breaks: &breaks) { unfolded.removeLast() }
      } else {
        unfolded.append(byte)
        index += 1
      }
    }
    return unfolded
  }

  /// The offset of each unfolded byte of a line.
  static func places(of content: ArraySlice<UInt8>) -> [Int] {
    var places: [Int] = []
    var breaks = SoftBreaks()
    var index = content.startIndex
    while index < content.endIndex {
      if content[index] == 0x0A || content[index] == 0x0D {
        index = afterBreak(content, at: index, breaks: &breaks) { places.removeLast() }
      } else {
        places.append(index)
        index += 1
      }
    }
    return places
  }

  /// The byte at which a line continues after a line end; `drop` removes the `=` of a soft break.
  private static func afterBreak(
    _ content: ArraySlice<UInt8>, at index: Int, breaks: inout SoftBreaks, drop: () -> Void
  ) -> Int {
    let isCRLF =
      content[index] == 0x0D && index + 1 < content.endIndex && content[index + 1] == 0x0A
    let next = index + (isCRLF ? 2 : 1)
    guard breaks.isOne(content, before: index, next: next) else { return next + 1 }
    drop()
    return next
  }
}
