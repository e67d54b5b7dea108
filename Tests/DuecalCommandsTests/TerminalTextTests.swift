import FoundationEssentials
import Testing

@testable import DuecalCommands

@Suite("Text on a terminal")
struct TerminalTextTests {
  private func shown(_ bytes: [UInt8], as form: TerminalText.Form = .text) -> String {
    var terminal = TerminalText()
    return String(decoding: terminal.shown(bytes, as: form) + terminal.rest(), as: UTF8.self)
  }

  private func shown(_ text: String, as form: TerminalText.Form = .text) -> String {
    shown(Array(text.utf8), as: form)
  }

  @Test func whatATerminalObeysIsSpelledOut() {
    #expect(shown("a\u{1B}[2J\u{7}\u{7F}b") == "a\\x1B[2J\\x7\\x7Fb")
    #expect(shown("\u{9B}31m \u{202E}x\u{2066}") == "\\x9B31m \\x202Ex\\x2066")
  }

  @Test(arguments: [UInt32(0x61C), 0x200E, 0x200F] + (0x202A...0x202E) + (0x2066...0x2069))
  func allThatTurnsTextIsSpelledOutOnATerminalAndInMessages(value: UInt32) throws {
    let text = "a\(try #require(Unicode.Scalar(value)))b"
    let spelled = "a\\x" + String(value, radix: 16, uppercase: true) + "b"
    #expect(shown(text) == spelled)
    #expect(text.visible == spelled)
  }

  @Test func whatIsNoUTF8IsSpelledByteByByte() {
    #expect(shown([0x61, 0x9B, 0x35, 0xFF, 0xC3, 0x28]) == "a\\x9B5\\xFF\\xC3(")
    #expect(shown([0xED, 0xA0, 0x80, 0xC0, 0x80]) == "\\xED\\xA0\\x80\\xC0\\x80")
  }

  @Test func lettersOfAllScriptsStay() {
    let text = "Grüße, עברית, 日本語, e\u{301}, 👩‍👩‍👧, \u{A0}\u{2028}\t\n"
    #expect(shown(text) == text)
  }

  @Test func aCarriageReturnStaysAtTheEndOfALineOnly() {
    #expect(shown("a\r\nb\rc\r") == "a\r\nb\\xDc\\xD")
    #expect(shown("a\r\nb", as: .line) == "a\\xD\\xAb")
  }

  @Test func ofSequencesOnlyOurColoursStayAndOnlyInALineThatMayHaveThem() {
    let line = "\u{1B}[1;31merror\u{1B}[0m \u{1B}[8mhidden\u{1B}[31;8m"
    #expect(shown(line, as: .styled) == "\u{1B}[1;31merror\u{1B}[0m \\x1B[8mhidden\\x1B[31;8m")
    #expect(!shown(line, as: .line).contains("\u{1B}"))
  }

  @Test func aDocumentOfJSONHasTheSameText() throws {
    let texts = ["\u{7F}\u{9B}31m", "\u{202E}\u{2069}é日👩", "\u{1B}\r\n\"\\"]
    var bytes: [UInt8] = []
    try JSONWriter.write(texts) { bytes += $0 }
    let json = shown(bytes, as: .json)
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == texts)
    #expect(json.contains("\\u007f\\u009b31m") && json.contains("\\u202e"))
    #expect(!json.unicodeScalars.contains { $0.isTerminalControl && $0 != "\n" })
  }

  @Test(arguments: [TerminalText.Form.text, .line, .styled, .json])
  func whereBytesArePartedDoesNotMatter(form: TerminalText.Form) {
    let bytes = Array("aé\u{9B}日👩\r\n\r\u{1B}x".utf8) + [0xE2, 0x80, 0x61, 0xF0, 0x9F]
    let whole = shown(bytes, as: form)
    // Colour sequences are always written in one piece.
    for middle in bytes.indices {
      for end in middle..<bytes.endIndex {
        var terminal = TerminalText()
        var parts = terminal.shown(Array(bytes[..<middle]), as: form)
        parts += terminal.shown(Array(bytes[middle..<end]), as: form)
        parts += terminal.shown(Array(bytes[end...]), as: form) + terminal.rest()
        #expect(String(decoding: parts, as: UTF8.self) == whole)
      }
    }
  }
}
