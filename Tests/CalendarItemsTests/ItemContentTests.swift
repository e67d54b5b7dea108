import CalendarItems
import TaskDates
import Testing

@Suite("The content of an item")
struct ItemContentTests {
  private func item(_ title: String, _ occurrence: String? = nil) throws -> CalendarItem {
    var item = CalendarItem(kind: .event, uid: "1", title: title)
    item.when = try DatePayload(parsing: "2026-12-07 09:00").value
    item.occurrence = try occurrence.map { try DatePayload(parsing: $0).value }
    return item
  }

  @Test func isTheSameOnlyWithTheSameItems() throws {
    let changed = [try item("a", "2026-12-08 09:00"), try item("b", "2026-12-09 09:00")]
    let content = ItemContent(try item("series"), changed: changed)
    #expect(content.isEqual(to: content))
    let others = [
      ItemContent(try item("another"), changed: changed), ItemContent(try item("series")),
      ItemContent(try item("series"), changed: [changed[0]]),
      ItemContent(try item("series"), changed: [changed[1], changed[0]]),
      ItemContent(try item("series"), changed: changed + [changed[0]]),
    ]
    for other in others { #expect(!content.isEqual(to: other) && !other.isEqual(to: content)) }
  }

  @Test func isTheSameWhateverItsText() throws {
    var other = try item("a")
    other.original = Original(bytes: Array("BEGIN:VEVENT\r\nEND:VEVENT\r\n".utf8)[...])
    #expect(ItemContent(try item("a")).isEqual(to: ItemContent(other)))
  }
}
