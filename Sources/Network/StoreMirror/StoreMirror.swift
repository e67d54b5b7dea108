import CalendarItems
public import CalendarStores
import GRDB
import SQLiteFiles
import SQLiteStore
import StoredText
public import TaskDates

/// A cache of a server's lists and items in one SQLite file.
///
/// Queries are answered from it, even if the server cannot be reached.
///
/// It sends no requests: a store writes what it reads from the server. Several processes may use one file.
public final class StoreMirror: Sendable {
  private let path: String
  /// The file, in case it is damaged; nil for a cache in memory.
  private let file: RebuildableFile?
  private let source: StoreSource.ID
  private let database: DatabaseQueue
  private let zones: ZoneDatabase
  private let broadcaster: RevisionBroadcaster

  /// Opens a cache, or creates an empty one.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must exist. Nil for a cache in memory.
  ///   - source: The source of its lists.
  ///   - zones: The database of time zones.
  /// - Throws: `StoreError.unavailable` if it cannot be opened. A damaged file is kept, and a new one is created
  ///   beside it.
  public init(
    path: String?, source: StoreSource.ID, zones: ZoneDatabase = ZoneDatabase()
  ) throws(StoreError) {
    self.source = source
    self.zones = zones
    (file, database) = try Self.opened(path)
    self.path = file?.current ?? ":memory:"
    let database = database
    broadcaster = RevisionBroadcaster(
      since: try SQLiteErrorMapping.mapErrors(self.path, remedy: Self.remedy) {
        try database.read { try ChangesSinceRevision.last($0) }
      })
  }

  /// The remedy for a file that cannot be read, as part of a message.
  private static let remedy = "the cache will be rebuilt from the server when it is next opened"

  /// Opens a file; if it is damaged, creates another beside it.
  private static func opened(
    _ path: String?
  ) throws(StoreError) -> (RebuildableFile?, DatabaseQueue) {
    guard let path else {
      return (nil, try SQLiteErrorMapping.mapErrors(":memory:") { try database(":memory:") })
    }
    let file = RebuildableFile(path)
    return try SQLiteErrorMapping.mapErrors(
      file.current, remedy: "and no other cache can be created beside it"
    ) {
      do {
        return (file, try database(file.current))
      } catch  where RebuildableFile.isDamage(shownBy: error) {
        guard file.discard() else { throw error }
        let next = RebuildableFile(path)
        return (next, try database(next.current))
      }
    }
  }

  private static func database(_ path: String) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue.durable(path, MirrorSchema.migrator, knownBy: "fact")
    } catch let error as DatabaseFileError {
      throw StoreError.unavailable("\(path): \(error); \(foreign)")
    }
  }

  /// The remedy for a file that is not a cache, as part of a message.
  private static let foreign = "you can remove the file, and the cache is rebuilt from the server"

  /// Uses the file; if it is damaged, another is created the next time.
  private func using<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws(StoreError) -> Value {
    let file = file
    return try await SQLiteErrorMapping.mapErrors(path, remedy: Self.remedy) {
      do { return try await body() } catch {
        if RebuildableFile.isDamage(shownBy: error) { _ = file?.discard() }
        throw error
      }
    }
  }

  // MARK: Reading

  /// The lists, by id.
  public func lists() async throws(StoreError) -> [MirroredList] {
    try await read { try self.rows($0).lists() }
  }

  /// The versions of the items of a list, by name.
  public func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    try await read { try self.rows($0).versions(in: list) }
  }

  /// Items by their names, in the requested order; missing ones are left out.
  public func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try await read { database in try refs.compactMap { try self.rows(database).item(at: $0) } }
  }

  /// The items that match a predicate, by list and name.
  public func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    try await read { try self.rows($0).items(matching: predicate) }
  }

  /// The resources of a list, with or without items, by name.
  public func resources(in list: ItemList.ID) async throws(StoreError) -> [MirroredResource] {
    try await read { try self.rows($0).resources(in: list) }
  }

  /// A resource with its text; nil if there is none.
  public func text(at ref: ItemRef) async throws(StoreError) -> MirroredText? {
    try await read { try self.rows($0).text(at: ref) }
  }

  /// The version of the item with a UID; nil if the list has none.
  public func version(ofUID uid: String, in list: ItemList.ID) async throws(StoreError)
    -> ItemVersion?
  {
    try await read { try self.rows($0).version(ofUID: uid, in: list) }
  }

  /// A stored fact about the server, by its name.
  public func fact(_ name: String) async throws(StoreError) -> String? {
    try await read { database in
      try String.fetchOne(database, sql: "SELECT value FROM fact WHERE name = ?", arguments: [name])
    }
  }

  // MARK: Writing

  /// Stores a fact about the server; nil removes it.
  public func setFact(_ name: String, to value: String?) async throws(StoreError) {
    try await using {
      try await self.database.write { database in
        try database.execute(sql: "DELETE FROM fact WHERE name = ?", arguments: [name])
        guard let value else { return }
        try database.execute(sql: "INSERT INTO fact VALUES (?, ?)", arguments: [name, value])
      }
    }
  }

  /// Replaces the lists by those of a server; the contents of removed lists are removed.
  ///
  /// Lists that remain keep their contents, mark, token and time.
  public func setLists(_ lists: [MirroredList]) async throws(StoreError) {
    try await change { try self.rows($0).setLists(lists) }
  }

  /// Saves the changes in a list, and its new state.
  ///
  /// - Parameters:
  ///   - list: The list with its new mark, token and time.
  ///   - texts: New and changed resources.
  ///   - names: Removed resources.
  public func update(
    _ list: MirroredList, keeping texts: [MirroredText], removing names: [String] = []
  ) async throws(StoreError) {
    try await change { database in
      let rows = self.rows(database)
      var writing = try MirrorWriter(database, rows, list: list.list.id, zones: self.zones)
      for name in names { try writing.remove(name) }
      for text in texts { try writing.keep(text) }
      try writing.save()
      try rows.setState(of: list)
    }
  }

  private func rows(_ database: Database) -> MirrorRows {
    MirrorRows(database, source: source, zones: zones)
  }

  // MARK: Changes

  /// A stream of changes from now on.
  public func changes() -> AsyncStream<StoreChange> { broadcaster.changes() }

  /// Broadcasts the changes since the last broadcast, by this process or another.
  public func broadcastChanges() async throws(StoreError) {
    broadcaster.notify(
      try await read { try ChangesSinceRevision($0, since: self.broadcaster.seen, naming: .names) })
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try await using { try await self.database.read(body) }
  }

  private func change(_ body: @escaping @Sendable (Database) throws -> Void)
    async throws(StoreError)
  {
    let changes = try await using {
      try await self.database.write { database in
        try body(database)
        return try ChangesSinceRevision(database, since: self.broadcaster.seen, naming: .names)
      }
    }
    broadcaster.notify(changes)
  }
}
