import CalendarStores
import StoreContract
import StoredText
import Synchronization
import TaskDates
import Testing

@Suite("A store of texts")
struct TextStoreTests {
  /// Keeps texts in memory.
  private final class Kept: TextStorage {
    private let texts = Mutex(StoredTexts())
    let source = StoreSource(id: "kept", title: "Kept", kind: .memory)

    func read() throws(StoreError) -> StoredTexts { texts.withLock { $0 } }

    func write(_ texts: StoredTexts) throws(StoreError) { self.texts.withLock { $0 = texts } }
  }

  /// Refuses every text.
  private struct Refusing: TextStorage {
    let source = StoreSource(id: "refusing", title: "Refusing", kind: .memory)

    func read() throws(StoreError) -> StoredTexts { StoredTexts() }

    func write(_ texts: StoredTexts) throws(StoreError) { throw .unavailable("full") }
  }

  @Test(arguments: StoreRequirement.all)
  func meets(_ requirement: StoreRequirement) async throws {
    let storage = Kept()
    let open: StoreRequirement.Maker = { now in try TextStore(storage, now: now) }
    try await requirement.check(reopen: open, make: open)
  }

  @Test func answersAsTheReference() async throws {
    var operations = try await RandomOperations(seed: 1) { now in try TextStore(Kept(), now: now) }
    try await operations.run(200)
  }

  @Test func aChangeThatCannotBeWrittenIsNotMade() async throws {
    let store = try TextStore(Refusing(), now: { .epoch })
    await #expect(throws: StoreError.unavailable("full")) {
      try await store.createList(ItemList.Details(title: "Home"))
    }
    #expect(await store.lists().isEmpty)
  }

  @Test func aNumberThatSomethingHasIsNotGivenAgain() async throws {
    let storage = Kept()
    var texts = StoredTexts()
    texts.lists = [StoredTexts.List(id: "7", title: "Home", color: nil, kinds: ["reminder"])]
    try storage.write(texts)
    let store = try TextStore(storage, now: { .epoch })
    _ = try await store.createList(ItemList.Details(title: "Work"))
    #expect(await store.lists().map(\.id.name).sorted() == ["7", "8"])
  }

  @Test func textsThatHaveAnItemTwiceAreRefused() throws {
    let storage = Kept()
    var texts = StoredTexts()
    let item = StoredTexts.Item(list: "1", name: "2", tag: "3", text: "")
    texts.items = [item, item]
    try storage.write(texts)
    #expect(throws: StoreError.self) { try TextStore(storage, now: { .epoch }) }
  }
}
