import TaskDates
import Testing

/// The dates in words of `Docs/DateWords.md`, on the day that the page names.
@Suite struct DocumentedDateTests {
  /// A Friday.
  private let now = "2026-11-20 17:15"

  @Test(arguments: [
    ("tomorrow", "2026-11-21"), ("tonight", "2026-11-20"), ("tonight 8pm", "2026-11-20 20:00"),
    ("day after tomorrow", "2026-11-22"), ("the day before yesterday", "2026-11-18"),
    ("tomorrow at 3pm", "2026-11-21 15:00"), ("3:05 pm", "2026-11-20 15:05"),
    ("15:00:30", "2026-11-20 15:00:30"), ("monday", "2026-11-23"), ("friday", "2026-11-27"),
    ("next wed", "2026-11-25"), ("next week", "2026-W48"), ("this month", "2026-11"),
    ("next year", "2027"), ("this quarter", "2026-10-01 thru 2026-12-31"), ("january", "2027-01"),
    ("november", "2026-11"), ("4 jan", "2027-01-04"), ("4th of january", "2027-01-04"),
    ("4 jan 2028", "2028-01-04"), ("jan 4, 2028", "2028-01-04"), ("jan 2028", "2028-01"),
    ("this jan 4", "2026-01-04"), ("next jan", "2027-01"), ("+2w", "2026-12-04"),
    ("-1 day", "2026-11-19"), ("+1w 2d", "2026-11-29"), ("in a week", "2026-11-27"),
    ("3 days ago", "2026-11-17"), ("1 week 2 days ago", "2026-11-11"), ("a week ago", "2026-11-13"),
    ("in an hour", "2026-11-20 18:15"), ("+3 wed", "2026-12-09"), ("-1 fri", "2026-11-13"),
    ("end of month", "2026-11-30"), ("start of next week", "2026-11-23"),
    ("beginning of january", "2027-01-01"), ("end of feb 2028", "2028-02-29"),
    ("eom", "2026-11-30"), ("eoy", "2026-12-31"), ("2026-12-05 at 3pm", "2026-12-05 15:00"),
    ("2026-12-05 +1 week", "2026-12-12"), ("2026-W48-3", "2026-11-25"), ("2026w48", "2026-W48"),
    ("tomorrow 3pm to 4pm", "2026-11-21 15:00 - 16:00"), ("3-4pm", "2026-11-20 15:00 - 16:00"),
    ("mon to fri", "2026-11-23 thru 2026-11-27"), ("mon-fri", "2026-11-23 thru 2026-11-27"),
    ("28 dec to 3 jan", "2026-12-28 thru 2027-01-03"), ("today +1d 3pm", "2026-11-21 15:00"),
    ("+1 month end of month", "2026-12-31"),
    ("friday 10pm to sat 2am", "2026-11-27 22:00 thru 2026-11-28 02:00"),
    ("feb 29", "2028-02-29"), ("friday 4 dec", "2026-12-04"),
    ("Friday, 4 Dec 1pm", "2026-12-04 13:00"), ("mon 2028-01-03", "2028-01-03"),
    ("3pm tomorrow", "2026-11-21 15:00"),
    ("3pm next week", "2026-11-23 15:00"),
    ("tomorrow 3pm -1h", "2026-11-21 14:00"), ("12am", "2026-11-20 00:00"),
    ("12pm", "2026-11-20 12:00"),
  ])
  func hasTheDocumentedMeaning(text: String, expected: String) throws {
    let value = try RelativeDate(parsing: text).value(at: moment(now))
    #expect(try value == DatePayload(parsing: expected).value, "\(text) is \(value)")
  }

  @Test(arguments: [
    ("5", 0), ("eow", 0), ("weekend", 0), ("eod", 0), ("tomorrow morning", 9), ("week", 0),
    ("12/05/2026", 0), ("second friday", 0), ("2024w", 0), ("today tomorrow", 6), ("3pm 4pm", 4),
    ("+1d tomorrow", 4), ("tomorrow at 25", 12), ("next m", 5), ("tomorrow 13pm", 9), ("é", 0),
    ("this week to next week x", 23), ("mon to fri 9am", 7), ("in 3", 4), ("a week", 0),
    ("jan 32", 4),
  ])
  func isRefusedAtTheDocumentedPlace(text: String, offset: Int) {
    do {
      _ = try RelativeDate(parsing: text)
      Issue.record("\(text) is read")
    } catch {
      #expect(error.offset == offset, "\(error)")
    }
  }

  @Test(arguments: [
    ("+1m", [DateAmbiguity.minuteOrMonth]), ("+1min", []),
    ("midnight", [.midnight, .passedTime(.midnight)]),
    ("tonight", [.tonight]), ("tonight 8pm", []), ("today", []), ("3pm", nil), ("8pm", []),
    ("fri 3pm", nil), ("friday", nil),
    ("next sat", nil), ("4 jan", nil), ("4 jan 2027", []), ("next fri", nil), ("this jan 4", []),
  ])
  func reportsWhatCanBeTakenOtherwise(text: String, expected: [DateAmbiguity]?) throws {
    let ambiguities = try RelativeDate(parsing: text).ambiguities(at: moment(now))
    let known: [String: [DateAmbiguity]] = [
      "fri 3pm": [.todaysWeekday(.friday, try day("2026-11-27"))],
      "friday": [.todaysWeekday(.friday, try day("2026-11-27"))],
      "next sat": [
        .nextWeekday(.saturday, this: try day("2026-11-21"), next: try day("2026-11-28"))
      ],
      "4 jan": [.passedDay(try day("2027-01-04"))], "next fri": [],
      "3pm": [.passedTime(try moment("2026-11-20 15:00").time)],
    ]
    #expect(ambiguities == expected ?? known[text])
    for ambiguity in ambiguities { #expect(!ambiguity.description.isEmpty) }
  }

  @Test(arguments: [
    ("4 jan 2028", true), ("2026-12-05 +1 week", true), ("2026-12-05 +2h", true),
    ("+1 month end of feb 2028", true), ("+2h end of feb 2028", false),
    ("3pm +2h end of feb 2028", false), ("tomorrow", false), ("3pm", false),
  ])
  func movesWithTheClockOrDoesNot(text: String, isFixed: Bool) throws {
    let date = try RelativeDate(parsing: text)
    #expect(date.isFixed == isFixed)
    #expect(try !isFixed || date.fixedValue == date.value(at: moment(now)))
  }

  @Test func hoursAreCountedAsTheyPassInTheZone() throws {
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    let now = try moment("2027-03-28 01:30")
    let date = try RelativeDate(parsing: "+1h")
    #expect(date.resolved(at: now) == .dateTime(try moment("2027-03-28 02:30")))
    #expect(date.resolved(at: now, in: berlin) == .dateTime(try moment("2027-03-28 03:30")))
  }

  @Test func aRangeHasTwoTimesOrNoneAndAWeekdayIsThatOfItsDay() throws {
    for text in ["tomorrow 3pm to friday", "this week to next week", "mon to fri 9am"] {
      #expect(throws: TMError.self, "\(text)") { try RelativeDate(parsing: text) }
    }
    let otherDay = try RelativeDate(parsing: "monday 4 dec")
    #expect(throws: TMError.otherWeekday(try day("2026-12-04"), .monday)) {
      try otherDay.value(at: try moment(now))
    }
    let backwards = try RelativeDate(parsing: "friday 4pm to 3pm")
    #expect(throws: TMError.self) { try backwards.value(at: try moment(now)) }
  }
}
