import CalendarImports
import CalendarItems
import ICalendar
import LineState
import TaskBridge
import TaskText
import Testing

/// A series and its changed occurrences that lie in different files.
@Suite("Changed occurrences in files of their own") struct OverrideFileTests {
  private static let series = event(
    "DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=3", uid: "s")
  private static let moved = event(
    "RECURRENCE-ID:20261202T090000Z\nDTSTART:20261202T110000Z", uid: "s", title: "b")
  private static let cancelled = event(
    "RECURRENCE-ID:20261203T090000Z\nDTSTART:20261203T090000Z\nSTATUS:CANCELLED", uid: "s")
  private static let other = event("DTSTART:20261202T100000Z", uid: "o", title: "o")

  /// All orders of some values.
  private static func orders<Value>(_ values: [Value]) -> [[Value]] {
    guard values.count > 1 else { return [values] }
    return values.indices.flatMap { first in
      var rest = values
      let value = rest.remove(at: first)
      return orders(rest).map { [value] + $0 }
    }
  }

  /// Imports files into a text, as one source.
  private func plan(
    _ files: [String], into text: String = "", after memory: ImportMemory = ImportMemory()
  ) throws -> Imported {
    let inputs = files.map { calendar($0) }
    let options = try importOptions { $0.removed = .delete }
    let plan = ImportPlan(inputs, into: [taskFile(text)], after: memory, options: options)
    expectRest(plan, inputs, options)
    return Imported(plan: plan)
  }

  private static let lines: Set<String> = [
    "- a @due(2026-12-01 09:00) @event @repeat(daily 3 times) @except(2026-12-02 09:00, 2026-12-03 09:00) @tz(UTC)",
    "- b @due(2026-12-02 12:00) @event", "- o @due(2026-12-02 11:00) @event",
  ]

  /// The parts of each line, sorted: a tag or a date that an import adds to a line goes to the end.
  private static func parts(_ lines: some Sequence<some StringProtocol>) -> Set<[String]> {
    Set(lines.map { line in String(line).split { " (),".contains($0) }.map(String.init).sorted() })
  }

  @Test func belongToTheirSeriesInWhateverOrderTheFilesAre() throws {
    let files = [Self.series, Self.moved, Self.cancelled, Self.other]
    var memories: Set<[UInt8]> = []
    for order in Self.orders(files) {
      let plan = try plan(order)
      #expect(Set(plan.lines) == Self.lines, "\(plan.text)")
      #expect(plan.plan.repeated.isEmpty && plan.plan.superseded.isEmpty)
      memories.insert(Array(plan.memory.components["s"] ?? []))
    }
    #expect(memories.count == 1)
  }

  @Test func areTheSameAsInOneFile() throws {
    let together = try imported(calendar(Self.series, Self.moved, Self.cancelled, Self.other))
    #expect(Set(together.lines) == Self.lines)
    let apart = try plan(
      [Self.moved, Self.series, Self.other, Self.cancelled], into: together.text,
      after: together.memory)
    #expect(apart.text == together.text)
  }

  @Test func loseNoLineInWhateverOrderTheyArrive() throws {
    let files = [Self.series, Self.moved, Self.cancelled, Self.other]
    for order in Self.orders(files) {
      var (text, memory) = ("", ImportMemory())
      for count in 1...order.count {
        // The names of files say nothing about when they were written.
        let plan = try plan(Array(order.prefix(count).reversed()), into: text, after: memory)
        #expect(plan.changes.allSatisfy { !$0.hasPrefix("removed") }, "\(plan.changes)")
        (text, memory) = (plan.text, plan.memory)
      }
      let lines = text.split(separator: "\n")
      #expect(lines.count == Self.lines.count)
      #expect(Self.parts(lines) == Self.parts(Self.lines), "\(text)")
    }
  }

  @Test func aDateComesBackWhenItsFileIsGone() throws {
    let first = try plan([Self.series, Self.moved])
    let next = try plan([Self.series], into: first.text, after: first.memory)
    #expect(next.lines == ["- a @due(2026-12-01 09:00) @event @repeat(daily 3 times) @tz(UTC)"])
  }

  @Test func whatAPersonWroteStaysWhenAnOccurrenceArrives() throws {
    let first = try plan([Self.series])
    let text = first.text.replacing("- a @due", with: "- my own @due") + "\tnote\n"
    let next = try plan([Self.moved, Self.series], into: text, after: first.memory)
    #expect(
      next.lines == [
        "- my own @due(2026-12-01 09:00) @event @repeat(daily 3 times) @tz(UTC) @except(2026-12-02 09:00)",
        "\tnote", "- b @due(2026-12-02 12:00) @event",
      ])
  }

  @Test(arguments: ["RRULE:FREQ=DAILY;COUNT=3", "RDATE:20261220T090000Z"])
  func doNotRepeat(rule: String) throws {
    let moved = Self.moved.replacing("SUMMARY:b", with: "SUMMARY:b\n\(rule)")
    for files in [[Self.series, moved], [moved, Self.series], [moved]] {
      let plan = try plan(files)
      #expect(plan.lines.contains("- b @due(2026-12-02 12:00) @event"), "\(plan.text)")
      #expect(plan.lines.count == files.count)
      #expect(
        plan.plan.losses.map(\.reason) == ["an occurrence has one date, whatever rule it carries"])
    }
  }

  @Test func inAZoneOfTheirOwnFileAreMeantThere() throws {
    func zone(_ offset: String) -> String {
      "BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:16010101T000000\n"
        + "TZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)\nEND:STANDARD\nEND:VTIMEZONE"
    }
    let series = calendar(
      zone("+0100"), event("DTSTART;TZID=Own:20261201T100000\nRRULE:FREQ=DAILY;COUNT=3", uid: "s"))
    let moved = calendar(
      zone("+0300"),
      event(
        "RECURRENCE-ID;TZID=Own:20261202T120000\nDTSTART;TZID=Own:20261202T140000", uid: "s",
        title: "b"))
    for inputs in [[series, moved], [moved, series]] {
      let plan = Imported(
        plan: ImportPlan(
          inputs, into: [taskFile("")], after: ImportMemory(), options: try importOptions()))
      #expect(
        plan.lines == [
          "- a @due(2026-12-01 10:00) @event @repeat(daily 3 times) @except(2026-12-02 10:00) @tz(Africa/Lagos)",
          "- b @due(2026-12-02 14:00) @event @tz(Africa/Nairobi)",
        ])
    }
  }

  @Test func theRestOfASeriesMovesWithItsAdditionalDates() throws {
    let series = event(
      "DTSTART:20261201T080000Z\nRRULE:FREQ=DAILY;COUNT=4\nRDATE:20261220T080000Z\nEXDATE:20261204T080000Z",
      uid: "s")
    let rest = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T080000Z\nDTSTART:20261203T050000Z", uid: "s",
      title: "b")
    for files in [[series, rest], [rest, series]] {
      #expect(
        try plan(files).lines == [
          "- a @due(2026-12-01 08:00) @event @repeat(daily until 2026-12-02) @tz(UTC)",
          "- b @due(2026-12-03 05:00) @event @repeat(daily 2 times) @except(2026-12-04 05:00) @also(2026-12-20 05:00) @tz(UTC)",
        ])
    }
  }
}
