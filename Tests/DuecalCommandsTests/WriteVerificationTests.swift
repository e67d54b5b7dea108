import CalendarItems
import CalendarStores
import DuecalConfiguration
import StoreAccess
import TaskDates
import TestSupport
import Testing

@testable import DuecalCommands

@Suite("What a store holds after a write")
struct WriteVerificationTests {
  /// Writes a series with a changed occurrence, and returns the messages.
  private func reported(
    _ answer: @escaping @Sendable ([StoredItem]) throws(StoreError) -> [StoredItem]
  ) throws -> [String] {
    let address = try StoreAddress("memory:")
    let open = OpenStore(
      place: StorePlace(name: "work", address: address, password: nil),
      store: WrappedStore(
        memory: MemoryStore(now: { Instant(seconds: 1_796_000_000) }), answer: answer),
      isFresh: true)
    let list = try open.createList(ItemList.Details(title: "Home"))
    var meant = ItemContent(try item("2026-12-01 10:00"))
    meant.item.recurrence = Recurrence(rule: RecurrenceRule(.daily))
    meant.changed = [try item("2026-12-02 12:00")]
    meant.changed[0].occurrence = try value("2026-12-02 10:00")
    var written = WriteVerification()
    written.add(meant, try open.apply(.create(meant), to: list.id))
    let runEnvironment = RunEnvironment(
      environment: [:], now: Instant(seconds: 1_796_000_000), sourceDate: nil,
      configuration: Configuration())
    var messages = Messages(TestSpeech(), runEnvironment, to: nil)
    written.compare(in: open, called: "work#Home", messages: &messages)
    return messages.reported.map(\.text)
  }

  private func item(_ when: String) throws -> CalendarItem {
    var item = CalendarItem(kind: .event, uid: "1", title: "Call Ann")
    item.when = try value(when)
    item.location = "Bern"
    return item
  }

  private func value(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  @Test func nothingIsReportedWhenAllIsKept() throws {
    #expect(try reported { $0 } == [])
  }

  @Test func fieldsThatItDroppedAreNamed() throws {
    let reported = try reported { items throws(StoreError) in
      var items = items
      items[0].content.item.location = nil
      return items
    }
    #expect(reported == ["work#Home: \"Call Ann\": not kept: location"])
  }

  @Test func fieldsThatItChangedInOneOccurrenceAreNamed() throws {
    let reported = try reported { items throws(StoreError) in
      var items = items
      items[0].content.changed[0].title = "Call"
      return items
    }
    #expect(reported == ["work#Home: \"Call Ann\": not kept: title"])
  }

  @Test func anOccurrenceThatItDroppedIsNamed() throws {
    let reported = try reported { items throws(StoreError) in
      var items = items
      items[0].content.changed = []
      return items
    }
    #expect(reported == ["work#Home: \"Call Ann\": not kept: occurrences"])
  }

  @Test func anItemThatIsNotThereIsReported() throws {
    let reported = try reported { _ in [] }
    #expect(reported == ["work#Home: \"Call Ann\" was written, but the store does not have it"])
  }

  @Test func thatItCannotBeReadAgainIsReported() throws {
    let reported = try reported { _ throws(StoreError) in
      throw .unavailable("the connection is gone")
    }
    #expect(reported.count == 1)
    #expect(reported[0].hasPrefix("work#Home: what was written cannot be read again"))
    #expect(reported[0].contains("the connection is gone"))
  }
}
