import ICalendar
import ICalendarConformance
import TaskDates
import Testing

@Suite("Rules of items, rules, alarms, zones and relations")
struct ConformanceItemTests {
  @Test(arguments: times + rules + alarms + zones + relations)
  func aRuleIsBrokenAloneAndKept(fixture: ConformanceFixture) {
    fixture.expect()
  }

  static let times: [ConformanceFixture] = [
    ConformanceFixture(
      .timeZoneless, todo("DUE;TZID=/Berlin:20261203T150000Z"), message: "TZID on a time in UTC", 7,
      1,
      good: todo("DUE;TZID=/Berlin:20261203T150000")),
    ConformanceFixture(
      .timeZoneless, todo("DUE;VALUE=DATE;TZID=/Berlin:20261203"), message: "TZID on a date", 7, 1,
      good: todo("DUE;VALUE=DATE:20261203")),
    ConformanceFixture(
      .timeType, todo("DTSTART;VALUE=DATE:20261202", "DUE:20261203T150000Z"),
      message: "the same type",
      8, 5, good: todo("DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261203")),
    ConformanceFixture(
      .timeType,
      event("DTSTART:20261202T150000Z", "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261203"),
      message: "EXDATE is a date, DTSTART a time in UTC", 9, 19,
      good: event("DTSTART:20261202T150000Z", "RRULE:FREQ=DAILY", "EXDATE:20261203T150000Z")),
    ConformanceFixture(
      .timeType, event("DTSTART:20261202T150000Z", "RDATE;VALUE=DATE:20261203"), message: "RDATE",
      8,
      18, good: event("DTSTART:20261202T150000Z", "RDATE:20261203T150000Z")),
    ConformanceFixture(
      .timeType,
      twoTodos(
        "DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=DAILY", "RECURRENCE-ID:20261202T150000Z",
        uid: "a"), message: "DTSTART of its series", 13, 1,
      good: twoTodos(
        "DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=DAILY", "RECURRENCE-ID;VALUE=DATE:20261202",
        uid: "a")),
    ConformanceFixture(
      .timeForm, todo("DTSTART:20261202T150000", "DUE:20261203T150000Z"),
      message: "with a zone or both without", 8, 5,
      good: todo("DTSTART;TZID=/Berlin:20261202T150000", "DUE:20261203T150000Z")),
    ConformanceFixture(
      .timeOrder, todo("DTSTART:20261203T150000Z", "DUE:20261203T150000Z"),
      message: "DUE is equal to DTSTART", 8, 5,
      good: todo("DTSTART:20261203T150000Z", "DUE:20261203T150001Z")),
    ConformanceFixture(
      .timeOrder,
      event("DTSTART;TZID=/Berlin:20261203T150000", "DTEND;TZID=/Tokyo:20261202T120000"),
      message: "DTEND is before DTSTART", 8, 19,
      good: event("DTSTART;TZID=/Berlin:20261203T150000", "DTEND;TZID=/Tokyo:20261203T120000")),
    ConformanceFixture(
      .timeSpan, event("DTSTART:20261203T150000Z", "DTEND:20261203T160000Z", "DURATION:PT1H"),
      message: "DURATION and DTEND", 9, 1,
      good: event("DTSTART:20261203T150000Z", "DURATION:PT1H")),
    ConformanceFixture(
      .timeStart, todo("DURATION:PT1H"), message: "DURATION without DTSTART", 7, 1,
      good: todo("DTSTART:20261203T150000Z", "DURATION:PT1H")),
    ConformanceFixture(
      .timeDays, todo("DTSTART;VALUE=DATE:20261203", "DURATION:PT24H"), message: "days or weeks", 8,
      10,
      good: todo("DTSTART;VALUE=DATE:20261203", "DURATION:P1W")),
    ConformanceFixture(
      .eventStart, event("SUMMARY:a"), message: "no DTSTART", 4, 1,
      good: event("SUMMARY:a").replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:CANCEL")),
  ]

  static let rules: [ConformanceFixture] = [
    ConformanceFixture(
      .ruleGrammar, series("FREQ=FORTNIGHTLY"), message: "SECONDLY to YEARLY", 8, 12,
      good: series("freq=yearly;interval=2;bymonth=1,12;bymonthday=-31,+31;wkst=SU")),
    ConformanceFixture(
      .ruleGrammar, series("FREQ=DAILY;;COUNT=3"), message: "not a part of a rule", 8, 18,
      good: series("FREQ=DAILY;COUNT=3")),
    ConformanceFixture(
      .ruleGrammar, series("FREQ=MONTHLY;BYDAY=54MO"), message: "weekdays such as MO", 8, 26,
      good: series("FREQ=MONTHLY;BYDAY=-1MO,+2TU,WE")),
    ConformanceFixture(
      .ruleGrammar, series("FREQ=YEARLY;BYMONTH=5L"), message: "1 to 12", 8, 27,
      good: series("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;SKIP=FORWARD")),
    ConformanceFixture(
      .ruleGrammar, series("FREQ=DAILY;COUNT=0"), message: "at least 1", 8, 24,
      good: series("FREQ=DAILY;COUNT=1")),
    ConformanceFixture(
      .ruleGrammar, series("FREQ=DAILY;X-A=1"), message: "a part that rules can have", 8, 22,
      good: series("FREQ=DAILY")),
    ConformanceFixture(
      .rulePartOnce, series("FREQ=DAILY;INTERVAL=2;interval=3"), message: "appears twice", 8, 29,
      good: series("FREQ=WEEKLY;BYDAY=MO,MO")),
    ConformanceFixture(
      .ruleFrequencyFirst, series("COUNT=2;FREQ=DAILY"), message: "before FREQ", 8, 7,
      good: series("FREQ=DAILY;COUNT=2")),
    ConformanceFixture(
      .ruleCountUntil, series("FREQ=DAILY;COUNT=2;UNTIL=20270101"), message: "COUNT and UNTIL", 8,
      32,
      good: series("FREQ=DAILY;UNTIL=20270101")),
    ConformanceFixture(
      .ruleUntil, series("FREQ=DAILY;UNTIL=20270101T000000Z"), message: "expected a date", 8, 24,
      good: series("FREQ=DAILY;UNTIL=20270101T000000Z", start: ";TZID=/Berlin:20261201T100000")),
    ConformanceFixture(
      .ruleUntil, series("FREQ=DAILY;UNTIL=20270101T000000", start: ":20261201T100000Z"),
      message: "expected one in UTC", 8, 24,
      good: series("FREQ=DAILY;UNTIL=20270101T000000", start: ":20261201T100000")),
    ConformanceFixture(
      .ruleNumberedDay, series("FREQ=WEEKLY;BYDAY=1MO"), message: "WEEKLY", 8, 25,
      good: series("FREQ=YEARLY;BYDAY=20MO")),
    ConformanceFixture(
      .ruleSetPosition, series("FREQ=MONTHLY;BYSETPOS=1"), message: "another BY part", 8, 29,
      good: series("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1")),
    ConformanceFixture(
      .ruleFrequencyPart, series("FREQ=MONTHLY;BYWEEKNO=20"), message: "MONTHLY", 8, 29,
      good: series("FREQ=YEARLY;BYWEEKNO=20")),
    ConformanceFixture(
      .ruleDatePart, series("FREQ=DAILY;BYHOUR=9"), message: "days and longer", 8, 25,
      good: series("FREQ=DAILY;BYHOUR=9", start: ":20261201T090000")),
    ConformanceFixture(
      .ruleStart, todo("RRULE:FREQ=DAILY"), message: "RRULE without DTSTART", 7, 1,
      good: series("FREQ=DAILY")),
    ConformanceFixture(
      .ruleOnce, series("FREQ=DAILY\r\nRRULE:FREQ=WEEKLY"), message: "2 rules", 9, 1,
      good: series("FREQ=DAILY")),
  ]

  static let alarms: [ConformanceFixture] = [
    ConformanceFixture(
      .alarmContent, alarm("ACTION:DISPLAY", "TRIGGER:PT0S"), message: "no DESCRIPTION", 8, 1,
      good: alarm("ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:a")),
    ConformanceFixture(
      .alarmContent, alarm("ACTION:EMAIL", "TRIGGER:PT0S", "DESCRIPTION:a", "SUMMARY:b"),
      message: "no ATTENDEE", 8, 1,
      good: alarm(
        "ACTION:EMAIL", "TRIGGER:PT0S", "DESCRIPTION:a", "SUMMARY:b",
        "ATTENDEE:mailto:a@example.org")),
    ConformanceFixture(
      .alarmRepeat, alarm("ACTION:AUDIO", "TRIGGER:PT0S", "REPEAT:2"), message: "without DURATION",
      11,
      1, good: alarm("ACTION:AUDIO", "TRIGGER:PT0S", "REPEAT:2", "DURATION:PT5M")),
    ConformanceFixture(
      .alarmAnchor, alarm("ACTION:AUDIO", "TRIGGER;RELATED=END:PT0S"),
      message: "the VTODO has no end",
      10, 1, good: alarm("ACTION:AUDIO", "TRIGGER;RELATED=START:PT0S")),
    ConformanceFixture(
      .alarmAnchor,
      todo(
        "DUE:20261203T150000Z", "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT5M", "END:VALARM"),
      message: "no DTSTART", 10, 1,
      good: todo(
        "DUE:20261203T150000Z", "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=END:-PT5M",
        "END:VALARM")),
    ConformanceFixture(
      .alarmRelated,
      alarm("ACTION:AUDIO", "TRIGGER;VALUE=DATE-TIME;RELATED=START:20261203T140000Z"),
      message: "has RELATED", 10, 1,
      good: alarm("ACTION:AUDIO", "TRIGGER;VALUE=DATE-TIME:20261203T140000Z")),
  ]

  static let zones: [ConformanceFixture] = [
    ConformanceFixture(
      .zoneMissing, todo("DUE;TZID=Berlin:20261203T150000"), message: "\"Berlin\" has no VTIMEZONE",
      7,
      1, good: zone("TZID:Berlin", standard)),
    ConformanceFixture(
      .zoneTwice,
      zone(
        "TZID:Berlin", standard, "END:VTIMEZONE", "BEGIN:VTIMEZONE", "TZID:Berlin",
        standard), message: "already", 13, 1,
      good: zone("TZID:Ber\\,lin", standard, due: "DUE;TZID=\"Ber,lin\":20261203T150000")),
    ConformanceFixture(
      .zoneObservance, zone("TZID:Berlin"), message: "no STANDARD or DAYLIGHT", 4, 1,
      good: zone("TZID:Berlin", standard)),
    ConformanceFixture(
      .zoneStart, zone("TZID:Berlin", standard.replacing("T030000", with: "T030000Z")),
      message: "begins at a time in UTC", 7, 1, good: zone("TZID:Berlin", standard)),
    ConformanceFixture(
      .zoneUntil,
      zone(
        "TZID:Berlin",
        standard.replacing("END:S", with: "RRULE:FREQ=YEARLY;UNTIL=20300101\r\nEND:S")),
      message: "expected a time in UTC", 10, 25,
      good: zone(
        "TZID:Berlin",
        standard.replacing("END:S", with: "RRULE:FREQ=YEARLY;UNTIL=20300101T000000Z\r\nEND:S"))),
    ConformanceFixture(
      .zoneUnused, zone("TZID:Berlin", standard, due: "DUE:20261203T150000Z"),
      message: "no time uses",
      4, 1, good: zone("TZID:Berlin", standard)),
    ConformanceFixture(
      .zoneCoverage, zone("TZID:Berlin", standard, due: "DUE;TZID=Berlin:19600101T000000"),
      message: "DUE is before the first observance", 15, 1,
      good: zone("TZID:Berlin", standard, due: "DUE;TZID=Berlin:19701025T030000")),
  ]

  static let relations: [ConformanceFixture] = [
    ConformanceFixture(
      .uidUnique, twoTodos("SUMMARY:a", "SUMMARY:b", uid: "a"), message: "appears twice", 10, 1,
      good: twoTodos("SUMMARY:a", "RECURRENCE-ID:20261203T140000Z", uid: "a")),
    ConformanceFixture(
      .relatedType, twoTodos("SUMMARY:a", "RELATED-TO;RELTYPE=UNCLE:a"), message: "RELTYPE is", 12,
      1,
      good: twoTodos("SUMMARY:a", "RELATED-TO;RELTYPE=DEPENDS-ON:a")),
    ConformanceFixture(
      .relatedTarget, todo("RELATED-TO:nobody"), message: "no item of the calendar", 7, 1,
      good: twoTodos("SUMMARY:a", "RELATED-TO:a")),
    ConformanceFixture(
      .relatedCycle, twoTodos("RELATED-TO:b", "RELATED-TO:a"), message: "its own ancestor", 12, 1,
      good: twoTodos("RELATED-TO;RELTYPE=CHILD:b", "RELATED-TO:a")),
  ]

  @Test func timesOfTwoZonesAreComparedWhereTheZonesAreKnown() throws {
    let text = event(
      "DTSTART;TZID=/Europe/Berlin:20261203T150000", "DTEND;TZID=/Asia/Tokyo:20261203T220000")
    let document = ICSDocument(bytes: Array(text.utf8))
    #expect(Conformance.diagnostics(of: document).isEmpty)
    let database = ZoneDatabase()
    let found = Conformance.findings(of: document) {
      try? database.zone(named: String($0.dropFirst()))
    }
    #expect(found.map(\.rule) == [.timeOrder])
  }

  @Test func aGapIsReadAsTheStandardReadsIt() throws {
    // The local time 03:15 is later than 02:30, but on that day 02:30 is moved to 03:30.
    let text = event(
      "DTSTART;TZID=/Berlin:20270328T023000", "DTEND;TZID=/Berlin:20270328T031500")
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    let found = Conformance.findings(of: ICSDocument(bytes: Array(text.utf8))) { _ in berlin }
    #expect(found.map(\.rule) == [.timeOrder])
  }
}
