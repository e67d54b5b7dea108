import TestSupport
import Testing

@testable import ICalendar

private func text(_ value: String) -> String {
  var writer = ContentLineWriter()
  writer.text(value)
  return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite("Content lines")
struct ContentLineWriterTests {
  @Test(arguments: [
    ("a", "a"), ("a,b;c\\d", "a\\,b\\;c\\\\d"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\nb"),
    ("a\rb", "a\\nb"), ("a\n\nb", "a\\n\\nb"), ("a:\"b\"", "a:\"b\""), ("\ta", "\ta"),
    ("a\u{0}b\u{7}c\u{7F}d\u{1B}", "abcd"), ("\u{E9}\u{2028}", "\u{E9}\u{2028}"), ("", ""),
    ("\\n", "\\\\n"), ("END:VTODO\r\nBEGIN:VTODO", "END:VTODO\\nBEGIN:VTODO"),
  ])
  func aTextIsEscaped(value: String, expected: String) {
    #expect(text(value) == expected)
  }

  @Test(arguments: [
    ("a", "a"), ("a b", "a b"), ("a:b", "\"a:b\""), ("a;b", "\"a;b\""), ("a,b", "\"a,b\""),
    ("a^b", "a^^b"), ("say \"x\"", "say ^'x^'"), ("a\nb", "a^nb"), ("a\u{7}b", "ab"),
  ])
  func aParameterIsQuotedAndEscaped(value: String, expected: String) {
    var writer = ContentLineWriter()
    writer.parameter("P".utf8, value.utf8)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == ";P=\(expected)")
  }

  @Test func aLineIsFoldedAt75OctetsAndNeverInsideACharacter() throws {
    var random = SeededGenerator(seed: 3)
    let pieces = ["a", "\u{E9}", "\u{20AC}", "\u{1F600}", " ", "\u{65E5}\u{672C}", ",", "\t"]
    for length in 0..<400 {
      let value = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var writer = ContentLineWriter()
      writer.line("SUMMARY", text: value)
      let lines = split(writer.bytes)
      #expect(lines.allSatisfy { $0.count <= 75 && String(validating: $0, as: UTF8.self) != nil })
      #expect(lines.dropFirst().allSatisfy { $0.first == 0x20 })
      let document = ICSDocument(bytes: writer.bytes)
      #expect(document.lines.count == 1)
      #expect(document.unfolded(document.lines[0]) == Array("SUMMARY:\(text(value))".utf8))
    }
  }

  /// The physical lines, each without its CRLF.
  private func split(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A).map { Array($0.dropLast()) }
  }
}
