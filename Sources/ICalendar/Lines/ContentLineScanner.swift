import Glibc

/// Finds content lines: physical lines, joined where one begins with a blank (RFC 5545, section 3.1).
///
/// A line ends with CR LF, LF or CR.
enum ContentLineScanner {
  /// The lines of a file; a byte order mark belongs to none.
  static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> [ContentLine] {
    var lines: [ContentLine] = []
    let count = min(bytes.count, Int(UInt32.max))
    lines.reserveCapacity(count / 32)
    var next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var feed = -1
    while next < count {
      let start = next
      var content = lineEnd(bytes, from: next, count, &feed)
      var isFolded = false
      next = behindEnding(bytes, at: content, count)
      while next < count, isBlank(bytes[next]) {
        isFolded = true
        content = lineEnd(bytes, from: next, count, &feed)
        next = behindEnding(bytes, at: content, count)
      }
      lines.append(ContentLine(start, content, next, isFolded: isFolded))
    }
    return lines
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The end of the physical line, its ending left out.
  ///
  /// The next line feed is looked for once, however many lines end with CR before it.
  private static func lineEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ count: Int, _ feed: inout Int
  ) -> Int {
    guard let base = bytes.baseAddress else { return count }
    if feed < start { feed = find(0x0A, base, from: start, to: count) ?? count }
    return find(0x0D, base, from: start, to: feed) ?? feed
  }

  private static func find(
    _ byte: Int32, _ base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    memchr(base + start, byte, end - start).map {
      UnsafeRawPointer(base).distance(to: UnsafeRawPointer($0))
    }
  }

  /// The next physical line.
  private static func behindEnding(
    _ bytes: UnsafeBufferPointer<UInt8>, at end: Int, _ count: Int
  ) -> Int {
    guard end < count else { return end }
    let isCRLF = bytes[end] == 0x0D && end + 1 < count && bytes[end + 1] == 0x0A
    return end + (isCRLF ? 2 : 1)
  }

  /// A line's bytes without the line ends and the blank behind each.
  static func unfold(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      if byte == 0x0A || byte == 0x0D {
        let isCRLF = byte == 0x0D && content[index + 1] == 0x0A
        index += isCRLF ? 3 : 2
      } else {
        unfolded.append(byte)
        index += 1
      }
    }
    return unfolded
  }
}
