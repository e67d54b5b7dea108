import CalendarItems
import Foundation
import ICalendar
import TestSupport
import Testing

/// Reads a file whose items are read again when they are needed, and compares them with items in memory.
private func expectSame(
  _ bytes: [UInt8], threads: Int = 1, _ comment: Comment? = nil,
  _ location: SourceLocation = #_sourceLocation
) {
  let kept = CalendarReading(bytes: bytes)
  var received: [CalendarItem] = []
  let read = CalendarReading(bytes: bytes, threads: threads, keepsItems: false) { item, _ in
    received.append(item.item)
  }
  #expect(received == kept.items.map(\.item), comment, sourceLocation: location)
  #expect(read.items.count == kept.items.count, comment, sourceLocation: location)
  // From the last to the first, because the first reading was in order.
  for index in kept.items.indices.reversed() {
    let (one, other) = (read.items[index], kept.items[index])
    #expect(one.item == other.item, comment, sourceLocation: location)
    #expect(one.kept == other.kept, comment, sourceLocation: location)
    #expect(one.refused == other.refused, comment, sourceLocation: location)
    #expect(one.alarms == other.alarms, comment, sourceLocation: location)
    #expect(one.calendar == other.calendar, comment, sourceLocation: location)
    #expect(read.items.component(at: index) == other.component, comment, sourceLocation: location)
  }
}

private func calendar(_ components: String) -> [UInt8] {
  Array("BEGIN:VCALENDAR\r\n\(components)END:VCALENDAR\r\n".utf8)
}

/// A zone with the same name in each calendar, but another offset.
private func zone(_ offset: String) -> String {
  "BEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
    + "TZOFFSETFROM:\(offset)\r\nTZOFFSETTO:\(offset)\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
}

private func todo(_ number: Int, _ lines: String) -> String {
  "BEGIN:VTODO\r\nUID:\(number)\r\nSUMMARY:\(number)\r\n\(lines)\r\nX-OTHER:1\r\nEND:VTODO\r\n"
}

@Suite("Items that are read again")
struct ReadItemsTests {
  @Test(arguments: [1, 3]) func areTheSame(threads: Int) {
    let items = (0..<3_000).map { number in
      let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM"
      let due = number % 5 == 0 ? "DUE:tomorrow" : "DUE;TZID=Europe/Berlin:20261203T101500"
      return todo(number, number % 2 == 0 ? due : "\(due)\r\n\(alarm)")
    }
    expectSame(calendar(items.joined()), threads: threads)
  }

  @Test func haveTheZonesOfTheirCalendars() {
    let one = zone("+0100") + todo(1, "DUE;TZID=Own:20261203T101500")
    let two = zone("+0545") + todo(2, "DUE;TZID=Own:20261203T101500")
    expectSame(calendar(one) + calendar(two) + calendar(two))
  }

  @Test func haveTheirZonesIfNamesWithNumbersAreTaken() {
    let odd = zone("+0100").replacing("TZID:Own", with: "TZID:Own (2)")
    let one = odd + zone("+0200") + todo(1, "DUE;TZID=Own (2):20261203T101500")
    let two = zone("+0545") + todo(3, "DUE;TZID=Own:20261203T101500")
    expectSame(calendar(one + todo(2, "DUE;TZID=Own:20261203T101500")) + calendar(two))
  }

  @Test func haveTheZonesOfLaterItemsToo() {
    let zones = ["Nowhere/Land", "GMT+05:30", "Asia/Tokyo", "Own", "Europe_Berlin"]
    let items = zones.enumerated().map { todo($0, "DUE;TZID=\($1):20261203T101500") }
    expectSame(calendar(items.joined() + zone("+0300")))
  }

  @Test func areSeriesInZonesOfTheFile() {
    let rules = ["FREQ=DAILY", "FREQ=MINUTELY", "FREQ=YEARLY;COUNT=3"]
    let items = rules.enumerated().map { number, rule in
      todo(number, "DTSTART;TZID=Own:20261203T101500\r\nRRULE:\(rule)")
    }
    expectSame(calendar(zone("+0100") + items.joined()))
  }

  @Test func areTheSameInCalendarsThatOthersWrote() {
    for file in Corpora.files(in: "ics", extensions: ["ics"]) {
      let bytes = Corpora.bytes(file)
      if bytes.count < 100_000 { expectSame(bytes, "\(file.lastPathComponent)") }
    }
  }
}
