import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

private func body(
  _ words: String, _ change: (inout NewTask.Options) -> Void = { _ in }
) throws -> String {
  try task(words, change).body(in: .taskPaper)
}

private func task(
  _ words: String, _ change: (inout NewTask.Options) -> Void = { _ in }
) throws -> NewTask {
  var options = NewTask.Options()
  change(&options)
  let reader = LineFieldReader(relativeDates: .resolve(at: someNow)) { _ in nil }
  return try NewTask(words, options, reader: reader, now: someNow, zone: .utc)
}

@Suite("Tasks are written down") struct NewTaskTests {
  @Test func aDateAmongTheWordsIsTheDueDate() throws {
    #expect(
      try body("Call Ann tomorrow 3pm @home") == "- Call Ann @home @due(2026-12-06 15:00)")
    #expect(try task("Call Ann tomorrow 3pm").date == "2026-12-06 15:00")
    #expect(
      try body("Call Ann tomorrow 3pm") { $0.takesDates = false } == "- Call Ann tomorrow 3pm")
    #expect(
      try body("Call Ann tomorrow") { $0.due = "+2d" } == "- Call Ann tomorrow @due(2026-12-07)")
  }

  @Test func whatElseItsDateMayMeanIsKnown() throws {
    #expect(try !task("Call Ann today at midnight").ambiguities.isEmpty)
    #expect(try !task("a") { $0.due = "+1m" }.ambiguities.isEmpty)
    #expect(try task("Call Ann tomorrow 3pm").ambiguities.isEmpty)
    #expect(try task("Call Ann today at midnight") { $0.takesDates = false }.ambiguities.isEmpty)
  }

  @Test(arguments: [
    ("Report by 31 November 2026", "31 November 2026"),
    ("Call Ann on 5.12. at 17:00", "5.12. at 17:00"),
    ("Swim every morning at 7:00", "every morning"),
    ("Lunch on Friday 10 Dec", "not a Friday"),
  ])
  func whatLooksLikeADateAndIsNotReadStaysWithOneSentence(words: String, quoted: String) throws {
    let made = try task(words)
    #expect(made.body(in: .taskPaper) == "- \(words)")
    #expect(made.unread.count == 1 && made.unread[0].contains(quoted), "\(made.unread)")
  }

  @Test func theConventionsOfThePersonAreUsedForTheWordsAndForKeys() throws {
    let german: (inout NewTask.Options) -> Void = { $0.conventions = .init(order: .dayFirst) }
    #expect(try body("Call Ann on 5.1. at 17:00", german) == "- Call Ann @due(2027-01-05 17:00)")
    #expect(try body("Call Ann due:5.1.", german) == "- Call Ann @due(2027-01-05)")
    #expect(try body("Call Ann due:5.1.") == "- Call Ann due:5.1.")
  }

  @Test func anHourWithoutAmOrPmIsReported() throws {
    #expect(try task("Meet Ann tomorrow at 8").ambiguities.count == 1)
    #expect(try task("Meet Ann every monday at 8").ambiguities.count == 1)
    #expect(try task("Meet Ann tomorrow at 17h").ambiguities.isEmpty)
  }

  @Test func whatIsWrittenAsATagStaysAndMovesNoMore() throws {
    #expect(try body("a tomorrow @due(2026-12-24)") == "- a tomorrow @due(2026-12-24)")
    #expect(try body("a @due(tomorrow)") == "- a @due(2026-12-06)")
    #expect(try body("a @due(tomorrow)") { $0.takesDates = false } == "- a @due(tomorrow)")
    #expect(
      try body("a") { $0.tags = [Tag("x"), Tag("start", payload: "today")] }
        == "- a @x @start(2026-12-05)")
  }

  @Test(arguments: ["Buy:", "- Buy:", "Buy:\n"]) func noProjectIsMadeByAccident(words: String)
    throws
  {
    #expect(try body(words) == "- Buy:")
  }

  @Test func wordsAreOneLine() throws {
    #expect(try body(" a\r\n- b\n@x \u{7}") == "- a  - b @x")
    #expect(
      try task("a") { $0.notes = ["b:\n- c", "d"] }.notes(in: .taskPaper)
        == ["b:\u{2060}", "\u{2060}- c", "d"])
    #expect(
      try task("a") { $0.notes = ["# b\n- c", "d"] }.notes(in: .markdown)
        == ["\u{2060}# b", "- c", "d"])
  }

  @Test func aDialectHasItsOwnBullet() throws {
    #expect(try task("a").body(in: .markdown) == "- [ ] a")
  }

  @Test(arguments: ["Buy milk", "- Buy milk", "[ ] Buy milk", "- [ ] Buy milk"])
  func aPastedBoxIsLeftOut(words: String) throws {
    #expect(try task(words).body(in: .markdown) == "- [ ] Buy milk")
    #expect(try body(words) == "- Buy milk")
  }

  @Test func aHashtagIsAWordOfTheTitle() throws {
    let made = try task("Call #phone +bills")
    #expect(made.title == "Call #phone")
    #expect(made.details(under: nil) == ["tagged bills"])
  }

  @Test func literalWordsAreNoFieldsOfMarkdown() throws {
    let words = "Call [due:: 2026-12-09] %% Ann ^abc"
    let literal = try task(words) { ($0.takesMarks, $0.takesDates) = (false, false) }
    #expect(
      literal.body(in: .markdown)
        == "- [ ] Call [\u{2060}due:: 2026-12-09] %\u{2060}% Ann ^\u{2060}abc")
    #expect(
      try task(words) { $0.takesDates = false }.body(in: .markdown)
        == "- [ ] Call [due:: 2026-12-09] %\u{2060}% Ann ^abc")
  }

  @Test(arguments: ["", "  ", "@x", "- ", "tomorrow @x"]) func withoutWordsThereIsNoTask(
    words: String
  ) throws {
    if let made = try? body(words) { #expect(made == "- tomorrow @x") }
  }

  @Test func whatCannotBeReadIsReported() {
    #expect(throws: NewTask.Fault.self) { try body("a @due(25:00)") }
    #expect(throws: NewTask.Fault.self) { try body("a") { $0.due = "25:00" } }
    #expect(throws: NewTask.Fault.self) { try body("a") { $0.tags = [Tag("a b")] } }
  }

  @Test func itGoesToTheEndBeforeAnArchiveOrToTheTop() throws {
    let text = "A:\n\t- a\n\nArchive:\n\t- old"
    let new = try task("b") { $0.notes = ["n"] }
    let end = change(text) { $0.add(new, at: $0.place(inRootOf: 0, at: .end), words: []) }
    #expect(end.text == "A:\n\t- a\n- b\n\tn\n\nArchive:\n\t- old")
    let top = change(text) { $0.add(new, at: $0.place(inRootOf: 0, at: .top), words: []) }
    #expect(top.text == "- b\n\tn\nA:\n\t- a\n\nArchive:\n\t- old")
    let empty = change("") { $0.add(new, at: $0.place(inRootOf: 0, at: .end), words: []) }
    #expect(empty.text == "- b\n\tn\n")
  }

  @Test(arguments: [InsertionEnd.top, .end]) func itGoesBelowTheFrontMatter(
    end: InsertionEnd
  ) throws {
    let new = try task("b")
    let changed = change("---\ntags: x\n---\n\n# A\n- [ ] a\n", .markdown) {
      $0.add(new, at: $0.place(inRootOf: 0, at: end), words: [])
    }
    #expect(changed.text == "---\ntags: x\n---\n- [ ] b\n\n# A\n- [ ] a\n")
  }

  @Test func aNewHeadingGoesBelowTheLastLineThatIsNotBlank() throws {
    let new = try task("b")
    let changed = change("# A\n\n- [ ] a\n\n", .markdown) {
      let place = $0.makeProjects(["B"], in: nil, file: 0)
      $0.add(new, at: place, words: [])
    }
    #expect(changed.text == "# A\n\n- [ ] a\n# B\n- [ ] b\n\n")
  }
}
