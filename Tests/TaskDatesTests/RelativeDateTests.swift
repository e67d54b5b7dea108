import TaskDates
import Testing

/// A Wednesday.
private let now = "2024-12-04 09:30:15"

@Test(arguments: [
  ("today", "2024-12-04"), ("Tomorrow", "2024-12-05"), ("yesterday", "2024-12-03"),
  ("now", "2024-12-04 09:30:15"), ("tomorrow 3pm", "2024-12-05 15:00"),
  ("tomorrow at 3pm", "2024-12-05 15:00"), ("today 12am", "2024-12-04 00:00"),
  ("today 12pm", "2024-12-04 12:00"), ("noon", "2024-12-04 12:00"),
  ("tomorrow noon", "2024-12-05 12:00"), ("9:30", "2024-12-04 09:30"),
  ("+3d", "2024-12-07"), ("3d", "2024-12-07"), ("in 3 days", "2024-12-07"),
  ("-1w", "2024-11-27"), ("+1w 2d", "2024-12-13"), ("+1m", "2024-12-04 09:31:15"),
  ("+1o", "2025-01-04"), ("+1 month", "2025-01-04"), ("+1q", "2025-03-04"), ("+1y", "2025-12-04"),
  ("+2h", "2024-12-04 11:30:15"), ("monday", "2024-12-09"), ("wednesday", "2024-12-11"),
  ("thu", "2024-12-05"), ("this monday", "2024-12-02"), ("next friday", "2024-12-13"),
  ("last wed", "2024-11-27"), ("next friday 17:00", "2024-12-13 17:00"), ("this week", "2024-W49"),
  ("next week", "2024-W50"), ("last month", "2024-11"), ("next year", "2025"),
  ("4 jan", "2025-01-04"), ("jan 4", "2025-01-04"), ("next jan 4", "2025-01-04"),
  ("jan 4 3pm", "2025-01-04 15:00"), ("january", "2025-01"), ("end of month", "2024-12-31"),
  ("end of week", "2024-12-08"), ("end of year", "2024-12-31"), ("+3 wed", "2024-12-25"),
  ("today +1d 3pm", "2024-12-05 15:00"), ("today 3pm +1d", "2024-12-05 15:00"),
  ("tomorrow +1w", "2024-12-12"), ("2024-12-24 +1w", "2024-12-31"),
])
func aRelativeDateIsResolved(text: String, expected: String) throws {
  let resolved = try RelativeDate(parsing: text).value(at: moment(now))
  #expect(resolved == (try DatePayload(parsing: expected).value), "\(text) is \(resolved)")
}

@Test(arguments: [
  "", "x", "every monday", "2024-Q4", "next", "in", "+", "+3", "at", "end of", "32", "a,b",
  "jan jan x", "25:00", "13pm", "99999999999999999999 days", "end of hour", "feb 30", "0 jan",
  "at at", "tomorrow at at", "at at 3pm",
])
func whatIsNotUnderstoodIsRefused(text: String) {
  #expect(throws: TMError.self) { try RelativeDate(parsing: text) }
}

@Test(arguments: ["+99999999 years", "-9999 years", "+99999999 days +99999999 days"])
func whatLeadsToNoDateIsNone(text: String) throws {
  let relative = try RelativeDate(parsing: text)
  #expect(try relative.resolved(at: moment(now)) == nil)
}

@Test func aPayloadIsADateOrARelativeOne() throws {
  guard case .relative = try DateExpression(parsing: "tomorrow 3pm") else {
    Issue.record("not relative")
    return
  }
  #expect(throws: TMError.noSuchDay(year: 2024, month: 2, day: 30)) {
    try DateExpression(parsing: "2024-02-30")
  }
}
