import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

/// Postpones the first line.
private func snoozed(
  _ text: String, _ when: String, wholeSeries: Bool = false, as kind: TaskChange.Kind = .snoozed
) throws -> Changed {
  let postponement = try Postponement(parsing: when, now: someNow, in: .utc)
  return change(text) {
    $0.postpone(LineRef(file: 0, line: 0), postponement, as: kind, wholeSeries: wholeSeries)
  }
}

@Suite("Due dates are put off") struct PostponingTests {
  @Test(arguments: [
    ("2026-12-04", "+1d", "2026-12-05"), ("2026-12-04 15:00", "+1d", "2026-12-05 15:00"),
    ("2026-12-24", "+1d 3pm", "2026-12-25 15:00"),
    ("2026-12-24 9:00", "+1d 3pm", "2026-12-25 15:00"),
    ("2026-12-04 3pm", "+2h", "2026-12-04 5pm"), ("2026-12-31", "1 month", "2027-01-31"),
    ("2026-12-04", "-1d", "2026-12-03"), ("2026-12-04", "+2h", "2026-12-05 12:00"),
    ("2026-12-04", "2w", "2026-12-18"), ("2026-11", "+1 month", "2026-12"),
    ("2026-12-04 10:00 to 11:30", "+1d", "2026-12-05 10:00 to 11:30"),
    ("2026-12-04 10:00-11:30", "2026-12-09 14:00", "2026-12-09 14:00-15:30"),
    ("2026-12-04 10:00", "tomorrow", "2026-12-06 10:00"), ("2026-12-04", "friday", "2026-12-11"),
    ("2026-12-04", "monday 9am", "2026-12-07 09:00"), ("tomorrow", "+1d", "2026-12-07"),
    ("2026-12-4 thru 2026-12-6", "2026-12-10", "2026-12-10 thru 2026-12-12"),
  ])
  func theyKeepTimeLengthAndSpelling(due: String, when: String, new: String) throws {
    #expect(try snoozed("- a @due(\(due)) @x", when).text == "- a @due(\(new)) @x")
  }

  @Test func startAndRemindersMoveAlong() throws {
    #expect(
      try snoozed(
        "- a @start(2026-12-01) @due(2026-12-04) @remind(2026-12-03 18:00) @remind(1h)", "+7d"
      )
      .text == "- a @start(2026-12-08) @due(2026-12-11) @remind(2026-12-10 18:00) @remind(1h)")
  }

  @Test func withoutADateItGetsOne() throws {
    #expect(try snoozed("- a", "tomorrow 3pm").text == "- a @due(2026-12-06 15:00)")
    #expect(try snoozed("- a", "+1d").text == "- a @due(2026-12-06)")
  }

  @Test func whatIsLostIsReported() throws {
    let result = try snoozed("- a @due(2026-12-04 15:00)", "2026-W51", as: .moved)
    #expect(result.text == "- a @due(2026-W51)")
    #expect(
      result.changes.map(\.details) == [
        ["due 2026-12-04 15:00 -> 2026-W51", "lost the day 2026-12-04", "lost the time 15:00"]
      ])
    #expect(
      try snoozed("- a @due(2026-11-01)", "+1d").changes.map(\.details)
        == [["due 2026-11-01 -> 2026-11-02", "still overdue"]])
  }

  @Test func aDateOfASeriesBecomesATaskOfItsOwn() throws {
    #expect(
      try snoozed("- a @due(2026-12-04) @repeat(weekly 3 times) @x\n\t- part\n", "+2d").text
        == "- a @due(2026-12-11) @repeat(weekly 2 times) @x\n\t- part\n"
        + "- a @due(2026-12-06) @x\n\t- part\n")
    #expect(
      try snoozed("- a @due(2026-12-04) @repeat(weekly)", "+2d", wholeSeries: true).text
        == "- a @due(2026-12-06) @repeat(weekly)")
    #expect(
      try snoozed("- a @due(2026-12-04) @repeat(weekly 1 times)", "+2d").text
        == "- a @due(2026-12-06) @repeat(weekly 1 times)")
    #expect(
      try snoozed("- a @due(2026-12-04) @repeat(weekly after done)", "+2d").text
        == "- a @due(2026-12-06) @repeat(weekly after done)")
  }

  @Test func whatDoesNotMoveIsLeftAsItIs() throws {
    for (line, when) in [
      ("- a @due(x)", "+1d"), ("- a @due(2026-12)", "+1d"), ("- a @due(2026-12-09)", "2026-12-09"),
    ] {
      let result = try snoozed(line, when)
      let reports = result.faults + result.repeats
      #expect(result.text == line && reports.count == 1, "\(reports)")
    }
    #expect(throws: TMError.self) { try snoozed("- a", "sometime") }
  }
}
