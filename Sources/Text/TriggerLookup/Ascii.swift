/// The bytes that a lookup treats specially.
enum Ascii {
  static let carriageReturn = UInt8(ascii: "\r")
  static let lineFeed = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let open = UInt8(ascii: "(")
  static let close = UInt8(ascii: ")")
  static let backslash = UInt8(ascii: "\\")

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}

/// A set of ASCII characters, as one bit for each.
struct AsciiSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// True if the set contains a byte; false for every byte that is not ASCII.
  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 128 && word >> UInt64(byte & 63) & 1 == 1
  }

  /// The bytes of this set that are not in another.
  func subtracting(_ other: AsciiSet) -> AsciiSet {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }

  /// Adds a byte, which must be ASCII.
  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
  }
}
