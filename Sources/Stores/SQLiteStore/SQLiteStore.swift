public import CalendarItems
public import CalendarStores
import GRDB
import SQLiteFiles
public import TaskDates

/// A store in one SQLite file, for one or several programs on one machine.
///
/// An item's text is authoritative (`CalendarResource`); the search columns are derived from it. Acknowledged changes
/// are synced to disk.
public final class SQLiteStore: CalendarStore {
  public let capabilities: StoreCapabilities = [
    .changesLists, .isPersistent, .isShared, .preservesText, .allowsDuplicateUIDs,
  ]
  let path: String
  let database: DatabaseQueue
  let coder: ItemCoder
  private let broadcaster: RevisionBroadcaster

  /// Opens a store, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must exist. Nil for a store that is gone with the process.
  ///   - now: The clock for stamps.
  ///   - zones: The zone database.
  /// - Throws: `StoreError.unavailable` if it cannot be opened, or was written by a later version.
  public init(
    path: String?, now: @escaping @Sendable () -> Instant, zones: ZoneDatabase = ZoneDatabase()
  ) throws(StoreError) {
    self.path = path ?? ":memory:"
    coder = ItemCoder(rules: StoreWriteRules(now: now), now: now, zones: zones)
    let database = try Self.open(self.path, coder)
    self.database = database
    broadcaster = RevisionBroadcaster(
      since: try SQLiteErrorMapping.mapErrors(self.path) {
        try database.read { try ChangesSinceRevision.last($0) }
      })
  }

  private static func open(
    _ path: String, _ coder: ItemCoder
  ) throws(StoreError) -> DatabaseQueue {
    // For SQLite an empty name means a temporary file, and a name ends at a zero.
    if path.isEmpty || path.utf8.contains(0) {
      throw StoreError.unavailable("\(path.debugDescription): this is not a file name")
    }
    return try SQLiteErrorMapping.mapErrors(path) {
      try DatabaseQueue.durable(path, StoreSchema.migrator(coder), knownBy: "said", .smallCache)
    }
  }

  public func access(to _: CalendarItem.Kind) async -> StoreAuthorization { .full }

  public func sources() async throws(StoreError) -> [StoreSource] {
    [StoreSource(id: path, title: path, kind: .local)]
  }

  // MARK: Lists

  public func lists() async throws(StoreError) -> [ItemList] {
    try await read { try ListRows($0, source: self.path).all().sorted { $0.id < $1.id } }
  }

  public func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList {
    try await change { try ListRows($0, source: self.path).create(details) }
  }

  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) async throws(StoreError) -> ItemList {
    try await change { try ListRows($0, source: self.path).update(id, details) }
  }

  public func removeList(_ id: ItemList.ID) async throws(StoreError) {
    try await change { try ListRows($0, source: self.path).remove(id) }
  }

  // MARK: Items

  public func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    try await read { database in
      _ = try ListRows(database, source: self.path).list(list)
      return try ItemRows(database, self.coder).versions(in: list)
    }
  }

  public func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try await read { database in
      let rows = ItemRows(database, self.coder)
      return try refs.compactMap { try rows.item(at: $0) }
    }
  }

  public func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    try await read { try ItemRows($0, self.coder).items(matching: predicate) }
  }

  public func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    try await change { database in
      let list = try ListRows(database, source: self.path).list(list)
      var writing = try ItemRowWriter(database, self.coder, list: list)
      return try writing.apply(changes)
    }
  }

  // MARK: Changes

  public func changes() async -> AsyncStream<StoreChange> { broadcaster.changes() }

  public func refresh() async throws(StoreError) {
    broadcaster.notify(
      try await read { try ChangesSinceRevision($0, since: self.broadcaster.seen) })
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try await SQLiteErrorMapping.mapErrors(path) { try await self.database.read(body) }
  }

  /// Writes, and reports all changes since the last report, by this store or by others.
  private func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let (value, changes) = try await SQLiteErrorMapping.mapErrors(path) {
      try await self.database.write { database in
        try database.growCache()
        let value = try body(database)
        return (value, try ChangesSinceRevision(database, since: self.broadcaster.seen))
      }
    }
    broadcaster.notify(changes)
    return value
  }
}

extension SQLiteStore: StoreChangeReporting {
  package func report(to mailbox: StoreChangeMailbox) async { broadcaster.report(to: mailbox) }

  package func look() async throws(StoreError) { try await refresh() }
}
