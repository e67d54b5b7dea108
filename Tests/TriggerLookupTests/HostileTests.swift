import Testing
import TriggerLookup

@Suite("Hostile texts")
struct HostileTests {
  private static let count = 1_000_000

  /// Looks for a trigger and a value at many places; each lookup would take seconds if it read the whole text.
  private func lookEverywhere(_ unit: String, prefix: String = "@") {
    let bytes = Array((prefix + String(repeating: unit, count: Self.count / unit.utf8.count)).utf8)
    for step in 0...100 {
      let cursor = bytes.count * step / 100
      for rules in [TriggerRules.article, .taskPaper, .chat] {
        let match = findTrigger(in: bytes.span, at: cursor, rules: rules)
        #expect(match == nil || cursor < 4096)
        #expect((match?.replacement.count ?? 0) < 8192)
      }
      #expect(findValue(in: bytes.span, at: cursor) == nil)
    }
  }

  @Test(
    "a lookup reads a bounded part of a very long line", .timeLimit(.minutes(1)),
    arguments: [
      "a", "é", "\u{301}", "\u{200D}", "👩\u{200D}", "🇩", "क्", "\u{600}", "\u{200F}", " ", "\u{A0}",
      ")",
      "\\)", "日", "か\u{3099}",
    ])
  func longLine(unit: String) { lookEverywhere(unit) }

  @Test("bytes that are not UTF-8 are read once", .timeLimit(.minutes(1)))
  func invalid() {
    for byte in [0x80, 0xFF, 0xC3, 0xF0, 0xE2] as [UInt8] {
      let bytes = [UInt8](repeating: byte, count: Self.count)
      for cursor in stride(from: 0, to: bytes.count, by: 20_000) {
        #expect(findTrigger(in: bytes.span, at: cursor, rules: .chat) == nil)
      }
    }
  }

  @Test("a lookup at the end of a million characters finds the name there")
  func atTheEnd() {
    let text = String(repeating: "x é ", count: Self.count / 4) + "@näme"
    let match = findTrigger(in: text, at: text.endIndex, rules: .taskPaper)
    #expect(match?.query == "näme")
  }
}
