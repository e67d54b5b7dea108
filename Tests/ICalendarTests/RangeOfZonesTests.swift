import ICalendar
import Testing

@Suite("The definitions of zones in a text")
struct RangeOfZonesTests {
  private static let zone = "BEGIN:VTIMEZONE\r\nTZID:A\r\nEND:VTIMEZONE\r\n"

  private func zones(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return bytes.rangeOfZones.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: ["", "BEGIN:VTODO\r\nEND:VTODO\r\n", "BEGIN:VTIMEZONE\r\nTZID:A", "X:\(zone)"])
  func areNoneWithoutAWholeDefinition(text: String) { #expect(zones(text) == nil) }

  @Test func areAllThatFollowEachOther() {
    let text = "BEGIN:VCALENDAR\r\n\(Self.zone)\(Self.zone)BEGIN:VTODO\r\nEND:VTODO\r\n"
    #expect(zones(text) == Self.zone + Self.zone)
  }

  /// What lies between two definitions belongs to the item.
  @Test func endBeforeAnotherComponent() {
    #expect(zones("\(Self.zone)BEGIN:VEVENT\r\nEND:VEVENT\r\n\(Self.zone)") == Self.zone)
  }

  @Test func mayEndTheText() {
    #expect(zones(Self.zone + "BEGIN:VTIMEZONE\nEND:VTIMEZONE")?.hasSuffix("END:VTIMEZONE") == true)
  }
}
