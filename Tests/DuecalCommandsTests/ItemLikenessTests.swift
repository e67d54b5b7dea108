import CalendarItems
import CalendarStores
import StoredText
import Testing

@testable import DuecalCommands

@Suite("What two items have in common")
struct ItemLikenessTests {
  @Test func propertiesOfOtherProgramsAreKnownByTheirNames() throws {
    let content = try #require(Self.content("X-OTHER:1\r\nx-mine;A=b:2\r\n"))
    #expect(content.unknownNames == ["X-OTHER", "X-MINE"])
  }

  @Test func anItemWithoutATextHasNone() {
    let item = CalendarItem(kind: .reminder, uid: "1", title: "Call Ann")
    #expect(ItemContent(item).unknownNames == [])
  }

  private static func content(_ lines: String) -> ItemContent? {
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:1\r\n"
      + "DTSTAMP:20260101T000000Z\r\nSUMMARY:Call Ann\r\n\(lines)END:VTODO\r\nEND:VCALENDAR\r\n"
    return CalendarResource(bytes: Array(text.utf8)).content
  }
}
