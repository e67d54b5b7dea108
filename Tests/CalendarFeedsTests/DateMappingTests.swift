import CalendarFeeds
import CalendarItems
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import Testing

@Suite("Due dates of to-dos")
struct DueTests {
  @Test(arguments: [
    ("- a @due(2024-12-01)", ["DUE;VALUE=DATE:20241201"]),
    ("- a @deadline(2024-12-01)", ["DUE;VALUE=DATE:20241201"]),
    ("- a @due(2024-12-01 15:00)", ["DUE;TZID=Europe/Berlin:20241201T150000"]),
    (
      "- a @todo @due(2024-12-01 15:00 - 16:30)",
      [
        "DTSTART;TZID=Europe/Berlin:20241201T150000", "DUE;TZID=Europe/Berlin:20241201T163000",
      ]
    ),
    (
      "- a @todo @due(2024-12-01 thru 2024-12-03)",
      ["DTSTART;VALUE=DATE:20241201", "DUE;VALUE=DATE:20241203"]
    ),
    ("- a @todo @due(2024-12-01 thru 2024-12-01)", ["DUE;VALUE=DATE:20241201"]),
    ("- a @due(2024-11)", ["DTSTART;VALUE=DATE:20241101", "DUE;VALUE=DATE:20241130"]),
    ("- a @due(2024)", ["DTSTART;VALUE=DATE:20240101", "DUE;VALUE=DATE:20241231"]),
    ("- a @due(2024-W48)", ["DTSTART;VALUE=DATE:20241125", "DUE;VALUE=DATE:20241201"]),
    ("- a @start(2024-12-01)", ["DTSTART;VALUE=DATE:20241201"]),
    (
      "- a @start(2024-11-01) @due(2024-12-01)",
      ["DTSTART;VALUE=DATE:20241101", "DUE;VALUE=DATE:20241201"]
    ),
    (
      "- a @defer(2024-12-01) @due(2024-12-01 15:00)",
      ["DTSTART;TZID=Europe/Berlin:20241201T000000", "DUE;TZID=Europe/Berlin:20241201T150000"]
    ),
    (
      "- a @start(2024-11-30 9:00) @due(2024-12-01)",
      ["DTSTART;VALUE=DATE:20241130", "DUE;VALUE=DATE:20241201"]
    ),
    ("- a @due(2024-12-01 15:00) @tz(Asia/Tokyo)", ["DUE;TZID=Asia/Tokyo:20241201T150000"]),
    ("- a @due(2024-12-01 15:00) @tz(floating)", ["DUE:20241201T150000"]),
    ("- a", []),
  ])
  func aDateIsMapped(line: String, properties: [String]) throws {
    try expect(line, becomes: ["BEGIN:VTODO"] + properties)
  }

  @Test(arguments: [
    ("- a @start(2024-12-01) @due(2024-12-01)", "the start is not before the due date"),
    ("- a @start(2024-12-01 15:00) @due(2024-12-01 15:00)", "the start is not before the due date"),
    ("- a @start(2024-11-01) @due(2024-12)", "with its own start"),
    ("- a @todo @start(2024-11-01) @due(2024-12-01 10:00 - 11:00)", "with its own start"),
    ("- a @start(2024-11-01) @due(2024-12-02) @repeat(weekly on mon)", "the repetition counts"),
  ])
  func aStartThatDoesNotFitIsLeftOutAndReported(line: String, sentence: String) throws {
    let exported = try export(line)
    #expect(!exported.lines1.contains { $0.hasPrefix("DTSTART") && $0.contains("20241101") })
    #expect(exported.sentences.contains { $0.contains("warning") && $0.contains(sentence) })
  }

  @Test func timesArePinnedAsConfigured() throws {
    let line = "- a @due(2024-12-01 15:00)"
    try expect(line, becomes: ["BEGIN:VTODO", "DUE:20241201T140000Z"]) { $0.times = .utc }
    try expect(line, becomes: ["BEGIN:VTODO", "DUE:20241201T150000"]) { $0.times = .floating }
  }

  @Test func aTimeThatClocksSkipIsTheLaterOneThatItMeans() throws {
    try expect(
      "- a @due(2024-03-31 02:30)",
      becomes: ["BEGIN:VTODO", "DUE;TZID=Europe/Berlin:20240331T033000"])
    let range = try export("- a @due(2024-03-31 02:30 - 03:00)")
    #expect(range.values(of: "DTSTART").last == "20240331T033000")
    #expect(range.values(of: "DTEND") == ["20240331T040000"])
    let series = try export("- a @due(2024-03-31 02:30) @repeat(daily)")
    #expect(series.values(of: "DTSTART").last == "20240331T023000")
  }

  @Test(arguments: [
    ("- a @start(2024-12-01) @due(2024-12-01 15:00)", "20241130T230000Z"),
    ("- a @start(2024-12-01) @due(2024-12-01 00:30)", "20241130T230000Z"),
    ("- a @start(2024-11-30 00:30) @due(2024-12-01)", "20241130"),
    ("- a @start(2024-12-01) @due(2024-12-01 15:00) @tz(Asia/Tokyo)", "20241130T150000Z"),
  ])
  func aStartIsOfTheDueDatesTypeBeforeItIsMoved(line: String, start: String) throws {
    #expect(try export(line) { $0.times = .utc }.values(of: "DTSTART") == [start])
  }

  @Test func aStartFloatsWithItsDueDate() throws {
    let line = "- a @start(2024-12-01) @due(2024-12-01 15:00) @tz(Asia/Tokyo)"
    let exported = try export(line) { $0.times = .floating }
    #expect(exported.values(of: "DTSTART") == ["20241130T160000"])
    #expect(exported.values(of: "DUE") == ["20241201T070000"])
  }

  @Test func aStartThatTheGapMovesAfterTheDueDateIsReported() throws {
    let exported = try export("- a @start(2024-03-31 02:45) @due(2024-03-31 03:15)")
    #expect(exported.sentences.contains { $0.contains("not before the due date") })
  }

  @Test(arguments: ["3001-06-01", "9999-12-31", "0001-01-01"])
  func aDateOfAnyYearIsWritten(day: String) throws {
    let compact = day.filter { $0 != "-" }
    #expect(try export("- a @due(\(day))").values(of: "DUE") == [compact])
    #expect(
      try export("- a @due(\(day) 23:00)", zone: "UTC").values(of: "DUE") == [compact + "T230000Z"])
    #expect(try export("- a @event @due(\(day))").values(of: "DTSTART").last == compact)
  }

  @Test func aTimeOutsideOfTheCalendarInUTCIsReported() throws {
    let exported = try export(
      "- a @done(0001-01-01 00:00) @remind(0001-01-01 00:00)", zone: "Asia/Tokyo")
    #expect(exported.values(of: "COMPLETED").isEmpty)
    #expect(!exported.lines.contains("BEGIN:VALARM"))
    #expect(exported.sentences.contains { $0.contains("outside the years") })
  }

  @Test func aLineOfAnotherZoneFloatsOnTheRunsClock() throws {
    let text = "- a @due(2024-12-01 15:00) @tz(Asia/Tokyo)"
    #expect(try export(text) { $0.times = .floating }.values(of: "DUE") == ["20241201T070000"])
    let series = try export("\(text) @repeat(daily)") { $0.times = .floating }
    #expect(series.lines.contains("DUE;TZID=Asia/Tokyo:20241201T150000"))
    #expect(series.sentences.contains { $0.contains("keeps its zone") })
  }

  @Test func aRunInUTCWritesUTC() throws {
    let exported = try export("- a @due(2024-12-01 15:00)", zone: "Etc/UTC")
    #expect(exported.lines1.contains("DUE:20241201T150000Z"))
    #expect(!exported.lines.contains("BEGIN:VTIMEZONE"))
  }

  @Test(arguments: [
    "America/Los_Angeles", "America/New_York", "America/St_Johns", "America/Sao_Paulo", "Etc/UTC",
    "Europe/London", "Europe/Berlin", "Africa/Cairo", "Asia/Kolkata", "Asia/Tokyo",
    "Australia/Lord_Howe", "Pacific/Kiritimati",
  ])
  func anAllDayDateIsTheSameInEveryZone(zone: String) throws {
    let exported = try export("- a @due(2024-04-26)", zone: zone)
    #expect(exported.lines1.contains("DUE;VALUE=DATE:20240426"))
  }

  @Test(arguments: [
    ("2024-02-30", "there is no day 30 in February 2024"), ("2024-12-01 25:00", "25:00"),
    ("2024-12-01 10:00-09:00", "is not after the beginning"), ("tomorrow", "moves with the clock"),
    ("someday", "is not a date"),
  ])
  func anErrorIsReportedAndTheItemGoesOutWithoutTheDate(payload: String, sentence: String) throws {
    let exported = try export("- a\n- b @due(\(payload))\n- c @due(2024-12-01)")
    #expect(exported.components.count == 3)
    #expect(!exported.components[1].contains { $0.hasPrefix("DUE") || $0.hasPrefix("DTSTART") })
    #expect(exported.sentences.count == 1)
    #expect(exported.sentences.allSatisfy { $0.hasPrefix("2:10: error") && $0.contains(sentence) })
  }

  @Test func aRelativeDateIsResolvedWhereAClockIsGiven() throws {
    let exported = try export("- a @due(tomorrow 3pm)", now: "2024-12-04 09:30")
    #expect(exported.lines1.contains("DUE;TZID=Europe/Berlin:20241205T150000"))
  }

  @Test func anUnknownZoneIsReportedAndNeverShifted() throws {
    let exported = try export(
      "- a @due(2024-12-01 15:00) @tz(Mars/Base)\n- b @due(2024-12-01) @tz(X)")
    #expect(exported.values(of: "DUE") == ["20241201"])
    #expect(exported.sentences.count == 2)
  }
}

@Suite("Repeating to-dos")
struct RepetitionTests {
  @Test(arguments: [
    (
      "- a @due(2024-12-01) @repeat(daily)",
      ["DTSTART;VALUE=DATE:20241201", "DURATION:P1D", "RRULE:FREQ=DAILY"]
    ),
    (
      "- a @due(2024-12-02 15:00) @every(2 weeks on mon)",
      [
        "DTSTART;TZID=Europe/Berlin:20241202T145900", "DUE;TZID=Europe/Berlin:20241202T150000",
        "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
      ]
    ),
    (
      "- a @due(2024-12-01 00:00) @repeat(daily)",
      ["DTSTART;TZID=Europe/Berlin:20241201T000000", "DURATION:PT1M", "RRULE:FREQ=DAILY"]
    ),
    (
      "- a @todo @due(2024-12-01 10:00 - 11:00) @recur(daily)",
      [
        "DTSTART;TZID=Europe/Berlin:20241201T100000", "DUE;TZID=Europe/Berlin:20241201T110000",
        "RRULE:FREQ=DAILY",
      ]
    ),
    (
      "- a @start(2024-12-03) @due(2024-12-05) @repeat(monthly)",
      ["DTSTART;VALUE=DATE:20241203", "DUE;VALUE=DATE:20241205", "RRULE:FREQ=MONTHLY"]
    ),
    (
      // Three days after the 28th is the 31st in most months, so the start is left out.
      "- a @start(2024-11-28) @due(2024-12-01) @repeat(monthly)",
      ["DTSTART;VALUE=DATE:20241201", "DURATION:P1D", "RRULE:FREQ=MONTHLY"]
    ),
    (
      "- a @start(2024-01-31) @due(2024-02-01) @repeat(yearly)",
      ["DTSTART;VALUE=DATE:20240201", "DURATION:P1D", "RRULE:FREQ=YEARLY"]
    ),
    (
      "- a @start(2024-11-28) @due(2024-12-01) @repeat(daily until 2024-12-24)",
      [
        "DTSTART;VALUE=DATE:20241128", "DUE;VALUE=DATE:20241201",
        "RRULE:FREQ=DAILY;UNTIL=20241221",
      ]
    ),
    (
      "- a @start(2026-11-30 10:00) @due(2026-12-01 10:00) @repeat(weekly until 2026-12-07)",
      [
        "DTSTART;TZID=Europe/Berlin:20261130T100000", "DUE;TZID=Europe/Berlin:20261201T100000",
        "RRULE:FREQ=WEEKLY;UNTIL=20261206T225959Z",
      ]
    ),
    (
      "- a @todo @due(2024-12-01 10:00 - 11:00) @repeat(daily) @except(2024-12-03 10:00)",
      [
        "DTSTART;TZID=Europe/Berlin:20241201T100000", "DUE;TZID=Europe/Berlin:20241201T110000",
        "RRULE:FREQ=DAILY", "EXDATE;TZID=Europe/Berlin:20241203T100000",
      ]
    ),
    (
      "- a @todo @due(2024-12-01 thru 2024-12-03) @repeat(weekly) @also(2024-12-10)",
      [
        "DTSTART;VALUE=DATE:20241201", "DUE;VALUE=DATE:20241203", "RRULE:FREQ=WEEKLY",
        "RDATE;VALUE=DATE:20241210",
      ]
    ),
    (
      // Months differ in length, so the items of the series are on their last days.
      "- a @due(2024-12) @repeat(monthly)",
      ["DTSTART;VALUE=DATE:20241231", "DURATION:P1D", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"]
    ),
    (
      "- a @due(2024-02) @repeat(yearly)",
      [
        "DTSTART;VALUE=DATE:20240229", "DURATION:P1D",
        "RRULE:FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=2",
      ]
    ),
    (
      "- a @start(2024-12-01) @due(2024-12-05) @repeat(weekly on thu after done)",
      ["DTSTART;VALUE=DATE:20241201", "DUE;VALUE=DATE:20241205"]
    ),
    (
      "- a @due(2024-12-01) @repeat(daily) @cancelled",
      ["DTSTART;VALUE=DATE:20241201", "DURATION:P1D", "RRULE:FREQ=DAILY", "STATUS:CANCELLED"]
    ),
    (
      "- a @due(2024-12-01) @repeat(daily until 2024-12-24)",
      ["DTSTART;VALUE=DATE:20241201", "DURATION:P1D", "RRULE:FREQ=DAILY;UNTIL=20241224"]
    ),
    (
      "- a @due(2024-12-01 15:00) @repeat(daily until 2024-12-24)",
      [
        "DTSTART;TZID=Europe/Berlin:20241201T145900", "DUE;TZID=Europe/Berlin:20241201T150000",
        "RRULE:FREQ=DAILY;UNTIL=20241224T225959Z",
      ]
    ),
    (
      "- a @due(2024-12-01 15:00) @tz(floating) @repeat(daily until 2024-12-24)",
      [
        "DTSTART:20241201T145900", "DUE:20241201T150000", "RRULE:FREQ=DAILY;UNTIL=20241224T235959",
      ]
    ),
    (
      "- a @due(2024-12-01) @repeat(FREQ=MONTHLY;COUNT=3;BYDAY=1SU)",
      ["DTSTART;VALUE=DATE:20241201", "DURATION:P1D", "RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=1SU"]
    ),
    (
      "- a @due(2024-12-01) @repeat(daily) @except(2024-12-03) @except(2024-12-05) @also(2025-01-01)",
      [
        "DTSTART;VALUE=DATE:20241201", "DURATION:P1D", "RRULE:FREQ=DAILY",
        "EXDATE;VALUE=DATE:20241203,20241205", "RDATE;VALUE=DATE:20250101",
      ]
    ),
    (
      "- a @due(2024-12-01 15:00) @repeat(daily) @except(2024-12-03, 2024-12-05 15:00)",
      [
        "DTSTART;TZID=Europe/Berlin:20241201T145900", "DUE;TZID=Europe/Berlin:20241201T150000",
        "RRULE:FREQ=DAILY",
        "EXDATE;TZID=Europe/Berlin:20241203T145900,20241205T145900",
      ]
    ),
    ("- a @due(2024-12-01) @repeat(daily after done)", ["DUE;VALUE=DATE:20241201"]),
    (
      "- a @due(2024-12-01) @repeat(daily) @done",
      ["DUE;VALUE=DATE:20241201", "STATUS:COMPLETED", "PERCENT-COMPLETE:100"]
    ),
  ])
  func aRuleIsMapped(line: String, properties: [String]) throws {
    try expect(line, becomes: ["BEGIN:VTODO"] + properties, recurringDue: .duration)
  }

  @Test(arguments: [
    (
      "- a @due(2024-12-01) @repeat(daily)",
      ["DTSTART;VALUE=DATE:20241201", "DUE;VALUE=DATE:20241201", "RRULE:FREQ=DAILY"]
    ),
    (
      "- a @due(2024-12-01 15:00) @repeat(daily) @except(2024-12-03)",
      [
        "DTSTART;TZID=Europe/Berlin:20241201T150000", "DUE;TZID=Europe/Berlin:20241201T150000",
        "RRULE:FREQ=DAILY", "EXDATE;TZID=Europe/Berlin:20241203T150000",
      ]
    ),
    (
      "- a @start(2024-11-28) @due(2024-12-01) @repeat(daily)",
      ["DTSTART;VALUE=DATE:20241128", "DUE;VALUE=DATE:20241201", "RRULE:FREQ=DAILY"]
    ),
  ])
  func bySettingNothingASeriesBeginsWhenItIsDue(line: String, properties: [String]) throws {
    try expect(line, becomes: ["BEGIN:VTODO"] + properties)
  }

  @Test(arguments: [
    ("- a @due(2024-12-01) @repeat(FREQ=DAILY;BYHOUR=9,12)", "needs a time of day"),
    ("- a @due(2024-12-01) @repeat(every 2 hours)", "needs a time of day"),
    ("- a @due(x) @start(2024-12-01 10:00) @repeat(weekly) @remind(5m)", "is not a date"),
  ])
  func aRuleThatHasNothingToCountIsLeftOutAndReported(line: String, sentence: String) throws {
    let exported = try export(line)
    #expect(!exported.lines1.contains { $0.hasPrefix("RRULE") || $0.hasPrefix("TRIGGER") })
    #expect(exported.sentences.contains { $0.contains("error") && $0.contains(sentence) })
  }

  @Test func aPeriodOfASeriesIsItsLastDayInEveryProfile() throws {
    let exported = try export("- a @due(2024-12) @repeat(monthly) @remind") {
      $0.profile = .both
      $0.keepsAlarms = true
    }
    #expect(exported.values(of: "DTSTART").suffix(2) == ["20241231", "20241231"])
    #expect(Set(exported.values(of: "RRULE").suffix(2)) == ["FREQ=MONTHLY;BYMONTHDAY=-1"])
    #expect(exported.values(of: "TRIGGER") == ["PT9H"])
  }

  @Test(arguments: [
    // The clock skips 02:59, so the minute is after the date.
    "- a @due(2024-12-01 03:00) @repeat(daily)",
    "- a @due(2024-12-01 00:00) @repeat(daily)", "- a @due(2024-12-01 00:00:30) @repeat(daily)",
    "- a @due(2024-12-01 15:00) @repeat(FREQ=DAILY;BYHOUR=9,15)",
    "- a @due(2024-12-01 15:00) @repeat(hourly)",
  ])
  func aSeriesBeginsWhenItIsDueWhereTheMinuteBeforeWouldBeAnother(line: String) throws {
    let exported = try export(line, recurringDue: EncodingOptions(recurringDue: .duration))
    let due = try #require(exported.items.first?.item.when?.startDate)
    #expect(exported.values(of: "DTSTART").last == due.compact)
    #expect(exported.values(of: "DURATION") == ["PT1M"])
  }

  @Test func aSeriesStaysInItsZone() throws {
    let exported = try export("- a @due(2024-12-01 15:00) @repeat(daily)") { $0.times = .utc }
    #expect(exported.values(of: "DUE") == ["20241201T150000"])
    #expect(exported.sentences.contains { $0.contains("keeps its zone") })
  }

  @Test func aRepetitionWithoutADateIsReported() throws {
    let exported = try export("- a @repeat(daily)")
    #expect(exported.values(of: "RRULE").isEmpty)
    #expect(exported.sentences == ["1:5: warning: a repetition needs a due date; expected @due"])
  }
}

@Suite("Events")
struct EventTests {
  @Test(arguments: [
    (
      "- a @due(2024-12-04 09:00 - 09:30)",
      [
        "DTSTART;TZID=Europe/Berlin:20241204T090000", "DTEND;TZID=Europe/Berlin:20241204T093000",
        "STATUS:CONFIRMED", "TRANSP:OPAQUE",
      ]
    ),
    (
      "- a @due(2024-12-04 thru 2024-12-06)",
      [
        "DTSTART;VALUE=DATE:20241204", "DTEND;VALUE=DATE:20241207", "STATUS:CONFIRMED",
        "TRANSP:OPAQUE",
      ]
    ),
    (
      "- a @event @due(2024-12-04)",
      [
        "DTSTART;VALUE=DATE:20241204", "DTEND;VALUE=DATE:20241205", "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
      ]
    ),
    (
      "- a @event @due(2024-12-04 09:00)",
      [
        "DTSTART;TZID=Europe/Berlin:20241204T090000", "STATUS:CONFIRMED", "TRANSP:TRANSPARENT",
      ]
    ),
    (
      "- a @event @due(2024-12-04 09:00) @estimate(2h)",
      [
        "DTSTART;TZID=Europe/Berlin:20241204T090000", "DURATION:PT2H", "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
      ]
    ),
    (
      "- a @event @due(2024-W48)",
      [
        "DTSTART;VALUE=DATE:20241125", "DTEND;VALUE=DATE:20241202", "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
      ]
    ),
    (
      "- a @event @due(2024-11)",
      [
        "DTSTART;VALUE=DATE:20241130", "DTEND;VALUE=DATE:20241201", "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
      ]
    ),
    (
      "- a @cancelled @due(2024-12-04 09:00 - 09:30) @start(2024-12-01)",
      [
        "DTSTART;TZID=Europe/Berlin:20241204T090000", "DTEND;TZID=Europe/Berlin:20241204T093000",
        "STATUS:CANCELLED", "TRANSP:OPAQUE",
      ]
    ),
    (
      "- a @due(2024-12-04 09:00 - 09:30) @repeat(weekly) @except(2024-12-11)",
      [
        "DTSTART;TZID=Europe/Berlin:20241204T090000", "DTEND;TZID=Europe/Berlin:20241204T093000",
        "RRULE:FREQ=WEEKLY", "EXDATE;TZID=Europe/Berlin:20241211T090000", "STATUS:CONFIRMED",
        "TRANSP:OPAQUE",
      ]
    ),
  ])
  func aTaskIsMappedToAnEvent(line: String, properties: [String]) throws {
    try expect(line, becomes: ["BEGIN:VEVENT"] + properties) { $0.done = .include }
  }

  @Test func theEventOfATaskHasTheToDosNameWithASuffix() throws {
    let line = "- a @due(2024-12-04 09:00 - 09:30)"
    let todo = try export(line) { $0.profile = .todo }.values(of: "UID")
    #expect(try export(line).values(of: "UID") == todo.map { "\($0)-event" })
    let both = try export(line) { $0.profile = .both }
    #expect(both.values(of: "UID") == todo + todo.map { "\($0)-event" })
    #expect(both.lines.contains("RELATED-TO;RELTYPE=SIBLING:\(todo[0])"))
  }

  @Test func theProfileDecidesWhatATaskBecomes() throws {
    let text =
      "- a\n- b @due(2024-12-01)\n- c @due(2024-12-01 09:00 - 10:00)\n- d @event @due(2024-12-01)"
    func kinds(_ profile: ExportOptions.Profile, _ undated: ExportOptions.Undated? = nil) throws
      -> String
    {
      try export(text) {
        $0.profile = profile
        $0.undated = undated
      }.items.map { $0.item.kind == .event ? "e" : "t" }.joined()
    }
    #expect(try kinds(.auto) == "ttee")
    #expect(try kinds(.todo) == "tttt")
    #expect(try kinds(.event) == "eee")
    #expect(try kinds(.event, .todo) == "teee")
    #expect(try kinds(.both) == "ttetete")
    #expect(try kinds(.todo, .skip) == "ttt")
  }

  @Test func anEventWithoutADateIsAToDoAndReported() throws {
    let exported = try export("- a @event")
    #expect(exported.lines1.first == "BEGIN:VTODO")
    #expect(
      exported.sentences == [
        "1:5: warning: an event needs a due date; without one the line becomes a to-do"
      ])
  }

  @Test func alarmsStayWithToDosUnlessConfigured() throws {
    let line = "- a @due(2024-12-04 09:00 - 09:30) @remind(15m)"
    #expect(try export(line).values(of: "TRIGGER").isEmpty)
    #expect(try export(line) { $0.keepsAlarms = true }.values(of: "TRIGGER") == ["-PT15M"])
    #expect(try export(line) { $0.profile = .both }.values(of: "TRIGGER") == ["-PT15M"])
    #expect(
      try export("- a @due(2024-12-04) @remind(15m)") { $0.keepsAlarms = false }
        .values(of: "TRIGGER").isEmpty)
  }

  @Test func aDoneEventIsLeftOutOrMarked() throws {
    let line = "- a @due(2024-12-04 09:00 - 09:30) @done(2024-12-04)"
    #expect(try export(line).components.isEmpty)
    let marked = try export(line) { $0.done = .include }
    #expect(marked.values(of: "SUMMARY") == ["\u{2713} a"])
    #expect(marked.values(of: "STATUS") == ["CONFIRMED"])
    #expect(marked.values(of: "COMPLETED").isEmpty)
  }
}
