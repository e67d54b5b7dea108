import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

/// A line, and the lines that Obsidian Tasks 8.3 makes of it on 5 December 2026, with its standard settings.
private let completed: [(line: String, lines: String)] = [
  (
    "- [ ] a 🔁 every month 📅 2026-08-31",
    "- [ ] a 🔁 every month 📅 2026-09-30\n- [x] a 🔁 every month 📅 2026-08-31 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every 6 months 📅 2026-08-31",
    "- [ ] a 🔁 every 6 months 📅 2027-02-28\n- [x] a 🔁 every 6 months 📅 2026-08-31 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every year 📅 2024-02-29",
    "- [ ] a 🔁 every year 📅 2025-02-28\n- [x] a 🔁 every year 📅 2024-02-29 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every month on the 1st when done 📅 2027-01-01",
    "- [ ] a 🔁 every month on the 1st when done 📅 2027-01-01\n"
      + "- [x] a 🔁 every month on the 1st when done 📅 2027-01-01 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every 4 weeks on Sunday when done 📅 2026-11-15",
    "- [ ] a 🔁 every 4 weeks on Sunday when done 📅 2026-12-06\n"
      + "- [x] a 🔁 every 4 weeks on Sunday when done 📅 2026-11-15 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every week 🛫 2026-11-28 ⏳ 2026-12-01 📅 2026-12-03",
    "- [ ] a 🔁 every week 🛫 2026-12-05 ⏳ 2026-12-08 📅 2026-12-10\n"
      + "- [x] a 🔁 every week 🛫 2026-11-28 ⏳ 2026-12-01 📅 2026-12-03 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every month 🛫 2026-08-28 ⏳ 2026-08-31",
    "- [ ] a 🔁 every month 🛫 2026-09-27 ⏳ 2026-09-30\n"
      + "- [x] a 🔁 every month 🛫 2026-08-28 ⏳ 2026-08-31 ✅ 2026-12-05"
  ),
  (
    "- [ ] a 🔁 every week",
    "- [ ] a 🔁 every week\n- [x] a 🔁 every week ✅ 2026-12-05"
  ),
  (
    "> 1. [!] a #x 🔁 every other week 📆 2026-12-03 #y ⏫ ^b",
    "> 1. [ ] a #x #y ⏫ 🔁 every 2 weeks 📅 2026-12-17\n"
      + "> 1. [x] a #x #y ⏫ 🔁 every 2 weeks 📅 2026-12-03 ✅ 2026-12-05 ^b"
  ),
  (
    "- [ ] a 🔁 every week 🏁 delete 📅 2026-12-03", "- [ ] a 🔁 every week 🏁 delete 📅 2026-12-10"
  ),
  (
    "- [ ] a 🏁 keep 📅 2026-12-03", "- [x] a 🏁 keep 📅 2026-12-03 ✅ 2026-12-05"
  ),
  ("- [ ] a 📅 2026-12-03 #x 🆔 q", "- [x] a #x 🆔 q 📅 2026-12-03 ✅ 2026-12-05"),
]

@Test(arguments: completed.indices) func aCompletedLineIsThatOfObsidianTasks(row: Int) {
  #expect(done(completed[row].line + "\n", .markdown).text == completed[row].lines + "\n")
}

@Test func aLineThatSaysSoIsDeletedWhenDone() {
  #expect(done("- [ ] a 🏁 Delete 📅 2026-12-03\n- [ ] b\n", .markdown).text == "- [ ] b\n")
  #expect(
    done("- [ ] a 🏁 delete\n\t- note\n", .markdown).text
      == "- [x] a 🏁 delete ✅ 2026-12-05\n\t- note\n")
  #expect(
    done("- a @onCompletion(delete)\n").text == "- a @onCompletion(delete) @done(2026-12-05)\n")
}

@Test func aCompletedDateThatIsOpenAgainIsNoSecondSeries() {
  let series = "- [ ] a 🔁 every week 📅 2026-12-11\n"
  #expect(
    undone(series + "- [x] a 🔁 every week 📅 2026-12-04 ✅ 2026-12-05\n", line: 1, .markdown).text
      == series + "- [ ] a 📅 2026-12-04\n")
  #expect(
    undone("- [x] a 🔁 every week 📅 2026-12-04 ✅ 2026-12-05\n", .markdown).text
      == "- [ ] a 🔁 every week 📅 2026-12-04\n")
}

@Test func aTagOfRepetitionCountsAsBefore() {
  #expect(
    done("- [ ] a @repeat(monthly) @due(2026-08-31)\n", .markdown).text
      == "- [ ] a @repeat(monthly) @due(2026-10-31)\n- [x] a @due(2026-08-31) @done(2026-12-05)\n")
}

@Test func theSettingsOfThePluginDecide() {
  var settings = MarkdownSettings()
  settings.setsCreatedDate = true
  settings.recurrenceIsOnNextLine = true
  settings.removesScheduledDateOnRecurrence = true
  #expect(
    closed("- [ ] a 🔁 every week ⏳ 2026-12-01 📅 2026-12-03\n", settings)
      == "- [x] a 🔁 every week ⏳ 2026-12-01 📅 2026-12-03 ✅ 2026-12-05\n"
      + "- [ ] a 🔁 every week ➕ 2026-12-05 📅 2026-12-10\n")
  settings = MarkdownSettings()
  settings.setsDoneDate = false
  #expect(closed("- [ ] a 📅 2026-12-03\n", settings) == "- [x] a 📅 2026-12-03\n")
}

/// The text after its first line is done.
private func closed(_ text: String, _ settings: MarkdownSettings) -> String {
  let file = TaskFile(
    name: "a.md", identity: "a.md", modified: .epoch,
    document: TaskDocument(text, dialect: .markdown, settings: settings))
  let reader = LineFieldReader(relativeDates: .resolve(at: someNow)) { _ in nil }
  var changes = TaskChanges([file], reader, now: someNow, zone: .utc)
  changes.close(LineRef(file: 0, line: 0), with: Closing(.done, at: date("2026-12-05")))
  return changes.results[0].document.text
}

@Test func aCancelledLineHasADay() {
  let text = change("- [ ] a 📅 2026-12-03 #x\n", .markdown) {
    $0.close(LineRef(file: 0, line: 0), with: Closing(.cancelled, at: date("2026-12-05")))
  }.text
  #expect(text == "- [-] a #x 📅 2026-12-03 ❌ 2026-12-05\n")
}

private let plainReader = LineFieldReader { _ in nil }

@Test func aSeriesThatACalendarMovesKeepsTheDistancesOfItsDates() {
  let line = "- [ ] a 🔁 every week 🛫 2026-11-30 ⏳ 2026-12-01 📅 2026-12-04"
  let merge = LineMerge(
    line, then: "- a @due(2026-12-04) @start(2026-11-30) @repeat(weekly)",
    now: "- a @due(2026-12-11) @start(2026-11-30) @repeat(weekly)", mine: line, reader: plainReader,
    dialect: .markdown)
  #expect(merge.body == "- [ ] a 🔁 every week 🛫 2026-12-07 ⏳ 2026-12-08 📅 2026-12-11")
  let both = LineMerge(
    line, then: "- a @due(2026-12-04) @start(2026-11-30) @repeat(weekly)",
    now: "- a @due(2026-12-11) @start(2026-12-07) @repeat(weekly)", mine: line, reader: plainReader,
    dialect: .markdown)
  #expect(both.body == merge.body)
}

@Test func aCalendarThatCancelsGivesTheDay() {
  let merge = LineMerge(
    "- [ ] a 📅 2026-12-04", then: "- a @due(2026-12-04)", now: "- a @due(2026-12-04) @cancelled",
    mine: "- [ ] a 📅 2026-12-04", reader: plainReader, dialect: .markdown,
    cancelled: date("2026-12-05").firstDay)
  #expect(merge.body == "- [-] a 📅 2026-12-04 ❌ 2026-12-05")
}

@Test func aStartThatACalendarRemovesLeavesTheScheduledDay() {
  let line = "- [ ] a 🛫 2026-11-30 ⏳ 2026-12-01 📅 2026-12-04"
  let merge = LineMerge(
    line, then: "- a @due(2026-12-04) @start(2026-11-30)", now: "- a @due(2026-12-04)", mine: line,
    reader: plainReader, dialect: .markdown)
  #expect(merge.body == "- [ ] a ⏳ 2026-12-01 📅 2026-12-04")
}
