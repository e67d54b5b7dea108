/// Repairs invalid XML of servers.
enum RepairedXML {
  /// The bytes without the characters that XML does not allow, and with a surrogate pair (`&#55356;&#57224;`, as SOGo
  /// writes characters beyond 16 bits) as one character.
  static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count)
    var rest = bytes[...]
    var half: UInt32?
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (value, length) = reference(rest) {
        rest = rest.dropFirst(length)
        append(value, &half, to: &mended)
      } else {
        rest = rest.dropFirst()
        half = nil
        if isAllowed(UInt32(byte)) { mended.append(byte) }
      }
    }
    return mended
  }

  /// Appends a character from a numeric reference; a high surrogate waits for the low one.
  private static func append(_ value: UInt32, _ half: inout UInt32?, to mended: inout [UInt8]) {
    let high = half
    half = nil
    switch value {
    case 0xD800..<0xDC00: half = value
    case 0xDC00..<0xE000:
      guard let high else { return }
      let whole = 0x10000 + (high - 0xD800) << 10 + (value - 0xDC00)
      mended += Array("&#\(whole);".utf8)
    default:
      if isAllowed(value) { mended += Array("&#\(value);".utf8) }
    }
  }

  private static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case 0xFFFE, 0xFFFF: false
    default: value >= 0x20
    }
  }

  /// The number and the length of a reference such as `&#38;` or `&#x26;` at the beginning of a text; nil for
  /// anything else.
  private static func reference(_ text: ArraySlice<UInt8>) -> (value: UInt32, length: Int)? {
    guard text.starts(with: "&#".utf8) else { return nil }
    let body = text.dropFirst(2).prefix(12).prefix { $0 != UInt8(ascii: ";") }
    guard text.dropFirst(2 + body.count).first == UInt8(ascii: ";") else { return nil }
    let isHex = body.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: isHex ? body.dropFirst() : body, as: UTF8.self)
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), value <= 0x10FFFF else { return nil }
    return (value, body.count + 3)
  }
}
