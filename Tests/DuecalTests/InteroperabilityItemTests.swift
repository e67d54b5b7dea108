import Testing

/// Series and fields as other programs write them.
///
/// The rows of `Docs/Interoperability.md` name these tests.
@Suite("Series and fields of other programs")
struct InteroperabilityItemTests {
  /// ical 14.3.1 writes RDATE with VALUE=PERIOD and no period.
  @Test func addedDatesOfIcalAreRead() throws {
    let calendar = ForeignCalendar(
      event(
        "1", "It", "DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY;COUNT=2",
        "RDATE;VALUE=PERIOD:20261205T090000Z"))
    #expect(
      try calendar.dates() == ["2026-12-01T10:00", "2026-12-05T10:00", "2026-12-08T10:00"])
    #expect(
      try calendar.lines() == [
        "- It @due(2026-12-01 09:00) @event @repeat(weekly 2 times) @also(2026-12-05 09:00) @tz(UTC)"
      ])
    #expect(try calendar.faults().contains("is a DATE-TIME where RDATE is a PERIOD"))
  }

  /// ical 14.3.1 has no occurrence at the DTSTART of an event whose other dates are RDATE.
  @Test func theStartIsADateBesideAddedOnes() throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART:20261201T090000Z", "RDATE:20261205T090000Z,20261209T090000Z"))
    #expect(
      try calendar.dates(zone: "UTC")
        == ["2026-12-01T09:00", "2026-12-05T09:00", "2026-12-09T09:00"])
  }

  /// gcalcli 4.5.1, ics2rem 0.19.2 and ical2html 3.0 forget excluded days; calcurse 4.7.1 does not count them.
  @Test func excludedDaysStayExcludedAndCount() throws {
    let calendar = ForeignCalendar(
      event(
        "1", "It", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=4",
        "EXDATE;VALUE=DATE:20261203"))
    #expect(try calendar.dates() == ["2026-12-01", "2026-12-02", "2026-12-04"])
    #expect(
      try calendar.lines()
        == ["- It @due(2026-12-01) @event @repeat(daily 4 times) @except(2026-12-03)"])
  }

  /// Emacs 28.2 takes COUNT for weeks if a weekly rule has two days.
  @Test func aCountCountsDates() throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4"))
    #expect(try calendar.dates() == ["2026-12-01", "2026-12-03", "2026-12-08", "2026-12-10"])
  }

  /// dateutil 4.0.0 has no dates at all for such a rule.
  @Test func numberedWeekdaysAndOthersAreUnited() throws {
    let run = try duecal([
      "occurrences", "FREQ=MONTHLY;BYDAY=1MO,WE", "--start", "2026-12-02", "--count", "4",
    ])
    #expect(run.output == "2026-12-02\n2026-12-07\n2026-12-09\n2026-12-16\n")
  }

  /// Thunderbird 153.8.0esr goes on at 1 March.
  @Test func a29thOfFebruaryIsInLeapYearsOnly() throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY;COUNT=3"))
    #expect(try calendar.dates() == ["2024-02-29", "2028-02-29", "2032-02-29"])
  }

  /// Thunderbird 153.8 has Mondays of other weeks, and both days of each week.
  @Test(arguments: [
    ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=3", ["2026-12-28", "2032-12-27", "2037-12-28"]),
    ("FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1;COUNT=3", ["2026-12-28", "2027-01-04", "2027-01-11"]),
  ])
  func aRuleOfWeeksHasTheDatesOfTheStandard(rule: String, dates: [String]) throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART;VALUE=DATE:20261228", "RRULE:\(rule)"))
    #expect(try calendar.dates() == dates)
  }

  /// evolution-data-server 3.46.4 gives such a to-do its occurrences too, although RFC 5545 asks for DTSTART.
  @Test func aRepeatingToDoNeedsOnlyItsDueDate() throws {
    let calendar = ForeignCalendar(
      todo("1", "It", "DUE;VALUE=DATE:20261204", "RRULE:FREQ=WEEKLY;COUNT=3"))
    #expect(try calendar.dates() == ["2026-12-04", "2026-12-11", "2026-12-18"])
    #expect(try calendar.lines() == ["- It @due(2026-12-04) @repeat(weekly 3 times)"])
  }

  /// recurring-ical-events 3.8.2 ignores EXRULE, and raises an error for RSCALE.
  @Test func oldAndNewRulesAreNotLostInSilence() throws {
    let old = ForeignCalendar(
      event(
        "1", "It", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=4",
        "EXRULE:FREQ=DAILY;INTERVAL=2"))
    #expect(try old.dates() == ["2026-12-02", "2026-12-04"])
    #expect(try old.report().contains("not kept: EXRULE"))
    let other = ForeignCalendar(
      event(
        "1", "It", "DTSTART;VALUE=DATE:20240229", "RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD")
    )
    #expect(try other.report().contains("the rule uses another calendar system"))
    #expect(
      try other.lines() == [
        "- It @due(2024-02-29) @event @repeat(RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD)"
      ])
  }

  /// ical2vdir 2.1.0 writes components without a calendar around them.
  @Test func aBareComponentIsRead() throws {
    let bare = ForeignCalendar(text: todo("1", "It", "DUE;VALUE=DATE:20261204") + "\r\n")
    #expect(try bare.lines() == ["- It @due(2026-12-04)"])
    #expect(try bare.faults().contains("the file has no VCALENDAR"))
  }

  /// calcurse 4.7.1 writes the length of each alarm without its T.
  @Test func anAlarmOfCalcurseIsRead() throws {
    let calendar = ForeignCalendar(
      event(
        "1", "It", "DTSTART:20261204T090000", "DURATION:P0DT1H0M0S", "BEGIN:VALARM",
        "TRIGGER:-P300S", "ACTION:DISPLAY", "END:VALARM"))
    #expect(
      try calendar.lines()
        == ["- It @due(2026-12-04 09:00) @event @tz(floating) @remind(5m) @estimate(1h)"])
    #expect(try calendar.report().contains("\"-P300S\" is read as -PT5M"))
  }

  /// caldav-tasks-api 1.8.1 writes the text of an alarm in place of the notes, and keeps one of several CATEGORIES.
  @Test func theTextOfAnAlarmIsNoNote() throws {
    let calendar = ForeignCalendar(
      todo(
        "1", "It", "DUE;VALUE=DATE:20261204", "DESCRIPTION:Ask for the figures", "CATEGORIES:Work",
        "CATEGORIES:Phone", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder",
        "TRIGGER:-PT15M", "END:VALARM"))
    let lines = try calendar.lines()
    #expect(lines.count == 2 && lines[1] == "\tAsk for the figures", "\(lines)")
    #expect(lines[0].contains("@Work @Phone"))
  }

  /// icalendar-searcher 1.3.0 counts such a to-do as open.
  @Test func aToDoOf100PercentIsDone() throws {
    #expect(
      try ForeignCalendar(todo("1", "It", "PERCENT-COMPLETE:100")).lines() == ["- It @done"])
  }

  /// calcurse 4.7.1 writes a time after the day that it leaves out.
  @Test func anExcludedDayWithATimeIsADay() throws {
    let calendar = ForeignCalendar(
      event(
        "1", "It", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;UNTIL=20261204",
        "EXDATE;VALUE=DATE:20261203T000000"))
    #expect(try calendar.dates() == ["2026-12-01", "2026-12-02", "2026-12-04"])
  }

  /// Data::ICal 0.24 escapes the commas of lists.
  @Test func anEscapedCommaStandsBetweenDates() throws {
    let calendar = ForeignCalendar(
      event(
        "1", "It", "DTSTART:20261206T090000Z", "RRULE:FREQ=DAILY;COUNT=4",
        "EXDATE:20261207T090000Z\\,20261208T090000Z"))
    #expect(try calendar.dates(zone: "UTC") == ["2026-12-06T09:00", "2026-12-09T09:00"])
  }

  /// ice_cube 0.16.4 moves such days to the end of the shorter month.
  @Test func aDayThatAMonthDoesNotHaveIsSkipped() throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART;VALUE=DATE:20260131", "RRULE:FREQ=MONTHLY;COUNT=3"))
    #expect(try calendar.dates() == ["2026-01-31", "2026-03-31", "2026-05-31"])
  }

  /// recurring-ical-events 3.8.2 gives these dates to a to-do that has none.
  @Test func aToDoFrom1970To2038IsUndated() throws {
    let calendar = ForeignCalendar(
      todo("1", "It", "DTSTART;VALUE=DATE:19700101", "DUE;VALUE=DATE:20380101"))
    #expect(try calendar.lines() == ["- It"])
  }

  /// ical2vdir 2.1.0 writes a changed occurrence into a file of its own.
  @Test func aChangedOccurrenceBelongsToTheSeriesOfAnotherFile() throws {
    let scratch = try Scratch()
    let stamp = "DTSTAMP:20261101T000000Z"
    try scratch.write(
      "calendar/s.20261202T090000+0000.ics",
      "BEGIN:VEVENT\r\nUID:s\r\n\(stamp)\r\nRECURRENCE-ID:20261202T090000Z\r\n"
        + "DTSTART:20261202T110000Z\r\nSUMMARY:Moved\r\nEND:VEVENT\r\n")
    try scratch.write(
      "calendar/s.ics",
      "BEGIN:VEVENT\r\nUID:s\r\n\(stamp)\r\nDTSTART:20261201T090000Z\r\n"
        + "RRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Series\r\nEND:VEVENT\r\n")
    let run = try duecal(["import", "calendar", "--zone", "UTC"], in: scratch.url)
    #expect(run.output.contains("Series @due(2026-12-01 09:00)"), "\(run.output)\(run.error)")
    #expect(run.output.contains("@except(2026-12-02 09:00)"))
    #expect(run.output.contains("Moved @due(2026-12-02 11:00)"))
  }

  /// topydo 0.16 writes no DTSTAMP, CREATED as a day, the whole line as DESCRIPTION, and priorities D to Z as 7 to 9.
  @Test func aToDoOfTopydoIsRead() throws {
    let calendar = ForeignCalendar(
      """
      BEGIN:VTODO
      CREATED;VALUE=DATE:20261120
      DESCRIPTION:(D) 2026-11-20 Write report due:2026-12-04 ical:i9mC
      DUE;VALUE=DATE:20261204
      PRIORITY:7
      SUMMARY:Write report
      UID:i9mC
      END:VTODO
      """)
    #expect(
      try calendar.lines() == [
        "- Write report @due(2026-12-04) @priority(7)",
        "\t(D) 2026-11-20 Write report due:2026-12-04 ical:i9mC",
      ])
    #expect(try calendar.report().contains("CREATED has no time and is read as noon"))
  }

  /// syncall 1.8.8 writes an empty PRIORITY.
  @Test func anEmptyPriorityIsNone() throws {
    let calendar = ForeignCalendar(todo("1", "It", "PRIORITY:", "DUE;VALUE=DATE:20261204"))
    #expect(try calendar.lines() == ["- It @due(2026-12-04)"])
  }

  /// khal 0.14.1 with icalendar 6.3.2 makes two categories of one with a comma.
  @Test func aCommaInACategoryStays() throws {
    let line = "- It @tags(Home\\, garden) @Work\n"
    let feed = try duecal(["export", "-", "--plain"], input: line)
    #expect(feed.output.contains("CATEGORIES:Home\\, garden,Work\r\n"), "\(feed.output)")
  }

  /// mergecal 0.5.0 and khal 0.14.1 leave out to-dos silently.
  @Test func toDosAndEventsAreImportedTogether() throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART;VALUE=DATE:20261204"), todo("2", "That", "DUE;VALUE=DATE:20261204"))
    #expect(try calendar.lines() == ["- It @due(2026-12-04) @event", "- That @due(2026-12-04)"])
  }

  /// todoman 4.7.0 never counts down.
  @Test func aCountGoesDown() throws {
    let home = try ChangeHome("- Take the medicine @due(2026-12-05) @repeat(weekly 3 times)\n")
    for _ in 1...3 { try home.run(["done", "medicine"]) }
    let text = try home.text
    #expect(text.split(separator: "\n").allSatisfy { $0.contains("@done") }, "\(text)")
  }

  /// todoman 4.7.0 and Tasks.org write other numbers than 1, 5 and 9.
  @Test func aPriorityKeepsItsNumber() throws {
    #expect(
      try ForeignCalendar(todo("1", "It", "PRIORITY:4")).lines() == ["- It @priority(4)"])
  }
}
