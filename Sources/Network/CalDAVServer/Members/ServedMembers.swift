import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
import StoredText

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
  }

  private let database: DatabaseQueue
  /// The name of this state, which is in the tokens: those of another state are not believed.
  let state: String

  /// Opens the state, or creates an empty one.
  ///
  /// - Parameters:
  ///   - path: The file; nil for a state in memory.
  ///   - newName: Makes the name of a new state.
  init(path: String?, newName: () -> String) throws(StoreError) {
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

  /// Records the versions that a list has now.
  ///
  /// - Returns: The members that are there, in the order of their names in the store.
  func record(
    _ versions: [ItemVersion], in list: ItemList.ID
  ) throws(StoreError) -> [Member] {
    let known = try read { try Self.members(of: list, $0) }
    let changed = Self.changes(from: known, to: versions)
    guard !changed.isEmpty else { return known.filter { $0.tag != nil } }
    return try write { database in
      let known = try Self.members(of: list, database)
      try Self.write(Self.changes(from: known, to: versions), known, of: list, database)
      return try Self.members(of: list, database).filter { $0.tag != nil }
    }
  }

  /// The names with new tags; nil for those that are gone.
  private static func changes(
    from known: [Member], to versions: [ItemVersion]
  ) -> [(name: String, tag: String?)] {
    var tags = ExactDictionary(known.map { ($0.name, $0.tag) }, uniquingKeysWith: { $1 })
    var changes: [(name: String, tag: String?)] = []
    for version in versions {
      let old = tags.removeValue(forKey: version.ref.name) ?? nil
      if old != version.tag { changes.append((version.ref.name, version.tag)) }
    }
    let gone = tags.filter { $0.value != nil }.map(\.key).sorted()
    return changes + gone.map { ($0, nil) }
  }

  private static func write(
    _ changes: [(name: String, tag: String?)], _ known: [Member], of list: ItemList.ID,
    _ database: Database
  ) throws {
    guard !changes.isEmpty else { return }
    let last = try nextRevision(database, count: changes.count)
    var used = ExactSet(known.map(\.segment))
    let names = ExactSet(known.map(\.name))
    for (index, (name, tag)) in changes.enumerated() {
      let revision = last - changes.count + 1 + index
      if names.contains(name) {
        try database.run(
          "UPDATE servedMember SET tag = ?, revision = ? WHERE list = ? AND name = ?",
          [tag, revision, list.name, name])
      } else {
        let segment = Self.segment(for: name, besides: used)
        used.insert(segment)
        try insert(name, segment, tag, of: list, revision, database)
      }
    }
    try database.run("UPDATE servedList SET revision = ? WHERE list = ?", [last, list.name])
  }

  private static func segment(for name: String, besides used: ExactSet) -> String {
    let ending = ResourceName.ending
    let root = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    return ResourceName.names(for: root).first { !used.contains($0) } ?? name
  }

  private static func insert(
    _ name: String, _ segment: String, _ tag: String?, of list: ItemList.ID, _ revision: Int,
    _ database: Database
  ) throws {
    try database.run(
      "INSERT INTO servedMember (list, name, segment, tag, revision) VALUES (?, ?, ?, ?, ?)",
      [list.name, name, segment, tag, revision])
  }

  /// Records an item that a client has written, under the name that the client chose.
  func record(_ version: ItemVersion, as segment: String) throws(StoreError) {
    let list = version.ref.list
    try write { database in
      let revision = try Self.nextRevision(database)
      try database.run(
        "DELETE FROM servedMember WHERE list = ? AND (segment = ? OR name = ?)",
        [list.name, segment, version.ref.name])
      try Self.insert(version.ref.name, segment, version.tag, of: list, revision, database)
      try database.run(
        "UPDATE servedList SET revision = ? WHERE list = ?", [revision, list.name])
    }
  }

  private static func members(of list: ItemList.ID, _ database: Database) throws -> [Member] {
    try Row.fetchAll(
      database,
      sql: "SELECT name, segment, tag, revision FROM servedMember WHERE list = ? ORDER BY name",
      arguments: [list.name]
    ).compactMap(Member.init)
  }

  /// The members that changed after a revision, the first changes first.
  func changes(
    in list: ItemList.ID, since revision: Int, limit: Int
  ) throws(StoreError) -> [Member] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT name, segment, tag, revision FROM servedMember WHERE list = ? AND revision > ?
          ORDER BY revision, id LIMIT ?
          """, arguments: [list.name, revision, limit]
      ).compactMap(Member.init)
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
  fileprivate init?(_ row: Row) {
    guard let name = row.value("name", as: String.self),
      let segment = row.value("segment", as: String.self),
      let revision = row.value("revision", as: Int.self)
    else { return nil }
    self.init(name: name, segment: segment, tag: row.value("tag"), revision: revision)
  }
}
