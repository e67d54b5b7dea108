import TaskDates
import TestSupport
import Testing

@Test(arguments: [
  ("daily", "FREQ=DAILY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
  ("weekly", "FREQ=WEEKLY"), ("monthly", "FREQ=MONTHLY"), ("yearly", "FREQ=YEARLY"),
  ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
  ("every 2 weeks on mon, wed", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
  ("monthly on the 2nd tue", "FREQ=MONTHLY;BYDAY=2TU"),
  ("monthly on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
  ("monthly on the last fri", "FREQ=MONTHLY;BYDAY=-1FR"),
  ("monthly on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
  ("yearly on 24 dec", "FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12"),
  ("daily until 2025-01-01", "FREQ=DAILY;UNTIL=20250101"),
  ("weekly 3 times", "FREQ=WEEKLY;COUNT=3"), ("weekly on sun", "FREQ=WEEKLY;BYDAY=SU"),
  ("weekdays until 2025-01-01", "FREQ=WEEKLY;UNTIL=20250101;BYDAY=MO,TU,WE,TH,FR"),
  ("hourly", "FREQ=HOURLY"),
])
func aRuleIsWrittenInWordsBothWays(words: String, rrule: String) throws {
  let repetition = try Repetition(parsing: words)
  #expect(repetition.rule.rrule == rrule)
  #expect(repetition.text == words)
  #expect(try Repetition(parsing: rrule).text == words)
}

@Test(arguments: [
  ("every day", "daily"), ("every monday", "weekly on mon"), ("every weekday", "weekdays"),
  ("every other week", "every 2 weeks"), ("Wednesday", "weekly on wed"),
  ("Mon,Wed,Fri", "weekly on mon, wed, fri"), ("+2 weeks", "every 2 weeks"), ("1w", "weekly"),
  ("1m", "monthly"), ("every 1 month on the first day", "monthly on the 1st"),
  ("yearly on dec 24", "yearly on 24 dec"),
  ("monthly on the 1st and 15th", "monthly on the 1st, the 15th"),
  ("every 6 months on the 2nd last day", "every 6 months on the 2nd last day"),
])
func otherWordsAreRead(words: String, written: String) throws {
  let repetition = try Repetition(parsing: words)
  #expect(repetition.text == written)
  #expect(try Repetition(parsing: written) == repetition)
}

@Test func afterDoneIsNoPartOfTheRule() throws {
  let repetition = try Repetition(parsing: "every 3 days after done")
  #expect(repetition.isAfterDone)
  #expect(repetition.rule.rrule == "FREQ=DAILY;INTERVAL=3")
  #expect(repetition.text == "every 3 days after done")
}

@Test(arguments: [
  "FREQ=DAILY;INTERVAL=10;BYSECOND=0,30;BYMINUTE=5;BYHOUR=9",
  "FREQ=YEARLY;UNTIL=20240101T000000Z;BYDAY=MO,FR;BYYEARDAY=1,-1;BYWEEKNO=20;WKST=SU",
  "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
  "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5;SKIP=FORWARD",
])
func aRuleThatWordsCannotExpressStaysARule(rrule: String) throws {
  let repetition = try Repetition(parsing: rrule)
  #expect(repetition.text == rrule)
}

@Test(arguments: [
  "", "x", "every", "every x", "weekly on", "weekly on x", "daily on mon", "monthly on the 32nd",
  "monthly on the 6th mon", "yearly on 30 feb", "weekly 0 times", "weekly until", "daily until x",
  "0 days", "every 99999 dayss", "weekdays on mon", "FREQ=X", "FREQ=DAILY;;COUNT=3", "COUNT=3",
  "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;X-A=1",
  "FREQ=DAILY;COUNT=3;UNTIL=20240101", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;BYMONTH=0",
  "FREQ=DAILY;BYMONTH=13", "FREQ=DAILY;BYDAY=255SU", "FREQ=DAILY;BYDAY=MX", "FREQ=DAILY;BYHOUR=",
  "FREQ=DAILY;UNTIL=20240230", "FREQ=DAILY;UNTIL=2024", "FREQ=DAILY;UNTIL=20240101T250000Z",
  "FREQ=DAILY;BYMONTHDAY=0", "FREQ=DAILY;BYMONTH=99999999999999999999",
  "FREQ=WEEKLY;BYMONTHDAY=1,3", "FREQ=MONTHLY;BYWEEKNO=20", "FREQ=DAILY;BYDAY=2MO",
  "FREQ=DAILY;BYYEARDAY=3", "FREQ=DAILY;BYSETPOS=1", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=2MO",
  "FREQ=DAILY;SKIP=OMIT", "RSCALE=GREGORIAN;FREQ=DAILY;SKIP=XX",
  "monthly on " + String(repeating: "the 1st and ", count: 100_000) + "the 2nd",
])
func whatIsNoRuleIsRefused(text: String) {
  #expect(throws: RuleError.self) { try Repetition(parsing: text) }
}

@Test(arguments: [
  ("weekly on mon", "2024-12-02", true), ("weekly on mon", "2024-12-03", false),
  ("monthly on the last day", "2024-02-29", true), ("monthly on the 2nd tue", "2024-12-10", true),
  ("monthly on the last fri", "2024-12-20", false), ("yearly on 24 dec", "2024-12-24", true),
  ("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", true),
  ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", true),
  ("FREQ=YEARLY;BYYEARDAY=-1", "2024-12-31", true), ("daily", "2024-12-03", true),
])
func aDayIsADateOfTheRuleOrNot(words: String, text: String, expected: Bool) throws {
  #expect(try Repetition(parsing: words).rule.allows(day(text)) == expected)
}

@Test(arguments: [
  ("15m", "PT15M", "15m"), ("1h30m", "PT1H30M", "1h30m"), ("90 min", "PT1H30M", "1h30m"),
  ("2 days", "P2D", "2d"), ("1 week", "P1W", "1w"), ("1d 2h", "P1DT2H", "1d2h"),
  ("PT15M", "PT15M", "15m"), ("p1dt12h", "P1DT12H", "1d12h"), ("P2W", "P2W", "2w"),
  ("1h 5s", "PT1H0M5S", "1h5s"), ("0m", "PT0S", "0m"),
])
func aLengthOfTimeIsReadAndWritten(text: String, duration: String, written: String) throws {
  let span = try #require(TimeSpan(parsing: text))
  #expect(span.duration == duration)
  #expect(span.text == written)
  #expect(TimeSpan(parsing: duration) == span)
  #expect(span.negated.duration == (span == TimeSpan() ? duration : "-" + duration))
}

@Test(arguments: [
  "", "x", "15", "m", "-15m", "P", "PT", "P1M", "PT1D", "1h x", "999999999999h", "P1DT",
])
func whatIsNoLengthIsRefused(text: String) {
  #expect(TimeSpan(parsing: text) == nil)
}
