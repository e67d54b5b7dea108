import TaskDates
import Testing

@Suite("An INTERVAL of any size")
struct LargeIntervalTests {
  private func dates(_ rule: String, _ count: Int) throws -> [String] {
    let start = try DateTimeParameters(year: 1997, month: 9, day: 2, hour: 9, minute: 0)
    return RuleDates(try RecurrenceRule(rrule: rule), from: start).prefix(count).map(
      \.formattedDate)
  }

  @Test func ofMinutesAndSecondsIsCounted() throws {
    #expect(
      try dates("FREQ=MINUTELY;INTERVAL=10080;COUNT=3", 9)
        == ["1997-09-02 09:00", "1997-09-09 09:00", "1997-09-16 09:00"])
    #expect(
      try dates("FREQ=SECONDLY;INTERVAL=90061;COUNT=3", 9)
        == ["1997-09-02 09:00", "1997-09-03 10:01:01", "1997-09-04 11:02:02"])
  }

  @Test func ofWeeksAndDaysLeapsOverTheMonthsBetween() throws {
    #expect(try dates("FREQ=DAILY;INTERVAL=146097", 2) == ["1997-09-02 09:00", "2397-09-02 09:00"])
    #expect(try dates("FREQ=WEEKLY;INTERVAL=20871;BYDAY=MO,TU", 3)[1...].count == 2)
    #expect(try dates("FREQ=DAILY;INTERVAL=10000000", 2) == ["1997-09-02 09:00"])
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func ofAnyFrequencyHasItsStartAlone(frequency: RecurrenceRule.Frequency) throws {
    for parts in ["", ";BYMONTH=2", ";BYDAY=MO;BYSETPOS=1"] {
      for digits in ["1000000000000", "9223372036854775807", "99999999999999999999"] {
        let rule = "FREQ=\(frequency.rawValue);INTERVAL=\(digits)\(parts)"
        #expect(try dates(rule, 3) == ["1997-09-02 09:00"], "\(rule)")
      }
    }
  }

  @Test func keepsItsDigits() throws {
    let rule = try RecurrenceRule(rrule: "FREQ=WEEKLY;INTERVAL=99999999999999999999")
    #expect(rule.rrule == "FREQ=WEEKLY;INTERVAL=99999999999999999999")
    #expect(rule.words == "every 99999999999999999999 weeks")
    #expect(try Repetition(parsing: "every 99999999999999999999 weeks").rule == rule)
    #expect(rule != (try RecurrenceRule(rrule: "FREQ=WEEKLY;INTERVAL=99999999999999999998")))
    #expect(try RecurrenceRule(rrule: "FREQ=WEEKLY;INTERVAL=007").rrule == "FREQ=WEEKLY;INTERVAL=7")
  }

  @Test(arguments: ["0", "00000000000000000000", "", "-1", "1x"])
  func isAWholeNumber(digits: String) {
    #expect(throws: RuleError.self) { try RecurrenceRule(rrule: "FREQ=DAILY;INTERVAL=\(digits)") }
  }
}
