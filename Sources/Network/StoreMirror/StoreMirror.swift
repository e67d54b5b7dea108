import CalendarItems
public import CalendarStores
import GRDB
import SQLiteFiles
import SQLiteStore
import StoredText
public import TaskDates

/// What a server has, as it was read last, in one SQLite file: questions are answered from it, also where the
/// server cannot be reached.
///
/// It knows nothing of a server but what it is told; several processes may use one file.
public final class StoreMirror: Sendable {
  private let path: String
  /// The file, in case it turns out to be damaged; nil for one that is gone with the process.
  private let file: RebuildableFile?
  private let source: StoreSource.ID
  private let database: DatabaseQueue
  private let zones: ZoneDatabase
  private let news: RevisionBroadcaster

  /// Opens a mirror, or makes an empty one.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must be there. Nil for one that is gone with the process.
  ///   - source: The source that its lists are of.
  ///   - zones: Where zones are.
  /// - Throws: `StoreError.unavailable` where it cannot be opened; beside a damaged one a new one is made.
  public init(
    path: String?, source: StoreSource.ID, zones: ZoneDatabase = ZoneDatabase()
  ) throws(StoreError) {
    self.source = source
    self.zones = zones
    (file, database) = try Self.opened(path)
    self.path = file?.current ?? ":memory:"
    let database = database
    news = RevisionBroadcaster(
      since: try SQLiteErrorMapping.mapErrors(self.path, remedy: Self.remedy) {
        try database.read { try ChangesSinceRevision.last($0) }
      })
  }

  /// What is done about a file that cannot be read.
  private static let remedy = "it is made anew when it is opened next, for the server has it all"

  /// Opens a file; where it is damaged, makes another beside it.
  private static func opened(
    _ path: String?
  ) throws(StoreError) -> (RebuildableFile?, DatabaseQueue) {
    guard let path else {
      return (nil, try SQLiteErrorMapping.mapErrors(":memory:") { try database(":memory:") })
    }
    let file = RebuildableFile(path)
    return try SQLiteErrorMapping.mapErrors(
      file.current, remedy: "and no other can be made beside it"
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

  /// What can be done about a file of others.
  private static let foreign = "it may be removed, for the server has it all"

  /// Does something with the file; where it turns out to be damaged, another is made the next time.
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

  /// Items by their names, in the order asked for; what is not there is left out.
  public func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try await read { database in try refs.compactMap { try self.rows(database).item(at: $0) } }
  }

  /// The items that are asked for, by list and name.
  public func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    try await read { try self.rows($0).items(matching: predicate) }
  }

  /// What a list has, with or without items, by name.
  public func resources(in list: ItemList.ID) async throws(StoreError) -> [MirroredResource] {
    try await read { try self.rows($0).resources(in: list) }
  }

  /// A resource with its text; nil where there is none.
  public func text(at ref: ItemRef) async throws(StoreError) -> MirroredText? {
    try await read { try self.rows($0).text(at: ref) }
  }

  /// The version of an item with a UID; nil where the list has none.
  public func version(ofUID uid: String, in list: ItemList.ID) async throws(StoreError)
    -> ItemVersion?
  {
    try await read { try self.rows($0).version(ofUID: uid, in: list) }
  }

  /// What is known of the server by a name.
  public func fact(_ name: String) async throws(StoreError) -> String? {
    try await read { database in
      try String.fetchOne(database, sql: "SELECT value FROM fact WHERE name = ?", arguments: [name])
    }
  }

  // MARK: Writing

  /// Remembers something of the server; nil forgets it.
  public func setFact(_ name: String, to value: String?) async throws(StoreError) {
    try await using {
      try await self.database.write { database in
        try database.execute(sql: "DELETE FROM fact WHERE name = ?", arguments: [name])
        guard let value else { return }
        try database.execute(sql: "INSERT INTO fact VALUES (?, ?)", arguments: [name, value])
      }
    }
  }

  /// Takes the lists that a server has; what was in others is forgotten.
  ///
  /// What was read of those that stay stays, with mark, token and time.
  public func setLists(_ lists: [MirroredList]) async throws(StoreError) {
    try await change { try self.rows($0).setLists(lists) }
  }

  /// Takes what changed in a list, and the state that it has by that.
  ///
  /// - Parameters:
  ///   - list: The list with its new mark, token and time.
  ///   - texts: What is new or other.
  ///   - names: What is gone.
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

  /// What changes from now on.
  public func changes() -> AsyncStream<StoreChange> { news.changes() }

  /// Tells what changed since this mirror last told, by its own hand or by another process's.
  public func broadcastChanges() async throws(StoreError) {
    news.tell(
      try await read { try ChangesSinceRevision($0, since: self.news.seen, naming: .names) })
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try await using { try await self.database.read(body) }
  }

  private func change(_ body: @escaping @Sendable (Database) throws -> Void)
    async throws(StoreError)
  {
    let news = try await using {
      try await self.database.write { database in
        try body(database)
        return try ChangesSinceRevision(database, since: self.news.seen, naming: .names)
      }
    }
    self.news.tell(news)
  }
}
