public import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
public import TaskDates

/// Two lists that are kept equal.
public struct SyncedLists: Sendable {
  /// What identifies their stores.
  public let stores: SyncSides<String>
  /// The lists.
  public let lists: SyncSides<ItemList.ID>
  /// When a sync last made them equal; nil for a sync of an earlier version.
  public let time: Instant?
}

extension SyncState {
  /// The lists that were in sync.
  public func lists(of sync: Int64) throws(StoreError) -> [SyncSides<ItemList.ID>] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT a, b FROM syncedList WHERE sync = ? ORDER BY a, b",
        arguments: [sync]
      ).compactMap(\.lists)
    }
  }

  /// The lists of all syncs, by store and name.
  public func allLists() throws(StoreError) -> [SyncedLists] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT sync.a AS storeA, sync.b AS storeB, syncedList.* FROM syncedList
          JOIN sync ON sync.id = syncedList.sync ORDER BY storeA, storeB, syncedList.a, syncedList.b
          """
      ).compactMap(SyncedLists.init)
    }
  }

  /// Records the lists that are in sync.
  func save(_ lists: [SyncSides<ItemList.ID>], of sync: Int64) throws(StoreError) {
    let gone = try Set(self.lists(of: sync)).subtracting(lists)
    try write { database in
      for pair in gone {
        try database.run(
          "DELETE FROM syncedList WHERE sync = ? AND a = ? AND b = ?",
          [sync, pair.a.name, pair.b.name])
      }
      for pair in lists {
        try database.run(
          "INSERT OR IGNORE INTO syncedList (sync, a, b) VALUES (?, ?, ?)",
          [sync, pair.a.name, pair.b.name])
      }
    }
  }

  /// Records that lists are equal now.
  func save(
    time: Instant, of lists: [SyncSides<ItemList.ID>], in sync: Int64
  ) throws(StoreError) {
    try write { database in
      for pair in lists {
        try database.run(
          "UPDATE syncedList SET time = ? WHERE sync = ? AND a = ? AND b = ?",
          [time.seconds, sync, pair.a.name, pair.b.name])
      }
    }
  }
}

extension SyncedLists {
  fileprivate init?(_ row: Row) {
    guard let a = row.value("storeA", as: String.self),
      let b = row.value("storeB", as: String.self), let lists = row.lists
    else { return nil }
    let time = row.value("time", as: Int.self)
    self.init(
      stores: SyncSides(a: a, b: b), lists: lists, time: time.map { Instant(seconds: $0) })
  }
}

extension Row {
  /// The lists of a row.
  fileprivate var lists: SyncSides<ItemList.ID>? {
    guard let a = value("a", as: String.self), let b = value("b", as: String.self) else {
      return nil
    }
    return SyncSides(a: ItemList.ID(a), b: ItemList.ID(b))
  }
}
