import CalendarItems
import CalendarStores
import DuecalConfiguration

@testable import DuecalCommands

/// A store in memory, for which a test sets some of the answers.
struct WrappedStore: CalendarStore {
  let memory: MemoryStore
  /// Replaces the result of `items(at:)`.
  var answer: @Sendable ([StoredItem]) throws(StoreError) -> [StoredItem] = { $0 }
  /// Replaces `refresh()`.
  var look: @Sendable () throws(StoreError) -> Void = {}

  var capabilities: StoreCapabilities { memory.capabilities }
  func access(to kind: CalendarItem.Kind) async -> StoreAuthorization { .full }
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
  func refresh() async throws(StoreError) { try look() }
}

/// The verbosity of a test.
struct TestSpeech: MessageSettings {
  let level: Verbosity
  let messageColor: MessageColor? = nil

  init(isQuiet: Bool = false) {
    var level = Verbosity()
    (level.quiet, level.verbose) = (isQuiet, false)
    self.level = level
  }
}
