/// Finds the positions of many bytes of a text, in any order, in a time that does not depend on the length of a line.
///
/// It counts the characters of a line once, and keeps the number before each step of some bytes.
///
/// ```swift
/// var finder = PositionFinder(EditorText(bytes: Array("- é\n- b\n".utf8)), .utf16)
/// finder.position(ofByte: 4)  // line 0, character 3
/// ```
public struct PositionFinder: Sendable {
  private let text: EditorText
  private let encoding: PositionEncoding
  /// The line whose characters are counted.
  private var line: Int?
  /// The number of characters of that line before each step.
  private var counts: [Int] = []
  /// The number of bytes of a step.
  private static let step = 256

  /// Creates a finder.
  public init(_ text: EditorText, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
  }

  /// The position of a byte.
  public mutating func position(ofByte offset: Int) -> TextPosition {
    let (line, written) = text.lineStart(beforeByte: offset)
    if encoding == .utf8 || text.isASCII(line) {
      return TextPosition(line: line, character: written.count)
    }
    if self.line != line { count(line) }
    let step = written.count / Self.step
    let rest = written.lowerBound + step * Self.step..<written.upperBound
    return TextPosition(line: line, character: counts[step] + encoding.count(text.bytes[rest]))
  }

  /// Counts the characters of a line.
  private mutating func count(_ line: Int) {
    self.line = line
    let content = text.content(ofLine: line)
    counts = [0]
    for start in stride(from: content.lowerBound, to: content.upperBound, by: Self.step) {
      let end = min(start + Self.step, content.upperBound)
      counts.append((counts.last ?? 0) + encoding.count(text.bytes[start..<end]))
    }
  }
}
