import Testing
import TriggerLookup

@Suite("Lookups of values")
struct ValueTests {
  private func find(_ marked: String) -> ValueMatch<Int>? {
    let text = MarkedText(marked)
    let match = findValue(in: text.text, at: text.cursor)
    let inBytes = findValue(in: text.bytes.span, at: text.offset)
    #expect(match.map { "\($0.name)(\($0.query)" } == inBytes.map { "\($0.name)(\($0.query)" })
    #expect(match?.isClosed == inBytes?.isClosed)
    return inBytes
  }

  @Test(
    "the tag and the part of its value before the cursor are found",
    arguments: [
      ("@due(tom‸", "due", "tom"), ("@due(2026‸)", "due", "2026"), ("@due(‸", "due", ""),
      ("- Water plants @repeat(every 2 w‸", "repeat", "every 2 w"),
      ("@note(x \\(y‸", "note", "x \\(y"), ("@note(x \\(y\\) z‸", "note", "x \\(y\\) z"),
      ("@note(x (y) z‸", "note", "x (y) z"), ("a @b(c @d(e‸", "d", "e"),
      ("@note(see @c‸", "note", "see @c"), ("⛵ @tz(Europe/Köln‸)", "tz", "Europe/Köln"),
      ("x\n@due(to‸day)\ny", "due", "to"), ("@日本(あ‸)", "日本", "あ"),
    ])
  func finds(marked: String, name: String, query: String) {
    let match = find(marked)
    #expect(match.map { String($0.name) } == name)
    #expect(match.map { String($0.query) } == query)
  }

  @Test(
    "nothing is found outside a value",
    arguments: [
      "(see ‸", "@a(b) c‸", "bob@due(1‸", "@due‸(1)", "@due(1)‸", "due(1‸", "@(1‸", "@due (1‸",
      "@due(1\n‸", "@due(1\r\n2‸", "(@due(1‸", "@a((b‸", "@due\\(1‸", "@due(\u{301}1‸", "‸",
      "@du,e(1‸",
    ])
  func findsNothing(marked: String) {
    #expect(find(marked) == nil)
  }

  @Test(
    "a completion replaces the value up to its parenthesis, or to the cursor",
    arguments: [
      ("@due(to‸morrow) x", "tomorrow", true), ("@due(to‸morrow x", "to", false),
      ("@due(to‸", "to", false), ("@due(‸)", "", true), ("@note(a‸ \\) b)", "a \\) b", true),
      ("@due(to‸ @a(b)", "to", false), ("@due(to‸\n)", "to", false),
    ])
  func replaces(marked: String, replaced: String, isClosed: Bool) throws {
    let match = try #require(find(marked))
    let text = MarkedText(marked)
    #expect(String(decoding: text.bytes[match.replacement], as: UTF8.self) == replaced)
    #expect(match.isClosed == isClosed)
  }

  @Test("ranges are those of the name, the query and the tag")
  func ranges() throws {
    let match = try #require(find("x @due(tom‸) y"))
    #expect(match.nameRange == 3..<6)
    #expect(match.queryRange == 7..<10)
    #expect(match.range == 2..<10)
    #expect(match.replacement == 7..<10)
  }

  @Test("tag and value have 128 characters at most")
  func limit() {
    let value = String(repeating: "v", count: 123)
    #expect(find("@due(\(value)‸")?.query.count == 123)
    #expect(find("@due(v\(value)‸") == nil)
  }
}
