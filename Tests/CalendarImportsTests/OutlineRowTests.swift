import CalendarImports
import CalendarItems
import LineState
import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("What is together in calendars stays together")
struct OutlineRowTests {
  @Test func aPartIsBelowItsWhole() throws {
    let input = calendar(
      todo("RELATED-TO:1", uid: "2", title: "part"), todo("", title: "whole"),
      todo("RELATED-TO;RELTYPE=PARENT:2", uid: "3", title: "part of a part"),
      todo("", uid: "4", title: "alone"))
    #expect(
      try imported(input).lines == ["- whole", "\t- part", "\t\t- part of a part", "- alone"])
  }

  @Test func aWholeMayNameItsParts() throws {
    let input = calendar(
      todo("RELATED-TO;RELTYPE=CHILD:2", title: "whole"), todo("", uid: "2", title: "part"))
    #expect(try imported(input).lines == ["- whole", "\t- part"])
  }

  @Test func circlesAreCut() throws {
    let two = calendar(todo("RELATED-TO:2", title: "x"), todo("RELATED-TO:1", uid: "2", title: "y"))
    #expect(try imported(two).lines == ["- y", "\t- x"])
    #expect(try imported(calendar(todo("RELATED-TO:1", title: "x"))).lines == ["- x"])
    let children = calendar(
      todo("RELATED-TO;RELTYPE=CHILD:2", title: "x"),
      todo("RELATED-TO;RELTYPE=CHILD:1", uid: "2", title: "y"))
    #expect(try imported(children).lines.count == 2)
  }

  @Test func aWholeThatIsElsewhereIsNone() throws {
    #expect(try imported(calendar(todo("RELATED-TO:9", title: "x"))).lines == ["- x"])
  }

  @Test func aDeepChainIsALine() throws {
    let parts = (1...3000).reversed().map {
      todo("RELATED-TO:\($0 - 1)", uid: "\($0)", title: "\($0)")
    }
    let up = calendar(parts.joined(separator: "\n"))
    let down = calendar(parts.reversed().joined(separator: "\n"))
    for input in [up, down] {
      let plan = ImportPlan(
        [input], into: [taskFile("")], after: ImportMemory(), options: try importOptions())
      #expect(plan.files[0].edited.lines.count == 3000)
      expectRest(plan, [input], try importOptions())
    }
  }

  @Test func aToDoAndItsEventAreOneLine() throws {
    let input = calendar(
      todo("DUE;VALUE=DATE:20241203"),
      event("DTSTART;VALUE=DATE:20241203\nRELATED-TO;RELTYPE=SIBLING:1", uid: "1-event"))
    #expect(try imported(input).lines == ["- a @due(2024-12-03)"])
  }

  @Test func anEventThatOnlyLooksLikeAToDosIsItself() throws {
    let input = calendar(
      todo("DUE;VALUE=DATE:20241203"), event("DTSTART;VALUE=DATE:20241203", uid: "1-event"))
    #expect(try imported(input).lines.count == 2)
  }

  @Test func itemsWithoutANameAreItems() throws {
    let input = calendar(todo("", uid: "", title: "x"), todo("", uid: "", title: "y"))
    #expect(try imported(input).lines == ["- x", "- y"])
  }

  @Test func oneThatIsInTwoFilesIsOne() throws {
    #expect(try imported(calendar(todo("")), calendar(todo(""))).lines == ["- a"])
  }

  // MARK: Projects

  @Test func newLinesGoWhereTheyAreWanted() throws {
    let here = "Home:\n\t- mine\n\tCalendar:\n\t\t- old\n\nWork:\n"
    let there = try imported(calendar(todo("")), into: here) { $0.project = ["Home", "Calendar"] }
    #expect(there.text == "Home:\n\t- mine\n\tCalendar:\n\t\t- old\n\t\t- a\n\nWork:\n")
    let new = try imported(calendar(todo("")), into: "- mine") { $0.project = ["A", "B"] }
    #expect(new.text == "- mine\nA:\n\tB:\n\t\t- a")
  }

  @Test func newLinesComeAfterThoseBeforeThemInTheCalendar() throws {
    let first = try imported(calendar(todo("", title: "x"), todo("", uid: "3", title: "z")))
    let second = try imported(
      calendar(
        todo("", title: "x"), todo("", uid: "2", title: "y"), todo("", uid: "3", title: "z")),
      into: first.text + "- mine\n", after: first.memory)
    #expect(second.lines == ["- x", "- y", "- z", "- mine"])
  }

  @Test func aNewLineAtTheBeginningIsPutThere() throws {
    let first = try imported(calendar(todo("", title: "x")), into: "- mine\n")
    let second = try imported(
      calendar(todo("", uid: "0", title: "w"), todo("", title: "x")), into: first.text,
      after: first.memory)
    #expect(second.lines == ["- mine", "- w", "- x"])
  }

  @Test func oneThatIsNotWantedGetsNoLine() throws {
    let input = calendar(todo(""), event("DTSTART;VALUE=DATE:20241203", uid: "2"))
    let plan = try imported(input) { $0.isWanted = { $0.kind == .reminder } }
    #expect(plan.lines == ["- a"])
  }

  @Test func occurrencesAreLinesIfThatIsWanted() throws {
    let input = calendar(
      event("DTSTART;VALUE=DATE:20241203\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20241204"))
    let from = try DateParameters(year: 2024, month: 12, day: 2)
    let to = try DateParameters(year: 2024, month: 12, day: 6)
    let plan = try imported(input) { $0.window = ExpandedWindow(from...to) }
    #expect(
      plan.lines == [
        "- a @due(2024-12-03) @event", "- a @due(2024-12-05) @event", "- a @due(2024-12-06) @event",
      ])
  }
}
