/// The character classes of the grammar, read directly from UTF-8.
///
/// A byte that is not part of valid UTF-8 is one character without a class: it ends a name, is not white space, and is
/// kept.
enum Characters {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let dash = UInt8(ascii: "-")
  static let colon = UInt8(ascii: ":")
  static let at = UInt8(ascii: "@")
  static let open = UInt8(ascii: "(")
  static let close = UInt8(ascii: ")")
  static let backslash = UInt8(ascii: "\\")

  /// The number of bytes of the white-space character at `index`; 0 if there is none.
  ///
  /// White space is defined as in TaskPaper's own expressions: the ASCII controls from tab to carriage return, the
  /// space, the Unicode space separators, U+2028, U+2029 and U+FEFF.
  static func whiteSpace(_ bytes: Span<UInt8>, at index: Int, end: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return isASCIIWhiteSpace(first) ? 1 : 0 }
    guard first >= 0xC2 else { return 0 }
    if first == 0xC2 { return index + 1 < end && bytes[index + 1] == 0xA0 ? 2 : 0 }
    guard index + 2 < end else { return 0 }
    return isWideWhiteSpace(first, bytes[index + 1], bytes[index + 2]) ? 3 : 0
  }

  /// The number of bytes of the white-space character that ends before `index`; 0 if there is none.
  static func whiteSpace(_ bytes: Span<UInt8>, before index: Int, start: Int) -> Int {
    guard index > start else { return 0 }
    let last = bytes[index - 1]
    if last < 0x80 { return isASCIIWhiteSpace(last) ? 1 : 0 }
    if index - 2 >= start, bytes[index - 2] == 0xC2, last == 0xA0 { return 2 }
    guard index - 3 >= start else { return 0 }
    return isWideWhiteSpace(bytes[index - 3], bytes[index - 2], last) ? 3 : 0
  }

  static func isASCIIWhiteSpace(_ byte: UInt8) -> Bool {
    byte == space || (byte >= 0x09 && byte <= 0x0D)
  }

  private static func isWideWhiteSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE1, 0x9A): third == 0x80  // U+1680
    case (0xE2, 0x80): third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
    case (0xE2, 0x81): third == 0x9F  // U+205F
    case (0xE3, 0x80): third == 0x80  // U+3000
    case (0xEF, 0xBB): third == 0xBF  // U+FEFF
    default: false
    }
  }

  /// The number of bytes of the tag-name character at `index`; 0 if there is none.
  ///
  /// These are the name characters of XML 1.0 up to U+FFFD without the colon; `-`, `.` and digits may come first.
  static func nameCharacter(_ bytes: Span<UInt8>, at index: Int, end: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return isASCIIName(first) ? 1 : 0 }
    let length = UTF8Scan.sequenceLength(bytes, at: index, end: end)
    guard length == 2 || length == 3 else { return 0 }
    return isName(UTF8Scan.scalar(bytes, at: index, length: length)) ? length : 0
  }

  private static func isASCIIName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF: true
    case 0x200C...0x200D, 0x203F...0x2040, 0x2070...0x218F, 0x2C00...0x2FEF: true
    case 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD: true
    default: false
    }
  }
}
