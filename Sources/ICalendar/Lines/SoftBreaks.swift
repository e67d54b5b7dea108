/// The soft line breaks of quoted-printable text: a line that ends with `=` continues in the next one.
///
/// vCalendar 1.0 writes `DESCRIPTION;ENCODING=QUOTED-PRINTABLE:first=0D=0A=`, and then the second line
/// without a blank before it.
enum SoftBreaks {
  /// True if a line continues although the next one begins without a blank.
  ///
  /// A BEGIN or END line never continues another line.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - start: Where the content line begins.
  ///   - end: Where it ends so far.
  ///   - rest: The next physical line and everything after it.
  static func isOne(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ rest: Range<Int>
  ) -> Bool {
    guard end > start, bytes[end - 1] == mark, isQuoted(bytes[start..<end]) else { return false }
    let next = bytes[rest.prefix(6)]
    guard let first = next.first, first != 0x0A, first != 0x0D else { return false }
    return !next.isAt("BEGIN:") && !next.isAt("END:")
  }

  /// True if a line end in a content line is a soft break, not a fold.
  ///
  /// - Parameters:
  ///   - content: The content line.
  ///   - end: Where the line end is.
  ///   - next: Where the next physical line begins.
  static func isOne(_ content: ArraySlice<UInt8>, before end: Int, _ next: Int) -> Bool {
    guard end > content.startIndex, content[end - 1] == mark, isQuoted(content) else {
      return false
    }
    guard next < content.endIndex, ContentLineScanner.isBlank(content[next]) else { return true }
    // A fold may also separate a `=` from its two digits.
    return !content[(next + 1)...].prefix(2).allSatisfy(\.isHexDigit)
  }

  private static let mark = UInt8(ascii: "=")

  /// True if the parameters of a line call its value quoted-printable.
  private static func isQuoted(_ line: some Collection<UInt8>) -> Bool {
    let head = Array(line.prefix(512).prefix { $0 != UInt8(ascii: ":") })
    return head.indices.contains { head[$0...].isAt("QUOTED-PRINTABLE") }
  }
}

extension Collection<UInt8> {
  /// True if a word stands at the beginning, in either case.
  fileprivate func isAt(_ word: StaticString) -> Bool {
    word.isSpelled(by: prefix(word.utf8CodeUnitCount))
  }
}

extension UInt8 {
  /// True for a digit of base 16.
  var isHexDigit: Bool { hexValue != nil }

  /// The value of a digit of base 16.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
