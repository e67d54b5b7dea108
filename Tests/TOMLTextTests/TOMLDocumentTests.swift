import Diagnostics
import TOMLText
import Testing

/// The values in a text, a line each, or the error in it.
private func read(_ text: String) -> String {
  var faults: [Diagnostic] = []
  let document = TOMLDocument(bytes: Array(text.utf8), &faults)
  if let fault = faults.first { return fault.description }
  return document.entries.map { "\($0.words.joined(separator: "/")) = \(shown($0.element.value))" }
    .joined(separator: "\n")
}

private func shown(_ value: TOMLValue) -> String {
  switch value {
  case .string(let text): "<\(text)>"
  case .integer(let number): "\(number)"
  case .boolean(let flag): "\(flag)"
  case .array(let elements): "[\(elements.map { shown($0.value) }.joined(separator: ","))]"
  }
}

@Suite("TOML")
struct TOMLDocumentTests {
  @Test func aValueHasItsPath() {
    #expect(
      read("a = 1\n[b]\nc.d = true\n[b.e]\n\"f g\" = 'h'\n") == "a = 1\nb/c/d = true\nb/e/f g = <h>"
    )
    #expect(read("a = { b = 1, c.d = [2] }") == "a/b = 1\na/c/d = [2]")
    #expect(read("").isEmpty && read("# nothing\r\n\r\n").isEmpty)
  }

  @Test func textsKeepTheirContents() {
    #expect(read(#"a = "\u00fc \t\"\\ \U0001F600""#) == "a = <ü \t\"\\ 😀>")
    #expect(read(#"a = 'C:\new'"#) == #"a = <C:\new>"#)
    #expect(read("a = \"# no comment\" # a comment") == "a = <# no comment>")
    #expect(read("\u{FEFF}a = ''") == "a = <>")
  }

  @Test func listsGoOverLines() {
    #expect(read("a = [ # one\n  1, 2_000,\n  [-3],\n]\nb = []") == "a = [1,2000,[-3]]\nb = []")
  }

  @Test(arguments: [
    ("a", "1:2: error: found the end of the file; expected = after a key"),
    ("a = \n", "1:5: error: the end of the line is not a value"),
    ("ü = 1", "1:1: error: there is no key here"),
    ("\na = \"ü\" b", "2:9: error: found \"b\" after the value; expected the end of the line"),
    ("a = \"b\nc = 1", "1:5: error: the text is not closed"),
    ("a = \"\\q\"", "1:6: error: this backslash begins no known escape"),
    ("a = \"\\uD800\"", "1:6: error: this backslash begins no known escape"),
    ("a = 1.5", "1:5: error: \"1.5\" is not a value"),
    ("a = 2026-01-01", "1:5: error: \"2026-01-01\" is not a value"),
    ("a = 007", "1:5: error: \"007\" is not a value"),
    ("a = 1__0", "1:5: error: \"1__0\" is not a value"),
    ("a = 99999999999999999999", "1:5: error: \"99999999999999999999\" is not a value"),
    ("a = 1\na = 2", "2:1: error: \"a\" is already set"),
    ("[a]\n[a]", "2:2: error: the table [a] appears again"),
    ("a = 1\n[a]", "2:2: error: \"a\" already has a value"),
    ("a = 1\na.b = 2", "2:1: error: \"a\" already has a value"),
    ("a = { b = 1 }\n[a.c]", "2:2: error: \"a\" already has a value"),
    ("[a.b]\n[a]\nb.c = 1", "3:1: error: the table \"b\" has its own heading"),
    ("a.b = 1\n[a]", "2:2: error: the table [a] appears again"),
    ("[[a]]", "1:2: error: a list of tables is not supported"),
    ("[a", "1:3: error: found the end of the file; expected a ]"),
    (
      "a = [1 2]",
      "1:8: error: found \"2\"; expected a comma or ]".replacing("\"2\"", with: "\"2]\"")
    ),
    ("a = [{}]", "1:6: error: a table in a list is not supported"),
    ("a = {b = 1,}", "1:12: error: there is no key here"),
    ("a = \"\"\"b\"\"\"", "1:5: error: a text of several lines is not supported"),
    ("a = 1\rb = 2", "1:7: error: a carriage return has no line feed"),
    ("a = 1 # \u{7}", "1:9: error: a comment contains a control character"),
    ("a = \"\u{7}\"", "1:6: error: a text contains a control character"),
  ])
  func whatIsNoneIsReportedWithItsPlace(text: String, reported: String) {
    #expect(read(text).hasPrefix(reported), "\(read(text))")
  }

  @Test func bytesThatAreNoTextAreReported() {
    var faults: [Diagnostic] = []
    _ = TOMLDocument(bytes: Array("a = 1\n# ".utf8) + [0xFF], &faults)
    #expect(
      faults.map(\.description) == ["2:3: error: this is not UTF-8; expected text in UTF-8"])
  }

  @Test func aByteIsFoundByItsLine() {
    var faults: [Diagnostic] = []
    let text = "\u{FEFF}a = 1\r\n\n# é\nb = 2"
    let document = TOMLDocument(bytes: Array(text.utf8), &faults)
    #expect(document.entries.map { document.line(ofByte: $0.path[0].offset) } == [1, 4])
    #expect(
      document.entries.map { document.place(ofByte: $0.path[0].offset) } == [
        Place(line: 1, column: 1, byteColumn: 4), Place(line: 4, column: 1),
      ])
    #expect(document.place(ofByte: text.utf8.count) == Place(line: 4, column: 6))
    #expect(TOMLDocument().place(ofByte: 0) == Place(line: 1, column: 1))
  }

  @Test(arguments: [
    String(repeating: "[", count: 50_000), "a = " + String(repeating: "[", count: 50_000),
    String(repeating: "a.", count: 50_000), "a" + String(repeating: " = {a", count: 50_000),
    "a = [" + String(repeating: "1,", count: 50_000) + "\u{0}",
    "a = \"" + String(repeating: "\\u0041", count: 50_000),
    (0..<20_000).map { "k\($0) = \($0)\n" }.joined() + "k0 = 1",
  ])
  func hostileTextsEndSoon(text: String) {
    let time = ContinuousClock().measure { _ = read(text) }
    #expect(time < .seconds(2))
  }
}
