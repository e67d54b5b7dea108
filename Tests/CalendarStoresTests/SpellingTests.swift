import CalendarItems
import Testing

@Suite("Items that differ in the bytes of a text")
struct SpellingTests {
  @Test("another spelling of the same look is a change of the field")
  func changes() {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "caf\u{E9}")
    (item.notes, item.categories) = ("caf\u{E9}", ["caf\u{E9}"])
    var other = item
    other.title = "cafe\u{301}"
    other.notes = "cafe\u{301}"
    other.categories = ["cafe\u{301}"]
    #expect(item != other)
    #expect(Set(other.changes(from: item)) == ["title", "notes", "categories"])
    #expect(item.changes(from: item).isEmpty)
  }
}
