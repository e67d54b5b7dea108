/// Finds the positions of some bytes of a text that does not change, from the first to the last.
///
/// It counts the lines between one byte and the next. For a few bytes that takes much less time than an `EditorText`,
/// which knows all lines.
///
/// ```swift
/// var counter = PositionCounter(bytes: Array("- a\n- b\n".utf8), .utf16)
/// counter?.position(ofByte: 6)  // line 1, character 2
/// ```
public struct PositionCounter: Sendable {
  private let bytes: [UInt8]
  private let encoding: PositionEncoding
  /// The byte up to which the lines and characters are counted, and its position.
  private var counted = 0
  private var position = TextPosition(line: 0, character: 0)

  /// Creates a counter; nil for a text in which a line ends with CR alone, where most editors see no end of a line.
  public init?(bytes: [UInt8], _ encoding: PositionEncoding) {
    guard !Self.hasLoneReturn(bytes.span) else { return nil }
    self.bytes = bytes
    self.encoding = encoding
    // Editors do not count a byte-order mark as a character.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { counted = 3 }
  }

  /// The position of a byte that is not before the last one that was asked for, nor in the end of a line.
  public mutating func position(ofByte offset: Int) -> TextPosition {
    let end = max(counted, min(offset, bytes.count))
    let breaks = Self.lineFeeds(bytes.span, counted..<end)
    if breaks > 0, let last = bytes[counted..<end].lastIndex(of: 0x0A) {
      counted = last + 1
      position = TextPosition(line: position.line + breaks, character: 0)
    }
    position.character += encoding.count(bytes[counted..<end])
    counted = end
    return position
  }

  private static func hasLoneReturn(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count, ByteMatches(bytes.word(at: index), 0x0D).count == 0 {
        index += 8
        continue
      }
      let end = min(index + 8, bytes.count)
      while index < end {
        if bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A {
          return true
        }
        index += 1
      }
    }
    return false
  }

  private static func lineFeeds(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    var count = 0
    while index + 8 <= range.upperBound {
      count += ByteMatches(bytes.word(at: index), 0x0A).count
      index += 8
    }
    while index < range.upperBound {
      if bytes[index] == 0x0A { count += 1 }
      index += 1
    }
    return count
  }

}

extension Span<UInt8> {
  /// Eight bytes as a number, from a byte that at least seven others follow.
  func word(at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}

/// The places of a byte among eight that are compared at once.
private struct ByteMatches {
  /// The number of places.
  let count: Int

  @inline(__always)
  init(_ word: UInt64, _ byte: UInt8) {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    // A byte of the sum has its highest bit unless the difference is zero there.
    count = (~(((difference & low) &+ low) | difference | low)).nonzeroBitCount
  }
}

extension PositionEncoding {
  /// The number of characters of some bytes, as an editor counts.
  func count(_ bytes: ArraySlice<UInt8>) -> Int {
    if self == .utf8 { return bytes.count }
    var units = 0
    for byte in bytes where byte & 0xC0 != 0x80 {
      units += self == .utf16 && byte >= 0xF0 ? 2 : 1
    }
    return units
  }
}
