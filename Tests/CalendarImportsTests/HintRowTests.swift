import CalendarImports
import Testing

@Suite("Lines that calendars of ours carry")
struct HintRowTests {
  private func hint(_ line: String, _ path: String = "") -> String {
    let text = line.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing(
      ";", with: "\\;")
    return "X-DUECAL-LINE:\(text)" + (path.isEmpty ? "" : "\nX-DUECAL-PATH:\(path)")
  }

  @Test(arguments: [
    ("- a @deadline(2024-12-03) @x", "DUE;VALUE=DATE:20241203\nCATEGORIES:x"),
    ("- a @x @due(2024-12-3)", "DUE;VALUE=DATE:20241203\nCATEGORIES:x"),
    ("- a @due(2024-12-03 3pm)", "DUE;TZID=Europe/Berlin:20241203T150000"),
    ("- a @done", "STATUS:COMPLETED\nPERCENT-COMPLETE:100"), ("- a @estimate(2h)", ""),
    ("- a @p(A)", "PRIORITY:1"), ("- a   @x", "CATEGORIES:x"),
    (
      "- a @due(2024-12-03 15:00) @tz(Asia/Tokyo)", "DUE;TZID=Asia/Tokyo:20241203T150000"
    ),
    ("- a @due(2024-12-03 15:00) @tz(floating)", "DUE:20241203T150000"),
    (
      "- a @due(2024-12) @repeat(monthly)",
      "DTSTART;VALUE=DATE:20241231\nDURATION:P1D\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1"
    ),
  ])
  func oneThatMatchesItsItemIsUsedUnchanged(line: String, properties: String) throws {
    let own = properties.isEmpty ? "" : properties + "\n"
    #expect(try imported(calendar(todo(own + hint(line)))).lines == [line])
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20241209\nCATEGORIES:x", "- a @deadline(2024-12-09) @x"),
    ("CATEGORIES:x", "- a @x"),
    ("DUE;VALUE=DATE:20241203\nCATEGORIES:x,y", "- a @deadline(2024-12-03) @x @y"),
    ("DUE;VALUE=DATE:20241203", "- a @deadline(2024-12-03)"),
    (
      "DUE;VALUE=DATE:20241203\nCATEGORIES:x\nSTATUS:COMPLETED\nCOMPLETED:20241203T100000Z",
      "- a @deadline(2024-12-03) @x @done(2024-12-03 11:00)"
    ),
    (
      "DUE;VALUE=DATE:20241203\nCATEGORIES:x\nPRIORITY:1",
      "- a @deadline(2024-12-03) @x @priority(1)"
    ),
  ])
  func oneThatLostIsChangedInThatFieldAlone(properties: String, line: String) throws {
    let input = calendar(todo(properties + "\n" + hint("- a @deadline(2024-12-03) @x")))
    #expect(try imported(input).lines == [line])
  }

  @Test func aTitleThatWasChangedElsewhereWins() throws {
    let input = calendar(todo(hint("- a @x") + "\nCATEGORIES:x", title: "b"))
    #expect(try imported(input).lines == ["- b @x"])
  }

  @Test("a title that was changed elsewhere leaves a tag in the middle of the line alone")
  func aTitleAroundATag() throws {
    let properties = "DUE;VALUE=DATE:20241203\nCATEGORIES:home\n"
    let input = calendar(
      todo(properties + hint("- buy @home milk @due(2024-12-03) today"), title: "buy oats"))
    let lines = try imported(input).lines
    #expect(lines == ["- buy oats @due(2024-12-03) @home"])
  }

  @Test func oneThatMovesWithTheClockIsTheDateThatItWas() throws {
    let input = calendar(todo("DUE;VALUE=DATE:20241203\n" + hint("- a @due(tomorrow)")))
    #expect(try imported(input).lines == ["- a @due(2024-12-03)"])
  }

  @Test func oneOfAnotherZoneIsTheSameInstant() throws {
    let input = calendar(
      todo("DUE;TZID=Europe/Berlin:20241203T150000\n" + hint("- a @due(2024-12-03 15:00)")))
    #expect(
      try imported(input, zone: "Asia/Tokyo").lines == [
        "- a @due(2024-12-03 15:00) @tz(Europe/Berlin)"
      ])
  }

  @Test(arguments: ["", "note", "- a\\n- b", "\t- a", "X:\\nY"])
  func oneThatIsNoLineIsNone(text: String) throws {
    #expect(try imported(calendar(todo("X-DUECAL-LINE:\(text)"))).lines == ["- a"])
  }

  @Test func projectsKeepTheirTagsAndNotes() throws {
    let input = calendar(
      "X-DUECAL-PROJECT:Home: @x\\n\tits note\nX-DUECAL-PROJECT:\tKitchen:",
      todo(hint("- a", "Home,Kitchen") + "\nCATEGORIES:Kitchen"))
    #expect(try imported(input).lines == ["Home: @x", "\tits note", "\tKitchen:", "\t\t- a"])
  }

  @Test func anEmptyProjectComesBeforeTheItemThatItNames() throws {
    let input = calendar(
      "X-DUECAL-PROJECT;BEFORE=2:Empty:",
      todo(hint("- a")), todo(hint("- b"), uid: "2", title: "b"))
    #expect(try imported(input).lines == ["- a", "Empty:", "- b"])
  }

  @Test func projectsWithOneNameAreTwo() throws {
    let input = calendar(
      "X-DUECAL-PROJECT:Home:\nX-DUECAL-PROJECT;BEFORE=2:Home: @x",
      todo(hint("- a", "Home") + "\nCATEGORIES:Home"),
      todo(hint("- b", "Home") + "\nCATEGORIES:Home", uid: "2", title: "b"))
    #expect(try imported(input).lines == ["Home:", "\t- a", "Home: @x", "\t- b"])
  }

  @Test func aProjectAtTheEndIsPutThere() throws {
    let input = calendar("X-DUECAL-PROJECT:Later:\\n\tnote", todo(hint("- a")))
    #expect(try imported(input).lines == ["- a", "Later:", "\tnote"])
  }
}
