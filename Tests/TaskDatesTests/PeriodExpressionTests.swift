import TaskDates
import Testing

@Suite struct PeriodExpressionTests {
  /// A Wednesday.
  private let now = "2026-11-25 09:30"

  @Test(arguments: [
    ("day", "2026-11-25"), ("Today", "2026-11-25"), ("tomorrow", "2026-11-26"),
    ("friday", "2026-11-27"), ("2026-12-01", "2026-12-01"), ("week", "2026-W48"),
    ("this week", "2026-W48"), ("next week", "2026-W49"), ("2026-W01", "2026-W01"),
    ("month", "2026-11"), ("last month", "2026-10"), ("2026-11", "2026-11"),
    ("december", "2026-12"), ("year", "2026"), ("next year", "2027"), ("2024", "2024"),
    ("next 1 month", "2026-11"),
  ])
  func onePeriodIsAskedFor(text: String, period: String) throws {
    guard case .list(let list) = try expression(text) else {
      Issue.record("\(text) is not a list")
      return
    }
    #expect(list.period?.formattedDate == period)
  }

  @Test(arguments: [
    ("next 7 days", "2026-11-25", "2026-12-01", DatePeriod.Unit.day),
    ("last 7 days", "2026-11-19", "2026-11-25", .day),
    ("next 6 weeks", "2026-11-23", "2027-01-03", .week),
    ("next 6 months", "2026-11-01", "2027-04-30", .month),
    ("next 2 years", "2026-01-01", "2027-12-31", .year),
    ("2026-12-01 thru 2026-12-05", "2026-12-01", "2026-12-05", .day),
    ("mon to fri", "2026-11-30", "2026-12-04", .day),
  ])
  func severalAreAskedFor(text: String, first: String, last: String, unit: DatePeriod.Unit) throws {
    #expect(try expression(text) == .list(PeriodList(unit, from: day(first), to: day(last))))
  }

  @Test func aWeekBeginsWhereThePersonsDoes() throws {
    let sunday = try PeriodExpression(parsing: "week", now: moment(now), firstWeekday: .sunday)
    #expect(
      try sunday == .list(PeriodList(.week, from: day("2026-11-22"), to: day("2026-11-28"))))
    let next = try PeriodExpression(parsing: "next week", now: moment(now), firstWeekday: .sunday)
    #expect(try next == .list(PeriodList(.week, from: day("2026-11-29"), to: day("2026-12-05"))))
  }

  @Test func whatIsLateAndWhatHasNoDateAreAskedFor() throws {
    #expect(try expression("overdue") == .overdue)
    #expect(try expression("UNDATED") == .undated)
  }

  @Test(arguments: ["", "soon", "next 0 days", "next 99999 days", "tomorrow 3pm", "next 7 hours"])
  func whatIsNoListIsRefused(text: String) {
    #expect(throws: TMError.self) { try expression(text) }
  }

  private func expression(_ text: String) throws -> PeriodExpression {
    try PeriodExpression(parsing: text, now: moment(now))
  }
}
