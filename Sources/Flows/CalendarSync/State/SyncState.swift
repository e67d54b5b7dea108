import CalendarItems
public import CalendarStores
import ExactText
import Foundation
import GRDB
import SQLiteFiles
import StoredText

/// What two stores had in common after their last sync, in one SQLite file.
///
/// Without the file, the next sync pairs items by UID, and otherwise by equal fields.
public final class SyncState: Sendable {
  private let database: DatabaseQueue

  /// Opens the state, or creates it.
  ///
  /// - Parameter path: The file; its folder must exist.
  /// - Throws: `StoreError.unavailable` if it cannot be opened, or a later version wrote it.
  public init(path: String) throws(StoreError) {
    database = try Self.mapErrors {
      try DatabaseQueue.durable(path, SyncSchema.migrator, knownBy: "syncedItem")
    }
  }

  /// Reads a state into memory, for a run that only shows its plan.
  ///
  /// - Parameter path: The file, which must exist; it is not changed.
  /// - Throws: `StoreError.unavailable` if it cannot be read, or a later version wrote it.
  public init(copying path: String) throws(StoreError) {
    database = try Self.mapErrors {
      let file = try DatabaseQueue.reading(path, SyncSchema.migrator, knownBy: "syncedItem")
      let copy = try DatabaseQueue()
      try file.backup(to: copy)
      try SyncSchema.migrator.migrate(copy)
      return copy
    }
  }

  /// Opens a state that is only read.
  ///
  /// - Parameter path: The file, which must exist; it is not changed.
  /// - Throws: `StoreError.unavailable` if it cannot be read, or a later version wrote it.
  public init(reading path: String) throws(StoreError) {
    database = try Self.mapErrors {
      try DatabaseQueue.reading(path, SyncSchema.migrator, knownBy: "syncedItem")
    }
  }

  /// Creates a state in memory that is never saved.
  public init() throws(StoreError) {
    database = try Self.mapErrors {
      let queue = try DatabaseQueue()
      try SyncSchema.migrator.migrate(queue)
      return queue
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try Self.mapErrors { try database.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try Self.mapErrors { try database.write(body) }
  }

  private static func mapErrors<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      throw StoreError.unavailable(
        "the state of syncs: \(error.message ?? "\(error.resultCode)")")
    } catch {
      throw StoreError.unavailable("the state of syncs: \(error)")
    }
  }

  /// The number of a sync of two stores; it is given when they are synced first.
  ///
  /// - Parameter stores: What identifies the stores, such as their addresses.
  public func number(of stores: SyncSides<String>) throws(StoreError) -> Int64 {
    try write { try $0.number(of: stores) }
  }
}

extension Database {
  /// The number of a sync of two stores; it is given when they are synced first.
  func number(of stores: SyncSides<String>) throws -> Int64 {
    try run("INSERT OR IGNORE INTO sync (a, b) VALUES (?, ?)", [stores.a, stores.b])
    let id = try Int64.fetchOne(
      self, sql: "SELECT id FROM sync WHERE a = ? AND b = ?", arguments: [stores.a, stores.b])
    guard let id else { throw StoreError.unavailable("the state of syncs cannot be written") }
    return id
  }
}

extension SyncState {
  /// True if two stores have items in sync.
  ///
  /// - Parameter stores: What identifies the stores.
  public func hasItems(of stores: SyncSides<String>) throws(StoreError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM sync JOIN syncedItem ON syncedItem.sync = sync.id
          WHERE sync.a = ? AND sync.b = ?)
          """, arguments: [stores.a, stores.b]) ?? false
    }
  }
}

// MARK: Zone

extension SyncState {
  /// The name of the zone in which the last sync read times; nil if none was recorded.
  public func zone(of sync: Int64) throws(StoreError) -> String? {
    try read { database in
      try String.fetchOne(database, sql: "SELECT zone FROM sync WHERE id = ?", arguments: [sync])
    }
  }

  /// Records the name of the zone in which a sync reads times.
  public func save(zone: String, of sync: Int64) throws(StoreError) {
    try write { try $0.run("UPDATE sync SET zone = ? WHERE id = ?", [zone, sync]) }
  }
}

// MARK: Other machines

extension SyncState {
  /// True if another machine may sync the same lines with the same store.
  func isShared(_ sync: Int64) throws(StoreError) -> Bool {
    try read { database in
      try Bool.fetchOne(database, sql: "SELECT shared FROM sync WHERE id = ?", arguments: [sync])
        ?? false
    }
  }

  /// Records that another machine may sync the same lines with the same store.
  func setShared(_ sync: Int64) throws(StoreError) {
    try write { try $0.run("UPDATE sync SET shared = TRUE WHERE id = ?", [sync]) }
  }
}

// MARK: Choice

extension SyncState {
  /// The options that chose the items of the last sync, in words; nil if none were recorded.
  public func choice(of sync: Int64) throws(StoreError) -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT choice FROM sync WHERE id = ?", arguments: [sync])
    }
  }

  /// Records the options that choose the items of a sync, in words.
  public func save(choice: String, of sync: Int64) throws(StoreError) {
    try write { try $0.run("UPDATE sync SET choice = ? WHERE id = ?", [choice, sync]) }
  }

  /// Records whether items no longer take part, because a person does not ask for them any more.
  func setReleased(_ isReleased: Bool, of items: [Int64]) throws(StoreError) {
    guard !items.isEmpty else { return }
    try write { database in
      for item in items {
        try database.run("UPDATE syncedItem SET released = ? WHERE id = ?", [isReleased, item])
      }
    }
  }
}

// MARK: Items

extension SyncState {
  /// The items that were in sync, without their contents.
  public func items(of sync: Int64) throws(StoreError) -> [SyncedItem] {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT uidA, listA, nameA, tagA, uidB, listB, nameB, tagB, id, kind, released, received, leftOut
          FROM syncedItem WHERE sync = ? ORDER BY id
          """, arguments: [sync])
      return try Array(rows.compactMap(SyncedItem.init))
    }
  }

  /// The numbers of the items of a sync that are related to others.
  func related(of sync: Int64) throws(StoreError) -> [Int64] {
    try read { database in
      try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM syncedItem JOIN syncedText ON item = id
          WHERE sync = ? AND EXISTS (
            SELECT 1 FROM itemText WHERE itemText.id IN (a, b)
            AND instr(upper(CAST(rest AS TEXT)), 'RELATED-TO') > 0)
          """, arguments: [sync])
    }
  }

  /// The contents of some items after the last sync.
  func contents(of items: [Int64]) throws(StoreError) -> [Int64: SyncSides<ItemContent>] {
    try read { database in
      var contents: [Int64: SyncSides<ItemContent>] = [:]
      let statement = try database.makeStatement(
        sql: "SELECT a, b FROM syncedText WHERE item = ?")
      for item in items {
        guard let row = try Row.fetchOne(statement, arguments: [item]),
          let a = try database.content(row, "a"), let b = try database.content(row, "b")
        else { continue }
        contents[item] = SyncSides(a: a, b: b)
      }
      return contents
    }
  }

  /// Records items as both stores have them now, and forgets others, in one transaction.
  ///
  /// - Parameters:
  ///   - written: What was written for them, to undo the run.
  ///   - run: The number of the run; nil if it cannot be undone.
  func save(
    _ items: [SyncedRecord], forgetting gone: [Int64], of sync: Int64,
    written: [WrittenItem] = [], run: Int? = nil
  ) throws(StoreError) {
    try write { database in
      if let run {
        for id in items.compactMap(\.id) + gone { try database.keepPrevious(id, of: run) }
        for item in written { try item.save(database, run: run) }
      }
      for item in items {
        let id = try item.save(database, sync: sync)
        if let run, item.id == nil { try database.keepNew(id, of: run) }
      }
      for id in gone { try database.run("DELETE FROM syncedItem WHERE id = ?", [id]) }
    }
  }
}

extension SyncedItem {
  /// Reads the sides from the columns 0 and 4, and the rest after them.
  fileprivate init?(_ row: Row) {
    guard let a = Self.side(row, from: 0), let b = Self.side(row, from: 4),
      let id = row.value(at: 8, as: Int64.self),
      let kind = row.value(at: 9, as: String.self).flatMap(CalendarItem.Kind.init)
    else { return nil }
    self.init(
      id: id, kind: kind, uids: SyncSides(a: a.uid, b: b.uid),
      versions: SyncSides(a: a.version, b: b.version), isReleased: row.value(at: 10) ?? false)
    isFromOtherStore = row.value(at: 11) ?? false
    leftOut = row.value(at: 12, as: String.self).flatMap(SyncSide.init)
  }

  private static func side(_ row: Row, from place: Int) -> (uid: String, version: ItemVersion)? {
    guard let uid = row.value(at: place, as: String.self),
      let list = row.value(at: place + 1, as: String.self),
      let name = row.value(at: place + 2, as: String.self),
      let tag = row.value(at: place + 3, as: String.self)
    else { return nil }
    return (uid, ItemVersion(ItemRef(ItemList.ID(list), name: name), tag: tag))
  }
}
