import TaskBridge
import TaskEditing
import TaskText
import Testing

private func tagged(_ text: String, _ changes: TagChanges) -> Changed {
  change(text) { $0.tag(LineRef(file: 0, line: 0), with: changes) }
}

private func resolved(_ text: String) -> Changed {
  change(text) { $0.resolve(LineRef(file: 0, line: 0)) }
}

@Suite("Tags are set, added and removed") struct TagChangesTests {
  @Test func aTagIsSetInItsPlace() {
    #expect(
      tagged("- a @x(1) @y", TagChanges(set: [Tag("x", payload: "2"), Tag("z")])).text
        == "- a @x(2) @y @z")
    #expect(
      tagged("- a @deadline(2026-12-01)", TagChanges(set: [Tag("due", payload: "tomorrow")])).text
        == "- a @deadline(2026-12-06)")
  }

  @Test func severalOfANameAreAddedAndAllAreRemoved() {
    let tags = [Tag("remind", payload: "1h"), Tag("remind", payload: "1d")]
    #expect(tagged("- a", TagChanges(added: tags)).text == "- a @remind(1h) @remind(1d)")
    #expect(tagged("- a @x @y @x(1)", TagChanges(removed: ["x"])).text == "- a @y")
  }

  @Test func whatCannotBeReadIsRefused() {
    for tag in [Tag("due", payload: "25:00"), Tag("repeat", payload: "sometimes"), Tag("a b")] {
      let result = tagged("- a @priority(x)", TagChanges(set: [tag]))
      #expect(result.text == "- a @priority(x)" && result.faults.count == 1, "\(result.faults)")
    }
    #expect(tagged("- a @priority(x)", TagChanges(set: [Tag("b")])).text == "- a @priority(x) @b")
    #expect(
      tagged("- a @x", TagChanges(set: [Tag("x")])).repeats == ["the task already has these tags"])
  }

  @Test func aTagWithoutADateTakesNoneAway() {
    for tag in [Tag("due"), Tag("due", payload: ""), Tag("deadline", payload: " "), Tag("start")] {
      let result = tagged("- a @due(2026-12-06)", TagChanges(set: [tag]))
      #expect(result.text == "- a @due(2026-12-06)")
      #expect(
        result.faults == ["@\(tag.tag) has no date; expected one, as in \(tag.tag)=tomorrow"])
    }
    #expect(tagged("- a @due(2026-12-06)", TagChanges(removed: ["due"])).text == "- a")
  }

  @Test func aTagThatIsNotThereCannotBeRemoved() {
    #expect(tagged("- a @x", TagChanges(removed: ["y"])).repeats == ["the task has no such tag"])
  }

  @Test func whatWordsWereReadAsIsReported() {
    let tags = [Tag("due", payload: "tomorrow 3pm"), Tag("x", payload: "tomorrow"), Tag("y")]
    let result = tagged("- a", TagChanges(set: tags))
    #expect(result.changes.first?.details == ["due 2026-12-06 15:00"])
  }

  @Test func datesThatMoveWithTheClockArePinned() {
    let result = resolved(
      "- a @due(tomorrow 3pm) @start(today) @x(today) @also(2026-12-09, next friday) @remind(1h)")
    #expect(
      result.text
        == "- a @due(2026-12-06 15:00) @start(2026-12-05) @x(today) @also(2026-12-09, 2026-12-11) "
        + "@remind(1h)")
    #expect(
      result.changes.first?.details == [
        "due tomorrow 3pm -> 2026-12-06 15:00", "start today -> 2026-12-05",
        "also 2026-12-09, next friday -> 2026-12-09, 2026-12-11",
      ])
    #expect(resolved("- a @due(2026-12-06) @repeat(weekly)").changes.isEmpty)
  }

  @Test func whatLeadsToNoDateIsReported() {
    let result = resolved("- a @due(sometime) @start(tomorrow)")
    #expect(result.text == "- a @due(sometime) @start(2026-12-06)")
    #expect(result.faults.count == 1)
  }
}
