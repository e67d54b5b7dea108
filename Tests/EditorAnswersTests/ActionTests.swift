import Diagnostics
import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

struct ActionTests {
  @Test func completesATask() throws {
    #expect(
      try Asked("- Call| Ann @due(2026-11-24)\r\n- b\r\n").after("Mark as done")
        == "- Call Ann @due(2026-11-24) @done(2026-11-25)\r\n- b\r\n")
  }

  @Test func movesASeriesOn() throws {
    #expect(
      try Asked("- Choir| @due(2026-11-24) @repeat(weekly)\n").after("Mark as done")
        == """
        - Choir @due(2026-12-01) @repeat(weekly)
        - Choir @due(2026-11-24) @done(2026-11-25)

        """)
  }

  @Test func reopensCancelsAndSnoozes() throws {
    #expect(try Asked("- a| @done(2026-11-25)\n").after("Reopen") == "- a\n")
    #expect(try Asked("- a| @x\n").after("Cancel") == "- a @x @cancelled(2026-11-25)\n")
    #expect(try Asked("- a| @due(2026-11-25)").after("Snooze by a week") == "- a @due(2026-12-02)")
    #expect(try Asked("- a|").after("Move to next week") == "- a @due(2026-W49)")
  }

  @Test func resolvesDatesAndWritesWhatAMessageExpects() throws {
    #expect(
      try Asked("- a| @due(tomorrow)\n").after("Resolve the dates of this line")
        == "- a @due(2026-11-26)\n")
    #expect(
      try Asked("- a @due(2026-12-04 10:00-|10:30)\n").after("Write 2026-12-04 10:00 - 10:30")
        == "- a @due(2026-12-04 10:00 - 10:30)\n")
  }

  @Test(arguments: [
    (
      "- a @due(2026-12-01) @remind(15m) @remind(s|oon) @remind(1h)", "remind",
      "- a @due(2026-12-01) @remind(15m) @remind(1h)"
    ),
    (
      "- a @due(2026-12-01) @repeat(weekly) @except(2026-12-08) @except(b|ad)", "except",
      "- a @due(2026-12-01) @repeat(weekly) @except(2026-12-08)"
    ),
    ("- a @due(2026-12-01) @home @due(2026-|12-02)", "due", "- a @due(2026-12-01) @home"),
    ("- a @due(feb 3|0) @due(2026-12-01)", "due", "- a @due(2026-12-01)"),
    ("- a @done(2026-1|3-01) @done(2026-11-01)", "done", "- a @done(2026-11-01)"),
  ])
  func removesOnlyTheTagOfTheMessage(text: String, name: String, after: String) throws {
    #expect(try Asked(text + "\n").after("Remove @\(name)") == after + "\n")
  }

  @Test(arguments: [
    (
      "- [ ] a [due:: 2026-12-01] [due:: 2026-|02-30]", "[due:: 2026-02-30]",
      "- [ ] a [due:: 2026-12-01]"
    ),
    (
      "- [ ] @due(2026-12-03) tag 🔁 every day 📅 2026|-12-08", "📅 2026-12-08",
      "- [ ] @due(2026-12-03) tag 🔁 every day"
    ),
  ])
  func removesOnlyTheFieldOfTheMessage(text: String, field: String, after: String) throws {
    #expect(
      try Asked(text + "\n", dialect: .markdown).after("Remove \(field)") == after + "\n")
  }

  @Test(arguments: [
    ("- a @due(tom|orrow)", "Write 2026-11-26", "- a @due(2026-11-26)"),
    (
      "- a @due(2026-12-01) @remind(tom|orrow 9am)", "Write 2026-11-26 09:00",
      "- a @due(2026-12-01) @remind(2026-11-26 09:00)"
    ),
    ("- a @DUE(2026|-12-01)", "Write @due", "- a @due(2026-12-01)"),
  ])
  func writesWhatWasMeant(text: String, title: String, after: String) throws {
    #expect(try Asked(text + "\n").after(title) == after + "\n")
  }

  @Test(arguments: [
    "- a @due(2026-12-01) @repeat(weekly on m|on)", "- a @due(2026-01-31) @repeat(mon|thly)",
  ])
  func aDateThatIsReadIsNotRemoved(text: String) throws {
    let asked = try Asked(text + "\n")
    let found = asked.document.diagnostics().value
    #expect(!found.isEmpty)
    let titles = asked.document.actions(in: asked.cursor..<asked.cursor, found).map(\.title)
    #expect(!titles.contains { $0.hasPrefix("Remove") })
  }

  @Test(arguments: ["15m", "+10m", "1h30m", "1m"])
  func aLengthInAReminderIsNoDate(length: String) throws {
    let document = try Asked("- a @due(2026-12-03 15:00) @remind(\(length))\n").document
    #expect(document.diagnostics().value.isEmpty)
  }

  @Test func aDoubtfulLengthIsReportedOnce() throws {
    let found = try Asked("- a @due(+1m)\n").document.diagnostics().value
    #expect(found.filter { $0.sentence.contains("m means minutes") }.count == 1)
  }

  @Test func theLineAfterTheLastLineEndIsNoTask() throws {
    #expect(try Asked("- a @due(2026-12-01)\n|").document.lineActionTitles.isEmpty)
    #expect(try !Asked("- a @due(2026-12-01)|").document.lineActionTitles.isEmpty)
  }

  @Test(arguments: [
    (EditorAction.Change.snooze("blah"), "\"blah\" is not a date"),
    (.move("Nowhere"), "there is no project \"Nowhere\", and it is not a date"),
    (.move("march"), "\"march\" is both a date and a project; expected \"march:\" for the project"),
    (.tag(Tag("a b")), "\"a b\""),
    (.removeTag("y"), "the task has no such tag"), (.archive, "there is nothing to change"),
    (.resolve(wholeFile: true), ""), (.sort, "these tasks are in order"), (.undone, ""),
  ])
  func aChangeThatIsNotPossibleHasAReason(change: EditorAction.Change, reason: String) throws {
    let document = try Asked("- a @x\nMarch:\n").document
    let action = try #require(document.action(change, line: 0))
    let (edit, faults) = document.edit(of: action)
    #expect(edit.isEmpty)
    #expect(try #require(faults.first).hasPrefix(reason))
  }

  @Test(arguments: [
    ("Errands", "Home:\n\t- c\n\tMarch:\nErrands:\n\t- d\n\t- b @x\n"),
    ("home", "Home:\n\t- c\n\tMarch:\n\t- b @x\nErrands:\n\t- d\n"),
    ("Home / March", "Home:\n\t- c\n\tMarch:\n\t\t- b @x\nErrands:\n\t- d\n"),
    ("March:", "Home:\n\t- c\n\tMarch:\n\t\t- b @x\nErrands:\n\t- d\n"),
  ])
  func movesIntoAProject(words: String, after: String) throws {
    let text = "- b @x\nHome:\n\t- c\n\tMarch:\nErrands:\n\t- d\n"
    let document = try Asked(text).document
    let action = try #require(document.action(.move(words), line: 0))
    #expect(document.file.document.applying(document.edit(of: action).edit).text == after)
  }

  @Test func anOfferedMoveIsToADateAlsoBesideAProjectOfItsName() throws {
    #expect(
      try Asked("- a|\nToday:\n\t- b\n").after("Move to today")
        == "- a @due(2026-11-25)\nToday:\n\t- b\n")
  }

  @Test func movesToAPeriodInFigures() throws {
    let document = try Asked("- a @due(2026-11-25)\n").document
    let action = try #require(document.action(.move("2026-W50"), line: 0))
    let moved = document.file.document.applying(document.edit(of: action).edit)
    #expect(moved.text == "- a @due(2026-W50)\n")
  }

  @Test func archivesWhatIsDone() throws {
    #expect(
      try Asked("Home:\n\t- a| @done\n\t- b\n").after("Archive what is done in this file")
        == "Home:\n\t- b\nArchive:\n\t- a @done @project(Home)\n")
  }

  @Test func reportsWhatCheckReports() throws {
    let asked = try Asked("- a @due(2026-02-29)\n- b @due(tomorrow)\n")
    let answer = asked.document.diagnostics()
    #expect(answer.value.map(\.range) == [9..<19, 30..<38])
    #expect(answer.value.map(\.severity) == [.error, .warning])
    #expect(answer.changes == Instant(seconds: 1_795_651_200))
    #expect(try Asked("- a @due(2026-12-01)\n").document.diagnostics().changes == nil)
  }
}

extension EditorDocument {
  /// The titles of the changes at the end of the text.
  fileprivate var lineActionTitles: [String] {
    let end = file.document.bytes.count
    return actions(in: end..<end, []).map(\.title)
  }
}
