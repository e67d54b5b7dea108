/// The soft line breaks of quoted-printable text: a line that ends with `=` continues in the next one.
///
/// vCalendar 1.0 writes `DESCRIPTION;ENCODING=QUOTED-PRINTABLE:first=0D=0A=`, and then the second line without a space
/// before it.
///
/// Use one instance for each content line: its parameters are read once, however many breaks it has.
struct SoftBreaks {
  /// The number of bytes of the parameters that were read.
  private var read = 0
  /// True if a parameter says that the value is quoted-printable.
  private var isQuoted = false
  /// True if all parameters were read.
  private var isWhole = false

  /// True if a line continues although the next one begins without a space.
  ///
  /// A BEGIN or END line never continues another line.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - start: The beginning of the content line.
  ///   - end: Its end so far.
  ///   - rest: The next physical line and everything after it.
  mutating func isOne(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, rest: Range<Int>
  ) -> Bool {
    guard end > start, bytes[end - 1] == Self.mark, isQuoted(bytes[start..<end]) else {
      return false
    }
    let next = bytes[rest.prefix(6)]
    guard let first = next.first, first != 0x0A, first != 0x0D else { return false }
    return !next.isAt("BEGIN:") && !next.isAt("END:")
  }

  /// True if a line end in a content line is a soft break, not a fold.
  ///
  /// - Parameters:
  ///   - content: The content line.
  ///   - end: The offset of the line end.
  ///   - next: The beginning of the next physical line.
  mutating func isOne(_ content: ArraySlice<UInt8>, before end: Int, next: Int) -> Bool {
    guard end > content.startIndex, content[end - 1] == Self.mark, isQuoted(content) else {
      return false
    }
    guard next < content.endIndex, ContentLineScanner.isBlank(content[next]) else { return true }
    // A fold may also separate a `=` from its two digits.
    return !content[(next + 1)...].prefix(2).allSatisfy(\.isHexDigit)
  }

  private static let mark = UInt8(ascii: "=")
  private static let word: StaticString = "QUOTED-PRINTABLE"

  /// True if the parameters of a line say that its value is quoted-printable; reads only new parameters.
  private mutating func isQuoted(_ line: some RandomAccessCollection<UInt8>) -> Bool {
    if isQuoted || isWhole { return isQuoted }
    let start = max(0, read - Self.word.utf8CodeUnitCount)
    let part = Array(line.prefix(512).dropFirst(start))
    let head = part.prefix { $0 != UInt8(ascii: ":") }
    isWhole = head.count < part.count || start + part.count >= 512
    read = start + head.count
    isQuoted = head.indices.contains { head[$0...].isAt(Self.word) }
    return isQuoted
  }
}

extension Collection<UInt8> {
  /// True if the bytes begin with a word, in either case.
  fileprivate func isAt(_ word: StaticString) -> Bool {
    word.isSpelled(by: prefix(word.utf8CodeUnitCount))
  }
}

extension UInt8 {
  /// True for a hexadecimal digit.
  var isHexDigit: Bool { hexValue != nil }

  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
