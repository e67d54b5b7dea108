/// A document as an editor has it open: its bytes, its lines, and its version.
///
/// A line ends with LF, CRLF or CR, as in task files. Positions are read as an editor means them: one after the end of a
/// line is its end, one after the last line is the end of the text.
///
/// ```swift
/// var text = EditorText(bytes: Array("- 🧾 Call\n".utf8))
/// let end = TextPosition(line: 0, character: 4)  // after the emoji, in UTF-16
/// text.apply([TextChange((end, end), bytes: Array("!".utf8))], in: .utf16, version: 2)
/// String(decoding: text.bytes, as: UTF8.self)  // "- 🧾! Call\n"
/// ```
public struct EditorText: Sendable {
  /// The bytes of the text.
  public private(set) var bytes: [UInt8]
  /// The number that the editor gives to this state of the text.
  public var version: Int
  private var lines: LineTable

  /// Opens a text.
  public init(bytes: [UInt8], version: Int = 0) {
    self.bytes = bytes
    self.version = version
    lines = LineTable(bytes)
  }

  /// The number of lines; a text that ends with a line break has an empty last line.
  public var lineCount: Int { lines.count }

  /// True if a line ends with CR alone, where most editors see no end of a line.
  public var hasLoneReturn: Bool { lines.loneReturns > 0 }

  /// Replaces the text by what the editor has saved; the version stays.
  public mutating func recover(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  /// Applies the changes of one message, each to the text that the one before has left.
  ///
  /// - Returns: The bytes that each change has replaced, and the number of those in their place.
  @discardableResult
  public mutating func apply(
    _ changes: [TextChange], in encoding: PositionEncoding, version: Int
  ) -> [(old: Range<Int>, count: Int)] {
    self.version = version
    return changes.map { change in
      let old = bytes(of: change, in: encoding)
      if change.range == nil { recover(change.bytes) } else { replace(old, with: change.bytes) }
      return (old, change.bytes.count)
    }
  }

  /// The bytes that a change replaces.
  private func bytes(of change: TextChange, in encoding: PositionEncoding) -> Range<Int> {
    guard let range = change.range else { return 0..<bytes.count }
    let start = offset(of: range.start, in: encoding)
    let end = offset(of: range.end, in: encoding)
    return min(start, end)..<max(start, end)
  }

  /// Replaces a range of bytes.
  public mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    bytes.replaceSubrange(range, with: new)
    lines.update(bytes, replaced: range, count: new.count)
  }

  // MARK: Positions

  /// The byte of a position; a position inside of a character is its start.
  public func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
    guard position.line < lines.count else { return bytes.count }
    guard position.line >= 0 else { return 0 }
    let content = lines.content(of: position.line, in: bytes)
    // No line has more characters than bytes, and a number of an editor may be the largest of all.
    let wanted = max(0, min(position.character, content.count))
    if encoding == .utf8 || lines.isASCII(position.line) {
      return Self.characterStart(content.lowerBound + wanted, bytes)
    }
    var index = content.lowerBound
    var units = 0
    while index < content.upperBound {
      let length = Self.length(of: bytes[index])
      units += encoding == .utf16 && length == 4 ? 2 : 1
      if units > wanted { break }
      index = min(index + length, content.upperBound)
    }
    return index
  }

  /// The position of a byte; a `PositionFinder` finds those of many bytes.
  public func position(ofByte offset: Int, in encoding: PositionEncoding) -> TextPosition {
    let (line, written) = lineStart(beforeByte: offset)
    let character = isASCII(line) ? written.count : encoding.count(bytes[written])
    return TextPosition(line: line, character: character)
  }

  /// The line of a byte, and the bytes of the line before it; those of the end of the line are left out.
  func lineStart(beforeByte offset: Int) -> (line: Int, written: Range<Int>) {
    let line = line(ofByte: offset)
    let content = content(ofLine: line)
    return (line, content.clamped(to: 0..<max(0, offset)))
  }

  /// True if each byte of a line is a character.
  func isASCII(_ line: Int) -> Bool { lines.isASCII(line) }

  /// The bytes of a line without its end.
  public func content(ofLine line: Int) -> Range<Int> { lines.content(of: line, in: bytes) }

  /// The line that contains a byte.
  public func line(ofByte offset: Int) -> Int {
    lines.line(ofByte: max(0, min(offset, bytes.count)))
  }

  private static func characterStart(_ offset: Int, _ bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private static func length(of first: UInt8) -> Int {
    first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
  }
}
