import CalendarImports
import LineState
import TaskText
import Testing

@Suite("Items that move between two calendars")
struct MovedItemTests {
  private let roof = todo("DUE;VALUE=DATE:20261201", uid: "a", title: "Paint the roof")
  private let moved = todo("DUE;VALUE=DATE:20261224", uid: "a", title: "Paint the roof")
  private let call = todo("", uid: "b", title: "Call")
  private let milk = todo("", uid: "c", title: "Milk")

  /// The state of two calendars, after an import of both.
  private func both() throws -> (text: String, one: ImportMemory, two: ImportMemory) {
    let one = try imported(calendar(roof, call))
    let two = try imported(calendar(milk), into: one.text, elsewhere: [one.memory])
    return (two.text, one.memory.rebased(on: two.plan.files), two.memory)
  }

  /// Imports the first calendar, then the second, into a file that was edited meanwhile.
  private func move(_ text: String, after: (text: String, one: ImportMemory, two: ImportMemory))
    throws -> (text: String, memory: ImportMemory)
  {
    let arriving: Set = [ItemName(uid: "a")]
    let one = try imported(
      calendar(call), into: text, after: after.one, elsewhere: [after.two]
    ) { $0.arriving = arriving }
    let left = one.memory
    let two = try imported(
      calendar(moved, milk), into: one.text, after: after.two, elsewhere: [left])
    return (two.text, two.memory)
  }

  @Test func theLineIsChangedAlsoIfTheFileWasEdited() throws {
    let start = try both()
    let end = try move(start.text + "- my own\n", after: start)
    #expect(end.text == start.text.replacing("12-01", with: "12-24") + "- my own\n")
  }

  @Test func aLineThatWasRetitledAndDoneStaysOne() throws {
    let start = try both()
    let text = start.text.replacing(
      "- Paint the roof @due(2026-12-01)", with: "- Paint the green roof @due(2026-12-01) @done")
    let end = try move(text + "- my own\n", after: start)
    #expect(end.text == text.replacing("12-01", with: "12-24") + "- my own\n")
  }

  @Test func aLineThatWasRemovedMeanwhileDoesNotComeBack() throws {
    let start = try both()
    let text = start.text.replacing("- Paint the roof @due(2026-12-01)\n", with: "")
    #expect(try move(text, after: start).text == text)
  }

  @Test func anItemThatMovesAwayAndBackHasALineAgain() throws {
    let start = try both()
    let away = calendar(moved, milk)
    let one = try imported(
      calendar(call), into: start.text, after: start.one, elsewhere: [start.two]
    ) { $0.arriving = [ItemName(uid: "a")] }
    let two = try imported(away, into: one.text, after: start.two, elsewhere: [one.memory])
    let known = one.memory.rebased(on: two.plan.files)
    let left = try imported(
      calendar(milk), into: two.text, after: two.memory, elsewhere: [known]
    ) { $0.removed = .delete }
    #expect(left.text == "- Call\n- Milk\n")
    let back = try imported(
      calendar(roof, call), into: left.text, after: known.rebased(on: left.plan.files),
      elsewhere: [left.memory])
    #expect(back.text.contains("Paint the roof"))
  }

  @Test func aLineThatAnotherCalendarsItemHasTooIsNotRemoved() throws {
    let one = try imported(calendar(call))
    let same = todo("", uid: "other", title: "Call")
    let two = try imported(calendar(same), into: one.text, elsewhere: [one.memory])
    #expect(two.text == one.text)
    let again = try imported(
      calendar(milk), into: two.text, after: one.memory, elsewhere: [two.memory])
    #expect(again.text == "- Call\n- Milk\n")
  }
}

@Suite("Lines that go into the archive")
struct ArchivedLineTests {
  private let a = todo("", uid: "a", title: "a")
  private let b = todo("", uid: "b", title: "b")

  @Test(arguments: ["", "- x\n", "- x", "- x\nArchive:\n\t- old\n", "- x\n\nArchive:\n\t- old"])
  func areNotPutBelowNewOnes(text: String) throws {
    var person = try Person(calendar(a), into: text) { $0.removed = .archive }
    try person.imports(calendar(b))
    let lines = person.last.lines
    #expect(lines.firstIndex(of: "- b") ?? 99 < lines.firstIndex(of: "Archive:") ?? 0)
    #expect(lines.firstIndex(of: "Archive:") ?? 99 < lines.firstIndex(of: "\t- a") ?? 0)
    #expect(lines.count { $0 == "Archive:" } == 1)
  }

  @Test func comeBackWithTheirItems() throws {
    var person = try Person(calendar(a, b), into: "P:\n") {
      ($0.removed, $0.project) = (.archive, ["P"])
    }
    try person.imports(calendar(b))
    #expect(person.text == "P:\n\t- b\nArchive:\n\t- a @project(P)\n")
    try person.imports(calendar(a, b))
    #expect(person.text == "P:\n\t- b\n\t- a\nArchive:\n")
  }

  @Test func areBelowAHeadingInMarkdown() throws {
    let first = try imported(calendar(a, b), dialect: .markdown)
    let plan = try imported(
      calendar(b), into: first.text, after: first.memory, dialect: .markdown
    ) { $0.removed = .archive }
    #expect(plan.text == "- [ ] b\n# Archive\n- [ ] a\n")
  }
}
