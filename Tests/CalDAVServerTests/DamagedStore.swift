import CalendarItems
import CalendarStores
import Synchronization
import TaskDates

/// A store in memory of which some lists cannot be read, such as a file that was cut off, or not be written now, because an
/// editor has the file open.
final class DamagedStore: CalendarStore {
  private let store = MemoryStore(now: { Instant(seconds: 1_796_000_000) })
  /// The lists that cannot be read.
  private let damaged = Mutex<Set<ItemList.ID>>([])
  /// True while an editor has all files open.
  let isBusy = Mutex(false)
  private let broadcaster = StoreChangeBroadcaster()

  /// Sets the lists that cannot be read, and reports that as a watcher of files does.
  func damage(_ lists: Set<ItemList.ID>) {
    let old = damaged.withLock { damaged in
      defer { damaged = lists }
      return damaged
    }
    for list in old.union(lists) { broadcaster.send(.items(list, [])) }
  }

  private func check(_ list: ItemList.ID) throws(StoreError) {
    if damaged.withLock({ $0.contains(list) }) { throw .unavailable("the file was cut off") }
  }

  var capabilities: StoreCapabilities { store.capabilities }
  func access(to kind: CalendarItem.Kind) async -> StoreAuthorization { .full }
  func sources() async throws(StoreError) -> [StoreSource] { await store.sources() }
  func lists() async throws(StoreError) -> [ItemList] { await store.lists() }
  func refresh() async throws(StoreError) {}
  func changes() async -> AsyncStream<StoreChange> { await store.changes() }

  func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList {
    await store.createList(details)
  }

  func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) async throws(StoreError) -> ItemList { try await store.updateList(id, to: details) }

  func removeList(_ id: ItemList.ID) async throws(StoreError) { try await store.removeList(id) }

  func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    try check(list)
    return try await store.versions(in: list)
  }

  func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    for ref in refs { try check(ref.list) }
    return await store.items(at: refs)
  }

  func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    await store.items(matching: predicate)
  }

  func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    try check(list)
    if isBusy.withLock(\.self) { throw .busy("the file is open in Vim") }
    return try await store.apply(changes, to: list)
  }
}

extension DamagedStore: StoreChangeReporting {
  func report(to mailbox: StoreChangeMailbox) async {
    await store.report(to: mailbox)
    broadcaster.report(to: mailbox)
  }

  func look() {}
}
