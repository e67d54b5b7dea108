/// Line breaks that quoted-printable text has of its own: a line that ends with `=` goes on with all of
/// the next one.
///
/// vCalendar 1.0 writes texts so: `DESCRIPTION;ENCODING=QUOTED-PRINTABLE:first=0D=0A=`, and the second
/// line below it, with no blank before it.
enum SoftBreaks {
  /// True if a line goes on though the next one begins with no blank.
  ///
  /// A line that begins or ends a component never belongs to the one before.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - start: Where the content line begins.
  ///   - end: Where it ends so far.
  ///   - rest: The next physical line, and what stands behind it.
  static func isOne(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ rest: Range<Int>
  ) -> Bool {
    guard end > start, bytes[end - 1] == mark, isQuoted(bytes[start..<end]) else { return false }
    let next = bytes[rest.prefix(6)]
    guard let first = next.first, first != 0x0A, first != 0x0D else { return false }
    return !next.isAt("BEGIN:") && !next.isAt("END:")
  }

  /// True if a line end within a content line is one of its text, and no fold.
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
    // A fold may also part a `=` from its two digits.
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

  /// What a digit of base 16 counts.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
