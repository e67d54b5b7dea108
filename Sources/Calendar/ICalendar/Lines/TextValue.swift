/// Values of type TEXT (RFC 5545, section 3.3.11): splits lists at commas and decodes escapes.
public enum TextValue {
  /// The text of a value that is not a list, in which an unescaped comma is kept.
  public static func text(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(UInt8(ascii: "\\")) else { return String(decoding: value, as: UTF8.self) }
    return unescaped(value)
  }

  /// The texts of a list.
  public static func texts(_ value: ArraySlice<UInt8>) -> [String] {
    pieces(of: value).map { text($0) }
  }

  /// The elements of a list as written, separated at commas without a backslash.
  public static func pieces(of value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = value.startIndex
    var isEscaped = false
    for index in value.indices {
      if isEscaped {
        isEscaped = false
      } else if value[index] == UInt8(ascii: "\\") {
        isEscaped = true
      } else if value[index] == UInt8(ascii: ",") {
        pieces.append(value[start..<index])
        start = index + 1
      }
    }
    return pieces + [value[start...]]
  }

  /// Decodes `\n` and `\N` as line feeds; a backslash before a character that needs no escape is kept.
  private static func unescaped(_ value: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(value.count)
    var isEscaped = false
    for byte in value {
      if isEscaped {
        appendEscaped(byte, to: &text)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        text.append(byte)
      }
    }
    if isEscaped { text.append(UInt8(ascii: "\\")) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func appendEscaped(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "N"): text.append(0x0A)
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), 0x22:
      text.append(byte)  // some programs escape colons and quotation marks without need
    default: text += [UInt8(ascii: "\\"), byte]
    }
  }
}
