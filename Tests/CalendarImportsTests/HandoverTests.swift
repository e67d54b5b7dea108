import CalendarImports
import CompactDictionary
import LineState
import TaskDates
import Testing

@Suite("Lines whose items go elsewhere and come back")
struct HandoverTests {
  private let ann = todo("DUE;VALUE=DATE:20261205", uid: "ann", title: "Call Ann")
  private let milk = todo("", uid: "milk", title: "Milk")

  @Test func anItemThatMovesToAnotherCalendarKeepsItsLine() throws {
    let first = try imported(calendar(milk, ann))
    let text = first.text.replacing("Call Ann", with: "Call Ann and Bob")
    let second = try imported(calendar(ann), into: text)  // without the state of the first
    #expect(second.lines.count == 3)
    let known = try imported(calendar(ann), into: text, elsewhere: [first.memory])
    #expect(known.text == text)
  }

  @Test func anItemThatAnotherCalendarHasNowIsNotRemoved() throws {
    let first = try imported(calendar(milk, ann))
    let taken = try imported(calendar(ann), into: first.text, elsewhere: [first.memory])
    let again = try imported(
      calendar(milk), into: taken.text, after: first.memory, elsewhere: [taken.memory]
    ) { $0.removed = .delete }
    #expect(again.text == first.text)
  }

  @Test func aLineThatWasThereBeforeTheItemStaysWithoutIt() throws {
    let first = try imported(calendar(milk, ann), into: "- Call Ann @due(2026-12-05)\n")
    let again = try imported(calendar(milk), into: first.text, after: first.memory) {
      $0.removed = .delete
    }
    #expect(again.text == first.text)
  }

  @Test func aLineOfAnotherCalendarIsNoChangeOfAnItemThatIsForgotten() throws {
    let other = try imported(calendar(ann))
    let name = try #require(other.memory.items.keys.first)
    var before = ImportMemory()
    before.items[name] = ImportMemory.Entry(place: nil, body: "Call Ann", isOwned: true)
    let lines = before.changes(
      until: ImportMemory(), in: taskFile(other.text), besides: [other.memory])
    #expect(lines.isEmpty)
  }

  @Test func anOccurrenceKeepsItsLineWhenTheSeriesIsAtAnotherTime() throws {
    let days =
      try DateParameters(
        year: 2026, month: 12, day: 1)...DateParameters(
        year: 2026, month: 12, day: 2)
    func series(_ time: String) -> CalendarInput {
      calendar(event("DTSTART:20261201T\(time)Z\nRRULE:FREQ=DAILY;COUNT=9", title: "Walk"))
    }
    let first = try imported(series("100000")) { $0.window = ExpandedWindow(days) }
    let text = first.text.replacing("12-01 11:00) @event", with: "12-01 11:00) @event @x")
    let again = try imported(series("113000"), into: text, after: first.memory) {
      $0.window = ExpandedWindow(days)
    }
    #expect(
      again.lines == [
        "- Walk @due(2026-12-01 12:30) @event @x", "- Walk @due(2026-12-02 12:30) @event",
      ])
  }
}
