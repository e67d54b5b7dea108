public import CalendarItems
public import CalendarStores

/// A store that fails when a test asks for it, before or after a change is made.
public actor UnreliableStore: CalendarStore {
  /// When a store fails.
  public enum Failure: Sendable, CaseIterable {
    /// The change is not made.
    case before
    /// The change is made, and the answer is lost.
    case after
    /// The change is made, and the answer says that somebody else has changed the item.
    case refusedFalsely
  }

  private let store: any CalendarStore
  private var callsLeft: Int?
  private var failure = Failure.before
  private var refusesChanges = false
  /// The number of changes that were asked for.
  public private(set) var changeCount = 0

  /// Creates a store that passes all calls on to another.
  public init(_ store: any CalendarStore) { self.store = store }

  /// Lets a number of calls succeed, and the next one fail.
  public func fail(_ failure: Failure, afterCalls count: Int) {
    (self.failure, callsLeft) = (failure, count)
  }

  /// Refuses all changes from now on, as a server does for an item with guests.
  public func refuseChanges(_ refuses: Bool) { refusesChanges = refuses }

  /// Lets all further calls succeed.
  public func stopFailing() { callsLeft = nil }

  public nonisolated var capabilities: StoreCapabilities { store.capabilities }
  public func access(to kind: CalendarItem.Kind) async -> StoreAuthorization {
    await store.access(to: kind)
  }
  public func sources() async throws(StoreError) -> [StoreSource] { try await store.sources() }
  public func lists() async throws(StoreError) -> [ItemList] { try await store.lists() }
  public func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList {
    try await store.createList(details)
  }
  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) async throws(StoreError) -> ItemList { try await store.updateList(id, to: details) }
  public func removeList(_ id: ItemList.ID) async throws(StoreError) {
    try await store.removeList(id)
  }
  public func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    try await store.versions(in: list)
  }
  public func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try await store.items(at: refs)
  }
  public func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    try await store.items(matching: predicate)
  }
  public func changes() async -> AsyncStream<StoreChange> { await store.changes() }
  public func refresh() async throws(StoreError) { try await store.refresh() }

  public func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    changeCount += changes.count
    if refusesChanges { return changes.map { _ in .failure(.invalid("others are invited")) } }
    let failsNow = callsLeft == 0
    callsLeft = callsLeft.flatMap { $0 > 0 ? $0 - 1 : nil }
    let lost = StoreError.unavailable("the connection was lost")
    if failsNow, failure == .before { throw lost }
    let results = try await store.apply(changes, to: list)
    guard failsNow else { return results }
    guard failure == .refusedFalsely else { throw lost }
    return results.map { $0.flatMap { .failure(.changedMeanwhile($0.ref, now: $0)) } }
  }
}
