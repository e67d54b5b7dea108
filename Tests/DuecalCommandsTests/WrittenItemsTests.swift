import ArgumentParser
import CalendarItems
import CalendarStores
import TaskDates
import TestSupport
import Testing

@testable import DuecalCommands

/// A store in memory that gives back items as a test wants them.
private struct ForgetfulStore: CalendarStore {
  let memory = MemoryStore(now: { Instant(seconds: 1_796_000_000) })
  let answer: @Sendable ([StoredItem]) throws(StoreError) -> [StoredItem]

  var abilities: StoreAbilities { memory.abilities }
  func access(to kind: CalendarItem.Kind) async -> StoreAccess { .full }
  func sources() async throws(StoreError) -> [StoreSource] { await memory.sources() }
  func lists() async throws(StoreError) -> [ItemList] { await memory.lists() }
  func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList {
    await memory.createList(details)
  }
  func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) async throws(StoreError) -> ItemList { try await memory.updateList(id, to: details) }
  func removeList(_ id: ItemList.ID) async throws(StoreError) { try await memory.removeList(id) }
  func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    try await memory.versions(in: list)
  }
  func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try answer(await memory.items(at: refs))
  }
  func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    await memory.items(matching: predicate)
  }
  func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    try await memory.apply(changes, to: list)
  }
  func changes() async -> AsyncStream<StoreChange> { await memory.changes() }
  func refresh() async throws(StoreError) {}
}

private struct Plain: Speech {
  let loudness: Loudness
  let messageColor: MessageColor? = nil

  init() throws { loudness = try Loudness.parse([]) }
}

@Suite("What a store holds after a write")
struct WrittenItemsTests {
  /// Writes a series with a changed occurrence, and gives what is said of it.
  private func said(
    _ answer: @escaping @Sendable ([StoredItem]) throws(StoreError) -> [StoredItem]
  ) throws -> [String] {
    let address = try StoreAddress("memory:")
    let open = OpenStore(
      place: StorePlace(name: "work", address: address, password: nil),
      store: ForgetfulStore(answer: answer), isFresh: true)
    let list = try open.createList(ItemList.Details(title: "Home"))
    var meant = ItemContent(try item("2026-12-01 10:00"))
    meant.item.recurrence = Recurrence(rule: RecurrenceRule(.daily))
    meant.changed = [try item("2026-12-02 12:00")]
    meant.changed[0].occurrence = try value("2026-12-02 10:00")
    var written = WrittenItems()
    written.add(meant, try open.apply(.create(meant), to: list.id))
    let surroundings = Surroundings(
      environment: [:], now: Instant(seconds: 1_796_000_000), sourceDate: nil,
      configuration: Configuration())
    var messages = Messages(try Plain(), surroundings, to: nil)
    written.compare(in: open, called: "work#Home", &messages)
    return messages.said.map(\.text)
  }

  private func item(_ when: String) throws -> CalendarItem {
    var item = CalendarItem(kind: .event, uid: "1", title: "Call Ann")
    item.when = try value(when)
    item.location = "Bern"
    return item
  }

  private func value(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  @Test func thatItKeptAllSaysNothing() throws {
    #expect(try said { $0 } == [])
  }

  @Test func fieldsThatItDroppedAreNamed() throws {
    let said = try said { items throws(StoreError) in
      var items = items
      items[0].content.item.location = nil
      return items
    }
    #expect(said == ["work#Home: \"Call Ann\": not kept: location"])
  }

  @Test func fieldsThatItChangedInOneOccurrenceAreNamed() throws {
    let said = try said { items throws(StoreError) in
      var items = items
      items[0].content.changed[0].title = "Call"
      return items
    }
    #expect(said == ["work#Home: \"Call Ann\": not kept: title"])
  }

  @Test func anOccurrenceThatItDroppedIsNamed() throws {
    let said = try said { items throws(StoreError) in
      var items = items
      items[0].content.changed = []
      return items
    }
    #expect(said == ["work#Home: \"Call Ann\": not kept: occurrences"])
  }

  @Test func anItemThatIsNotThereIsReported() throws {
    let said = try said { _ in [] }
    #expect(said == ["work#Home: \"Call Ann\" was written, but the store does not have it"])
  }

  @Test func thatItCannotBeReadAgainIsReported() throws {
    let said = try said { _ throws(StoreError) in throw .unavailable("the connection is gone") }
    #expect(said.count == 1)
    #expect(said[0].hasPrefix("work#Home: what was written cannot be read again"))
    #expect(said[0].contains("the connection is gone"))
  }
}
