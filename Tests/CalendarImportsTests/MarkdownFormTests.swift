import CalendarImports
import TaskText
import Testing

@Suite("Imports into Markdown")
struct ImportMarkdownTests {
  private static let signs = "# Home\n\n- [ ] old 📅 2024-12-01\n"
  private static let fields = "- [ ] old [due:: 2024-12-01]\n"
  private static let tags = "- [ ] old @due(2024-12-01)\n"

  private static let dated = "DUE;VALUE=DATE:20241203"

  /// The lines after the first ones of a file.
  private func added(_ calendar: CalendarInput, to text: String) throws -> String {
    let all = try imported(calendar, into: text, dialect: .markdown).text
    #expect(all.hasPrefix(text))
    return String(all.dropFirst(text.count))
  }

  @Test(arguments: [
    (signs, "- [ ] a 🔺 🔁 every week 📅 2024-12-03\n"),
    (fields, "- [ ] a  [priority:: highest]  [repeat:: every week]  [due:: 2024-12-03]\n"),
    (tags, "- [ ] a @due(2024-12-03) @repeat(weekly) @priority(1)\n"),
  ])
  func aNewLineHasTheFormOfTheFile(text: String, line: String) throws {
    let item = todo(Self.dated + "\nRRULE:FREQ=WEEKLY\nDTSTART;VALUE=DATE:20241203\nPRIORITY:1")
    #expect(try added(calendar(item), to: text) == line)
  }

  @Test(arguments: [
    (signs, "- [x] a 📅 2024-12-03 ✅ 2024-12-03\n"),
    (fields, "- [x] a  [due:: 2024-12-03]  [completion:: 2024-12-03]\n"),
    (tags, "- [x] a @due(2024-12-03) @done(2024-12-03 10:00)\n"),
  ])
  func aCompletedItemHasATickedBox(text: String, line: String) throws {
    let item = todo(Self.dated + "\nSTATUS:COMPLETED\nCOMPLETED:20241203T090000Z")
    #expect(try added(calendar(item), to: text) == line)
  }

  @Test(arguments: [
    ("CANCELLED", "-", "@cancelled"), ("IN-PROCESS", "/", "@started"), ("COMPLETED", "x", "@done"),
  ])
  func theBoxShowsTheState(status: String, mark: String, tag: String) throws {
    let item = todo(Self.dated + "\nSTATUS:" + status)
    let tagged = "- [\(mark)] a @due(2024-12-03) \(tag)\n"
    #expect(try added(calendar(item), to: Self.tags) == tagged)
    #expect(try added(calendar(item), to: Self.signs) == "- [\(mark)] a 📅 2024-12-03\n")
  }

  @Test func notesAndSubtasksAreIndentedInASection() throws {
    let parent = todo(Self.dated + "\nDESCRIPTION:one")
    let child = todo("RELATED-TO:1", uid: "2", title: "b")
    let lines = "- [ ] a 📅 2024-12-03\n\tone\n\t- [ ] b\n"
    #expect(try added(calendar(parent, child), to: Self.signs) == lines)
  }

  @Test(arguments: [
    (signs, "- [ ] a 📅 2024-12-04\n", "- [x] a 📅 2024-12-04 ✅ 2024-12-05\n"),
    (
      fields, "- [ ] a  [due:: 2024-12-04]\n",
      "- [x] a  [due:: 2024-12-04]  [completion:: 2024-12-05]\n"
    ),
  ])
  func aChangeHasTheFormOfTheLine(text: String, moved: String, done: String) throws {
    let first = try imported(calendar(todo(Self.dated)), into: text, dialect: .markdown)
    let later = "DUE;VALUE=DATE:20241204"
    let second = try imported(
      calendar(todo(later)), into: first.text, after: first.memory, dialect: .markdown)
    #expect(second.text == text + moved)
    let third = try imported(
      calendar(todo(later + "\nSTATUS:COMPLETED\nCOMPLETED:20241205T090000Z")), into: second.text,
      after: second.memory, dialect: .markdown)
    #expect(third.text == text + done)
    let fourth = try imported(
      calendar(todo(later)), into: third.text, after: third.memory, dialect: .markdown)
    #expect(fourth.text == text + moved)
  }

  private static let series =
    "DTSTART;VALUE=DATE:20241203\nDUE;VALUE=DATE:20241203\nRRULE:FREQ=WEEKLY"
  private static let completed = "\nSTATUS:COMPLETED\nCOMPLETED:20241205T090000Z"

  @Test func aCompletedSeriesGoesOnAsInThePlugin() throws {
    let first = try imported(
      calendar(todo(Self.series), todo(Self.dated, uid: "2", title: "b")), into: Self.signs,
      dialect: .markdown)
    #expect(first.lines[3] == "- [ ] a 🔁 every week 📅 2024-12-03")
    let edited = first.text.replacing("- [ ] a 🔁", with: "- [ ] a 🆔 x1 🔁")
    let second = try imported(
      calendar(todo(Self.series + Self.completed), todo(Self.dated, uid: "2", title: "b")),
      into: edited, after: first.memory, dialect: .markdown)
    #expect(
      second.lines[3...] == [
        "- [ ] a 🔁 every week 📅 2024-12-10",
        "- [x] a 🆔 x1 🔁 every week 📅 2024-12-03 ✅ 2024-12-05", "- [ ] b 📅 2024-12-03",
      ])
    // The calendar goes on later, as the line did.
    let next = Self.series.replacing("20241203", with: "20241210")
    let third = try imported(
      calendar(todo(next), todo(Self.dated, uid: "2", title: "b")), into: second.text,
      after: second.memory, dialect: .markdown)
    #expect(third.text == second.text)
    let gone = try imported(
      calendar(todo(Self.dated, uid: "2", title: "b")), into: second.text, after: second.memory,
      dialect: .markdown)
    #expect(gone.lines.contains("- [x] a 🆔 x1 🔁 every week 📅 2024-12-03 ✅ 2024-12-05"))
  }

  @Test func aCompletedTaskThatSaysSoIsDeleted() throws {
    let first = try imported(calendar(todo(Self.dated)), into: Self.signs, dialect: .markdown)
    let edited = first.text.replacing("- [ ] a 📅", with: "- [ ] a 🏁 delete 📅")
    let second = try imported(
      calendar(todo(Self.dated + Self.completed)), into: edited, after: first.memory,
      dialect: .markdown)
    #expect(second.text == Self.signs)
    let series = try imported(calendar(todo(Self.series)), into: Self.signs, dialect: .markdown)
    let deleting = series.text.replacing("every week 📅", with: "every week 🏁 delete 📅")
    let next = try imported(
      calendar(todo(Self.series + Self.completed)), into: deleting, after: series.memory,
      dialect: .markdown)
    #expect(next.text == Self.signs + "- [ ] a 🔁 every week 🏁 delete 📅 2024-12-10\n")
  }

  @Test func aCompletedSeriesInATagIsClosed() throws {
    let first = try imported(calendar(todo(Self.series)), into: Self.tags, dialect: .markdown)
    let second = try imported(
      calendar(todo(Self.series + Self.completed)), into: first.text, after: first.memory,
      dialect: .markdown)
    #expect(second.lines.count == 2 && second.lines[1].hasPrefix("- [x] a"))
  }

  @Test(arguments: [("IN-PROCESS", "/"), ("CANCELLED", "-"), ("COMPLETED", "x")])
  func aChangedStateIsInTheBoxAlone(status: String, mark: String) throws {
    let first = try imported(calendar(todo(Self.dated)), into: Self.signs, dialect: .markdown)
    let second = try imported(
      calendar(todo(Self.dated + "\nSTATUS:" + status)), into: first.text, after: first.memory,
      dialect: .markdown)
    let day = status == "CANCELLED" ? " ❌ 2024-01-01" : ""
    #expect(second.text == Self.signs + "- [\(mark)] a 📅 2024-12-03\(day)\n")
    #expect(second.conflicts == [])
    let third = try imported(
      calendar(todo(Self.dated)), into: second.text, after: second.memory, dialect: .markdown)
    #expect(third.text == Self.signs + "- [ ] a 📅 2024-12-03\n")
  }

  @Test(arguments: [
    ("- [ ] a 🆔 q ➕ 2024-11-01 📅 2024-12-03", dated),
    ("- [ ] a ⏫ #x 📅 2024-12-03", dated + "\nPRIORITY:3\nCATEGORIES:x"),
    (
      "- [x] a 🆔 q ✅ 2024-11-20",
      "STATUS:COMPLETED\nPERCENT-COMPLETE:100\nCOMPLETED:20241120T110000Z"
    ),
    (
      "- [ ] a ⛔ q 🔁 every month 🏁 keep 📅 2024-08-31 ^b",
      "DTSTART;VALUE=DATE:20240831\nDUE;VALUE=DATE:20240831\n"
        + "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"
    ),
    ("1. [ ] a  [due:: 2024-12-03]  [id:: q]", dated),
  ])
  func theLineOfAnExportComesBackByteForByte(line: String, properties: String) throws {
    let title = line.contains("#x") ? "a #x" : "a"
    let item = todo(properties + "\nX-DUECAL-LINE:" + line, title: title)
    #expect(try imported(calendar(item), dialect: .markdown).text == line + "\n")
    #expect(try added(calendar(item), to: Self.signs) == line + "\n")
  }

  @Test func aLineOfAnExportGetsWhatTheCalendarChanged() throws {
    let line = "X-DUECAL-LINE:- [ ] a 🆔 q ➕ 2024-11-01 📅 2024-12-03"
    let item = todo("DUE;VALUE=DATE:20241204\nPRIORITY:1\n" + line)
    #expect(
      try imported(calendar(item), dialect: .markdown).text
        == "- [ ] a 🆔 q 🔺 ➕ 2024-11-01 📅 2024-12-04\n")
  }

  @Test func anImportedDayOfCompletionHasNoTime() throws {
    let done = todo("STATUS:COMPLETED\nCOMPLETED:20241120T110000Z")
    let first = try imported(calendar(done), into: Self.signs, dialect: .markdown)
    #expect(first.text == Self.signs + "- [x] a ✅ 2024-11-20\n")
    let open = try imported(
      calendar(todo("")), into: first.text, after: first.memory, dialect: .markdown)
    #expect(open.conflicts == [])
    #expect(open.text == Self.signs + "- [ ] a\n")
  }

  @Test func whatMarkdownReadsAsStructureStaysText() throws {
    let notes = "DESCRIPTION:# Topics\\n- bullet\\n* [ ] x\\n%% y"
    let made = try imported(calendar(todo(notes, title: "Call 📅 2026-12-09")), dialect: .markdown)
    #expect(
      made.text.replacing("\u{2060}", with: "~")
        == "- [ ] Call 📅~ 2026-12-09\n\t~# Topics\n\t- bullet\n\t~* [ ] x\n\t%~% y\n")
    let later = calendar(todo(notes + "\\n```", title: "Call ⏫"))
    let next = try imported(
      later, into: made.text, after: made.memory, dialect: .markdown)
    #expect(next.conflicts == [])
    #expect(
      next.text.replacing("\u{2060}", with: "~")
        == "- [ ] Call ⏫~\n\t~# Topics\n\t- bullet\n\t~* [ ] x\n\t%~% y\n\t~```\n")
  }
}
