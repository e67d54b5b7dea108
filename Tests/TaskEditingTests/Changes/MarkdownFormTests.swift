import TaskBridge
import TaskEditing
import TaskText
import Testing

private typealias Tag = TaskText.Tag

private let reader = LineFieldReader { _ in nil }

@Test func completingWritesTheSignOfTheLine() {
  #expect(
    done("- [ ] a 📅 2026-12-04", .markdown).text == "- [x] a 📅 2026-12-04 ✅ 2026-12-05")
  #expect(
    done("- [/] a [due:: 2026-12-04]", .markdown).text
      == "- [x] a [due:: 2026-12-04] [completion:: 2026-12-05]")
  #expect(
    done("- [ ] a @due(2026-12-04)", .markdown).text
      == "- [x] a @due(2026-12-04) @done(2026-12-05)")
}

@Test func completingALineWithoutFieldsUsesTheFormOfTheFile() {
  #expect(
    done("- [ ] a\n- [ ] b 📅 2026-12-04", .markdown).text
      == "- [x] a ✅ 2026-12-05\n- [ ] b 📅 2026-12-04")
}

@Test func reopeningRemovesTheSign() {
  #expect(
    undone("- [x] a 📅 2026-12-04 ✅ 2026-12-05 ^b", .markdown).text
      == "- [ ] a 📅 2026-12-04 ^b")
}

@Test func aTaskInProgressIsOpen() {
  #expect(undone("- [/] a", .markdown).repeats == ["the task is already open"])
}

@Test func theNextDateOfASeriesKeepsItsSigns() {
  let text = done("- [ ] a 🔁 every week 📅 2026-12-04", .markdown).text
  #expect(
    text == "- [ ] a 🔁 every week 📅 2026-12-11\n- [x] a 🔁 every week 📅 2026-12-04 ✅ 2026-12-05")
}

@Test func theNamesOfASeriesGoToTheCompletedLine() {
  #expect(
    done("- [ ] a 🆔 x ⛔ y 🔁 every week ➕ 2026-11-01 📅 2026-12-04 ^b\n\t- [x] c ^d\n", .markdown)
      .text
      == "- [ ] a 🔁 every week 📅 2026-12-11\n\t- [ ] c ^d\n"
      + "- [x] a 🆔 x ⛔ y 🔁 every week ➕ 2026-11-01 📅 2026-12-04 ✅ 2026-12-05 ^b\n\t- [x] c\n")
}

@Test(arguments: [
  (
    "- [/] a 🔁 every week 📅 2026-12-04\n\t- [/] b\n", TaskDialect.markdown,
    "- [ ] a 🔁 every week 📅 2026-12-11\n\t- [ ] b\n"
      + "- [x] a 🔁 every week 📅 2026-12-04 ✅ 2026-12-05\n"
  ),
  (
    "- a @due(2026-12-04) @repeat(weekly) @started @progress(50)\n", .taskPaper,
    "- a @due(2026-12-11) @repeat(weekly)\n"
      + "- a @due(2026-12-04) @started @progress(50) @done(2026-12-05)\n"
  ),
])
func theNextDateOfASeriesHasNoProgress(text: String, dialect: TaskDialect, next: String) {
  #expect(done(text, dialect).text == next)
}

@Test func postponingMovesEverySign() {
  let text = change("- [ ] a 🛫 2026-12-01 ⏳ 2026-12-03 📅 2026-12-04 #x", .markdown) {
    $0.postpone(LineRef(file: 0, line: 0), .to(date("2026-12-06")))
  }.text
  #expect(text == "- [ ] a 🛫 2026-12-03 ⏳ 2026-12-05 📅 2026-12-06 #x")
}

@Test func tagsAreWrittenInTheFormOfTheLine() {
  let text = change("- [ ] a 📅 2026-12-04", .markdown) {
    $0.tag(
      LineRef(file: 0, line: 0),
      with: TagChanges(
        set: [Tag("priority", payload: "1"), Tag("repeat", payload: "weekly on fri"), Tag("home")]))
  }.text
  #expect(text == "- [ ] a @home 🔺 🔁 every week on Friday 📅 2026-12-04")
}

@Test func aRuleWithoutAPhraseIsATag() {
  let text = change("- [ ] a 📅 2026-12-04", .markdown) {
    $0.tag(
      LineRef(file: 0, line: 0),
      with: TagChanges(set: [Tag("repeat", payload: "daily until 2027-01-01")]))
  }.text
  #expect(text == "- [ ] a @repeat(daily until 2027-01-01) 📅 2026-12-04")
}

@Test func aCalendarChangesTheSignOfTheLine() {
  let merge = LineMerge(
    "- [ ] a ⏫ 📅 2026-12-04", then: "- a @due(2026-12-04) @priority(3)",
    now: "- a @due(2026-12-07) @start(2026-12-06) @priority(5) @done(2026-12-06 10:00)",
    mine: "- [ ] a ⏫ 📅 2026-12-04", reader: reader, dialect: .markdown)
  #expect(merge.body == "- [x] a 🔼 🛫 2026-12-06 📅 2026-12-07 ✅ 2026-12-06")
  #expect(merge.conflicts == [])
}

@Test func aTimeFromACalendarIsATag() {
  let merge = LineMerge(
    "- [ ] a ⏫ 📅 2026-12-04", then: "- a @due(2026-12-04) @priority(3)",
    now: "- a @due(2026-12-04 15:00) @priority(3)",
    mine: "- [ ] a ⏫ 📅 2026-12-04", reader: reader, dialect: .markdown)
  #expect(merge.body == "- [ ] a @due(2026-12-04 15:00) ⏫")
}

@Test func aNewLineHasTheFormOfTheFile() {
  let file = TaskDocument("- [ ] b 📅 2026-12-04", dialect: .markdown)
  #expect(
    file.inOwnForm("- [ ] a @due(2026-12-03) @priority(2) @repeat(weekly) @home", reader)
      == "- [ ] a @home ⏫ 🔁 every week 📅 2026-12-03")
  #expect(file.inOwnForm("- [ ] a @done", reader) == "- [x] a")
  let fields = TaskDocument("- [ ] b [due:: 2026-12-04]", dialect: .markdown)
  #expect(
    fields.inOwnForm("- [ ] a @due(2026-12-03 15:00)", reader)
      == "- [ ] a  [due:: 2026-12-03T15:00]")
}
