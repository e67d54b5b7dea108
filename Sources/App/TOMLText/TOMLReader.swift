import Diagnostics

/// Reads the lines of a TOML file.
struct TOMLReader {
  /// The byte-order mark, which some editors write.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The maximum number of keys in a path, and of levels of nested values.
  static let depth = 16

  let bytes: [UInt8]
  var position = 0
  var tree = TOMLTree()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func begin() throws(TOMLFault) {
    if let offset = Self.firstInvalidByte(of: bytes) {
      throw TOMLFault(offset: offset, sentence: "this is not UTF-8; expected text in UTF-8")
    }
    if bytes.starts(with: Self.mark) { position = Self.mark.count }
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    var (decoder, source, offset) = (UTF8(), bytes.makeIterator(), 0)
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  /// Reads all lines.
  mutating func read() throws(TOMLFault) {
    try begin()
    var table: [TOMLKey] = []
    while true {
      try skipBlankLines()
      guard let byte = next else { return }
      if byte == UInt8(ascii: "[") {
        table = try heading()
      } else {
        try pair(in: table)
      }
      try endLine()
    }
  }

  private mutating func heading() throws(TOMLFault) -> [TOMLKey] {
    position += 1
    guard next != UInt8(ascii: "[") else {
      throw fault("a list of tables is not supported; expected a table, such as [list]")
    }
    skipBlanks()
    let path = try keys()
    try expect("]", "a ] after the name of a table")
    try tree.begin(path)
    return path
  }

  /// Reads `key = value`.
  mutating func pair(in table: [TOMLKey], _ level: Int = 0) throws(TOMLFault) {
    let path = table + (try keys())
    guard path.count <= Self.depth else {
      throw fault("too many nested keys; expected at most \(Self.depth)")
    }
    try expect("=", "= after a key")
    skipBlanks()
    try tree.pass(path, from: table.count)
    guard next == UInt8(ascii: "{") else {
      return try tree.add(path, value(level))
    }
    try tree.open(path)
    try pairs(in: path, level)
    tree.close(path)
  }

  /// Reads a table in braces.
  private mutating func pairs(in table: [TOMLKey], _ level: Int) throws(TOMLFault) {
    guard level < Self.depth else {
      throw fault("too many nested braces; expected at most \(Self.depth)")
    }
    position += 1
    skipBlanks()
    if take("}") { return }
    while true {
      try pair(in: table, level + 1)
      skipBlanks()
      if take("}") { return }
      try expect(",", "a comma or } after a value")
      skipBlanks()
    }
  }

  // MARK: Keys

  /// Reads keys separated by dots, and the white space after them.
  private mutating func keys() throws(TOMLFault) -> [TOMLKey] {
    var keys = [try key()]
    skipBlanks()
    while take(".") {
      skipBlanks()
      guard keys.count < Self.depth else {
        throw fault("too many nested keys; expected at most \(Self.depth)")
      }
      keys.append(try key())
      skipBlanks()
    }
    return keys
  }

  private mutating func key() throws(TOMLFault) -> TOMLKey {
    let start = position
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      return TOMLKey(text: try text(), offset: start)
    }
    while let byte = next, Self.isBare(byte) { position += 1 }
    guard position > start else {
      throw fault("there is no key here; expected one, such as zone")
    }
    return TOMLKey(text: string(start..<position), offset: start)
  }

  /// True for a byte that a key can contain without quotes.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  // MARK: Between values

  /// The next byte; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func fault(_ sentence: String) -> TOMLFault { TOMLFault(offset: position, sentence: sentence) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ character: Unicode.Scalar, _ name: String) throws(TOMLFault) {
    guard take(character) else { throw fault("found \(found); expected \(name)") }
  }

  /// The text at the place of an error, for its message.
  var found: String {
    guard let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
      return next == nil ? "the end of the file" : "the end of the line"
    }
    let word = bytes[position...].prefix { $0 > 0x20 && $0 != 0x7F }.prefix(40)
    return word.isEmpty ? "a blank" : String(decoding: word, as: UTF8.self).quoted
  }

  mutating func skipBlanks() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      position += 1
    }
  }

  /// Skips white space, comments and line ends.
  mutating func skipBlankLines() throws(TOMLFault) {
    while true {
      skipBlanks()
      try skipComment()
      guard try takeLineEnd() else { return }
    }
  }

  private mutating func endLine() throws(TOMLFault) {
    skipBlanks()
    try skipComment()
    guard try !takeLineEnd(), next != nil else { return }
    throw fault("found \(found) after the value; expected the end of the line")
  }

  private mutating func skipComment() throws(TOMLFault) {
    guard next == UInt8(ascii: "#") else { return }
    while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      guard byte == UInt8(ascii: "\t") || byte >= 0x20, byte != 0x7F else {
        throw fault("a comment contains a control character; expected none")
      }
      position += 1
    }
  }

  private mutating func takeLineEnd() throws(TOMLFault) -> Bool {
    if take("\n") { return true }
    guard take("\r") else { return false }
    guard take("\n") else {
      throw fault("a carriage return has no line feed after it; expected both")
    }
    return true
  }
}
