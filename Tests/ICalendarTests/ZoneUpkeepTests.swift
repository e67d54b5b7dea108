import CalendarItems
import Foundation
import ICalendar
import TaskDates
import Testing

/// The VTIMEZONE that khal writes for 24 December 2026 in Berlin: it never leaves summer time after March 2027.
private let ofKhal = """
  BEGIN:VTIMEZONE
  TZID:Europe/Berlin
  BEGIN:STANDARD
  DTSTART:20261025T020000
  TZNAME:CET
  TZOFFSETFROM:+0200
  TZOFFSETTO:+0100
  END:STANDARD
  BEGIN:DAYLIGHT
  DTSTART:20270328T030000
  TZNAME:CEST
  TZOFFSETFROM:+0100
  TZOFFSETTO:+0200
  END:DAYLIGHT
  END:VTIMEZONE

  """

private func event(_ uid: String, _ lines: String) -> String {
  "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT\n"
}

private func calendar(_ components: String...) -> String {
  "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(components.joined())END:VCALENDAR\n"
}

/// The VTIMEZONEs of a text, by name, read without the zones of the system.
private func definitions(_ text: String) throws -> [String: Zone] {
  let document = ICSDocument(bytes: Array(text.utf8))
  var zones: [String: Zone] = [:]
  for index in document.components(named: "VTIMEZONE") {
    let lines = document.propertyLines(of: index).map { document.property(document.lines[$0]) }
    let name = try #require(lines.first { $0.isNamed("TZID") }).valueText
    zones[name] = try TimeZoneReader(document).read(index, named: name).zone
  }
  return zones
}

/// The text after a change of its first item.
private func changed(
  _ text: String, _ change: (inout CalendarItem) throws -> Void
) throws -> String {
  let reading = CalendarReading(bytes: Array(text.utf8))
  let old = try #require(reading.items.first)
  var item = old.item
  try change(&item)
  var edit = CalendarEdit(reading)
  edit.replace(old, with: item, at: nil)
  let again = CalendarReading(bytes: edit.bytes)
  #expect(again.items.first?.item.changes(from: item).filter { $0 != "revision" } == [])
  return String(decoding: edit.bytes, as: UTF8.self)
}

private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

@Suite("The VTIMEZONE of a changed item")
struct ZoneUpkeepTests {
  @Test func staysWhileItIsRight() throws {
    let text = calendar(ofKhal, event("1", "DTSTART;TZID=Europe/Berlin:20261224T100000"))
    let new = try changed(text) { $0.when = try date("2026-12-25 10:00") }
    #expect(new.contains(ofKhal) && new.contains("DTSTART;TZID=Europe/Berlin:20261225T100000"))
    #expect(try changed(text) { $0.title = "New" }.contains(ofKhal))
  }

  @Test func isReplacedForADateThatItDoesNotCover() throws {
    let text = calendar(ofKhal, event("1", "DTSTART;TZID=Europe/Berlin:20261224T100000"))
    for (day, instant) in [
      ("2028-01-13", "2028-01-13 09:00"), ("2027-07-13", "2027-07-13 08:00"),
      ("2026-07-13", "2026-07-13 08:00"),
    ] {
      let new = try changed(text) { $0.when = try date("\(day) 10:00") }
      let zones = try definitions(new)
      #expect(Array(zones.keys) == ["Europe/Berlin"])
      let moment = try date("\(day) 10:00").startDate
      #expect(zones["Europe/Berlin"]?.instant(of: moment).utc?.formattedDate == instant)
    }
  }

  @Test func holdsForASeriesUntil2060() throws {
    let text = calendar(ofKhal, event("1", "DTSTART;TZID=Europe/Berlin:20261224T100000"))
    let new = try changed(text) {
      $0.recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=MONTHLY"))
    }
    let zone = try #require(try definitions(new)["Europe/Berlin"])
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    for year in 2027...2060 {
      for month in [1, 7] {
        let moment = try DateTimeParameters(year: year, month: month, day: 24, hour: 10, minute: 0)
        #expect(zone.instant(of: moment) == berlin.instant(of: moment))
      }
    }
  }

  @Test func keepsItsNameIfOtherItemsHaveTheSameInstants() throws {
    let text = calendar(
      ofKhal, event("1", "DTSTART;TZID=Europe/Berlin:20261224T100000"),
      event("2", "DTSTART;TZID=Europe/Berlin:20270110T100000"))
    let new = try changed(text) { $0.when = try date("2028-01-13 10:00") }
    #expect(Array(try definitions(new).keys) == ["Europe/Berlin"])
    #expect(new.contains("DTSTART;TZID=Europe/Berlin:20270110T100000"))
  }

  /// Clocks of the calendar's own "Berlin" are three hours ahead.
  @Test func getsANameOfItsOwnIfOtherItemsNeedTheOldOne() throws {
    let other = """
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:20261101T000000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE

      """
    let text = calendar(
      other, event("1", "DTSTART;TZID=Europe/Berlin:20260701T100000"),
      event("2", "DTSTART;TZID=Europe/Berlin:20261224T100000"))
    let new = try changed(text) { $0.when = try date("2026-07-02 10:00") }
    #expect(new.contains(other) && new.contains("DTSTART;TZID=Europe/Berlin:20261224T100000"))
    #expect(new.contains("DTSTART;TZID=/duecal/Europe/Berlin:20260702T100000"))
    let moment = try date("2026-07-02 10:00").startDate
    #expect(
      try definitions(new)["/duecal/Europe/Berlin"]?.instant(of: moment).utc?.formattedDate
        == "2026-07-02 08:00")
    // A second change finds the name, and leaves it.
    let again = try changed(new) { $0.when = try date("2026-07-03 10:00") }
    #expect(again.contains("DTSTART;TZID=/duecal/Europe/Berlin:20260703T100000"))
    #expect(try definitions(again).count == 2)
  }

  @Test func isAddedForAZoneWithoutOne() throws {
    let text = calendar(event("1", "DTSTART;TZID=Europe/Berlin:20261224T100000"))
    let new = try changed(text) { $0.when = try date("2028-01-13 10:00") }
    #expect(Array(try definitions(new).keys) == ["Europe/Berlin"])
  }

  @Test func coversTheEndsAndExceptionsOfAnItem() throws {
    let text = calendar(
      ofKhal,
      event(
        "1", "DTSTART;TZID=Europe/Berlin:20261224T100000\nDTEND;TZID=Europe/Berlin:20261224T110000")
    )
    let longer = try changed(text) { $0.when = try date("2026-12-24 10:00 thru 2028-01-13 11:00") }
    let end = try date("2028-01-13 11:00").startDate
    #expect(
      try definitions(longer)["Europe/Berlin"]?.instant(of: end).utc?.formattedDate
        == "2028-01-13 10:00")
    let series = calendar(
      ofKhal,
      event(
        "1", "DTSTART;TZID=Europe/Berlin:20261224T100000\nRDATE;TZID=Europe/Berlin:20270110T100000")
    )
    let more = try changed(series) { $0.recurrence?.also.append(try date("2028-01-13 10:00")) }
    #expect(
      try definitions(more)["Europe/Berlin"]?.instant(of: try date("2028-01-13 10:00").startDate)
        .utc?
        .formattedDate == "2028-01-13 09:00")
  }
}
