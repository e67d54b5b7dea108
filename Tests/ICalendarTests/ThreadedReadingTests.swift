import CalendarItems
import ICalendar
import Testing

/// A calendar with so many items that several threads read them.
private func calendar(
  _ count: Int, uid: (Int) -> String = { "\($0)" }, line: (Int) -> String
) -> [UInt8] {
  let items = (0..<count).map { number in
    "BEGIN:VTODO\r\nUID:\(uid(number))\r\nSUMMARY:\(number)\r\n\(line(number))\r\nEND:VTODO\r\n"
  }
  return Array("BEGIN:VCALENDAR\r\n\(items.joined())END:VCALENDAR\r\n".utf8)
}

private func expectSame(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
  let one = CalendarReading(bytes: bytes)
  for threads in [2, 3] {
    let several = CalendarReading(bytes: bytes, threads: threads)
    #expect(several.items.map(\.item) == one.items.map(\.item), sourceLocation: location)
    #expect(several.diagnostics == one.diagnostics, sourceLocation: location)
    #expect(several.others == one.others, sourceLocation: location)
    #expect(several.anchors.keys.sorted() == one.anchors.keys.sorted(), sourceLocation: location)
  }
}

@Suite("A calendar that several threads read")
struct ThreadedReadingTests {
  @Test func isReadAsByOne() {
    expectSame(calendar(6_000) { "DUE;TZID=Europe/Berlin:20261203T\(1000 + $0 % 60)00" })
  }

  @Test func mayHaveZonesThatOccurLate() {
    let zones = ["Europe/Berlin", "Asia/Tokyo", "Nowhere/Land", "GMT+05:30"]
    expectSame(calendar(6_000) { "DUE;TZID=\(zones[$0 / 1_700]):20261203T100000" })
  }

  @Test func mayHaveErrorsAndItemsThatAreRefused() {
    let long = String(repeating: "u", count: 2_000)
    expectSame(
      calendar(6_000, uid: { $0 % 11 == 0 ? long : "\($0)" }) {
        $0 % 7 == 0 ? "DUE:tomorrow" : "PRIORITY:\($0 % 10)"
      })
  }
}
