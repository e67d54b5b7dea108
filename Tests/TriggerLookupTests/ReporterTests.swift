import Testing
import TriggerLookup

private final class Menu: StringTriggerReporterDelegate {
  var queries: [String?] = []

  func reporter(
    _ reporter: StringTriggerReporter, didCheckWith match: TriggerMatch<String.Index>?
  ) {
    queries.append(match.map(\.found))
  }
}

@Suite("The reporter of the article")
struct ReporterTests {
  @Test("the four examples of the article")
  func examples() {
    let (reporter, menu) = (StringTriggerReporter(triggers: ["@", "＠"]), Menu())
    reporter.delegate = menu
    for text in ["Hello world", "Hello @T", "Hell @Travis B", "Hello Tr@vis"] {
      reporter.check(text, cursor: text.endIndex)
    }
    #expect(menu.queries == [nil, "@T", "@Travis B", nil])
  }

  @Test("each of the three cursors in the sentence of the article finds its name")
  func cursors() {
    let text = "Hello @trevor @travis and @tyler"
    let reporter = StringTriggerReporter(triggers: ["@"])
    var found: [String?] = []
    reporter.report = { found.append($0.map(\.found)) }
    for offset in [13, 21, 32] {
      reporter.check(text, cursor: text.index(text.startIndex, offsetBy: offset))
    }
    #expect(found == ["@trevor", "@travis", "@tyler"])
  }

  @Test("the match tells which trigger was found, and where to highlight")
  func triggers() throws {
    let reporter = StringTriggerReporter(triggers: ["@", "#", ":"], rules: .chat)
    let text = "so :ta"
    let match = try #require(reporter.check(text, cursor: text.endIndex))
    #expect(match.trigger == ":")
    #expect(text[match.range] == ":ta")
  }
}
