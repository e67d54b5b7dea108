import TaskDates
import Testing

/// The first dates of a rule, separated by commas; with their times unless they are days.
private func dates(
  _ rule: String, from start: String, _ count: Int, isAllDay: Bool = false
) throws -> String {
  let rule = try RecurrenceRule(rrule: rule)
  let dates = RuleDates(rule, from: try first(start), isAllDay: isAllDay).prefix(count)
  return dates.map { isAllDay ? $0.date.formattedDate : $0.formattedDate }.joined(separator: ", ")
}

private func first(_ text: String) throws -> DateTimeParameters {
  try DatePayload(parsing: text).value.startDate
}

@Suite("Dates of a rule")
struct RuleDatesTests {
  /// RFC 5545, section 3.8.5.3; all rules begin on Tuesday 2 September 1997 at nine unless noted.
  @Test(arguments: [
    ("FREQ=DAILY;COUNT=3", "09-02, 09-03, 09-04"),
    ("FREQ=DAILY;INTERVAL=10;COUNT=5", "09-02, 09-12, 09-22, 10-02, 10-12"),
    ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "09-02, 09-16, 09-30, 10-14"),
    (
      "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
      "09-02, 09-04, 09-09, 09-11, 09-16, 09-18, 09-23, 09-25, 09-30, 10-02"
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
      "09-02, 09-04, 09-16, 09-18, 09-30, 10-02, 10-14, 10-16"
    ),
    ("FREQ=MONTHLY;BYMONTHDAY=-3", "09-02, 09-28, 10-29, 11-28, 12-29"),
    ("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "09-02, 09-15, 10-02, 10-15, 11-02, 11-15"),
    ("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "09-02, 09-30, 10-01, 10-31, 11-01, 11-30"),
    ("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "09-02, 09-22, 10-20, 11-17, 12-22, 01-19"),
    ("FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "09-02, 09-09, 09-16, 09-23, 09-30, 11-04, 11-11"),
    ("FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "09-02, 09-13, 10-11, 11-08, 12-13"),
    ("FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=3", "09-02, 09-04, 10-07"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "09-02, 09-29, 10-30, 11-27, 12-30"),
    (
      "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
      "09-02, 01-01, 04-09, 07-18, 01-01, 04-10, 07-19"
    ),
    (
      "FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,30;COUNT=5",
      "09-02 09:00, 09-02 09:30, 09-02 10:00, 09-02 10:30, 09-03 09:00"
    ),
    ("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", "09-02 09:00, 09-02 12:00, 09-02 15:00"),
    ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", "09-02 09:00, 09-02 10:30, 09-02 12:00, 09-02 13:30"),
    ("FREQ=SECONDLY;INTERVAL=45;COUNT=3", "09-02 09:00, 09-02 09:00:45, 09-02 09:01:30"),
  ])
  func areThoseOfTheStandard(rule: String, expected: String) throws {
    let wanted = expected.split(separator: ", ").map(String.init)
    let found = try dates(rule, from: "1997-09-02 09:00", wanted.count).split(separator: ", ")
    let hasTimes = wanted[0].count > 5
    #expect(
      found.map { hasTimes ? String($0.dropFirst(5)) : String($0.dropFirst(5).prefix(5)) } == wanted
    )
  }

  @Test(arguments: [
    ("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1997-05-19, 1998-05-18, 1999-05-17"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "1997-05-12, 1998-05-11, 1999-05-17"),
    (
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05",
      "1996-11-05, 2000-11-07, 2004-11-02"
    ),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-02-13", "1998-02-13, 1998-03-13, 1998-11-13"),
    ("FREQ=MONTHLY", "2026-01-31", "2026-01-31, 2026-03-31, 2026-05-31"),
    ("FREQ=YEARLY", "2024-02-29", "2024-02-29, 2028-02-29, 2032-02-29"),
    ("FREQ=YEARLY;BYWEEKNO=1", "2013-01-07", "2013-01-07, 2013-12-30, 2014-12-29"),
    (
      "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=6", "2010-01-02",
      "2010-01-02, 2015-12-29, 2016-01-02"
    ),
    ("FREQ=YEARLY;BYWEEKNO=53", "2021-01-01", "2021-01-01, 2027-01-01, 2032-12-31"),
    ("FREQ=YEARLY;BYMONTHDAY=1,3", "1997-09-02", "1997-09-02, 1997-09-03, 1997-10-01"),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "1997-08-05",
      "1997-08-05, 1997-08-10, 1997-08-19"
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05",
      "1997-08-05, 1997-08-17, 1997-08-19"
    ),
    ("FREQ=DAILY;BYHOUR=9,17", "2026-12-01", "2026-12-01, 2026-12-02, 2026-12-03"),
    ("FREQ=HOURLY", "2026-12-01", "2026-12-01"),
    ("RSCALE=GREGORIAN;FREQ=YEARLY;COUNT=2", "2024-02-29", "2024-02-29, 2028-02-29"),
    ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", "2014-01-31", "2014-01-31"),
    ("RSCALE=CHINESE;FREQ=YEARLY", "2013-02-10", "2013-02-10"),
    ("FREQ=DAILY;UNTIL=20261202", "2026-12-01", "2026-12-01, 2026-12-02"),
    ("FREQ=DAILY", "9999-12-30", "9999-12-30, 9999-12-31"),
  ])
  func ofDays(rule: String, start: String, expected: String) throws {
    #expect(try dates(rule, from: start, 3, isAllDay: true) == expected)
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=2",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;INTERVAL=25;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
    "FREQ=HOURLY;INTERVAL=168;BYDAY=TU", "FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=3",
    "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6", "FREQ=SECONDLY;INTERVAL=60;BYSECOND=1",
  ])
  func ofARuleThatMakesNoneEnd(rule: String) throws {
    let rule = try RecurrenceRule(rrule: rule)
    let start = try moment("2026-11-30 00:00")  // a Monday
    var dates = RuleDates(rule, from: start, countsStart: false)
    #expect(dates.next() == nil)
    #expect(Array(RuleDates(rule, from: start)) == [start])
  }

  @Test func aTimeThatClocksSkipIsItselfTheNextDay() throws {
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    let rule = try RecurrenceRule(rrule: "FREQ=DAILY;COUNT=3")
    let dates = RuleDates(rule, from: try moment("2027-03-27 02:30"), zone: berlin)
    #expect(
      dates.compactMap { berlin.civil(at: berlin.instant(of: $0))?.formattedDate } == [
        "2027-03-27 02:30", "2027-03-28 03:30", "2027-03-29 02:30",
      ])
  }

  @Test func anEndInUTCIsLookedAtInTheZone() throws {
    let tokyo = try ZoneDatabase().zone(named: "Asia/Tokyo")
    let rule = try RecurrenceRule(rrule: "FREQ=DAILY;UNTIL=20261202T235959Z")
    let start = try moment("2026-12-02 09:00")
    #expect(Array(RuleDates(rule, from: start, zone: tokyo)).count == 1)
    #expect(Array(RuleDates(rule, from: try moment("2026-12-02 08:59"), zone: tokyo)).count == 2)
  }

  @Test func aDateIsOneThatTheRuleAllows() throws {
    for text in ["FREQ=MONTHLY;BYDAY=2TU,-1FR", "FREQ=YEARLY;BYMONTH=3,7;BYMONTHDAY=-1,5"] {
      let rule = try RecurrenceRule(rrule: text)
      let dates = RuleDates(rule, from: try moment("2026-01-01 10:00"), countsStart: false)
      for date in dates.prefix(50) { #expect(rule.allows(date.date) == true) }
    }
  }
}
