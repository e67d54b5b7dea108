import CalendarImports
import Testing

@Suite("Series of calendars become @repeat")
struct SeriesRowTests {
  private let start = "DTSTART;VALUE=DATE:20241203\n"
  private let time =
    "DTSTART;TZID=Europe/Berlin:20241203T150000\nDTEND;TZID=Europe/Berlin:20241203T160000\n"

  @Test(arguments: [
    ("FREQ=DAILY", "daily"), ("FREQ=WEEKLY", "weekly"), ("FREQ=MONTHLY", "monthly"),
    ("FREQ=YEARLY", "yearly"), ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "weekdays"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "every 2 weeks on mon, wed"),
    ("FREQ=MONTHLY;BYDAY=2TU", "monthly on the 2nd tue"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "monthly on the last day"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 dec"),
    ("FREQ=DAILY;COUNT=3", "daily 3 times"),
    ("FREQ=DAILY;UNTIL=20250101", "daily until 2025-01-01"),
    ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1"),
  ])
  func aRuleIsWrittenInWordsWhereTheyCan(rule: String, words: String) throws {
    #expect(
      try imported(calendar(event(start + "RRULE:\(rule)"))).lines
        == ["- a @due(2024-12-03) @event @repeat(\(words))"])
  }

  @Test(
    "a rule by the hour is not written for a day without a time",
    arguments: [
      "FREQ=HOURLY", "FREQ=SECONDLY;INTERVAL=9", "FREQ=DAILY;BYHOUR=9,12",
    ])
  func aRuleByTheHour(rule: String) throws {
    let input = calendar(event(start + "RRULE:\(rule)"))
    #expect(
      try imported(input).lines == ["- a @due(2024-12-03) @event"])
  }

  @Test func exceptionsAndAdditionsAreDates() throws {
    let days = "RRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20241205,20241207\nRDATE;VALUE=DATE:20241301"
      .replacing("20241301", with: "20250101")
    #expect(
      try imported(calendar(event(start + days))).lines == [
        "- a @due(2024-12-03) @event @repeat(daily) @except(2024-12-05, 2024-12-07) @also(2025-01-01)"
      ])
    let times = "RRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20241205T150000"
    #expect(
      try imported(calendar(event(time + times))).lines
        == ["- a @due(2024-12-03 15:00 - 16:00) @repeat(daily) @except(2024-12-05 15:00)"])
  }

  @Test func aToDoOfOursKeepsItsDueDate() throws {
    let day = "DTSTART;VALUE=DATE:20241203\nDURATION:P1D\nRRULE:FREQ=DAILY"
    #expect(try imported(calendar(todo(day))).lines == ["- a @due(2024-12-03) @repeat(daily)"])
    let time =
      "DTSTART;TZID=Europe/Berlin:20241203T145900\nDUE;TZID=Europe/Berlin:20241203T150000\nRRULE:FREQ=DAILY"
    #expect(
      try imported(calendar(todo(time))).lines == ["- a @due(2024-12-03 15:00) @repeat(daily)"])
    let equal = "DTSTART;VALUE=DATE:20241203\nDUE;VALUE=DATE:20241203\nRRULE:FREQ=DAILY"
    #expect(try imported(calendar(todo(equal))).lines == ["- a @due(2024-12-03) @repeat(daily)"])
  }

  // MARK: Changed occurrences

  private func changed(_ date: String, _ properties: String = "", title: String = "b") -> String {
    event(
      "RECURRENCE-ID;TZID=Europe/Berlin:\(date)\nDTSTART;TZID=Europe/Berlin:20241205T170000\n"
        + "DTEND;TZID=Europe/Berlin:20241205T180000\(properties)", title: title)
  }

  @Test func aChangedOccurrenceIsAnExceptionAndALine() throws {
    let input = calendar(event(time + "RRULE:FREQ=DAILY"), changed("20241205T150000"))
    #expect(
      try imported(input, losses: []).lines == [
        "- a @due(2024-12-03 15:00 - 16:00) @repeat(daily) @except(2024-12-05 15:00)",
        "- b @due(2024-12-05 17:00 - 18:00)",
      ])
  }

  @Test func aCancelledOccurrenceIsAnExceptionAlone() throws {
    let input = calendar(
      event(time + "RRULE:FREQ=DAILY"), changed("20241205T150000", "\nSTATUS:CANCELLED"))
    #expect(
      try imported(input).lines
        == ["- a @due(2024-12-03 15:00 - 16:00) @repeat(daily) @except(2024-12-05 15:00)"])
  }

  @Test func aCompletedOccurrenceOfAToDoIsALineThatIsDone() throws {
    let input = calendar(
      todo("DTSTART;VALUE=DATE:20241203\nDURATION:P1D\nRRULE:FREQ=DAILY"),
      todo(
        "RECURRENCE-ID;VALUE=DATE:20241204\nDUE;VALUE=DATE:20241204\nSTATUS:COMPLETED\n"
          + "COMPLETED:20241204T100000Z"))
    #expect(
      try imported(input).lines == [
        "- a @due(2024-12-03) @repeat(daily) @except(2024-12-04)",
        "- a @due(2024-12-04) @done(2024-12-04 11:00)",
      ])
  }

  @Test(arguments: [
    ("FREQ=DAILY;COUNT=5", "daily until 2024-12-04", "daily 3 times"),
    (
      "FREQ=DAILY;UNTIL=20241209T140000Z", "daily until 2024-12-04",
      "FREQ=DAILY;UNTIL=20241209T160000Z"
    ),
    ("FREQ=DAILY", "daily until 2024-12-04", "daily"),
  ])
  func aSeriesThatGoesOnDifferentlyIsTwo(rule: String, first: String, second: String) throws {
    let input = calendar(
      event(time + "RRULE:\(rule)"),
      changed("20241205T150000").replacing(
        "RECURRENCE-ID", with: "RECURRENCE-ID;RANGE=THISANDFUTURE"))
    let lines = try imported(input).lines
    #expect(lines.count == 2)
    #expect(lines.first == "- a @due(2024-12-03 15:00 - 16:00) @repeat(\(first))")
    #expect(
      lines.last?.hasPrefix("- b @due(2024-12-05 17:00 - 18:00) @repeat(\(second))") == true,
      "\(lines)")
  }

  @Test(arguments: [
    (
      "FREQ=MONTHLY;BYDAY=1TU;COUNT=6",
      ["@repeat(FREQ=MONTHLY;COUNT=5;BYDAY=WE;BYMONTHDAY=2,3,4,5,6,7,8)"]
    ),
    ("FREQ=MONTHLY;BYDAY=1TU", ["@repeat(FREQ=MONTHLY;BYDAY=WE;BYMONTHDAY=2,3,4,5,6,7,8)"]),
    ("FREQ=MONTHLY;BYMONTHDAY=3,7;COUNT=6", ["@repeat(monthly on the 4th, the 8th 3 times)"]),
    (
      "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1;COUNT=4",
      ["@due(2025-01-08", "@due(2025-02-05", "@due(2025-03-05"]
    ),
  ])
  func aSeriesThatGoesOnOnAnotherDayOfTheMonthHasThatDay(rule: String, ends: [String]) throws {
    let input = calendar(
      event("DTSTART:20241203T150000Z\nDURATION:PT1H\nRRULE:\(rule)"),
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20250107T150000Z\nDTSTART:20250108T150000Z\nDURATION:PT1H",
        title: "b"))
    let lines = try imported(input).lines.dropFirst()
    #expect(
      zip(lines, ends).allSatisfy { $0.contains($1) } && lines.count == ends.count, "\(lines)")
  }

  @Test func aSeriesThatChangesTwiceIsThree() throws {
    func future(_ day: String, _ title: String) -> String {
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:\(day)\nDTSTART;VALUE=DATE:\(day)",
        title: title)
    }
    let input = calendar(
      event(start + "RRULE:FREQ=DAILY;COUNT=9"), future("20241205", "b"), future("20241208", "c"))
    #expect(
      try imported(input).lines == [
        "- a @due(2024-12-03) @event @repeat(daily until 2024-12-04)",
        "- b @due(2024-12-05) @event @repeat(daily until 2024-12-07)",
        "- c @due(2024-12-08) @event @repeat(daily 4 times)",
      ])
  }

  @Test func anExceptionAfterAChangeBelongsToTheContinuedSeries() throws {
    let input = calendar(
      event(start + "RRULE:FREQ=DAILY"),
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20241205\nDTSTART;VALUE=DATE:20241205",
        title: "b"),
      event(
        "RECURRENCE-ID;VALUE=DATE:20241207\nDTSTART;VALUE=DATE:20241207\nSTATUS:CANCELLED",
        title: "c"))
    #expect(
      try imported(input).lines == [
        "- a @due(2024-12-03) @event @repeat(daily until 2024-12-04)",
        "- b @due(2024-12-05) @event @repeat(daily) @except(2024-12-07)",
      ])
  }

  @Test func anOccurrenceInAnotherZoneIsTheSeriesOwnDate() throws {
    let input = calendar(
      event(time + "RRULE:FREQ=DAILY"),
      event(
        "RECURRENCE-ID:20241205T140000Z\nDTSTART:20241205T160000Z\nDTEND:20241205T170000Z",
        title: "b"))
    #expect(
      try imported(input).lines == [
        "- a @due(2024-12-03 15:00 - 16:00) @repeat(daily) @except(2024-12-05 15:00)",
        "- b @due(2024-12-05 17:00 - 18:00)",
      ])
  }

  /// RFC 5545 requires a DTSTART, so an occurrence without one did not change it.
  @Test(arguments: [
    ";TZID=Europe/Berlin:20241210T150000", ":20241210T140000Z",
  ])
  func anOccurrenceWithoutADateHasThatOfItsSeries(name: String) throws {
    let rule = time + "RRULE:FREQ=WEEKLY;COUNT=2"
    #expect(
      try imported(
        calendar(event(rule), event("RECURRENCE-ID\(name)", title: "b"))
      ).lines.last == "- b @due(2024-12-10 15:00 - 16:00)")
    let due = rule.replacing("DTEND", with: "DUE")
    #expect(
      try imported(
        calendar(todo(due), todo("RECURRENCE-ID\(name)", title: "b"))
      ).lines.last == "- b @due(2024-12-10 16:00) @start(2024-12-10 15:00)")
  }
}
