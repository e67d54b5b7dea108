import CalendarItems
import CalendarStores
import Foundation
import ICalendar
import StoredText
import Testing

@Suite("Items combined into a calendar")
struct CombinedCalendarTests {
  private func zone(_ name: String, _ offset: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:\(offset)
    TZOFFSETTO:\(offset)
    END:STANDARD
    END:VTIMEZONE
    """
  }

  private func contents(_ zones: [String], _ items: [(uid: String, zone: String)]) -> [ItemContent]
  {
    let events = items.map {
      "BEGIN:VEVENT\nUID:\($0.uid)\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=\($0.zone):20260105T090000\nEND:VEVENT"
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + zones + events + ["END:VCALENDAR"]
    return CalendarReading(bytes: Array((lines.joined(separator: "\n") + "\n").utf8)).parted
  }

  private func text(_ contents: [ItemContent]) -> String {
    var calendar = CombinedCalendar()
    for content in contents { calendar.add(content) }
    #expect(calendar.count == contents.count)
    return String(decoding: calendar.bytes(), as: UTF8.self)
  }

  private func count(_ line: String, _ text: String) -> Int {
    text.components(separatedBy: line).count - 1
  }

  @Test func haveEachZoneOnce() {
    let both = contents(
      [zone("A", "+0017"), zone("B", "+0018"), zone("C", "+0019")],
      [("1", "A"), ("2", "B"), ("3", "A")])
    let text = text(both)
    #expect(count("BEGIN:VCALENDAR", text) == 1 && count("BEGIN:VEVENT", text) == 3)
    #expect(count("TZID:A", text) == 1 && count("TZID:B", text) == 1 && count("TZID:C", text) == 0)
  }

  @Test func areInSeveralCalendarsIfOneNameMeansSeveralZones() throws {
    let one = contents([zone("A", "+0017")], [("1", "A"), ("2", "A")])
    let other = contents([zone("A", "+0018")], [("3", "A"), ("4", "A")])
    let text = text(one + other)
    #expect(count("BEGIN:VCALENDAR", text) == 2 && count("BEGIN:VTIMEZONE", text) == 2)
    let calendars = text.components(separatedBy: "END:VCALENDAR")
    #expect(calendars[0].contains("+0017") && count("BEGIN:VEVENT", calendars[0]) == 2)
    #expect(calendars[1].contains("+0018") && count("BEGIN:VEVENT", calendars[1]) == 2)
  }

  @Test func keepTheirInstantsIfOneIsInAZoneThatOnlyItsCalendarDefines() {
    let system = contents([zone("Asia/Tokyo", "+0900")], [("1", "Asia/Tokyo")])
    let old = contents([zone("Asia/Tokyo", "+0800")], [("2", "Asia/Tokyo")])
    for both in [system + old, old + system] {
      let calendars = text(both).components(separatedBy: "END:VCALENDAR")
      #expect(calendars.count == 3)
      for calendar in calendars where calendar.contains("UID:2") {
        #expect(calendar.contains("TZOFFSETTO:+0800") && !calendar.contains("UID:1"))
      }
    }
  }

  @Test func ofNoneAreAnEmptyCalendar() {
    #expect(count("BEGIN:VCALENDAR", text([])) == 1)
  }

  @Test func theLaterOfTwoVersionsCounts() {
    let events = [1, 2, 2, 1].enumerated().map { number, sequence in
      "BEGIN:VEVENT\nUID:1\nSUMMARY:\(number)\nSEQUENCE:\(sequence)\nDTSTART:20260105T090000Z\nEND:VEVENT"
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + events + ["END:VCALENDAR"]
    let reading = CalendarReading(bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(reading.parted.map(\.item.title) == ["2"], "of equal ones the last")
  }
}
