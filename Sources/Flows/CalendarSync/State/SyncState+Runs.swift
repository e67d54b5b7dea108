import CalendarItems
public import CalendarStores
import ExactText
import Foundation
import GRDB
import SQLiteFiles
import StoredText

/// A run of a sync that can be undone.
public struct UndoableSync: Sendable {
  /// The number of the run, which its edits of files have too.
  public let number: Int
  /// The number of the sync in the state.
  public let sync: Int64
  /// What identifies the stores.
  public let stores: SyncSides<String>
  /// True if it was undone.
  public let isUndone: Bool

  /// True if a command changed one store; then the other one has no name.
  public var isOfOneStore: Bool { stores.b.isEmpty }
}

/// An item that a run wrote in a store.
struct WrittenItem {
  let side: SyncSide
  /// The item before; nil if it was new.
  let before: StoredItem?
  /// The item after; nil if it was removed.
  let after: StoredItem?
  /// The numbers of its writes in the state; empty for one that is not recorded yet.
  var ids: [Int64] = []
  /// True if undo has taken it back.
  var isUndone = false

  /// The write that takes this one back.
  var reversed: WrittenItem {
    WrittenItem(side: side, before: after, after: before, ids: ids, isUndone: isUndone)
  }
}

extension SyncState {
  /// The runs that can be undone, or were, oldest first.
  public func runs() throws(StoreError) -> [UndoableSync] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT number, sync, undone, a, b FROM syncRun JOIN sync ON sync.id = syncRun.sync
          WHERE number IN (SELECT run FROM previousItem UNION SELECT run FROM writtenItem)
          ORDER BY number
          """
      ).compactMap(UndoableSync.init)
    }
  }

  /// Records what a command is about to change in one store, so that `undo` knows of it even if the command is killed.
  ///
  /// - Parameters:
  ///   - changes: The items before the change, and as they are to be; nil for one that is not there.
  ///   - store: What identifies the store.
  ///   - run: The number of the run.
  /// - Returns: The numbers of the records.
  public func plan(
    _ changes: [(before: StoredItem?, after: StoredItem?)], in store: String, run: Int
  ) throws(StoreError) -> [Int64] {
    let planned = changes.map { WrittenItem(side: .a, before: $0.before, after: $0.after) }
    return try write { database in
      try database.begin(run: run, of: database.number(of: SyncSides(a: store, b: "")))
      return try planned.map { item in
        try item.save(database, run: run)
        return database.lastInsertedRowID
      }
    }
  }

  /// Records what a command changed in one store, so that it can be undone as a sync with no other store.
  ///
  /// - Parameters:
  ///   - changes: The items before and after the change; nil for one that was not there.
  ///   - run: The number of the run.
  ///   - plan: The numbers of the records of what the command was about to change, which are not needed any more.
  public func record(
    _ changes: [(before: StoredItem?, after: StoredItem?)], run: Int, carryingOut plan: [Int64]
  ) throws(StoreError) {
    let written = changes.map { WrittenItem(side: .a, before: $0.before, after: $0.after) }
    try write { database in
      for number in plan {
        try database.run("DELETE FROM writtenItem WHERE id = ?", [number])
      }
      for item in written { try item.save(database, run: run) }
    }
  }

  /// Records a run that can be undone, and forgets old ones.
  func begin(run: Int, of sync: Int64) throws(StoreError) {
    try write { try $0.begin(run: run, of: sync) }
  }

  /// The items that a run wrote, in the order of the writes.
  func written(by run: Int) throws(StoreError) -> [WrittenItem] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM writtenItem WHERE run = ? ORDER BY id", arguments: [run]
      ).compactMap { try WrittenItem($0, database) }.joined()
    }
  }

  /// Records which writes undo has taken back, or redo has done again.
  func set(undone isUndone: Bool, writes: [Int64]) throws(StoreError) {
    try write { database in
      for id in writes {
        try database.run("UPDATE writtenItem SET undone = ? WHERE id = ?", [isUndone, id])
      }
    }
  }

  /// Records that a run is undone, or redone.
  func finish(run: Int, isUndone: Bool) throws(StoreError) {
    try write { database in
      if isUndone {
        try database.run(
          """
          INSERT OR IGNORE INTO syncedList (sync, a, b)
          SELECT sync, a, b FROM previousList WHERE run = ?
          """, [run])
      }
      try database.run("UPDATE syncRun SET undone = ? WHERE number = ?", [isUndone, run])
    }
  }
}

extension [WrittenItem] {
  /// The items with one write for each, if a run wrote some of them again.
  fileprivate func joined() -> [WrittenItem] {
    reduce(into: []) { items, next in
      let earlier = items.lastIndex { item in
        item.side == next.side && item.after != nil && item.after?.id == next.before?.id
      }
      guard let earlier else { return items.append(next) }
      let first = items.remove(at: earlier)
      items.append(
        WrittenItem(
          side: next.side, before: first.before, after: next.after, ids: first.ids + next.ids,
          isUndone: next.isUndone))
    }
  }
}

extension Database {
  /// The number of runs of a sync that can be undone.
  private static let undoableCount = 20

  /// Records a run that can be undone, and forgets old ones.
  func begin(run: Int, of sync: Int64) throws {
    try self.run("INSERT OR IGNORE INTO syncRun (number, sync) VALUES (?, ?)", [run, sync])
    try self.run(
      """
      DELETE FROM syncRun WHERE sync = ? AND number NOT IN
      (SELECT number FROM syncRun WHERE sync = ? ORDER BY number DESC LIMIT ?)
      """, [sync, sync, Self.undoableCount])
    if changesCount > 0 { try SyncTexts(self).removeUnused() }
  }

  /// Keeps an item of the state as it was before a run, unless the run has changed it before.
  func keepPrevious(_ item: Int64, of run: Int) throws {
    let columns =
      "sync, kind, uidA, listA, nameA, tagA, uidB, listB, nameB, tagB, released, received, a, b"
    try self.run(
      """
      INSERT OR IGNORE INTO previousItem (run, item, \(columns)) SELECT ?, id, \(columns)
      FROM syncedItem LEFT JOIN syncedText ON item = id WHERE id = ?
      """, [run, item])
  }

  /// Records that an item was not in sync before a run.
  func keepNew(_ item: Int64, of run: Int) throws {
    try self.run("INSERT OR IGNORE INTO previousItem (run, item) VALUES (?, ?)", [run, item])
  }
}

extension UndoableSync {
  fileprivate init?(_ row: Row) {
    guard let number = row.value("number", as: Int.self),
      let sync = row.value("sync", as: Int64.self), let a = row.value("a", as: String.self),
      let b = row.value("b", as: String.self)
    else { return nil }
    self.init(
      number: number, sync: sync, stores: SyncSides(a: a, b: b),
      isUndone: row.value("undone") ?? false)
  }
}

extension WrittenItem {
  fileprivate init?(_ row: Row, _ database: Database) throws {
    guard let side = row.value("side", as: String.self).flatMap(SyncSide.init) else { return nil }
    self.init(
      side: side, before: try Self.item("Before", row, database),
      after: try Self.item("After", row, database),
      ids: row.value("id", as: Int64.self).map { [$0] } ?? [],
      isUndone: row.value("undone") ?? false)
  }

  private static func item(
    _ time: String, _ row: Row, _ database: Database
  ) throws -> StoredItem? {
    guard let list = row.value("list\(time)", as: String.self),
      let name = row.value("name\(time)", as: String.self),
      let content = try database.content(row, "text\(time)")
    else { return nil }
    return StoredItem(
      version: .unknown(of: ItemRef(ItemList.ID(list), name: name)), content: content)
  }

  func save(_ database: Database, run: Int) throws {
    try database.run(
      """
      INSERT INTO writtenItem
      (run, side, listBefore, nameBefore, textBefore, listAfter, nameAfter, textAfter)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        run, side.rawValue, before?.id.list.name, before?.id.name,
        database.textNumber(of: before?.content), after?.id.list.name, after?.id.name,
        database.textNumber(of: after?.content),
      ])
  }
}
