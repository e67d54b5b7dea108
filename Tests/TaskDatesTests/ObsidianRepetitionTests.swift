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
