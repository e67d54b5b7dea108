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

  /// A length counts in the unit of the date, and another period keeps the place in it.
  @Test(arguments: [
    ("2026-W48", "+1w", "2026-W49"), ("2026-W48", "2 weeks", "2026-W50"),
    ("2026-W49", "next week", "2026-W50"), ("2026-W49", "friday", "2026-W50"),
    ("2026-W49", "2026-12-20", "2026-W51"), ("2026-W53", "+1w", "2027-W01"),
    ("2026-W48", "2027-02", "2027-W08"), ("2026-11", "+2 months", "2027-01"),
    ("2026-12", "2027-01-05", "2027-01"), ("2026-12", "2027", "2027-12"),
    ("2026", "+1 year", "2027"), ("2026", "2027-03", "2027"),
    ("2026-12-04 15:00", "2026-W52", "2026-12-25 15:00"),
    ("2026-12-04 15:00", "next week", "2026-12-11 15:00"),
    ("2026-12-04", "next month", "2027-01-04"), ("2026-12-31", "2027-02", "2027-02-28"),
    ("2026-12-04 15:00", "2027", "2027-12-04 15:00"),
    ("2026-12-04 10:00 - 11:00", "next week", "2026-12-11 10:00 - 11:00"),
    ("2026-12-04 10:00 - 11:00", "2027-01", "2027-01-04 10:00 - 11:00"),
    ("2026-12-04 23:00 - 2026-12-05 02:00", "+1d", "2026-12-05 23:00 - 2026-12-06 02:00"),
    ("2026-12-04 - 2026-12-06", "next week", "2026-12-11 - 2026-12-13"),
    ("2026-12-04 00:00", "+1d", "2026-12-05 00:00"), ("2028-02-29", "+1 year", "2029-02-28"),
    ("2026-W50", "2026-12-09 09:00", "2026-12-09 09:00"),
  ])
  func theyKeepTheirUnitAndTheirPlaceInIt(due: String, when: String, new: String) throws {
    #expect(try snoozed("- a @due(\(due))", when).text == "- a @due(\(new))")
  }

  @Test(arguments: [
    ("- a @start(2026-12-08)", "+1d", "- a @start(2026-12-09)"),
    (
      "- a @start(2026-12-08) @remind(2026-12-08 09:00)", "2026-12-10",
      "- a @start(2026-12-10) @remind(2026-12-10 09:00)"
    ),
    (
      "- a @start(2026-12-08) @repeat(weekly)", "+1d",
      "- a @start(2026-12-15) @repeat(weekly)\n- a @start(2026-12-09)"
    ),
  ])
  func aTaskWithOnlyAStartStartsLater(text: String, when: String, new: String) throws {
    #expect(try snoozed(text, when).text == new)
  }

  @Test func aTaskWithOnlyAStartGetsADueDateIfItIsMoved() throws {
    #expect(
      try snoozed("- a @start(2026-12-08)", "2026-12-10", as: .moved).text
        == "- a @start(2026-12-08) @due(2026-12-10)")
  }

  /// Every kind of date, put off in every way.
  @Test func theyNeverBecomeCoarserOrEarlier() throws {
    let dates = [
      "2026-12-02", "2026-12-05", "2026-12-31", "2026-12-04 15:00", "2026-12-05 23:59",
      "2026-12-04 10:00 - 11:30", "2026-12-04 22:00 thru 2026-12-06 01:00",
      "2026-12-04 thru 2026-12-08", "2026-W48", "2026-W49", "2026-W53", "2026-11", "2026-12",
      "2026", "2027-02-28",
    ]
    let whens = [
      "+1d", "+1w", "+1 month", "+1 year", "+2h", "+90min", "today", "tomorrow", "friday",
      "next friday", "next week", "this week", "next month", "next year", "17:00", "tomorrow 9:00",
      "tomorrow 9:00 to 10:00", "+1d 3pm", "end of month", "next quarter", "31 dec",
    ]
    for (due, when) in dates.flatMap({ due in whens.map { (due, $0) } }) {
      let old = date(due)
      let text = try snoozed("- a @due(\(due))", when).text
      let new = date(String(text.dropFirst(9).dropLast()))
      #expect(new.startDate >= old.startDate, "\(due), \(when): \(text)")
      #expect(detail(new) >= detail(old), "\(due), \(when): \(text)")
      if case .days(let first, let last) = old, case .days(let begin, let end) = new {
        #expect(end.dayNumber - begin.dayNumber == last.dayNumber - first.dayNumber)
      }
    }
  }

  /// How fine a date is: a year, a month, a week, a day, a time.
  private func detail(_ value: TMDateType) -> Int {
    switch value {
    case .period(let period): -period.unit.rawValue
    case .date, .days: 1
    case .dateTime, .beginEndDate: 2
    }
  }

  @Test func severalDaysGetNoTimes() throws {
    for when in ["2026-12-10 9:00", "2026-12-10 9:00 - 10:00"] {
      let result = try snoozed("- a @due(2026-12-04 thru 2026-12-06)", when)
      #expect(result.text == "- a @due(2026-12-04 thru 2026-12-06)")
      #expect(result.faults.count == 1 && result.changes.isEmpty)
    }
  }

  /// Only a date in figures, or a length with a sign, can be earlier.
  @Test func wordsDoNotLeadToAnEarlierDate() throws {
    for when in ["tomorrow", "today", "17:00", "next week"] {
      let line = "- a @due(2026-12-24 15:00)"
      let result = try snoozed(line, when)
      #expect(result.text == line && result.faults.count == 1, "\(when)")
    }
    #expect(try snoozed("- a @due(2026-12-24)", "2026-12-20").text == "- a @due(2026-12-20)")
  }

  @Test func startAndRemindersMoveAlong() throws {
    for (start, due, when, expected) in [
      ("2026-12-01 09:00", "2026-12-04 17:00", "2026-12-10", "2026-12-07 09:00"),
      ("2026-W48", "2026-W49", "+2 weeks", "2026-W50"),
      ("2026-12-01", "2026-W49", "+2 weeks", "2026-12-15"),
      ("2026-11-15", "2026-12", "+1 month", "2026-12-16"),
    ] {
      #expect(
        try snoozed("- a @due(\(due)) @start(\(start))", when).text.hasSuffix(
          "@start(\(expected))"))
    }

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

  @Test(arguments: [
    (
      "@due(2026-11-30 10:00 - 10:15) @repeat(weekly)", "2026-12-08",
      "@due(2026-11-30 10:00 - 10:15) @repeat(weekly) @except(2026-12-07)",
      "@due(2026-12-08 10:00 - 10:15)"
    ),
    (
      "@due(2026-12-01) @event @repeat(every 3 days)", "+1d",
      "@due(2026-12-01) @event @repeat(every 3 days) @except(2026-12-07)", "@due(2026-12-08) @event"
    ),
    (
      "@due(2026-12-04 to 2026-12-05) @repeat(weekly)", "+1d",
      "@due(2026-12-11 to 2026-12-12) @repeat(weekly)", "@due(2026-12-05 to 2026-12-06)"
    ),
    (
      "@due(2026-12-05 09:50 - 10:10) @repeat(daily)", "+1h",
      "@due(2026-12-06 09:50 - 10:10) @repeat(daily)", "@due(2026-12-05 10:50 - 11:10)"
    ),
    (
      "@due(2026-11-30 10:00 - 11:00) @repeat(weekly 2 times)", "+1d",
      "@due(2026-11-30 10:00 - 11:00) @repeat(weekly 2 times) @except(2026-12-07)",
      "@due(2026-12-08 10:00 - 11:00)"
    ),
  ])
  func ofAnEventTheNextDateThatIsNotOverMoves(
    event: String, when: String, series: String, moved: String
  ) throws {
    let result = try snoozed("- a \(event)\n", when)
    #expect(result.text == "- a \(series)\n- a \(moved)\n")
  }

  /// A separate line would be there twice.
  @Test(arguments: [
    ("@due(2026-12-04) @repeat(weekly)", "+1w", "@due(2026-12-11) @repeat(weekly)", ""),
    ("@due(2026-12-04) @repeat(weekly)", "2026-12-11", "@due(2026-12-11) @repeat(weekly)", ""),
    (
      "@due(2026-12-04) @repeat(weekly 3 times)", "+1w",
      "@due(2026-12-11) @repeat(weekly 2 times)", "2 left"
    ),
    (
      "@due(2026-12-04) @repeat(weekly)", "+2w", "@due(2026-12-18) @repeat(weekly)",
      "the dates between are left out"
    ),
    (
      "@due(2026-12-05 09:00) @repeat(daily)", "+1d", "@due(2026-12-06 09:00) @repeat(daily)", ""
    ),
    (
      "@start(2026-12-02) @due(2026-12-04) @repeat(weekly) @progress(20)", "+1w",
      "@start(2026-12-09) @due(2026-12-11) @repeat(weekly) @progress(20)", ""
    ),
    ("@due(2026-W49) @repeat(weekly)", "+1w", "@due(2026-W50) @repeat(weekly)", ""),
    ("@due(2026-11) @repeat(monthly)", "2026-12", "@due(2026-12) @repeat(monthly)", ""),
    ("@start(2026-12-08) @repeat(weekly)", "+1w", "@start(2026-12-15) @repeat(weekly)", ""),
    (
      "@due(2026-12-04) @repeat(weekly) @also(2026-12-06)", "+2d",
      "@due(2026-12-11) @repeat(weekly) @also(2026-12-06)", ""
    ),
    // The meetings between both dates take place.
    (
      "@due(2026-12-07 10:00 - 10:15) @repeat(weekdays)", "2026-12-09",
      "@due(2026-12-08 10:00 - 10:15) @repeat(weekdays)", "the series: next 2026-12-08 10:00"
    ),
    (
      "@due(2026-11-30 10:00 - 10:15) @repeat(weekly)", "2026-12-21",
      "@due(2026-11-30 10:00 - 10:15) @repeat(weekly) @except(2026-12-07)", nil
    ),
  ])
  func ontoADateOfItsOwnTheSeriesMoves(
    series: String, when: String, moved: String, detail: String?
  ) throws {
    let result = try snoozed("- a \(series)\n", when)
    #expect(result.text == "- a \(moved)\n" && result.faults.isEmpty)
    guard let detail else { return }
    #expect(result.changes.first?.details.dropFirst().joined() == detail)
  }

  /// What was done of the date that is put off stays done.
  @Test func thePartsOfASeriesMoveWithIt() throws {
    let result = try snoozed(
      "- a @due(2026-12-04) @repeat(weekly)\n\t- b @due(2026-12-03)\n\t- c @done(2026-12-01)\n",
      "+1w")
    #expect(
      result.text
        == "- a @due(2026-12-11) @repeat(weekly)\n\t- b @due(2026-12-10)\n\t- c @done(2026-12-01)\n"
    )
  }

  @Test func ofAnEventThatIsOverNoDateMoves() throws {
    let line = "- a @due(2026-11-02 10:00 - 11:00) @repeat(weekly until 2026-11-20)"
    let result = try snoozed(line, "+1d")
    #expect(result.text == line)
    #expect(result.faults == ["all dates of this event are over; nothing is changed"])
  }

  @Test func aSeriesWithDatesThatCannotBeReadStaysAsItIs() throws {
    let line = "- a @due(2026-12-04) @repeat(sometimes)"
    let result = try snoozed(line, "+1d")
    #expect(result.text == line && result.changes.isEmpty && result.faults.count == 1)
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
