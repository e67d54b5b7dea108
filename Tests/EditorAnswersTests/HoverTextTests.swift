import EditorAnswers
import Testing

@Suite("Hovers: words of strangers")
struct HoverTextTests {
  private func text(_ line: String) throws -> HoverText {
    let asked = try Asked(line)
    return try #require(asked.document.hover(at: asked.cursor)).value.text
  }

  @Test func areNoMarkdown() throws {
    let line =
      "- Par|ty ![p](http://a.example/p) <b> `c` ann@a.example www.a.example @due(2026-12-01)\n"
    let first = try text(line).markdown.split(separator: "\n").first
    #expect(
      first == """
        **Party \\!\\[p\\](http\\://a.example/p) \\<b\\> \\`c\\` ann\\@a.example www\\.a.example**
        """)
  }

  @Test func areShownAsTheyAreInPlainText() throws {
    let line = "- Par|ty [p](http://a.example) **b** `c` @due(2026-12-01)\n"
    #expect(try text(line).plain.hasPrefix("Party [p](http://a.example) **b** `c`\n"))
  }

  @Test func doNotEndTheBlockOfCode() throws {
    let markdown = try text("- Par|ty ````` @due(2026-12-01)\n").markdown
    #expect(markdown.contains("\n``````ics\n") && markdown.hasSuffix("\n``````"))
  }

  @Test func keepTheTimesOfDay() throws {
    #expect(try text("- a @due(2026-12-|01 15:00)\n").markdown.contains("15:00"))
  }
}
