import TaskBridge
import TaskText
import Testing

/// A text with `~` for a word joiner.
private func joined(_ text: String) -> String { text.replacing("~", with: "\u{2060}") }

private func shown(_ text: String) -> String { text.replacing("\u{2060}", with: "~") }

@Suite("Text of calendars in Markdown") struct WordJoinerTests {
  private func notes(_ notes: [String], _ dialect: TaskDialect = .markdown) -> [String] {
    let put = WordJoiner.put(intoNotes: notes, dialect)
    #expect(put.map { WordJoiner.removed(fromNote: $0, dialect) } == notes)
    return put.map(shown)
  }

  private func title(_ title: String) -> String {
    let put = WordJoiner.put(intoMarkdown: title)
    #expect(WordJoiner.removed(fromTitle: put, .markdown).utf8.elementsEqual(title.utf8))
    let document = TaskDocument("- [ ] " + put, dialect: .markdown)
    #expect(document.tags.isEmpty && document.openBlock == nil)
    return shown(put)
  }

  @Test(arguments: [
    ("# Topics", "~# Topics"), ("* [ ] x", "~* [ ] x"), ("1. [ ] x", "~1. [ ] x"),
    ("> - [ ] x", "~> - [ ] x"), ("- [x] x", "~- [x] x"), ("Topics:", "Topics:~"),
    ("Topics: @x", "Topics:~ @x"), ("# Topics:", "~# Topics:~"), ("\t# Topics", "\t~# Topics"),
  ])
  func aLineThatIsNoNoteGetsAJoiner(note: String, put: String) {
    #expect(notes([note]) == [put])
  }

  @Test(arguments: [
    "- bullet", "1. first", "> quote", "- bullet:", "[ ] x", "#tag", "---", "a < b", "5 % of %",
  ])
  func aLineThatIsANoteStaysAsItIs(note: String) {
    #expect(notes([note]) == [note])
  }

  @Test func otherDialectsHaveOtherTasks() {
    let lines = ["- a", "[ ] b", "# c", "> - [ ] d", "```"]
    #expect(notes(lines, .taskPaper) == ["~- a", "[ ] b", "# c", "> - [ ] d", "```"])
    #expect(notes(lines, .plainTasks) == ["~- a", "~[ ] b", "# c", "> - [ ] d", "```"])
  }

  @Test func codeAndCommentsThatCloseStayAsTheyAre() {
    let lines = ["```", "# a", "- [ ] b", "```", "%% c", "# d", "e %%", "<!-- f -->"]
    #expect(notes(lines) == lines)
  }

  @Test(arguments: [
    (["a", "```", "# b"], ["a", "~```", "~# b"]), (["~~~x", "b"], ["~~~~x", "b"]),
    (["see %% a", "- [ ] b"], ["see %~% a", "~- [ ] b"]), (["<!-- a", "b"], ["<~!-- a", "b"]),
    (["> ```"], ["~> ```"]), (["```", "a", "```", "```"], ["```", "a", "```", "~```"]),
    (["--> %% a"], ["--> %~% a"]),
  ])
  func whatDoesNotCloseDoesNotOpen(lines: [String], put: [String]) {
    let written = WordJoiner.put(intoNotes: lines, .markdown)
    #expect(written.map(shown) == put)
    #expect(written.map { WordJoiner.removed(fromNote: $0, .markdown) } == lines)
  }

  @Test(arguments: [
    "~- a", "- a:~", "~", ":~", "a:~~ @x", "~~# a", "%~%", "<~!-- a", "~```", "a~", "~# a:~",
  ])
  func ownJoinersStay(note: String) {
    for dialect in TaskDialect.allCases { _ = notes([joined(note)], dialect) }
  }

  @Test func aJoinerOfAnEarlierVersionIsRemoved() {
    #expect(WordJoiner.removed(fromNote: joined("~- bullet"), .markdown) == "- bullet")
  }

  @Test(arguments: [
    ("Call 📅 2026-12-09", "Call 📅~ 2026-12-09"), ("a ⏫", "a ⏫~"), ("a ^abc", "a ^~abc"),
    ("a [due:: 2026-12-09] b", "a [~due:: 2026-12-09] b"), ("(due:: x)", "(~due:: x)"),
    ("a ⏫ 🔁 every day", "a ⏫~ 🔁~ every day"), ("a %% b", "a %~% b"),
    ("a <!-- b", "a <~!-- b"), ("🗓\u{FE0F} 2026-12-09", "🗓~\u{FE0F} 2026-12-09"),
    ("[due:: (start:: x)]", "[~due:: (~start:: x)]"),
  ])
  func aTitleHasNoFieldsAndComments(title: String, put: String) {
    #expect(self.title(title) == put)
  }

  @Test(arguments: [
    "✅ Pay rent", "📅 2026-12-09 with Ann", "a (b) [c]", "2^10", "%% a %% b", "<b>", "50 %",
  ])
  func aTitleWithoutFieldsStaysAsItIs(title: String) {
    #expect(self.title(title) == title)
  }

  @Test(arguments: ["a ⏫~", "a [~due:: x]", "a ^~b", "%~%", "<~!--", "a~b", "~"])
  func ownJoinersOfTitlesStay(title: String) {
    _ = self.title(joined(title))
  }

  @Test func wordsThatArePutInByHandKeepTheirFields() {
    let words = "a %% [due:: 2026-12-09]"
    #expect(
      shown(WordJoiner.put(intoMarkdown: words, keepsFields: true)) == "a %~% [due:: 2026-12-09]")
  }
}
