/// UTF-8 read byte by byte, without a `String`.
enum UTF8Scan {
  /// The length of the well-formed sequence at `index`; 0 if it is not well-formed (RFC 3629).
  static func sequenceLength(_ bytes: Span<UInt8>, at index: Int, end: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + length <= end else { return 0 }
    guard secondByteRange(after: first).contains(bytes[index + 1]) else { return 0 }
    for next in (index + 2)..<max(index + 2, index + length) {
      guard bytes[next] & 0xC0 == 0x80 else { return 0 }
    }
    return length
  }

  /// The range of a second byte, which alone excludes overlong forms, surrogates and scalars beyond U+10FFFF.
  private static func secondByteRange(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  /// The scalar of a sequence of 2 or 3 bytes that is known to be well formed.
  static func scalar(_ bytes: Span<UInt8>, at index: Int, length: Int) -> UInt32 {
    let first = UInt32(bytes[index])
    let second = UInt32(bytes[index + 1] & 0x3F)
    if length == 2 { return (first & 0x1F) << 6 | second }
    return (first & 0x0F) << 12 | second << 6 | UInt32(bytes[index + 2] & 0x3F)
  }

  /// The first byte that is not part of valid UTF-8; nil if there is none.
  static func firstFault(in bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      index = skipASCII(bytes, from: index)
      guard index < bytes.count else { return nil }
      let length = sequenceLength(bytes, at: index, end: bytes.count)
      guard length > 0 else { return index }
      index += length
    }
    return nil
  }

  /// The first byte at or after `index` that is not ASCII, eight bytes at a step.
  private static func skipASCII(_ bytes: Span<UInt8>, from index: Int) -> Int {
    let raw = bytes.bytes
    var index = index
    while index + 8 <= bytes.count {
      let word = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }
}
