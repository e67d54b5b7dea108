/// Writes content lines (RFC 5545, section 3.1): escaped, quoted, and folded at 75 octets.
///
/// Every new line of duecal is written here, never by libical, which writes a category `a,b` as two and changes a `^`.
struct ContentLineWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []
  private var lineStart = 0
  private let ending: [UInt8]

  /// Creates a writer with reserved capacity.
  ///
  /// - Parameter ending: The line end; CR LF, except in a file of another program with other line ends.
  init(capacity: Int = 0, ending: [UInt8] = [0x0D, 0x0A]) {
    self.ending = ending
    bytes.reserveCapacity(capacity)
  }

  /// Begins a line with its name.
  mutating func begin(_ name: some Sequence<UInt8>) {
    lineStart = bytes.count
    bytes.append(contentsOf: name)
  }

  /// Adds a parameter, quoted if necessary; quotes, carets and line breaks are escaped by RFC 6868.
  mutating func parameter(_ name: some Sequence<UInt8>, _ value: some Collection<UInt8>) {
    bytes.append(UInt8(ascii: ";"))
    bytes.append(contentsOf: name)
    bytes.append(UInt8(ascii: "="))
    let isQuoted = value.contains { $0 == 0x3A || $0 == 0x3B || $0 == 0x2C }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    for byte in value { appendParameter(byte) }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func appendParameter(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "^"): bytes.append(contentsOf: "^^".utf8)
    case UInt8(ascii: "\""): bytes.append(contentsOf: "^'".utf8)
    case UInt8(ascii: "\n"): bytes.append(contentsOf: "^n".utf8)
    default: if byte >= 0x20 && byte != 0x7F || byte == 0x09 { bytes.append(byte) }
    }
  }

  /// Begins the value.
  mutating func colon() {
    bytes.append(UInt8(ascii: ":"))
  }

  /// Adds a comma between two values of a list.
  mutating func comma() {
    bytes.append(UInt8(ascii: ","))
  }

  /// Adds a value without escapes; control characters are left out.
  mutating func raw(_ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: value.lazy.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
  }

  /// Adds one byte of a value without escapes.
  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  /// Adds a number of two or four digits, with leading zeros.
  mutating func number(_ number: Int32, digits: Int) {
    var unit: Int32 = digits == 4 ? 1000 : 10
    while unit > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  /// Adds a text (section 3.3.11): line breaks become `\n`, other control characters are left out.
  mutating func text(_ value: UnsafeBufferPointer<UInt8>) {
    var plain = 0  // the beginning of the bytes that need no escape
    for index in value.indices where Self.needsEscape(value[index]) {
      bytes.append(contentsOf: value[plain..<index])
      plain = index + 1
      let byte = value[index]
      let isFirstOfCRLF = byte == 0x0D && plain < value.count && value[plain] == 0x0A
      if !isFirstOfCRLF { appendEscape(of: byte) }
    }
    bytes.append(contentsOf: value[plain...])
  }

  /// Adds a text.
  mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { text($0) }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 64 ? escaped >> byte & 1 != 0 : byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  /// A bit for each byte below 64 that is escaped or left out: a semicolon, a comma, and each control character except
  /// a tab.
  private static let escaped: UInt64 = 1 << 0x3B | 1 << 0x2C | 0xFFFF_FFFF & ~(1 << 0x09)

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A, 0x0D: bytes.append(contentsOf: "\\n".utf8)
    default: break
    }
  }

  /// Ends the line, and folds it if it is longer than 75 octets.
  mutating func end() {
    if bytes.count - lineStart > 75 { fold() }
    bytes.append(contentsOf: ending)
  }

  /// Splits the line into pieces of up to 75 octets, never inside of a character.
  private mutating func fold() {
    let line = Array(bytes[lineStart...])
    bytes.removeSubrange(lineStart...)
    var index = 0
    while line.count - index > (index == 0 ? 75 : 74) {
      var cut = index + (index == 0 ? 75 : 74)
      while line[cut] & 0xC0 == 0x80, cut > index + 70 { cut -= 1 }
      bytes += line[index..<cut]
      bytes += ending
      bytes.append(0x20)
      index = cut
    }
    bytes += line[index...]
  }

  /// Writes a line whose value is a text.
  mutating func line(_ name: String, text value: String) {
    begin(name.utf8)
    colon()
    text(value)
    end()
  }

  /// Writes a line whose value has no escapes.
  mutating func line(_ name: String, raw value: String) {
    begin(name.utf8)
    colon()
    raw(value.utf8)
    end()
  }

  /// Adds complete lines.
  mutating func verbatim(_ lines: some Sequence<UInt8>) {
    bytes.append(contentsOf: lines)
  }

  /// Returns the bytes written so far, and removes them from the writer.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
