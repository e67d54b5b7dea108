/// A value that names an item, as in UID and RELATED-TO.
///
/// Different bytes always give different names. A byte that is not UTF-8 or is a control character
/// becomes U+FFFD and its two hexadecimal digits, because U+FFFD alone would be ambiguous.
enum NameValue {
  /// Reads a name from a value.
  static func text(_ value: ArraySlice<UInt8>) -> String {
    if !value.contains(where: { isControl($0) || $0 > 0x7F }) { return TextValue.text(value) }
    return TextValue.text(spelled(value)[...])
  }

  private static func spelled(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var (name, place) = ([UInt8](), value.startIndex)
    var (parser, bytes) = (Unicode.UTF8.ForwardParser(), value.makeIterator())
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let scalar):
        for byte in scalar { append(byte, isText: !isControl(byte), to: &name) }
        place += scalar.count
      case .error(let length):
        for byte in value[place..<place + length] { append(byte, isText: false, to: &name) }
        place += length
      case .emptyInput: return name
      }
    }
  }

  private static func append(_ byte: UInt8, isText: Bool, to name: inout [UInt8]) {
    if isText { return name.append(byte) }
    let digits = String(byte, radix: 16, uppercase: true)
    name += Array("\u{FFFD}\(byte < 16 ? "0" : "")\(digits)".utf8)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 || byte == 0x7F
  }
}
