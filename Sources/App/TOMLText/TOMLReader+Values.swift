import Diagnostics

extension TOMLReader {
  /// Reads a value.
  mutating func value(_ level: Int) throws(TOMLFault) -> TOMLElement {
    let start = position
    let value: TOMLValue =
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try text())
      case UInt8(ascii: "["): .array(try array(level))
      case UInt8(ascii: "{"): throw fault("a table in a list is not supported; expected a value")
      default: try word()
      }
    return TOMLElement(value: value, offset: start)
  }

  private mutating func array(_ level: Int) throws(TOMLFault) -> [TOMLElement] {
    guard level < Self.depth else {
      throw fault("too many nested lists; expected at most \(Self.depth)")
    }
    position += 1
    var elements: [TOMLElement] = []
    while true {
      try skipBlankLines()
      if take("]") { return elements }
      elements.append(try value(level + 1))
      try skipBlankLines()
      if take("]") { return elements }
      try expect(",", "a comma or ] after a value")
    }
  }

  // MARK: Words

  /// Reads a value without quotes.
  private mutating func word() throws(TOMLFault) -> TOMLValue {
    let start = position
    while let byte = next, Self.isOfWord(byte) { position += 1 }
    let word = string(start..<position)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      if let number = Self.integer(word) { return .integer(number) }
      position = start
      throw fault(
        "\(found) is not a value; expected a text in quotes, a whole number, true, false, or a "
          + "list in brackets")
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F
      && ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#")]
        .contains(byte)
  }

  /// A decimal integer; digits may be separated by `_`, and leading zeros are not allowed.
  private static func integer(_ word: String) -> Int? {
    let sign = word.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false
    let groups = word.dropFirst(sign ? 1 : 0).split(
      separator: "_", omittingEmptySubsequences: false)
    let isWhole = groups.allSatisfy { group in
      !group.isEmpty && group.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let digits = groups.joined()
    guard isWhole, digits.utf8.count == 1 || digits.utf8.first != 0x30 else { return nil }
    return Int((word.utf8.first == UInt8(ascii: "-") ? "-" : "") + digits)
  }

  // MARK: Strings

  /// Reads a string in quotes.
  mutating func text() throws(TOMLFault) -> String {
    let quote = bytes[position]
    if bytes[position...].starts(with: [quote, quote, quote]) {
      throw fault("a text of several lines is not supported; expected one line in quotes")
    }
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      if byte == quote {
        position += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text += try escape()
        continue
      }
      guard byte == UInt8(ascii: "\t") || byte >= 0x20, byte != 0x7F else {
        throw fault("a text contains a control character; expected \\u and its number")
      }
      text.append(byte)
      position += 1
    }
    position = start
    throw fault("the text is not closed; expected a quote at its end, on the same line")
  }

  /// Reads an escape sequence after its backslash.
  private mutating func escape() throws(TOMLFault) -> [UInt8] {
    let letter = position + 1 < bytes.count ? bytes[position + 1] : 0
    let simple: [UInt8: UInt8] = [
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
      UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22,
      UInt8(ascii: "\\"): 0x5C,
    ]
    if let byte = simple[letter] {
      position += 2
      return [byte]
    }
    let count = letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
    let digits = string(min(position + 2, bytes.count)..<min(position + 2 + count, bytes.count))
    let isNumber = digits.utf8.count == count && digits.allSatisfy(\.isHexDigit)
    guard count > 0, isNumber, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else {
      throw fault(
        "this backslash begins no known escape; expected \\\\, \\\", \\b, \\t, \\n, \\f, \\r, \\u "
          + "or \\U, or a text in single quotes")
    }
    position += 2 + count
    return Array(String(Character(scalar)).utf8)
  }
}
