import TaskDates
import TestSupport
import Testing

/// Reads a payload, checks that it prints unchanged, and returns its value.
@discardableResult
private func expectPayload(
  _ text: String, shortYears: Bool = false, _ location: SourceLocation = #_sourceLocation
) throws -> TMDateType {
  let payload = try DatePayload(parsing: text, shortYears: shortYears)
  #expect(payload.description == text, sourceLocation: location)
  #expect(payload.replacing(value: payload.value) == payload, sourceLocation: location)
  return payload.value
}

@Test(arguments: ["2024-12-01", "2024-12-1", " 2024-12-01 ", "2024-1-5", "9999-12-31"])
func aDayIsRead(text: String) throws {
  let value = try expectPayload(text)
  guard case .date = value else {
    Issue.record("\(value)")
    return
  }
}

@Test(arguments: [
  ("2024-12-01 12:01", "12:01"), ("2024-12-01T12:01", "12:01"), ("2024-12-01 9:05", "09:05"),
  ("2024-12-01 12:01:30", "12:01:30"), ("2024-12-01 3pm", "15:00"),
  ("2024-12-01 3:05 pm", "15:05"), ("2024-12-01 3:05PM", "15:05"), ("2024-12-01 12am", "00:00"),
  ("2024-12-01 12pm", "12:00"), ("2024-12-01 12:30 am", "00:30"), ("2024-12-01  12:01", "12:01"),
  ("2024-12-01\t11:59 Am", "11:59"),
])
func aTimeIsRead(text: String, time: String) throws {
  guard case .dateTime(let moment) = try expectPayload(text) else {
    Issue.record("no time in \(text)")
    return
  }
  #expect(moment.date == (try day("2024-12-01")))
  #expect(moment.time.formattedDate == time)
}

@Test(arguments: [
  "2024-12-01 12:01-13:00", "2024-12-01 12:01 - 13:00", "2024-12-01 12:01\u{2013}13:00",
  "2024-12-01 12:01thru13:00", "2024-12-01 12:01 through 13:00", "2024-12-01 12:01 to 1pm",
  "2024-12-01 12:01 THRU 13:00", "2024-12-01 12:01pm-1pm",
  "2024-12-01 12:01 thru 2024-12-01 13:00",
])
func aRangeWithinADayIsRead(text: String) throws {
  let begin = try moment("2024-12-01 12:01")
  let end = try moment("2024-12-01 13:00")
  #expect(try expectPayload(text) == .beginEndDate(begin, end))
}

@Test(arguments: [
  "2024-12-01 12:01-2024-12-31 12:31", "2024-12-01 12:01 thru 2024-12-31 12:31",
  "2024-12-01T12:01 - 2024-12-31T12:31", "2024-12-1 12:01 to 2024-12-31 12:31pm",
])
func aRangeOfDaysAndTimesIsRead(text: String) throws {
  let begin = try moment("2024-12-01 12:01")
  let end = try moment("2024-12-31 12:31")
  #expect(try expectPayload(text) == .beginEndDate(begin, end))
}

@Test(arguments: [
  "2024-11-23 thru 2024-11-25", "2024-11-23-2024-11-25", "2024-11-23 - 2024-11-25",
])
func aRangeOfDaysIsRead(text: String) throws {
  #expect(try expectPayload(text) == .days(day("2024-11-23"), day("2024-11-25")))
}

@Test(arguments: [
  ("2024", DatePeriod.Unit.year), ("2024-11", .month), ("2024-1", .month), ("2024-W48", .week),
])
func aPeriodIsRead(text: String, unit: DatePeriod.Unit) throws {
  guard case .period(let period) = try expectPayload(text) else {
    Issue.record("no period in \(text)")
    return
  }
  #expect(period.unit == unit)
}

@Test func aYearOfTwoDigitsIsReadWhereADialectHasIt() throws {
  #expect(
    try expectPayload("24-01-05 10:00", shortYears: true) == .dateTime(moment("2024-01-05 10:00")))
  #expect(throws: TMError.self) { try DatePayload(parsing: "24-01-05") }
}

@Test(arguments: [
  "", " ", "x", "2024-", "2024-1-", "24-1-5", "2024-12-01x", "x 2024-12-01", "2024-12-01 x",
  "2024-12-01 10", "2024-12-01 1:5", "2024-12-01 10:00 Z", "2024-12-01T10:00Z",
  "2024-12-01 10:00 +0100", "2024-12-01 13pm", "2024-12-01 0am", "2024-12-01 10:00-",
  "2024-12-01 10:00-11", "2024-12-01 - 13:00", "2024-12-01 10:00 thru 2024-12-02",
  "2024-12-01 thru 2024-12-02 10:00", "2024-12-01,2024-12-02", "2024W48", "2024-W5",
  "2024-W48-1", "01/02/2024", "10:00", "\u{FF12}\u{FF10}24-12-01", "2024-12-01 10:00pmx",
  "2024 10:00", "2024-11 10:00", "2024-12-01(2024-12-02)", "2024-366", "-1-01-01",
])
func whatIsNoDateIsRefused(text: String) {
  #expect(throws: TMError.self) { try DatePayload(parsing: text) }
}

@Test(arguments: [
  ("2024-02-30", "there is no day 30 in February 2024, which has 29 days"),
  ("2024-W53", "there is no week 53 in 2024, which has 52 weeks"),
  ("2024-12-01 25:00", "there is no time 25:00; times are 00:00 to 23:59"),
  ("2024-12-01 00:00-24:00", "there is no time 24:00; times are 00:00 to 23:59"),
  ("2024-12-01 23:59:60", "there is no time 23:59:60; times are 00:00 to 23:59"),
  ("10000-01-01", "there is no year 10000; years are 1 to 9999"),
  ("0000-00-00", "there is no year 0; years are 1 to 9999"),
  (
    "2024-12-01 10:00-09:00",
    "the end 2024-12-01 09:00 is not after the beginning 2024-12-01 10:00"
  ),
  (
    "2024-12-01 10:00-09:00 x",
    "\"2024-12-01 10:00-09:00 x\" is not a date; expected a date such as 2024-12-01"
  ),
  (
    "2024-11-23 11:00 thru 2023-01-01 10:00",
    "the end 2023-01-01 10:00 is not after the beginning 2024-11-23 11:00"
  ),
  ("2024-11-23 thru 2024-11-22", "the end 2024-11-22 is not after the beginning 2024-11-23"),
  (
    "2024-01-01T10:00Z",
    "\"2024-01-01T10:00Z\" is not a date; expected a time without a zone; write the zone as "
      + "@tz(Area/City)"
  ),
  (
    "24-1-5",
    "\"24-1-5\" is not a date; expected a date that begins with a year of four digits, such as "
      + "2024-12-01"
  ),
])
func aRefusalHasAReason(text: String, sentence: String) {
  do {
    _ = try DatePayload(parsing: text)
    Issue.record("\(text) was read")
  } catch {
    #expect(error.description == sentence)
  }
}

@Test func aPayloadThatChangesKeepsItsHabits() throws {
  func moved(_ text: String, to other: String) throws -> String {
    let value = try DatePayload(parsing: other).value
    return try DatePayload(parsing: text).replacing(value: value).description
  }
  #expect(try moved("2024-12-1 3pm", to: "2025-01-02 16:30") == "2025-01-2 4:30pm")
  #expect(
    try moved("2024-12-01 9:00 through 10:00", to: "2024-12-02 10:00 - 11:00")
      == "2024-12-02 10:00 through 11:00")
  #expect(try moved("2024-12-01", to: "2024-12-02 10:00") == "2024-12-02 10:00")
  #expect(try moved("2024-12-01 10:00", to: "2024-12-02") == "2024-12-02")
  #expect(try moved("2024-11", to: "2024-12-02") == "2024-12-02")
}

@Test func duecalWritesRangesThatTaskPaperDoesNotMisread() throws {
  for text in [
    "2024-12-01 12:01-13:00", "2024-12-01 12:01thru2024-12-02 13:00", "2024-11-23-2024-11-25",
  ] {
    let written = DatePayload(try DatePayload(parsing: text).value)
    #expect(!written.isReadAsOffsetByTaskPaper)
    #expect(written.description.contains(" - ") || written.description.contains(" thru "))
  }
  #expect(try DatePayload(parsing: "2024-12-01 12:01-13:00").isReadAsOffsetByTaskPaper)
}

@Test func whatIsPrintedIsReadAgainAndNothingTraps() throws {
  var random = SeededGenerator(seed: 7)
  let pieces = [
    "2024", "-", "12", "01", "1", " ", "T", "10:00", ":", "3", "pm", "am", "thru", "to", "W48",
    "\u{2013}", "24", "through", "x", "\u{E9}", "99", "0", "11:30", "2025-01-02", "\t",
  ]
  for _ in 0..<40_000 {
    let count = Int.random(in: 1...9, using: &random)
    let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    guard let payload = try? DatePayload(parsing: text) else { continue }
    #expect(payload.description == text)
    let plain = DatePayload(payload.value).description
    #expect(try DatePayload(parsing: plain).value == payload.value)
  }
}

/// The plain forms have a reader of their own; with a leading space, the reader for all forms is used.
@Test(arguments: 0..<400) func bothReadersOfAPlainDateAgree(seed: Int) {
  var random = SeededGenerator(seed: UInt64(seed))
  func number(_ range: ClosedRange<Int>, _ digits: Int) -> String {
    let text = String(Int.random(in: range, using: &random))
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
  let day = "\(number(0...2030, 4))-\(number(0...13, 2))-\(number(0...32, 2))"
  for text in [day, "\(day) \(number(0...25, 2)):\(number(0...61, 2))"] {
    let plain = try? DatePayload(parsing: text)
    let other = try? DatePayload(parsing: " " + text)
    #expect(plain?.value == other?.value, "\(text)")
    #expect(plain?.description == (plain == nil ? nil : text))
  }
}

@Test(arguments: [
  ("2024-12-01", DateParameterFormat.date), ("2024-12-01 10:00", .dateTime),
  ("2024-12-01 10:00 - 11:00", .dateTimeEndTime),
  ("2024-12-01 10:00 - 2024-12-01 11:00", .dateTimeDateTime),
  ("2024-12-01 10:00 - 2024-12-02 09:00", .dateTimeDateTime),
])
func thePayloadHasTheFormInWhichItIsWritten(text: String, format: DateParameterFormat) throws {
  #expect(try DatePayload(parsing: text).format == format)
}
