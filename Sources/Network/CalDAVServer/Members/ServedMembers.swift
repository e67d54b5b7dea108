import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
import StoredText
import Synchronization

/// What clients have been told of the lists: the names in paths, and when each item changed.
///
/// A name in a path stays as long as its item. The revision only grows, so a token of a client tells what it knows.
final class ServedMembers: Sendable {
  /// An item, as clients know it.
  struct Member: Sendable {
    /// The name in the store.
    let name: String
    /// The name in paths.
    let segment: String
    /// The tag of the version in the store; nil for an item that is gone.
    let tag: String?
    /// The revision in which it changed last.
    let revision: Int
    /// What queries ask of this version; nil until they have.
    var facts: ItemFacts?
    /// The bits of the programs that were given this version, as far as it is known.
    var given: UInt32 = 0
  }

  private let database: DatabaseQueue
  /// False once no write of a client is known to wait.
  let mayWait = Atomic(true)
  /// The name of this state, which is in the tokens: those of another state are not believed.
  let state: String

  /// The mark of facts that hold here, in the form of this release.
  private let factsMark: String

  /// Opens the state, or creates an empty one.
  ///
  /// - Parameters:
  ///   - path: The file; nil for a state in memory.
  ///   - zone: The name of the zone of times that name none.
  ///   - newName: Makes the name of a new state.
  init(path: String?, zone: String, newName: () -> String) throws(StoreError) {
    factsMark = "2 \(zone)"
    do {
      let database = try DatabaseQueue.durable(
        path ?? ":memory:", MemberSchema.migrator, knownBy: "servedState")
      let name = newName()
      state = try database.write { try Self.name($0, or: name) }
      self.database = database
    } catch {
      throw .unavailable("the state of the server cannot be opened: \(error)")
    }
  }

  /// The mark of the facts of a version.
  func factsTag(_ tag: String?) -> String { "\(factsMark) \(tag ?? "")" }

  private static func name(_ database: Database, or new: String) throws -> String {
    if let name = try String.fetchOne(database, sql: "SELECT name FROM servedState") { return name }
    try database.run("INSERT INTO servedState VALUES (?, 0)", [new])
    return new
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.read(body) } catch { throw Self.error(error) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.write(body) } catch { throw Self.error(error) }
  }

  private static func error(_ error: any Error) -> StoreError {
    error as? StoreError ?? .unavailable("the state of the server: \(error)")
  }

  // MARK: Lists

  /// The name in paths of each list, which new lists get now.
  ///
  /// That of a list that is missing is kept: a disk may not be mounted.
  func segments(of lists: [ItemList]) throws(StoreError) -> [ItemList.ID: String] {
    let known = try read { try Self.segments($0) }
    let new = lists.filter { known[$0.id] == nil }
    if new.isEmpty { return known }
    return try write { database in
      for list in new { try Self.add(list, to: database) }
      return try Self.segments(database)
    }
  }

  private static func segments(_ database: Database) throws -> [ItemList.ID: String] {
    let rows = try Row.fetchAll(database, sql: "SELECT list, segment FROM servedList")
    return Dictionary(
      rows.compactMap { row in
        guard let list = row.value("list", as: String.self) else { return nil }
        return row.value("segment", as: String.self).map { (ItemList.ID(list), $0) }
      }
    ) { $1 }
  }

  private static func add(_ list: ItemList, to database: Database) throws {
    let used = ExactSet(try segments(database).values)
    let free = ResourceName.names(ofList: list.title).first { !used.contains($0) }
    try database.run(
      "INSERT OR IGNORE INTO servedList VALUES (?, ?, ?)",
      [list.id.name, free ?? list.id.name, try nextRevision(database)])
  }

  /// Forgets a list that a client has removed.
  func forget(_ list: ItemList.ID) throws(StoreError) {
    try write { try $0.run("DELETE FROM servedList WHERE list = ?", [list.name]) }
  }

  /// Gives a new list the name in paths that a client has chosen; it has no items yet.
  func name(_ list: ItemList.ID, _ segment: String) throws(StoreError) {
    try write { database in
      try database.run(
        "INSERT OR REPLACE INTO servedList VALUES (?, ?, ?)",
        [list.name, segment, try Self.nextRevision(database)])
    }
  }

  /// Takes the next revisions, and returns the last of them.
  ///
  /// Each change has one of its own, so that a client that asks for a few can ask for the rest.
  private static func nextRevision(_ database: Database, count: Int = 1) throws -> Int {
    try database.run("UPDATE servedState SET revision = revision + ?", [count])
    return try Int.fetchOne(database, sql: "SELECT revision FROM servedState") ?? 0
  }

  // MARK: Items

  /// A change of an item, as a store reports it.
  struct Change {
    /// The name in the store.
    let name: String
    /// The tag of the new version; nil for an item that is gone.
    let tag: String?
  }

  /// Records changes of items.
  ///
  /// - Returns: The members that changed, and the last revision.
  func record(
    _ changes: [Change], in list: ItemList.ID
  ) throws(StoreError) -> (changed: [Member], revision: Int) {
    try write { database in
      let last = try Self.nextRevision(database, count: changes.count)
      try database.run("UPDATE servedList SET revision = ? WHERE list = ?", [last, list.name])
      var changed: [Member] = []
      for (index, change) in changes.enumerated() {
        let revision = last - changes.count + 1 + index
        changed.append(try Self.write(change, of: list, revision, database))
      }
      return (changed, last)
    }
  }

  private static func write(
    _ change: Change, of list: ItemList.ID, _ revision: Int, _ database: Database
  ) throws -> Member {
    let known = try String.fetchOne(
      database.cachedStatement(sql: "SELECT segment FROM servedMember WHERE list = ? AND name = ?"),
      arguments: [list.name, change.name])
    if let known {
      try database.run(
        "UPDATE servedMember SET tag = ?, revision = ? WHERE list = ? AND name = ?",
        [change.tag, revision, list.name, change.name])
      return Member(change, known, revision)
    }
    let segment = try freeSegment(for: change.name, in: list, database)
    try insert(change.name, segment, change.tag, of: list, revision, database)
    return Member(change, segment, revision)
  }

  private static func freeSegment(
    for name: String, in list: ItemList.ID, _ database: Database
  ) throws -> String {
    let ending = ResourceName.ending
    let root = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    let names = ResourceName.names(for: root)
    return try names.first { try !isUsed($0, in: list, database) } ?? name
  }

  private static func isUsed(
    _ segment: String, in list: ItemList.ID, _ database: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM servedMember WHERE list = ? AND segment = ?)"),
      arguments: [list.name, segment]) ?? false
  }

  private static func insert(
    _ name: String, _ segment: String, _ tag: String?, of list: ItemList.ID, _ revision: Int,
    _ database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO servedMember (list, name, segment, tag, revision) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (list, segment) DO UPDATE
      SET name = excluded.name, tag = excluded.tag, revision = excluded.revision
      """, [list.name, name, segment, tag, revision])
  }

  /// Records an item that a client has written, under the name that the client chose.
  func record(
    _ change: Change, as segment: String, in list: ItemList.ID
  ) throws(StoreError) -> Member {
    try write { database in
      let revision = try Self.nextRevision(database)
      // Clients are told that the item is gone from another name that they know it by.
      try database.run(
        """
        UPDATE servedMember SET name = 'renamed:' || segment, tag = NULL, revision = ?
        WHERE list = ? AND name = ? AND segment <> ?
        """, [revision, list.name, change.name, segment])
      try Self.insert(change.name, segment, change.tag, of: list, revision, database)
      try database.run(
        "UPDATE servedList SET revision = ? WHERE list = ?", [revision, list.name])
      return Member(change, segment, revision)
    }
  }

  /// The members that a list had when it was read last.
  func present(in list: ItemList.ID) throws(StoreError) -> [Member] {
    try read { try self.members(of: list, $0).filter { $0.tag != nil } }
  }

  private func members(of list: ItemList.ID, _ database: Database) throws -> [Member] {
    try Row.fetchAll(
      database,
      sql: "SELECT * FROM servedMember WHERE list = ? ORDER BY name",
      arguments: [list.name]
    ).compactMap { Member($0, factsTag) }
  }

  /// The members that changed after a revision, the first changes first.
  func changes(
    in list: ItemList.ID, since revision: Int, upTo last: Int, limit: Int
  ) throws(StoreError) -> [Member] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM servedMember WHERE list = ? AND revision > ? AND revision <= ?
          ORDER BY revision, id LIMIT ?
          """, arguments: [list.name, revision, last, limit]
      ).compactMap { Member($0, factsTag) }
    }
  }

  /// The name in the store of an item; nil if no client has been told of it.
  func name(of segment: String, in list: ItemList.ID) throws(StoreError) -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT name FROM servedMember WHERE list = ? AND segment = ?",
        arguments: [list.name, segment])
    }
  }

  /// The last revision in which a list changed.
  func revision(of list: ItemList.ID) throws(StoreError) -> Int {
    try read { database in
      try Int.fetchOne(
        database, sql: "SELECT revision FROM servedList WHERE list = ?", arguments: [list.name])
    } ?? 0
  }
}

extension ServedMembers.Member {
  fileprivate init?(_ row: Row, _ factsTag: (String?) -> String) {
    guard let name = row.value("name", as: String.self),
      let segment = row.value("segment", as: String.self),
      let revision = row.value("revision", as: Int.self)
    else { return nil }
    let tag = row.value("tag", as: String.self)
    self.init(
      name: name, segment: segment, tag: tag, revision: revision,
      facts: row.value("factsTag", as: String.self) == factsTag(tag)
        ? row.value("facts", as: String.self).flatMap(ItemFacts.init) : nil)
  }

  fileprivate init(_ change: ServedMembers.Change, _ segment: String, _ revision: Int) {
    self.init(name: change.name, segment: segment, tag: change.tag, revision: revision)
  }
}
