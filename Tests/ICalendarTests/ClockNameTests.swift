import CalendarItems
import ICalendar
import TaskDates
import TestSupport
import Testing

private let today = ZoneDefinitions.northAmericaOfToday(called: "Customized Time Zone")

/// RFC 2445, section 4.6.5: two changes and no rule.
private let twoChanges = """
  BEGIN:VTIMEZONE
  TZID:US-Eastern
  BEGIN:STANDARD
  DTSTART:19981025T020000
  RDATE:19981025T020000
  TZOFFSETFROM:-0400
  TZOFFSETTO:-0500
  END:STANDARD
  BEGIN:DAYLIGHT
  DTSTART:19990404T020000
  RDATE:19990404T020000
  TZOFFSETFROM:-0500
  TZOFFSETTO:-0400
  END:DAYLIGHT
  END:VTIMEZONE
  """

/// An event whose lines name the zone `@`.
private func file(_ definition: String, _ events: String...) -> [UInt8] {
  let tzid = definition.contains("US-Eastern") ? "US-Eastern" : "Customized Time Zone"
  let items = events.map {
    "BEGIN:VEVENT\nUID:1\nDTSTAMP:20060101T000000Z\n\($0)\nEND:VEVENT\n"
      .replacing("@", with: "TZID=\(tzid)")
  }
  let text = "BEGIN:VCALENDAR\n\(definition)\n\(items.joined())END:VCALENDAR\n"
  return Array(text.replacing("\n", with: "\r\n").utf8)
}

private func clocks(_ definition: String, _ events: String...) -> [String?] {
  events.map { CalendarReading(bytes: file(definition, $0)).items.first?.item.anchor.name }
}

@Suite("The name of a clock that a calendar defines")
struct ClockNameTests {
  private let newYork = "America/New_York"
  private let own = "Customized Time Zone"

  @Test func isThatOfAZoneWhereTheDateIsTheSameInBoth() {
    #expect(clocks(today, "DTSTART;@:20200320T100000") == [newYork])
    #expect(clocks(today, "DTSTART;@:20060120T100000") == [newYork])
  }

  @Test func isItsOwnWhereTheDateDiffers() {
    #expect(clocks(today, "DTSTART;@:20060320T100000") == [own])
    #expect(clocks(twoChanges, "DTSTART;@:19981201T083000") == ["US-Eastern"])
  }

  @Test(arguments: [
    "DTSTART;@:20060310T100000\nDTEND;@:20060320T100000",
    "DTSTART;@:20200320T100000\nRECURRENCE-ID;@:20060320T100000",
    "DTSTART;@:20050110T100000\nRRULE:FREQ=YEARLY\nEXDATE;@:20060320T100000",
    "DTSTART;@:20050110T100000\nRDATE;@:20060320T100000",
    "DTSTART;@:20050110T100000\nRRULE:FREQ=WEEKLY;COUNT=100",
    "DTSTART;@:20050110T100000\nRRULE:FREQ=WEEKLY;UNTIL=20060401T000000Z",
    "DTSTART;@:20050110T100000\nRRULE:FREQ=WEEKLY",
    "DTSTART;@:20050310T100000\nDTEND;@:20050320T100000\nRRULE:FREQ=YEARLY",
  ])
  func isItsOwnWhereAnyDateOfTheItemDiffers(lines: String) {
    #expect(clocks(today, lines) == [own])
  }

  @Test(arguments: [
    "DTSTART;@:20050110T100000\nRRULE:FREQ=YEARLY",
    "DTSTART;@:20050110T100000\nRRULE:FREQ=WEEKLY;COUNT=5",
    "DTSTART;@:20080110T100000\nRRULE:FREQ=DAILY",
    "DTSTART;@:20080110T100000\nRRULE:FREQ=SECONDLY",
  ])
  func isThatOfAZoneWhereNoDateOfTheSeriesDiffers(lines: String) {
    #expect(clocks(today, lines) == [newYork])
  }

  @Test(arguments: [
    ("-0700", "Etc/GMT+7"), ("+0545", "Asia/Kathmandu"), ("+0215", "Customized Time Zone"),
  ])
  func isThatOfAnyZoneWithAllDatesOfASeries(offset: String, name: String) {
    let definition = """
      BEGIN:VTIMEZONE
      TZID:Customized Time Zone
      X-LIC-LOCATION:America/Vancouver
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:\(offset)
      TZOFFSETTO:\(offset)
      END:STANDARD
      END:VTIMEZONE
      """
    let marked = name == own ? "\(own) (VTIMEZONE)" : name
    #expect(clocks(definition, "DTSTART;@:20261210T100000\nRRULE:FREQ=WEEKLY") == [marked])
    #expect(clocks(definition, "DTSTART;@:20261210T100000") == ["\(own) (VTIMEZONE)"])
  }

  @Test func isLookedForItemByItemSoThatAnOverrideHasItsOwn() throws {
    let reading = CalendarReading(
      bytes: file(
        today, "DTSTART;@:20050110T100000\nRRULE:FREQ=YEARLY",
        "RECURRENCE-ID;@:20060110T100000\nDTSTART;@:20060320T100000"))
    #expect(reading.items.map(\.item.anchor.name) == [newYork, own])
    let series = try #require(
      ItemSeries(reading.items[0].item, changed: [reading.items[1].item], zones: reading.anchors))
    let dates = Array(series.prefix(3)).map { one in
      one.item.anchor.zone(reading.anchors)?.instant(of: one.item.when?.startDate ?? one.date).utc?
        .formattedDate
    }
    #expect(dates == ["2005-01-10 15:00", "2006-03-20 14:00", "2007-01-10 15:00"])
  }

  @Test func isMarkedWhereTheSystemHasAnotherZoneOfThatName() {
    let eastern = today.replacing("Customized Time Zone", with: "EST")
    let bytes = file(eastern, "DTSTART;TZID=EST:20060320T100000")
    #expect(CalendarReading(bytes: bytes).items[0].item.anchor.name == "EST (VTIMEZONE)")
  }

  @Test func ofAnItemThatIsMovedToADateThatDiffersIsWrittenAsIt() throws {
    let reading = CalendarReading(bytes: file(today, "DTSTART;@:20200320T100000"))
    var item = reading.items[0].item
    item.when = .dateTime(
      try DateTimeParameters(year: 2006, month: 3, day: 20, hour: 10, minute: 0))
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: item, at: nil)
    let again = CalendarReading(bytes: edit.bytes)
    #expect(again.items[0].item.isEqual(to: item))
    #expect(
      String(decoding: edit.bytes, as: UTF8.self)
        .contains("DTSTART;TZID=America/New_York:20060320T100000"))
  }

  @Test func ofAnItemThatIsMovedToADateThatIsTheSameStays() throws {
    let reading = CalendarReading(bytes: file(today, "DTSTART;@:20200320T100000"))
    var item = reading.items[0].item
    item.when = .dateTime(
      try DateTimeParameters(year: 2021, month: 3, day: 20, hour: 10, minute: 0))
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: item, at: nil)
    #expect(CalendarReading(bytes: edit.bytes).items[0].item.isEqual(to: item))
    #expect(
      String(decoding: edit.bytes, as: UTF8.self)
        .contains("DTSTART;TZID=Customized Time Zone:20210320T100000"))
  }
}
