import TaskDates
import Testing

/// The phrases of Obsidian Tasks, the rule that each becomes, and whether it counts from completion.
private let phrases: [(text: String, rule: String, isAfterDone: Bool)] = [
  ("every 3 days", "FREQ=DAILY;INTERVAL=3", false),
  ("every 10 days when done", "FREQ=DAILY;INTERVAL=10", true),
  ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", false),
  ("every week on Sunday", "FREQ=WEEKLY;BYDAY=SU", false),
  ("every week on Tuesday, Friday", "FREQ=WEEKLY;BYDAY=TU,FR", false),
  ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2", false),
  ("every 3 weeks on Friday", "FREQ=WEEKLY;INTERVAL=3;BYDAY=FR", false),
  ("every 2 months", "FREQ=MONTHLY;INTERVAL=2", false),
  ("every month on the 1st", "FREQ=MONTHLY;BYMONTHDAY=1", false),
  ("every month on the last", "FREQ=MONTHLY;BYMONTHDAY=-1", false),
  ("every month on the last Friday", "FREQ=MONTHLY;BYDAY=-1FR", false),
  ("every month on the 2nd last Friday", "FREQ=MONTHLY;BYDAY=-2FR", false),
  ("every 6 months on the 2nd Wednesday", "FREQ=MONTHLY;INTERVAL=6;BYDAY=2WE", false),
  ("every January on the 15th", "FREQ=YEARLY;BYMONTHDAY=15;BYMONTH=1", false),
  ("every February on the last", "FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=2", false),
  (
    "every April and December on the 1st and 24th",
    "FREQ=YEARLY;BYMONTHDAY=1,24;BYMONTH=4,12", false
  ),
  ("every year", "FREQ=YEARLY", false),
  ("every week when done", "FREQ=WEEKLY", true),
  ("every day for 3 times", "FREQ=DAILY;COUNT=3", false),
]

@Test(arguments: phrases.indices) func aPhraseOfObsidianTasksIsARule(row: Int) throws {
  let repetition = try Repetition(parsing: phrases[row].text)
  let parts = Set(repetition.rule.rrule.split(separator: ";"))
  #expect(parts == Set(phrases[row].rule.split(separator: ";")))
  #expect(repetition.isAfterDone == phrases[row].isAfterDone)
  #expect(repetition.obsidianText == phrases[row].text)
}

/// Other phrases that Obsidian Tasks reads, or that people write, and the rule that each becomes.
private let otherPhrases: [(text: String, rule: String)] = [
  ("every weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
  ("every week on weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
  ("every week on the Monday", "FREQ=WEEKLY;BYDAY=MO"),
  ("every Tuesday and Friday", "FREQ=WEEKLY;BYDAY=TU,FR"),
  ("every month on Friday", "FREQ=MONTHLY;BYDAY=FR"),
  ("every 2 months on Tuesday and Friday", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU,FR"),
  ("every month on the first Monday", "FREQ=MONTHLY;BYDAY=1MO"),
  ("every January 15", "FREQ=YEARLY;BYMONTHDAY=15;BYMONTH=1"),
  ("every year on February the 29th", "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2"),
  ("every year in February on the 1st", "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=2"),
  ("every year on the last Friday of November", "FREQ=YEARLY;BYDAY=-1FR;BYMONTH=11"),
  ("every year on the 1st Monday", "FREQ=YEARLY;BYDAY=1MO"),
  ("every two weeks", "FREQ=WEEKLY;INTERVAL=2"),
  ("every one month", "FREQ=MONTHLY"),
  ("every 2nd day", "FREQ=DAILY;INTERVAL=2"),
  ("every second week", "FREQ=WEEKLY;INTERVAL=2"),
  ("EVERY WEEK", "FREQ=WEEKLY"),
  ("every week until January 1, 2027", "FREQ=WEEKLY;UNTIL=20270101"),
]

@Test(arguments: otherPhrases.indices) func anotherPhraseIsARule(row: Int) throws {
  let repetition = try Repetition(parsing: otherPhrases[row].text)
  let parts = Set(repetition.rule.rrule.split(separator: ";"))
  #expect(parts == Set(otherPhrases[row].rule.split(separator: ";")))
  #expect(try Repetition(parsing: repetition.text) == repetition)
}

@Test(arguments: [
  "every 2 weekdays", "every day at 9", "every 30 minutes", "every month in the 1st week",
  "every month on the last weekday", "every year on the 1st", "every year on the 100th day",
  "every year on February", "every year on 30 February", "every last week", "every month on the",
  "every week until January 32, 2027", "every year in", "every week in",
])
func aPhraseWithoutARuleIsNamed(text: String) {
  #expect(throws: RuleError.notARule(text)) { try Repetition(parsing: text) }
}

@Test func anOrdinalWeekdayIsADayOfTheMonth() throws {
  #expect(try Repetition(parsing: "every 2nd Tuesday").rule.rrule == "FREQ=MONTHLY;BYDAY=2TU")
  #expect(
    try Repetition(parsing: "every 4th thursday in november").rule.rrule
      == "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11")
  #expect(
    try Repetition(parsing: "every 1st of december").rule.rrule
      == "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=12")
  #expect(try Repetition(parsing: "every last fri").rule.rrule == "FREQ=MONTHLY;BYDAY=-1FR")
  #expect(try Repetition(parsing: "every Sunday").obsidianText == "every week on Sunday")
}

@Test(arguments: [
  "daily until 2027-01-01", "FREQ=DAILY;BYHOUR=9", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1",
])
func someRulesHaveNoPhrase(text: String) throws {
  #expect(try Repetition(parsing: text).obsidianText == nil)
}

@Test(arguments: ["every", "every January on", "every 2nd", "when done", "every week when"])
func halfAPhraseIsNoRule(text: String) {
  #expect(throws: RuleError.self) { try Repetition(parsing: text) }
}

// MARK: - Dates

/// Words, a date of the series, and the next one of Obsidian Tasks 8.3.
private let nextDates: [(words: String, from: String, next: String)] = [
  ("every month", "2026-08-31", "2026-09-30"), ("every month", "2026-09-30", "2026-10-30"),
  ("every month", "2026-01-31", "2026-02-28"), ("every month", "2027-12-31", "2028-01-31"),
  ("every month", "2028-01-30", "2028-02-29"), ("every 6 months", "2026-08-31", "2027-02-28"),
  ("every 3 months", "2026-11-30", "2027-02-28"), ("every 12 months", "2024-02-29", "2025-02-28"),
  ("every year", "2024-02-29", "2025-02-28"), ("every 4 years", "2024-02-29", "2028-02-29"),
  ("every 2 years", "2024-02-29", "2026-02-28"), ("every year", "2026-12-31", "2027-12-31"),
  ("every month on the 31st", "2026-08-31", "2026-10-31"),
  ("every month on the last", "2026-08-31", "2026-09-30"),
  ("every month on the 1st", "2026-11-27", "2026-12-01"),
  ("every month on the last Friday", "2026-11-27", "2026-12-25"),
  ("every 4 weeks on Sunday", "2026-11-27", "2026-11-29"),
  ("every 2 weeks on Monday", "2026-11-27", "2026-12-07"),
  ("every weekday", "2026-11-27", "2026-11-30"), ("every 10 days", "2026-11-27", "2026-12-07"),
  ("every February on the 29th", "2024-02-29", "2028-02-29"),
  ("every April and December on the 1st and 24th", "2026-12-01", "2026-12-24"),
  ("every week until December 1, 2026", "2026-11-20", "2026-11-27"),
]

@Test(arguments: nextDates.indices) func theNextDateIsThatOfObsidianTasks(row: Int) throws {
  let (words, from, next) = nextDates[row]
  let dates = ObsidianRepetition(try Repetition(parsing: words))
  #expect(dates.next(after: try day(from))?.formattedDate == next)
}

@Test(arguments: [
  ("every week until December 1, 2026", "2026-11-27"), ("every September", "2026-08-31"),
  ("every February on the 30th", "2026-02-28"),
])
func aRuleThatEndsOrNeverFitsHasNoNextDate(words: String, from: String) throws {
  #expect(ObsidianRepetition(try Repetition(parsing: words)).next(after: try day(from)) == nil)
}

@Test(arguments: [
  ("every month", "2026-08-31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
  ("every 6 months", "2026-08-29", "FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29;BYSETPOS=-1"),
  ("every year", "2024-02-29", "FREQ=YEARLY;BYMONTHDAY=28,29;BYMONTH=2;BYSETPOS=-1"),
  ("every month for 3 times", "2026-08-30", "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
  ("every month", "2026-08-28", "FREQ=MONTHLY"), ("every year", "2026-08-31", "FREQ=YEARLY"),
  ("every month on the 31st", "2026-08-31", "FREQ=MONTHLY;BYMONTHDAY=31"),
  ("every week", "2026-08-31", "FREQ=WEEKLY"),
])
func aCalendarGetsARuleThatLeadsToThatDate(words: String, from: String, rule: String) throws {
  let dates = ObsidianRepetition(try Repetition(parsing: words))
  let found = try #require(dates.calendarRule(from: try day(from)))
  #expect(Set(found.rrule.split(separator: ";")) == Set(rule.split(separator: ";")))
  var series = RuleDates(
    found, from: DateTimeParameters(date: try day(from), time: .midnight), isAllDay: true)
  _ = series.next()
  #expect(series.next()?.date == dates.next(after: try day(from)))
}

@Test(arguments: [
  ("every other week", "every 2 weeks"),
  ("EVERY WEEK ON friday, MONDAY", "every week on Monday, Friday"),
  ("every Tuesday and Friday", "every week on Tuesday, Friday"),
  ("every month on the 24th and 1st and the last", "every month on the 1st, 24th and last"),
  ("every week on weekdays", "every weekday"),
  ("every 2 weeks on weekdays", "every 2 weeks on weekdays"),
  ("every 2nd Tuesday", "every month on the 2nd Tuesday"),
  ("every 1 month when done", "every month when done"),
])
func aLineThatIsWrittenAgainHasTheWordsOfThePlugin(words: String, form: String) throws {
  #expect(try Repetition(parsing: words).obsidianForm == form)
}
