import UserFiles

/// Writes JSON as duecal prints it: one indented document, its keys in alphabetical order, a line feed at its end.
///
/// Output is written while the document is made, so that a long document needs little memory. The bytes are those of
/// Foundation's encoder, which keeps a whole document and a tree of it in memory.
struct JSONWriter {
  private let output: ([UInt8]) -> Void
  private var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true
  private var error: FileError?

  /// Prints a value on standard output.
  static func print(_ document: some JSONValue) {
    do throws(FileError) {
      try write(document) { Output.standard.write($0, as: .json) }
    } catch {
      Output.standard.giveUp(error)
    }
  }

  /// Writes a value piece by piece.
  ///
  /// - Throws: An error if elements in a temporary file cannot be read.
  static func write(
    _ document: some JSONValue, to output: @escaping ([UInt8]) -> Void
  ) throws(FileError) {
    var writer = JSONWriter(output: output)
    document.write(to: &writer)
    writer.bytes.append(UInt8(ascii: "\n"))
    writer.flush()
    if let error = writer.error { throw error }
  }

  init(depth: Int = 0, output: @escaping ([UInt8]) -> Void) {
    self.depth = depth
    self.output = output
  }

  // MARK: Objects and arrays

  /// Writes an object.
  mutating func object(_ members: (inout JSONWriter) -> Void) {
    nest("{", members, closing: "}")
  }

  /// Writes an array.
  mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nest("[", elements, closing: "]")
  }

  /// Writes a member of an object.
  mutating func member(_ key: String, _ value: some JSONValue) {
    begin(key)
    value.write(to: &self)
  }

  /// Writes a member of an object that is an array.
  mutating func member(_ key: String, _ elements: (inout JSONWriter) -> Void) {
    begin(key)
    array(elements)
  }

  /// Writes an element of an array.
  mutating func element(_ value: some JSONValue) {
    separate()
    value.write(to: &self)
  }

  /// Writes elements of an array that were made before.
  mutating func elements(_ contents: FileContents) {
    flush()
    do throws(FileError) {
      try contents.forEachPiece { output(Array($0)) }
    } catch {
      self.error = error
    }
  }

  /// Writes the buffer to the output.
  mutating func flush() {
    output(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func begin(_ key: String) {
    separate()
    text(key)
    verbatim(" : ")
  }

  private mutating func nest(
    _ opening: StaticString, _ inside: (inout JSONWriter) -> Void, closing: StaticString
  ) {
    verbatim(opening)
    verbatim("\n")
    depth += 1
    isFirst = true
    inside(&self)
    isFirst = false
    depth -= 1
    verbatim("\n")
    indent()
    verbatim(closing)
  }

  private mutating func separate() {
    if !isFirst { verbatim(",\n") }
    isFirst = false
    if bytes.count > 1 << 14 { flush() }
    indent()
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  // MARK: Strings and literals

  /// Writes a literal, such as `null`, or a number.
  mutating func verbatim(_ word: StaticString) {
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes a number.
  mutating func number(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes a string; only characters that must be escaped are.
  mutating func text(_ text: String) {
    var text = text
    verbatim("\"")
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() where Self.isSpecial(byte) {
        bytes.append(contentsOf: utf8[start..<index])
        escape(byte)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
    verbatim("\"")
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x08: verbatim("\\b")
    case 0x09: verbatim("\\t")
    case 0x0A: verbatim("\\n")
    case 0x0C: verbatim("\\f")
    case 0x0D: verbatim("\\r")
    case 0x00..<0x20:
      verbatim(byte < 0x10 ? "\\u000" : "\\u001")
      bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
    default: bytes += [UInt8(ascii: "\\"), byte]
    }
  }
}
