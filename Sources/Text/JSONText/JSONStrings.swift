/// The strings of JSON: where their parts end, and what their escapes mean.
enum JSONStrings {
  /// The first byte from `index` on that is not plain ASCII: the end, a quotation mark, an escape, a control character
  /// or a character beyond ASCII.
  static func plainEnd(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var index = index
    while index + 8 <= bytes.count, arePlain(bytes, at: index) { index += 8 }
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
      else { break }
      index += 1
    }
    return index
  }

  /// True for eight bytes that are all plain ASCII; a borrow from a lower byte can only make it false.
  private static func arePlain(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let escapes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let special = (word &- ones &* 0x20) | (quotes &- ones) | (escapes &- ones) | word
    return special & 0x8080_8080_8080_8080 == 0
  }

  /// The length of the UTF-8 sequence at `index`; 0 if it is not one (RFC 3629).
  static func sequenceLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + length <= bytes.count,
      seconds(after: first).contains(bytes[index + 1])
    else { return 0 }
    for next in (index + 2)..<max(index + 2, index + length) where bytes[next] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }

  /// The second bytes that exclude overlong forms, surrogates and scalars beyond U+10FFFF.
  private static func seconds(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  /// The end of the escape at `index`.
  static func escapeEnd(_ bytes: Span<UInt8>, from index: Int) throws(JSONError) -> Int {
    guard index + 1 < bytes.count else { throw JSONError(.incomplete, at: bytes.count) }
    guard bytes[index + 1] == UInt8(ascii: "u") else {
      guard meaning(of: bytes[index + 1]) != nil else { throw JSONError(.badString, at: index) }
      return index + 2
    }
    guard index + 6 <= bytes.count else { throw JSONError(.incomplete, at: bytes.count) }
    for digit in index + 2..<index + 6 where value(of: bytes[digit]) == nil {
      throw JSONError(.badString, at: index)
    }
    return index + 6
  }

  /// The byte that `\` and a letter mean; nil for another letter.
  private static func meaning(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      UInt32(digit | 0x20) - 0x61 + 10
    default: nil
    }
  }

  /// The bytes of a string without its escapes; half of a surrogate pair becomes U+FFFD.
  static func unescaped(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let start = index
      index = plainEnd(bytes, from: index)
      while index < bytes.count, bytes[index] != UInt8(ascii: "\\") {
        index = plainEnd(bytes, from: index + 1)
      }
      bytes.extracting(start..<index).withUnsafeBufferPointer { text.append(contentsOf: $0) }
      if index < bytes.count { index = append(bytes, escapeAt: index, to: &text) }
    }
    return text
  }

  /// Appends what an escape means, and returns its end.
  private static func append(
    _ bytes: Span<UInt8>, escapeAt index: Int, to text: inout [UInt8]
  ) -> Int {
    guard index + 1 < bytes.count else { return bytes.count }
    if let byte = meaning(of: bytes[index + 1]) {
      text.append(byte)
      return index + 2
    }
    guard let unit = unit(bytes, at: index) else { return bytes.count }
    if unit & 0xFC00 == 0xD800, let low = Self.unit(bytes, at: index + 6), low & 0xFC00 == 0xDC00 {
      append(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), to: &text)
      return index + 12
    }
    append(unit, to: &text)
    return index + 6
  }

  /// The UTF-16 code unit of the escape `\u` at `index`; nil if there is none.
  private static func unit(_ bytes: Span<UInt8>, at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for place in index + 2..<index + 6 {
      guard let digit = value(of: bytes[place]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
