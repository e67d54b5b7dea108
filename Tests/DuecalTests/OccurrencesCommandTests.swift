import Testing

@Suite("duecal occurrences")
struct OccurrencesCommandTests {
  @Test func theStartOfARuleThatEndsBeforeItIsADate() throws {
    let rule = ["occurrences", "FREQ=DAILY;UNTIL=20140101T000000Z", "--start", "2014-08-02T00:15"]
    #expect(try duecal(rule).output == "2014-08-02T00:15\n")
    #expect(try duecal(rule + ["--from", "2015-01-01"]).output == "")
  }

  @Test func printsADateALine() throws {
    let run = try duecal([
      "occurrences", "FREQ=DAILY;COUNT=2", "--start", "1997-09-02T09:00", "--zone", "Asia/Tokyo",
    ])
    #expect(run.status == 0)
    #expect(run.output == "1997-09-02T09:00\n1997-09-03T09:00\n")
  }

  @Test func printsOneDocument() throws {
    let run = try duecal([
      "occurrences", "weekly", "--start", "2026-12-07", "--count", "2", "--json",
    ])
    #expect(
      run.output
        == "{\n  \"occurrences\" : [\n    \"2026-12-07\",\n    \"2026-12-14\"\n  ]\n}\n")
  }

  @Test(
    arguments: [
      (["--count", "3"], 3), ([], 10), (["--to", "2026-12-05"], 5), (["--count", "0"], 0),
      (["--from", "2026-12-03", "--to", "2026-12-05"], 3),
      (["--from", "9999-12-31", "--count", "5"], 1),
    ] as [([String], Int)])
  func leavesOutWhatIsNotAskedFor(arguments: [String], count: Int) throws {
    let run = try duecal(["occurrences", "daily", "--start", "2026-12-01"] + arguments)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == count)
  }

  @Test(arguments: [
    ["sometimes", "--start", "2026-12-01"], ["daily", "--start", "soon"],
    ["daily", "--start", "2026-12-01", "--zone", "Mars/Base"],
    ["daily", "--start", "2026-12-01", "--count", "-1"], ["daily"],
    ["FREQ=WEEKLY;BYMONTHDAY=1", "--start", "2026-12-01"],
  ])
  func refusesWhatIsNoRuleAndNoDate(arguments: [String]) throws {
    let run = try duecal(["occurrences"] + arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.error.isEmpty)
  }

  private func calendar(_ events: String...) -> String {
    let events = events.map { "BEGIN:VEVENT\nUID:1\nSUMMARY:a\n\($0)\nEND:VEVENT\n" }
    return "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n"
  }

  @Test func leapsToTheFirstThatIsAskedFor() throws {
    let rule = try duecal([
      "occurrences", "FREQ=SECONDLY", "--start", "2000-01-01T00:00", "--from", "2026-01-01",
      "--count", "1",
    ])
    #expect(rule.status == 0 && rule.output == "2026-01-01T00:00\n")
    let items = try duecal(
      ["occurrences", "-", "--from", "2026-01-01", "--count", "1"],
      input: calendar("DTSTART:20200101T000000Z\nRRULE:FREQ=MINUTELY"))
    #expect(items.status == 0 && items.output == "2026-01-01T00:00\n")
  }

  @Test func reportsWhereCountingTakesTooLong() throws {
    let rule = try duecal([
      "occurrences", "FREQ=SECONDLY;COUNT=900000000", "--start", "2000-01-01T00:00", "--from",
      "2026-01-01",
    ])
    #expect(rule.status == 1 && rule.output.isEmpty && rule.errorLines.count == 1)
    let items = try duecal(
      ["occurrences", "-", "--from", "2026-01-01"],
      input: calendar("DTSTART:20000101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=900000000"))
    #expect(items.status == 1 && items.output.isEmpty && items.errorLines.count == 1)
  }

  @Test func givesWhatWasChangedToTheFirstThatTakesPlace() throws {
    let items = try duecal(
      ["occurrences", "-"],
      input: calendar(
        "DTSTART:20250101T090000Z\nSTATUS:CANCELLED",
        "DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;COUNT=2",
        "RECURRENCE-ID:20260102T090000Z\nDTSTART:20260102T120000Z"))
    #expect(items.output == "2026-01-01T10:00\n2026-01-02T13:00\n")
  }

  @Test func takesAFileAsAnOptionAndDaysInWords() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.ics", calendar("DTSTART;VALUE=DATE:20261203", "DTSTART;VALUE=DATE:20261207"))
    let now = ["DUECAL_NOW": "2026-12-05T10:00:00Z"]
    let run = try duecal(
      ["occurrences", "-f", "a.ics", "--from", "today"], in: scratch.url, environment: now)
    #expect(run.status == 0 && run.output == "2026-12-07\n")
    let rule = ["occurrences", "daily", "--start", "2026-12-01", "--to", "tomorrow"]
    #expect(try duecal(rule, environment: now).output.hasSuffix("2026-12-05\n2026-12-06\n"))
    for wrong in [
      ["occurrences"], ["occurrences", "daily", "-f", "a.ics", "--start", "2026-12-01"],
    ] {
      #expect(try duecal(wrong, in: scratch.url).status == 2)
    }
  }

  @Test func looksAtAsMuchOfACalendarAsItMay() throws {
    let two = calendar("DTSTART:20260101T090000Z", "DTSTART:20260102T090000Z")
    let run = try duecal(["occurrences", "-", "--limit", "components=2"], input: two)
    #expect(run.status == 1 && run.output == "2026-01-01T10:00\n")
    let rule = ["occurrences", "daily", "--start", "2026-01-01", "--limit", "components=1"]
    #expect(try duecal(rule).status == 2)
  }
}
