import Testing

/// Dates that other programs read in another way.
///
/// The rows of `Docs/Interoperability.md` name these tests.
@Suite("Dates that other programs read in another way")
struct InteroperabilityWordTests {
  /// What `add` makes of words on Friday, 27 November 2026, at 13:00 in Berlin.
  private func added(_ words: String) throws -> String {
    let home = try ChangeHome()
    _ = try home.run(
      ["add", words, "-f", ChangeHome.name],
      environment: ["DUECAL_NOW": "2026-11-27T12:00:00Z", "TZ": "Europe/Berlin"])
    return try home.text
  }

  /// parsedatetime 2.6 and chrono 2.10.1 read tomorrow; dateparser 1.5.0 reads "next friday" since this version.
  @Test(arguments: [
    ("Call Ann day after tomorrow", "- Call Ann @due(2026-11-29)\n"),
    ("Meet next friday", "- Meet @due(2026-12-04)\n"),
    ("Report end of month", "- Report @due(2026-11-30)\n"),
  ])
  func wordsAreTheDayThatTheyName(words: String, line: String) throws {
    #expect(try added(words) == line)
  }

  /// parsedatetime 2.6 reads the year as a time of day.
  @Test func aWeekIsNoTimeOfDay() throws {
    #expect(try added("Plan 2026-W48") == "- Plan @due(2026-W48)\n")
  }

  /// rrule.js 2.8.0 drops "of November", and reads "sub" as Sunday.
  @Test func aRepetitionIsReadAsAWholeOrNotAtAll() throws {
    #expect(
      try added("Vote every year on the 1st Monday of November")
        .contains("@repeat(FREQ=YEARLY;BYDAY=1MO;BYMONTH=11)"))
    #expect(try added("Sync every sub") == "- Sync every sub\n")
  }

  /// parsedatetime 2.6 reads 5 March of next year, dateparser 1.5.0 only the first day.
  @Test func aRangeOfDaysIsNeverOneDay() throws {
    #expect(try added("Trip 3-5 December") == "- Trip @due(2026-12-03 thru 2026-12-05)\n")
  }

  /// taskwarrior 2.6.2 begins this week on 29 November.
  @Test func anIsoWeekBeginsOnMonday() throws {
    let feed = try duecal(["export", "-", "--plain"], input: "- Plan @due(2026-W48)\n")
    #expect(feed.output.contains("DTSTART;VALUE=DATE:20261123\r\n"))
    #expect(feed.output.contains("DUE;VALUE=DATE:20261129\r\n"))
  }

  /// dateutil 4.0.0 agrees since this version; arrow 1.4.0 shows a time that no clock shows.
  @Test func aSkippedTimeIsLaterByTheGap() throws {
    let feed = try duecal(
      ["export", "-", "--plain", "--times", "utc", "--zone", "Europe/Berlin"],
      input: "- Watch @due(2027-03-28 02:30)\n")
    #expect(feed.output.contains("DUE:20270328T013000Z\r\n"), "\(feed.output)")
  }

  /// arrow 1.4.0 moves hours on the wall clock; Radicale 3.9.0 stores PT24H as P1D.
  @Test func hoursAndDaysStayTwoThings() throws {
    let feed = try duecal(
      ["export", "-", "--plain"],
      input: "- A @due(2027-03-28 09:00) @remind(24h)\n- B @due(2027-03-28 09:00) @remind(1d)\n")
    #expect(feed.output.contains(":-PT24H\r\n"), "\(feed.output)")
    #expect(feed.output.contains(":-P1D\r\n"))
  }
}
