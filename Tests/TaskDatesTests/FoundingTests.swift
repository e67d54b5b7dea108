import Foundation
import TaskDates
import Testing

// The examples and the error cases of the articles that the project was founded on.

private let berlin = Result { try ZoneDatabase().zone(named: "Europe/Berlin") }

@Suite("The founding articles")
struct FoundingTests {
  let zone: Zone

  init() throws {
    zone = try berlin.get()
  }

  @Test func dateFromTextAndFromParametersAreOne() throws {
    let halloween = try #require(Date(format: .date, "2024-10-31", in: zone))
    #expect(halloween == Date(date: try .init(year: 2024, month: 10, day: 31), in: zone))
    #expect(halloween.string(format: .date, in: zone) == "2024-10-31")
    let remembrance = try #require(Date(format: .dateTime, "2024-11-11 11:00", in: zone))
    #expect(remembrance.string(format: .dateTime, in: zone) == "2024-11-11 11:00")
    #expect(remembrance.timeIntervalSince1970 == 1_731_319_200)
  }

  @Test(arguments: [
    "0-10-31", "2024-13-31", "2024-10-32", "2024-10-31 12:30",
    "unknown with valid 2024-10-31 in it", "2024-2-9", " 2024-10-31", "2023-02-29",
  ])
  func whatIsNoDateIsNil(text: String) {
    #expect(Date(format: .date, text, in: zone) == nil)
  }

  @Test(arguments: ["2024-10-31", "2024-10-31 24:30", "2024-10-31 12:70", "2024-10-31 9:00"])
  func whatIsNoDateTimeIsNil(text: String) {
    #expect(Date(format: .dateTime, text, in: zone) == nil)
  }

  @Test func parametersOfNoDayCannotBe() {
    #expect(throws: TMError.self) { try DateParameters(year: 0, month: 10, day: 31) }
    #expect(throws: TMError.self) { try DateParameters(year: 2024, month: 13, day: 31) }
    #expect(throws: TMError.self) { try DateParameters(year: 2024, month: 10, day: 32) }
  }

  @Test func parametersConvertToTheMeaningOfAPayload() throws {
    let halloween = try #require(Date(format: .dateTime, "2024-10-31 10:31", in: zone))
    let day = try #require(halloween.toDateParameters(in: zone))
    #expect(day.toDateType() == .date(day))
    let moment = try #require(halloween.toDateTimeParameters(in: zone))
    #expect(moment.toDateType() == .dateTime(moment))
    #expect(moment.formattedDate == "2024-10-31 10:31")
    #expect(Date(dateTime: moment, in: zone) == halloween)
  }

  @Test func componentsHaveWhatTheFormHas() throws {
    let halloween = try #require(Date(format: .dateTime, "2024-10-31 10:31", in: zone))
    let day = try #require(halloween.toDateComponents(format: .date, in: zone))
    #expect(day == DateComponents(year: 2024, month: 10, day: 31))
    #expect(Date.TMDateFormat.date.components == [.year, .month, .day])
    let minute = try #require(halloween.toDateComponents(format: .dateTime, in: zone))
    #expect((minute.hour, minute.minute) == (10, 31))
  }

  @Test func anEndThatDoesNotComeAfterItsBeginningIsRefused() throws {
    let day = try DateParameters(year: 2024, month: 10, day: 31)
    let time = try TimeParameters(hour: 10, minute: 31)
    #expect(throws: TMError.self) {
      try DateTimeEndTimeParameters(date: day, time: time, endTime: time)
    }
    let moment = DateTimeParameters(date: day, time: time)
    #expect(throws: TMError.endDateNotAfterStartDate(.dateTime(moment), .dateTime(moment))) {
      try DateTimeDateTimeParameters(start: moment, end: moment)
    }
    #expect(throws: TMError.self) { try "2024-11-30 11:30-11:30".toTMDateType() }
  }

  @Test(arguments: ["-", "thru", "through"], ["", " "])
  func everySeparatorIsRead(separator: String, blank: String) throws {
    let between = blank + separator + blank
    let sameDay = try "2024-11-30 11:30\(between)23:30".toTMDateType()
    #expect(sameDay?.startDate.formattedDate == "2024-11-30 11:30")
    #expect(sameDay?.endDate?.formattedDate == "2024-11-30 23:30")
    let otherDay = try "2024-11-30 11:30\(between)2024-12-02 23:30".toTMDateType()
    #expect(otherDay?.endDate?.formattedDate == "2024-12-02 23:30")
  }

  @Test(arguments: [
    "0-10-31", "2024-13-31", "2024-10-32", "2024-10-31 24:30", "2024-10-31 12:70",
    "text 2024-10-31", "2024-10-31 text", "2024-10-31 10:30 text",
  ])
  func textThatIsNoPayloadIsNil(text: String) throws {
    #expect(try text.toTMDateType() == nil)
  }

  @Test func theFormOfATextIsFoundByReadingIt() {
    #expect(DateParameterFormat(from: "2024-12-01") == .date)
    #expect(DateParameterFormat(from: "2024-12-01 12:01") == .dateTime)
    #expect(DateParameterFormat(from: "2024-12-01 12:01-13:00") == .dateTimeEndTime)
    #expect(DateParameterFormat(from: "2024-12-01   12:01   through   13:00") == .dateTimeEndTime)
    #expect(DateParameterFormat(from: "2024-12-01 12:01-2024-12-31 12:31") == .dateTimeDateTime)
    #expect(DateParameterFormat(from: "x") == nil)
  }

  @Test func aValueIsFormattedIfTheFormCanExpressIt() throws {
    let range = try #require(try "2024-12-01 12:01-13:00".toTMDateType())
    #expect(range.toFormattedDateString(format: .date) == nil)
    #expect(range.toFormattedDateString(format: .dateTime) == nil)
    #expect(
      range.toFormattedDateString(format: .dateTimeEndTime, withSpaces: false)
        == "2024-12-01 12:01-13:00")
    #expect(
      range.toFormattedDateString(format: .dateTimeEndTime, separator: .thru)
        == "2024-12-01 12:01 thru 13:00")
    #expect(
      range.toFormattedDateString(format: .dateTimeDateTime, separator: .through)
        == "2024-12-01 12:01 through 2024-12-01 13:00")
    let long = try #require(try "2024-12-01 12:01 thru 2024-12-31 12:31".toTMDateType())
    #expect(long.toFormattedDateString(format: .dateTimeEndTime) == nil)
    let day = try #require(try "2024-12-01".toTMDateType())
    #expect(day.toFormattedDateString(format: .date) == "2024-12-01")
    #expect(day.toFormattedDateString(format: .dateTime) == "2024-12-01 00:00")
  }

  @Test func aMidnightThatNeverHappensIsStillADay() throws {
    // Clocks in Cairo skipped from 2024-04-26 00:00 to 01:00.
    let cairo = try ZoneDatabase().zone(named: "Africa/Cairo")
    let date = try #require(Date(format: .date, "2024-04-26", in: cairo))
    #expect(date.string(format: .date, in: cairo) == "2024-04-26")
    #expect(date.string(format: .dateTime, in: cairo) == "2024-04-26 01:00")
  }
}
