import TaskDates
import TestSupport
import Testing

@Test func everyDayOf400YearsIsCountedAndComesBack() throws {
  var expected = try DateParameters(year: 1900, month: 1, day: 1)
  let first = expected.dayNumber
  #expect(first == -25_567)
  for number in first..<first + 146_097 {
    let found = DateParameters(dayNumber: number)
    guard found == expected, expected.dayNumber == number else {
      Issue.record("day \(number) is \(String(describing: found)), expected \(expected)")
      return
    }
    expected = next(expected)
  }
}

/// The next day by the plain rules of the calendar.
private func next(_ day: DateParameters) -> DateParameters {
  let candidates = [
    (day.year, day.month, day.day + 1), (day.year, day.month + 1, 1), (day.year + 1, 1, 1),
  ]
  return candidates.lazy.compactMap {
    try? DateParameters(year: $0.0, month: $0.1, day: $0.2)
  }.first ?? day
}

@Test func theCalendarEndsAt9999() throws {
  #expect(try day("9999-12-31").advanced(byDays: 1) == nil)
  #expect(try day("0001-01-01").advanced(byDays: -1) == nil)
  #expect(DateParameters(dayNumber: .max) == nil)
  #expect(DateTimeParameters(secondNumber: .min + 86_400) == nil)
}

@Test func whatDoesNotExistIsRefusedWithTheReason() {
  func refusal(_ year: Int, _ month: Int, _ day: Int) -> String? {
    do {
      _ = try DateParameters(year: year, month: month, day: day)
      return nil
    } catch { return error.description }
  }
  #expect(
    refusal(2023, 2, 29) == "there is no day 29 in February 2023, which has 28 days")
  #expect(refusal(2024, 2, 29) == nil)
  #expect(refusal(2024, 13, 1) == "2024 has no month 13; months are 1 to 12")
  #expect(refusal(0, 10, 31) == "there is no year 0; years are 1 to 9999")
  #expect(throws: TMError.noSuchTime(hour: 24, minute: 0, second: 0)) {
    try TimeParameters(hour: 24, minute: 0)
  }
  #expect(throws: TMError.noSuchWeek(year: 2024, week: 53)) {
    try DatePeriod(year: 2024, week: 53)
  }
  for week in [Int.min, 0, .max] {
    #expect(throws: TMError.noSuchWeek(year: 2024, week: week)) {
      try DatePeriod(year: 2024, week: week)
    }
  }
  // The week has days in the year 10000.
  #expect(throws: TMError.beyondYears) { try DatePeriod(year: 9999, week: 52) }
}

@Test func weekdaysAreThoseOfTheCalendar() throws {
  #expect(try day("1970-01-01").weekday == .thursday)
  #expect(try day("2024-02-29").weekday == .thursday)
  #expect(try day("0001-01-01").weekday == .monday)
  #expect(try day("2024-12-31").dayOfYear == 366)
}

@Test(arguments: [
  (2023, 46, "2023-11-13", "2023-11-19"), (2023, 48, "2023-11-27", "2023-12-03"),
  (2022, 52, "2022-12-26", "2023-01-01"), (2025, 1, "2024-12-30", "2025-01-05"),
  (2020, 53, "2020-12-28", "2021-01-03"), (2026, 53, "2026-12-28", "2027-01-03"),
  (1, 1, "0001-01-01", "0001-01-07"),
])
func anISOWeekHasItsDays(year: Int, week: Int, first: String, last: String) throws {
  let period = try DatePeriod(year: year, week: week)
  #expect(period.firstDay.formattedDate == first)
  #expect(period.lastDay.formattedDate == last)
  #expect(DatePeriod(.week, containing: period.lastDay) == period)
}

@Test func everyDayLiesInItsOwnPeriods() throws {
  for number in stride(from: -700_000, to: 2_900_000, by: 997) {
    let day = try #require(DateParameters(dayNumber: number))
    for unit in DatePeriod.Unit.allCases {
      let period = try #require(DatePeriod(unit, containing: day))
      #expect(period.contains(day) && period.days.contains(number))
    }
  }
}

@Test func monthsAreAddedUpToTheLastDay() throws {
  #expect(try day("2024-01-31").advanced(byMonths: 1)?.formattedDate == "2024-02-29")
  #expect(try day("2024-03-31").advanced(byMonths: -13)?.formattedDate == "2023-02-28")
}
