import TaskDates
import Testing

@Suite("A phrase of a title is read as a whole or not at all") struct TitleDatesTests {
  /// Friday, 27 November 2026, 13:00.
  private let now = "2026-11-27 13:00"

  private func read(_ title: String, _ conventions: DateConventions = .none) throws -> String {
    let dates = TitleDates(reading: title, conventions: conventions)
    if let unread = dates.unread { return "left: \(unread.words)" }
    if let repetition = dates.repetition {
      let series = repetition.series(with: dates.date, at: try moment(now), in: .utc)
      return series.map { "\(dates.title) | \($0.due) | \($0.repetition.text)" } ?? "contradiction"
    }
    guard let date = dates.date?.date else { return "none" }
    return "\(dates.title) | \(try date.value(at: moment(now)))"
  }

  @Test(arguments: [
    ("Meet on the 12th", "Meet | 2026-12-12"),
    ("Meet on the 12th at 5pm", "Meet | 2026-12-12 17:00"),
    ("Meet the 12th of next month", "Meet | 2026-12-12"),
    ("Dinner at 7pm on the 12th", "Dinner | 2026-12-12 19:00"),
    ("Party at 8pm on December 5th", "Party | 2026-12-05 20:00"),
    ("Call Ann 9am on Saturday", "Call Ann | 2026-11-28 09:00"),
    ("Exam 5. December", "Exam | 2026-12-05"),
    ("Exam 5. December 2026", "Exam | 2026-12-05"),
    ("Conference 3-5 December 2026", "Conference | 2026-12-03 thru 2026-12-05"),
    ("Conference December 3rd to 5th", "Conference | 2026-12-03 thru 2026-12-05"),
    ("Vacation 28 - 30 Dec", "Vacation | 2026-12-28 thru 2026-12-30"),
    ("Vacation 10 - 22 August 2027", "Vacation | 2027-08-10 thru 2027-08-22"),
    ("Vacation 3 Dec - 5 Dec 2027", "Vacation | 2027-12-03 thru 2027-12-05"),
    ("Vacation 28 Dec - 3 Jan 2028", "Vacation | 2027-12-28 thru 2028-01-03"),
    ("Vacation from monday to friday", "Vacation | 2026-11-30 thru 2026-12-04"),
    ("Meeting 14:00-15:30 tomorrow", "Meeting | 2026-11-28 14:00 - 15:30"),
    ("Meeting from 14:00 to 15:30 tomorrow", "Meeting | 2026-11-28 14:00 - 15:30"),
    ("Meeting tomorrow between 2 and 4pm", "Meeting | 2026-11-28 14:00 - 16:00"),
    ("Meeting 2pm to 3pm tomorrow", "Meeting | 2026-11-28 14:00 - 15:00"),
    ("Meeting 14:00-15:30 3 dec", "Meeting | 2026-12-03 14:00 - 15:30"),
    ("Meeting 9:30-10:15 on monday", "Meeting | 2026-11-30 09:30 - 10:15"),
    ("Meeting 2 - 5:30pm", "Meeting | 2026-11-27 14:00 - 17:30"),
    ("Meeting 14:00-15:30 in a week", "Meeting | 2026-12-04 14:00 - 15:30"),
    ("Meeting tomorrow 10am for 2h", "Meeting | 2026-11-28 10:00 - 12:00"),
    ("Meeting tomorrow 10:00 for 90 minutes", "Meeting | 2026-11-28 10:00 - 11:30"),
    ("Meeting 5 dec 23:00 for two hours", "Meeting | 2026-12-05 23:00 thru 2026-12-06 01:00"),
    ("Meeting at 3pm on friday for 1 hour 30 minutes", "Meeting | 2026-12-04 15:00 - 16:30"),
    (
      "Meeting every friday at 3pm for an hour",
      "Meeting | 2026-11-27 15:00 - 16:00 | weekly on fri"
    ),
    ("Pay the rest tomorrow 10am for Ann", "Pay the rest for Ann | 2026-11-28 10:00"),
    ("Check mail workdays 9am", "Check mail | 2026-11-30 09:00 | weekdays"),
    ("Lunch @ noon friday", "Lunch | 2026-12-04 12:00"),
    ("Parents coming friday 3pm", "Parents coming | 2026-12-04 15:00"),
    ("Watch Boogie Nights at 8pm", "Watch Boogie Nights | 2026-11-27 20:00"),
    ("Call 555-1234 monday", "Call 555-1234 | 2026-11-30"),
    ("Log 120/80/70 tomorrow", "Log 120/80/70 | 2026-11-28"),
    (
      "See doctor tomorrow 10am for a second opinion",
      "See doctor for a second opinion | 2026-11-28 10:00"
    ),
    ("Yoga tomorrow 6:30-7:30pm", "Yoga | 2026-11-28 18:30 - 19:30"),
    ("Call Ann tomorrow at 6:11 p.m.", "Call Ann | 2026-11-28 18:11"),
    ("Ship on 3 dec at 17h", "Ship | 2026-12-03 17:00"),
    ("Ship at 17h30 tomorrow", "Ship | 2026-11-28 17:30"),
    ("Meet 14h-16h tomorrow", "Meet | 2026-11-28 14:00 - 16:00"),
    ("Meet tomorrow 14h30-16h", "Meet | 2026-11-28 14:30 - 16:00"),
    ("Meet Ann tomorrow at 8", "Meet Ann | 2026-11-28 08:00"),
    ("Call Ann at 9 o'clock tomorrow", "Call Ann | 2026-11-28 09:00"),
    ("Party tonight at 8", "Party | 2026-11-27 20:00"),
    ("Call mom on Dec. 5", "Call mom | 2026-12-05"),
    ("Call mom on Sat. at 5pm", "Call mom | 2026-11-28 17:00"),
    ("Meet 10:00-11:00, december 5", "Meet | 2026-12-05 10:00 - 11:00"),
    ("Meeting in 1 day 2 hours", "Meeting | 2026-11-28 15:00"),
    ("Meeting in one day and two hours", "Meeting | 2026-11-28 15:00"),
    ("Call May tomorrow", "Call May | 2026-11-28"),
    ("Buy milk every monday at 8", "Buy milk | 2026-11-30 08:00 | weekly on mon"),
    ("Meet at 8 every monday", "Meet | 2026-11-30 08:00 | weekly on mon"),
    ("Run every monday starting next week", "Run | 2026-11-30 | weekly on mon"),
    (
      "Run every monday 9:00 - 10:00 starting next week",
      "Run | 2026-11-30 09:00 - 10:00 | weekly on mon"
    ),
    ("Clean every 4 weeks on weekends", "Clean | 2026-11-28 | every 4 weeks on sat, sun"),
    (
      "Dinner every 4th thursday in november",
      "Dinner | 2027-11-25 | FREQ=YEARLY;BYDAY=4TH;BYMONTH=11"
    ),
    (
      "Dinner every 3 years on the fourth thursday in november",
      "Dinner | 2027-11-25 | FREQ=YEARLY;INTERVAL=3;BYDAY=4TH;BYMONTH=11"
    ),
  ])
  func aWholePhraseIsRead(title: String, expected: String) throws {
    #expect(try read(title) == expected)
  }

  @Test(arguments: [
    ("Report by 31 November 2026", "31 November 2026"),
    ("Report by 31 November", "31 November"),
    ("Pay rent 29 February 2027", "29 February 2027"),
    ("Dinner on New Year's Eve at 7pm", "on New Year's Eve at 7pm"),
    ("Dinner on Thanksgiving 19:00", "on Thanksgiving 19:00"),
    ("Mass on Martinmas at 5pm", "on Martinmas at 5pm"),
    ("Dentist 12/05/2026 at 5pm", "12/05/2026 at 5pm"),
    ("Dentist 12/5 at 5pm", "12/5 at 5pm"),
    ("Dentist 12-05-2026 at 5pm", "12-05-2026 at 5pm"),
    ("Dentist on 5.12. at 17:00", "5.12. at 17:00"),
    ("Plan 27/1/2027", "27/1/2027"),
    ("Call Ann 2 weeks ago at 9am", "2 weeks ago at 9am"),
    ("Pay on 3, 4 and 5 December", "4 and 5 December"),
    ("Swim monday and friday", "monday and friday"),
    ("Meet on the 2nd monday at 5pm", "2nd monday at 5pm"),
    ("Call Bob tomorrow at 25:00", "tomorrow at 25:00"),
    ("Meet Ann tomorrow at 8 Main Street", "tomorrow at 8"),
    ("Meet at 8", "at 8"),
    ("Festival 31 november - 2 december", "31 november"),
    ("Festival 31 - 28 december", "31 - 28 december"),
    ("Work 9-5 tomorrow", "9-5 tomorrow"),
    ("Lunch 1 Peb, 7:05 PM", "1 Peb, 7:05 PM"),
    ("Lunch december 2019 1 saturday", "1 saturday"),
    ("Call next week on friday at 3pm", "next week on friday at 3pm"),
    ("Pay rent on the first", "on the first"),
    ("Yesterday by 13:20", "by 13:20"),
    ("Plan tomorrow morning", "tomorrow morning"),
    ("Call Ann tomorrow 10am UTC", "10am UTC"),
    ("Call at 3pm Bob tomorrow", "at 3pm Bob tomorrow"),
    ("Meeting tomorrow for 2 hours", "tomorrow for 2 hours"),
    ("Trip for 3 days starting monday", "for 3 days starting monday"),
    ("Call 10am EST tomorrow", "10am EST tomorrow"),
    ("Call tomorrow 10:00Z", "10:00Z"),
    ("Call 2026-12-05 10:00 Europe/London", "10:00 Europe/London"),
    ("Call next month on the 5th", "next month on the 5th"),
    ("Trip 2026-12-24..2027-01-02", "2026-12-24..2027-01-02"),
    ("Meeting 2026-12-05T10:00/11:00", "2026-12-05T10:00/11:00"),
    ("Pill 2x daily", "2x daily"),
    ("Train 17:30 to Paris on friday", "17:30 to Paris on friday"),
    ("Plan 5pm talk tomorrow", "5pm talk tomorrow"),
    ("Lunch @1pm tomorrow", "@1pm tomorrow"),
    ("Call Ann a week on tuesday", "a week on tuesday"),
    ("Call Ann on tuesday or later", "on tuesday or later"),
    ("Vacation starting dec 7", "starting dec 7"),
    ("Vacation from dec 7", "from dec 7"),
    ("Vacation until dec 7", "until dec 7"),
    ("Check mail working days at 9am", "days at 9am"),
    ("Check mail tu th 9am", "tu th 9am"),
    ("Send invoice asap or by friday", "or by friday"),
    ("Call 2027-01-01T09:00:00+01:00", "2027-01-01T09:00:00+01:00"),
    ("Call 1/1/27", "1/1/27"),
    ("Remind me tomorrow to call", "tomorrow"),
    ("Train to Paris 17:30 with Ann on friday", "17:30 with Ann on friday"),
    ("Call mum same time tomorrow", "same time tomorrow"),
    ("Call mum this time next week", "this time next week"),
    ("Call mum first thing tomorrow", "first thing tomorrow"),
    ("Call mum nxt fri", "nxt fri"),
    ("Watch Sunday Bloody Sunday", "Sunday"),
    ("Call mum no later than tuesday", "than tuesday"),
    ("Call mum tomorrow 1530", "tomorrow 1530"),
    ("Call mum in 2 business days", "in 2 business days"),
    ("Call mum by tuesday at the latest", "by tuesday at the latest"),
    ("Clean every friday for 2 hours", "friday for 2 hours"),
    ("Rent monthly on the 1st, first time in january", "in january"),
  ])
  func ofAPhraseWithAnUnknownPartNothingIsRead(title: String, words: String) throws {
    #expect(try read(title) == "left: \(words)")
    #expect(DatePhrase.find(in: title) == nil || title.contains("every"))
  }

  @Test(arguments: [
    "9am in the morning", "in half an hour", "in 1.5 hours", "mon-fri 9am", "Mon–Fri at 9am",
    "half past 3", "in a couple of days", "in a few days", "a week from friday", "friday week",
    "two weeks from monday", "this evening", "in the afternoon", "tomorrow in the morning",
    "quarter past 3", "at quarter to 4", "at a quarter to four", "at ten past five", "half 3",
    "3 o'clock", "three pm", "at five", "5pm-ish", "around 5pm", "after 5pm", "before friday",
    "until friday", "eod", "end of day", "close of business", "mid January", "early next week",
    "by Q1", "Q1 2027", "in spring", "this weekend", "next weekend", "over the weekend",
    "last friday of the month", "on the first monday in january", "the 3rd tuesday of december",
    "in a fortnight", "bi-weekly", "twice a week", "3 times a day", "once a month", "mondays",
    "first of the month", "december the 24th", "24.12.", "24/12", "20261224", "12/2026", "17 uhr",
    "17h30", "at 1730", "5.30pm", "530pm", "13pm", "0am", "tmrw", "in 3 days' time",
    "3 days from now", "three days later", "in two and a half hours", "in an hour and a half",
    "within 3 days", "within the week", "week 49", "KW 49", "weekends", "friday next",
    "the week after next", "later today", "12h from now", "in december", "8pm till late",
    "every few days", "every couple of weeks", "after 3 days", "3 days before friday",
    "2 days after christmas", "5:30", "from 9 to 5", "between 9 and 10", "noon to 3", "5 or 6pm",
    "12 noon", "midday", "in 2027", "mwf 9am", "tth 9am",
  ])
  func whatPeopleSayForADateAndIsNotReadIsReported(words: String) throws {
    let read = try read("Report \(words)")
    #expect(read.hasPrefix("left: "), "\(read)")
  }

  @Test(arguments: [
    "Watch High Noon", "Read John 3:16", "Read War and Peace in the original", "Buy 1/2 litre milk",
    "Support 24/7", "Half marathon", "Write about the weekend", "Divide by two",
    "Fix release 2026-11", "Fix bug 12/5 in release 2026-11", "Meet in the middle",
    "Paint the quarter panel", "Read Q", "Fix 5 of 10", "Add 3 to 4",
    "Sell the Spring collection", "Read tomorrow's news", "Sing Tomorrow from Annie",
    "Play the first of three parts", "Weekend",
  ])
  func aTitleThatOnlyLooksLikeADateIsNotReported(title: String) throws {
    #expect(try read(title) == "none")
  }

  @Test(arguments: [
    ("Report 9:30 every tue and thu", "9:30 every tue and thu"),
    ("Call Ann in the morning tomorrow", "the morning tomorrow"),
    ("Call Ann half past 3 on friday", "half past 3 on friday"),
    ("Dinner at 25:00 tomorrow", "at 25:00"), ("Dinner at 9:75 tomorrow", "at 9:75"),
  ])
  func besideADateItIsReportedToo(title: String, words: String) throws {
    #expect(try read(title) == "left: \(words)")
  }

  @Test func tilIsReadAsTill() throws {
    #expect(try read("Party tomorrow 8pm til 10pm") == "Party | 2026-11-28 20:00 - 22:00")
  }

  @Test func whatADateInFiguresMayMeanIsKnown() throws {
    let day = TitleDates(reading: "Dentist 27/1/2027").unread
    #expect(day?.possibleDays.map(\.description) == ["2027-01-27"])
  }

  @Test func theConfigurationGivesTheOrderOfFiguresAndNames() throws {
    let eve = try #require(NamedDay("New Year's Eve", on: ["31 dec"]))
    let easter = try #require(NamedDay("Easter", on: ["2027-03-28", "2028-04-16"]))
    let german = DateConventions(order: .dayFirst, days: [eve, easter])
    #expect(try read("Call Ann on 5.12. at 17:00", german) == "Call Ann | 2026-12-05 17:00")
    #expect(try read("Call Ann 5/12/2027", german) == "Call Ann | 2027-12-05")
    #expect(try read("Fix version 3.5", german) == "none")
    #expect(try read("Call Ann on 31.2.", german) == "left: 31.2.")
    #expect(try read("Dinner on New Year’s Eve at 7pm", german) == "Dinner | 2026-12-31 19:00")
    #expect(try read("Paint eggs by easter", german) == "Paint eggs | 2027-03-28")
    let american = DateConventions(order: .monthFirst)
    #expect(try read("Call Ann 12/5", american) == "Call Ann | 2026-12-05")
    #expect(try read("Call Ann on 5.12. at 17:00", american) == "left: 5.12. at 17:00")
    #expect(NamedDay("Someday", on: ["someday"]) == nil)
    #expect(NamedDay("12", on: ["31 dec"]) == nil)
  }

  @Test(arguments: [
    "at 8 ", "12/5 ", "every monday in ", "3, 4 and ", "on the ", "5. ", "3-5 ", "for 2 hours ",
    "10:00 EST ", "from dec 7 ", "next month ", "2026-12-24..", "tomorrow 10am for 2h ",
  ])
  func aHostileTitleTakesNoLonger(piece: String) {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let text = String(repeating: piece, count: count)
      return (0..<3).map { _ in clock.measure { _ = TitleDates(reading: text) } }.min() ?? .zero
    }
    let (short, long) = (time(250), time(4_000))
    #expect(long < short * 160 + .milliseconds(250), "\(piece): \(short), \(long)")
  }
}

@Suite("A part of the day is written once for both times of a range") struct SharedHalfTests {
  @Test(arguments: [
    ("2026-12-04 3:30-5pm", "15:30", "17:00"), ("2026-12-04 3:30 - 5am", "03:30", "05:00"),
    ("2026-12-04 11:30 to 1pm", "11:30", "13:00"), ("2026-12-04 12:15-1pm", "12:15", "13:00"),
    ("2026-12-04 0:30 - 5pm", "00:30", "17:00"), ("2026-12-04 13:00 - 5pm", "13:00", "17:00"),
    ("2026-12-04 10:00am - 5pm", "10:00", "17:00"),
  ])
  func theBeginningHasTheHalfOfTheEnd(text: String, begin: String, end: String) throws {
    let payload = try DatePayload(parsing: text)
    #expect(payload.description == text)
    #expect(
      try payload.value == .range(moment("2026-12-04 \(begin)"), moment("2026-12-04 \(end)")))
  }

  @Test func aMovedRangeIsReadAgainAsItWasMeant() throws {
    for text in ["2026-12-04 3:30-5pm", "2026-12-04 9:00 - 11am", "2026-12-04 11:30 - 1:15pm"] {
      let payload = try DatePayload(parsing: text)
      for begin in stride(from: 0, to: 1440, by: 30) {
        for length in [15, 90, 400, 800] where begin + length < 1440 {
          let times = try [begin, begin + length].map {
            try TimeParameters(hour: $0 / 60, minute: $0 % 60)
          }
          let moments = try times.map { DateTimeParameters(date: try day("2026-12-04"), time: $0) }
          let moved = payload.replacing(value: try .range(moments[0], moments[1]))
          #expect(try DatePayload(parsing: moved.description).value == moved.value, "\(moved)")
        }
      }
    }
  }
}

@Suite("Lengths of days and hours count from now") struct MixedLengthTests {
  @Test(arguments: [
    ("in 1 day 2 hours", "2026-11-28 15:00"), ("1 day 21 hours ago", "2026-11-25 16:00"),
    ("+1d 2h", "2026-11-28 15:00"), ("tomorrow +3h", "2026-11-28 03:00"),
    ("+1w 2d", "2026-12-06"), ("on the 12th", "2026-12-12"), ("12th at 9am", "2026-12-12 09:00"),
    ("4 dec 14h-16h", "2026-12-04 14:00 - 16:00"),
    ("monday at 17h30", "2026-11-30 17:30"), ("tomorrow at 17.30", "2026-11-28 17:30"),
    ("3-5 December", "2026-12-03 thru 2026-12-05"), ("friday, 4 dec", "2026-12-04"),
    ("3pm to tomorrow 4pm", "2026-11-27 15:00 thru 2026-11-28 16:00"),
  ])
  func aDateInWordsIs(text: String, expected: String) throws {
    let value = try DateExpression(parsing: text).value(at: moment("2026-11-27 13:00"))
    #expect(value == (try DatePayload(parsing: expected).value), "\(text) is \(value)")
  }

  @Test(arguments: ["at 8", "5", "12/5", "5.12.", "from monday", "between 2pm", "31 November 2026"])
  func isRefusedInAFile(text: String) {
    #expect(throws: TMError.self) { try DateExpression(parsing: text) }
  }

  @Test func anHourAloneIsReportedAsAmbiguous() throws {
    let eight = try TimeParameters(hour: 8, minute: 0)
    #expect(
      try DateExpression(parsing: "tomorrow at 8").ambiguities(at: moment("2026-11-27 13:00"))
        == [.hour(eight)])
    #expect(
      try DateExpression(parsing: "tomorrow at 18").ambiguities(at: moment("2026-11-27 13:00"))
        .isEmpty)
  }
}
