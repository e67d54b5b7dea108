import CalendarItems
import Diagnostics
import ExactText
import Foundation
import ICalendar
import TaskDates
import Testing

private func reading(_ kind: String = "VEVENT", _ lines: String, zones: String = "")
  -> CalendarReading
{
  let text =
    "BEGIN:VCALENDAR\n\(zones)BEGIN:\(kind)\nUID:1\n\(lines)\nEND:\(kind)\nEND:VCALENDAR\n"
  return CalendarReading(bytes: Array(text.replacing("\n", with: "\r\n").utf8))
}

private func item(_ kind: String = "VEVENT", _ lines: String) throws -> CalendarItem {
  try #require(reading(kind, lines).items.first).item
}

/// A day such as `20261201`.
private func day(_ text: String) throws -> DateParameters {
  let number = try #require(Int(text))
  return try DateParameters(year: number / 10_000, month: number / 100 % 100, day: number % 100)
}

/// The item after a change, written and read again.
private func changed(
  _ kind: String = "VEVENT", _ lines: String, _ change: (inout CalendarItem) -> Void
) throws -> (item: CalendarItem, text: String) {
  let before = reading(kind, lines)
  let old = try #require(before.items.first)
  var edit = CalendarEdit(before)
  var new = old.item
  change(&new)
  edit.replace(old, with: new, at: nil)
  let after = CalendarReading(bytes: edit.bytes)
  return (try #require(after.items.first).item, String(decoding: edit.bytes, as: UTF8.self))
}

@Suite("Items as other programs write them")
struct ForeignFormTests {
  // MARK: Occurrences

  @Test(arguments: [
    "RRULE:FREQ=WEEKLY;COUNT=4", "RDATE:20261215T080000Z", "EXDATE:20261215T080000Z",
    "EXRULE:FREQ=DAILY", "X-DUECAL-AFTER-DONE:FREQ=DAILY",
  ])
  func aChangedOccurrenceHasOneDateWhateverRuleItCarries(line: String) throws {
    for kind in ["VEVENT", "VTODO"] {
      let read = reading(
        kind, "RECURRENCE-ID:20261208T080000Z\nDTSTART:20261209T100000Z\n\(line)")
      let item = try #require(read.items.first)
      #expect(item.item.recurrence == nil)
      #expect(item.item.occurrence != nil)
      #expect(read.document.printed == read.document.bytes)
    }
  }

  @Test func theRuleOfAnOccurrenceStaysWhenItsDateChanges() throws {
    let (item, text) = try changed(
      "VEVENT", "RECURRENCE-ID:20261208T080000Z\nDTSTART:20261209T100000Z\nRRULE:FREQ=WEEKLY"
    ) { $0.title = "b" }
    #expect(item.title == "b" && text.contains("RRULE:FREQ=WEEKLY\r\n"))
  }

  @Test func theItemAfterAnOccurrenceRepeats() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      RECURRENCE-ID;VALUE=DATE:20261208
      END:VTODO
      BEGIN:VTODO
      UID:2
      SUMMARY:a
      X-DUECAL-AFTER-DONE:FREQ=DAILY
      END:VTODO
      END:VCALENDAR

      """
    let items = CalendarReading(bytes: Array(text.utf8)).items.map(\.item)
    #expect(items.map { $0.recurrence == nil } == [true, false])
  }

  @Test(arguments: [
    "RECURRENCE-ID;TZID=Europe/Berlin:20261208T000000", "RECURRENCE-ID:20261208T000000",
    "RECURRENCE-ID:20261208T000000Z", "RECURRENCE-ID;VALUE=DATE:20261208",
    "RECURRENCE-ID;VALUE=DATE:20261208T000000",
  ])
  func theMidnightOfADayNamesTheDay(line: String) throws {
    let item = try item("VEVENT", "\(line)\nDTSTART;VALUE=DATE:20261209")
    #expect(item.occurrence?.isAllDay == true)
    #expect(item.occurrence?.firstDay.compact == "20261208")
    #expect(item.anchor == .floating)
  }

  @Test(arguments: [
    ("RECURRENCE-ID;TZID=Europe/Berlin:20261202T000000", [9, 14, 9]),
    ("RECURRENCE-ID;TZID=Europe/Berlin:20261202T090000", [9, 14, 9]),
    ("RECURRENCE-ID;VALUE=DATE:20261202", [9, 14, 9]),
    ("RECURRENCE-ID;TZID=Europe/Berlin:20261202T010000", [9, 9, 14, 9]),
  ])
  func aMidnightNamesTheOccurrenceOfItsDay(line: String, hours: [Int]) throws {
    let series = try item(
      "VEVENT", "DTSTART;TZID=Europe/Berlin:20261201T090000\nRRULE:FREQ=DAILY;COUNT=3")
    let moved = try item("VEVENT", "\(line)\nDTSTART;TZID=Europe/Berlin:20261202T140000")
    let dates = ItemSeries(series, changed: [moved])
    #expect(dates?.map(\.date.time.hour) == hours)
  }

  // MARK: Rules

  @Test(arguments: [
    ("FREQ=DAILY;COUNT=3;UNTIL=20261231T090000Z", "COUNT=3", 1),
    ("FREQ=DAILY;COUNT=30;UNTIL=20261203T090000Z", "UNTIL=20261203T090000Z", 1),
    ("FREQ=DAILY;UNTIL=20261203T090000Z;COUNT=3", "UNTIL=20261203T090000Z", 1),
    ("FREQ=DAILY;COUNT=-1;UNTIL=20261203T090000Z", "UNTIL=20261203T090000Z", 1),
    ("FREQ=DAILY;UNTIL=20261203T090000Z;COUNT=-1;INTERVAL=1", "UNTIL=20261203T090000Z", 1),
    ("FREQ=DAILY;COUNT=-1", "DAILY", 1),
    ("FREQ=DAILY;COUNT=3", "COUNT=3", 0),
  ])
  func ofTwoEndsOfARuleTheFirstCounts(rule: String, end: String, messages: Int) throws {
    let read = reading("VEVENT", "DTSTART:20261201T090000Z\nRRULE:\(rule)")
    let item = try #require(read.items.first)
    #expect(item.item.recurrence?.rule?.rrule.hasSuffix(end) == true)
    #expect(item.refused.isEmpty)
    #expect(read.diagnostics.count == messages)
    #expect(read.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(read.document.printed == read.document.bytes)
  }

  @Test(arguments: [
    "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=2;COUNT=3", "FREQ=DAILY;COUNT=0;UNTIL=20261203T090000Z",
  ])
  func aRuleWithoutAClearMeaningIsRefused(rule: String) throws {
    let read = reading("VEVENT", "DTSTART:20261201T090000Z\nRRULE:\(rule)")
    #expect(read.items.first?.item.recurrence == nil)
    #expect(read.diagnostics.map(\.severity) == [.error])
  }

  @Test func aRuleThatIsGivenTwiceCountsOnce() throws {
    let lines = "DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=20\nRRULE:FREQ=DAILY;COUNT=20"
    #expect(try item("VEVENT", lines).recurrence?.rules.count == 1)
    let (item, text) = try changed("VEVENT", lines) { $0.recurrence?.rule?.end = .count(5) }
    #expect(item.recurrence?.rules.map(\.rrule) == ["FREQ=DAILY;COUNT=5"])
    #expect(text.components(separatedBy: "RRULE").count == 2)
  }

  @Test func aRuleWithTwoEndsIsReplacedWhenItChanges() throws {
    let (item, text) = try changed(
      "VEVENT", "DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=-1;UNTIL=20261203T090000Z"
    ) { $0.recurrence?.rule?.end = .count(5) }
    #expect(item.recurrence?.rule?.rrule == "FREQ=DAILY;COUNT=5")
    #expect(!text.contains("UNTIL"))
  }

  @Test(arguments: [
    ("20280229", "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2"), ("20280228", "FREQ=YEARLY"),
  ])
  func aYearlyRuleFrom29FebruaryNamesTheDate(first: String, rule: String) throws {
    for kind in [CalendarItem.Kind.event, .reminder] {
      var item = CalendarItem(kind: kind, uid: "1", title: "a")
      item.when = .date(try day(first))
      item.recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=YEARLY"))
      let text = String(decoding: ItemEncoder(zones: [:]).lines(of: item), as: UTF8.self)
      #expect(text.contains("RRULE:\(rule)\r\n"))
      let back = try #require(
        CalendarReading(bytes: Array("BEGIN:VCALENDAR\r\n\(text)END:VCALENDAR\r\n".utf8)).items
          .first)
      #expect(back.item.recurrence?.rules == item.recurrence?.rules)
    }
  }

  @Test func aDateThatLeaves29FebruaryTakesItsRuleAlong() throws {
    let (item, text) = try changed(
      "VTODO",
      "DTSTART;VALUE=DATE:20280229\nDUE;VALUE=DATE:20280229\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"
    ) { $0.when = (try? day("20280301")).map { .date($0) } }
    #expect(item.recurrence?.rule?.rrule == "FREQ=YEARLY")
    #expect(text.contains("RRULE:FREQ=YEARLY\r\n"))
  }

  // MARK: Dates

  @Test(arguments: ["20261222T000000", "20261222T103000", "20261222T000000Z"])
  func aTimeThatIsCalledADateIsADay(value: String) throws {
    let read = reading("VEVENT", "DTSTART;VALUE=DATE:\(value)")
    #expect(read.items.first?.item.when?.isAllDay == true)
    #expect(read.items.first?.item.when?.firstDay.compact == "20261222")
    #expect(read.diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    "EXDATE:20261202T000000", "EXDATE;VALUE=DATE:20261202", "EXDATE:20261202T000000Z",
  ])
  func aSeriesOfDaysLeavesOutTheDayOfAMidnight(line: String) throws {
    let item = try item(
      "VEVENT", "DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=3\n\(line)")
    #expect(item.recurrence?.except.map(\.isAllDay) == [true])
    #expect(ItemSeries(item)?.map(\.date.date.compact) == ["20261201", "20261203"])
  }

  private static let exchange =
    "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nDTSTART;TZID=Europe/Berlin:20261222T000000\n"
    + "DTEND;TZID=Europe/Berlin:20261224T000000"

  @Test func anEventOfExchangeFromMidnightToMidnightIsDays() throws {
    let item = try item("VEVENT", Self.exchange)
    #expect(item.when == .days(try day("20261222"), try day("20261223")))
    #expect(item.anchor == .floating)
  }

  @Test(arguments: [
    ("TRUE", "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE"), ("T000000", "T010000"),
  ])
  func anotherEventOfExchangeHasTimes(old: String, new: String) throws {
    let isFlag = old == "TRUE"
    let lines = Self.exchange.replacing(
      isFlag ? "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE" : old, with: new)
    #expect(try item("VEVENT", lines).when?.isAllDay == false)
  }

  @Test func theRuleOfSuchAnEventEndsOnTheDayInItsZone() throws {
    let item = try item("VEVENT", Self.exchange + "\nRRULE:FREQ=WEEKLY;UNTIL=20261228T230000Z")
    #expect(item.recurrence?.rule?.rrule == "FREQ=WEEKLY;UNTIL=20261229")
  }

  @Test func aNewDateOfSuchAnEventIsWrittenAsDays() throws {
    let (item, text) = try changed("VEVENT", Self.exchange) { item in
      item.when = (try? day("20261222")).map { .date($0) }
    }
    #expect(text.contains("DTSTART;VALUE=DATE:20261222\r\nDTEND;VALUE=DATE:20261223\r\n"))
    #expect(item.when?.isAllDay == true)
  }

  @Test(arguments: [
    "DTSTART;VALUE=DATE:19700101\nDUE;VALUE=DATE:20380101",
    "DTSTART:19700101T000000Z\nDUE:20380101T000000Z",
    "DTSTART:19700101T000000\nDUE;VALUE=DATE:20380101",
  ])
  func aToDoOverAll32BitsIsUndated(lines: String) throws {
    let item = try item("VTODO", lines)
    #expect(item.when == nil && item.start == nil)
    let (dated, _) = try changed("VTODO", lines) { item in
      item.when = (try? day("20261222")).map { .date($0) }
    }
    #expect(dated.when?.firstDay.compact == "20261222" && dated.start == nil)
  }

  @Test func aRepeatingToDoOfOneDayCountsItsDueDates() throws {
    let item = try item(
      "VTODO",
      "DTSTART;TZID=Europe/Berlin:20261130T090000\nDUE;TZID=Europe/Berlin:20261130T170000\n"
        + "RRULE:FREQ=WEEKLY;BYDAY=MO,WE\nEXDATE;TZID=Europe/Berlin:20261202T090000")
    #expect(item.recurrence?.countsStarts == false)
    #expect(item.start != nil)
    #expect(item.recurrence?.except.first?.startDate.time.hour == 17)
    #expect(ItemSeries(item)?.prefix(2).map(\.date.date.compact) == ["20261130", "20261207"])
  }

  @Test(arguments: ["FREQ=WEEKLY;BYDAY=MO;BYHOUR=9", "FREQ=DAILY;BYHOUR=9,12"])
  func aRuleWithTimesCountsStarts(rule: String) throws {
    let item = try item(
      "VTODO", "DTSTART:20261130T090000Z\nDUE:20261130T170000Z\nRRULE:\(rule)")
    #expect(item.recurrence?.countsStarts == true)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("URL:https://a.example/x?q=1\\,2\\;3", "https://a.example/x?q=1,2;3"),
    ("CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example/1", "https://meet.example/1"),
    (
      "CONFERENCE;VALUE=URI:tel:+49301234\nCONFERENCE;VALUE=URI:https://meet.example/1",
      "https://meet.example/1"
    ),
    ("X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/1", "https://teams.example/1"),
    ("X-GOOGLE-CONFERENCE:https://meet.example/1", "https://meet.example/1"),
    ("CONFERENCE:https://meet.example/1\nURL:https://a.example", "https://a.example"),
  ])
  func theAddressIsTheURLOrThatOfTheMeeting(lines: String, address: String) throws {
    let read = reading("VEVENT", "DTSTART:20261201T090000Z\n\(lines)")
    #expect(read.items.first?.item.url == address)
    let (same, text) = try changed("VEVENT", "DTSTART:20261201T090000Z\n\(lines)") {
      $0.title = "b"
    }
    #expect(same.url == address)
    for line in lines.split(separator: "\n") { #expect(text.contains(line + "\r\n")) }
    let (gone, _) = try changed("VEVENT", "DTSTART:20261201T090000Z\n\(lines)") { $0.url = nil }
    #expect(gone.url == nil)
    let (new, _) = try changed("VEVENT", "DTSTART:20261201T090000Z\n\(lines)") {
      $0.url = "https://b.example"
    }
    #expect(new.url == "https://b.example")
  }

  // MARK: Empty and large

  @Test(arguments: ["DTSTAMP:20261101T000000Z", "", "STATUS:NEEDS-ACTION\nSUMMARY:\nUID:"])
  func anEmptyItemIsLeftOutAndReported(lines: String) throws {
    let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n"
      .replacing("\n\n", with: "\n")
    let read = CalendarReading(bytes: Array(text.utf8))
    #expect(read.items.isEmpty && read.isCalendar && read.isComplete)
    #expect(read.diagnostics.map { "\($0.place.line) \($0.severity)" } == ["2 warning"])
    #expect(read.others.count == 1)
    #expect(read.document.printed == read.document.bytes)
  }

  @Test func aLargeAttachmentIsKeptWithANote() throws {
    let data = String(repeating: "A", count: (1 << 20) + 10)
    let read = reading(
      "VEVENT", "DTSTART:20261201T090000Z\nATTACH;ENCODING=BASE64;VALUE=BINARY:\(data)")
    #expect(read.diagnostics.map(\.severity) == [.note])
    #expect(read.items.first?.refused == [] && read.items.first?.kept.count == 1)
    #expect(read.isComplete)
  }

  // MARK: Zones

  @Test(arguments: [
    ("(UTC) Koordinerad universell tid", "Etc/UTC"), ("(UTC) Koordinierte Weltzeit", "Etc/UTC"),
    ("(UTC) Temps universel coordonné", "Etc/UTC"), ("(UTC) 協定世界時", "Etc/UTC"),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "Europe/Berlin"),
    ("(UTC+01:00) Bruselas, Copenhague, Madrid, París", "Europe/Paris"),
    ("(UTC) Dublin, Edinburgh, Lissabon, London", "Europe/London"),
    ("(UTC+01:00) Amsterdam", "Europe/Berlin"), ("Mitteleuropäische Zeit", "Europe/Berlin"),
    ("Heure normale d’Europe centrale", "Europe/Berlin"),
    ("Osteuropäische Zeit", "Europe/Helsinki"),
  ])
  func aZoneNameOfAnotherLanguageIsKnown(name: String, zone: String) throws {
    let read = reading("VEVENT", "DTSTART;TZID=\"\(name)\":20261201T090000")
    let item = try #require(read.items.first).item
    #expect(zone == "Etc/UTC" ? item.anchor == .utc : item.anchor == .zone(zone))
    #expect(read.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "(UTC+05:00) Amsterdam", "(UTC+01:00) Nirgendwo", "(UTC) Weltzeit von Nirgendwo",
  ])
  func aNameThatFitsNoZoneIsNotGuessed(name: String) throws {
    let read = reading("VEVENT", "DTSTART;TZID=\"\(name)\":20261201T090000")
    #expect(read.items.first?.item.anchor == .floating)
    #expect(read.diagnostics.map(\.severity) == [.error])
  }

  @Test(arguments: [
    "DTSTART;TZID=(UTC+01:00) My Town:20261201T090000",
    "DTSTART;TZID=(UTC+01:00) My Town;X-A=b:20261201T090000",
  ])
  func aColonInAnUnquotedZoneNameIsPartOfIt(line: String) throws {
    let zones = """
      BEGIN:VTIMEZONE
      TZID:(UTC+01:00) My Town
      BEGIN:STANDARD
      DTSTART:16010101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE

      """
    let read = reading("VEVENT", line, zones: zones)
    let item = try #require(read.items.first).item
    #expect(item.when?.startDate.time.hour == 9)
    #expect(item.anchor.zone(read.anchors)?.offset(at: .epoch) == 3 * 3600)
    #expect(read.document.printed == read.document.bytes)
  }
}
