import CalendarItems
import CalendarStores
import GRDB
import SQLiteFiles
import StoredText

/// An item of a store that undoing or redoing a run has written.
struct ReversedItem {
  let side: SyncSide
  /// The item before; what its row is found by.
  let known: StoredItem
  /// What the store has now; nil if the item was removed.
  let now: StoredItem?
}

extension SyncState {
  /// Makes what a store has now what it had after the last sync, so that the next one takes it for no change.
  ///
  /// What the other store has stays as it was recorded: its changes since then are still to be sent.
  func settle(_ item: ReversedItem, of run: Int) throws(StoreError) {
    try write { database in
      let sync = try Int64.fetchOne(
        database, sql: "SELECT sync FROM syncRun WHERE number = ?", arguments: [run])
      guard let sync else { return }
      let row = try database.row(of: item, sync)
      switch (row, item.now) {
      case (let row?, let now?): try database.set(now, item.side, of: row.id)
      case (let row?, nil) where row.leftOut == item.side.other:
        try database.run("DELETE FROM syncedItem WHERE id = ?", [row.id])
      case (let row?, nil): try database.leaveOut(row.id, on: item.side)
      case (nil, let now?):
        guard let row = try database.insertPrevious(of: item, sync, run: run) else { return }
        try database.set(now, item.side, of: row)
        try database.leaveOut(row, on: item.side.other)
      case (nil, nil): break
      }
    }
  }

  /// True if a run of two stores wrote an item that is not in sync any more, because a person has removed it elsewhere.
  func isForgotten(_ item: StoredItem, on side: SyncSide, of run: Int) throws(StoreError) -> Bool {
    try read { database in
      let sync = try Int64.fetchOne(
        database,
        sql: """
          SELECT sync.id FROM syncRun JOIN sync ON sync.id = syncRun.sync
          WHERE number = ? AND sync.b <> ''
          """, arguments: [run])
      guard let sync else { return false }
      return try database.row(of: ReversedItem(side: side, known: item, now: nil), sync) == nil
    }
  }

  /// The number of items in sync that a run brought into a store as new ones.
  func receivedCount(by run: Int, on side: SyncSide) throws(StoreError) -> Int {
    try read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM previousItem JOIN syncedItem AS item ON item.id = previousItem.item
          WHERE run = ? AND previousItem.sync IS NULL AND leftOut IS NULL AND (
            item.received OR EXISTS (
              SELECT 1 FROM writtenItem WHERE writtenItem.run = previousItem.run AND side = ?
              AND textBefore IS NULL AND listAfter = item.list\(side.column)
              AND nameAfter = item.name\(side.column)))
          """, arguments: [run, side.rawValue]) ?? 0
    }
  }
}

extension SyncSide {
  /// The letter at the end of the names of columns.
  var column: String { rawValue.uppercased() }
}

extension Database {
  /// The row of an item in sync: that of its list, if there are several.
  fileprivate func row(
    of item: ReversedItem, _ sync: Int64
  ) throws -> (id: Int64, leftOut: SyncSide?)? {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT id, leftOut FROM syncedItem WHERE sync = ? AND kind = ? AND uid\(item.side.column) = ?
        ORDER BY list\(item.side.column) = ? DESC, id LIMIT 1
        """,
      arguments: [
        sync, item.known.item.kind.rawValue, item.known.item.uid, item.known.id.list.name,
      ])
    guard let row, let id = row.value("id", as: Int64.self) else { return nil }
    return (id, row.value("leftOut", as: String.self).flatMap(SyncSide.init))
  }

  /// Records what one side of a row has.
  fileprivate func set(_ item: StoredItem, _ side: SyncSide, of row: Int64) throws {
    let column = side.column
    try run(
      """
      UPDATE syncedItem SET list\(column) = ?, name\(column) = ?, tag\(column) = ?,
      leftOut = CASE WHEN leftOut = ? THEN NULL ELSE leftOut END WHERE id = ?
      """,
      [item.id.list.name, item.id.name, item.version.tag, side.rawValue, row])
    try run(
      "UPDATE syncedText SET \(side.rawValue) = ? WHERE item = ?",
      [textNumber(of: item.content), row])
  }

  fileprivate func leaveOut(_ row: Int64, on side: SyncSide) throws {
    try run("UPDATE syncedItem SET leftOut = ? WHERE id = ?", [side.rawValue, row])
  }

  /// Inserts the row of an item as it was before a run, and returns its number; nil if it was not in sync.
  fileprivate func insertPrevious(
    of item: ReversedItem, _ sync: Int64, run: Int
  ) throws -> Int64? {
    let columns = "kind, uidA, listA, nameA, tagA, uidB, listB, nameB, tagB, released, received"
    try self.run(
      """
      INSERT INTO syncedItem (sync, \(columns)) SELECT sync, \(columns) FROM previousItem
      WHERE run = ? AND sync = ? AND kind = ? AND uid\(item.side.column) = ?
      AND a IS NOT NULL AND b IS NOT NULL LIMIT 1
      """, [run, sync, item.known.item.kind.rawValue, item.known.item.uid])
    guard changesCount > 0 else { return nil }
    let row = lastInsertedRowID
    try self.run(
      """
      INSERT INTO syncedText (item, a, b) SELECT ?, a, b FROM previousItem
      WHERE run = ? AND sync = ? AND kind = ? AND uid\(item.side.column) = ?
      AND a IS NOT NULL AND b IS NOT NULL LIMIT 1
      """, [row, run, sync, item.known.item.kind.rawValue, item.known.item.uid])
    return row
  }
}
