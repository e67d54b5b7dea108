import CalendarItems
import CalendarStores
import Foundation
import GRDB
import SQLiteFiles
import StoredText

/// An item as both stores have it, to be recorded.
struct SyncedRecord {
  /// Its number in the state; nil if it was not in sync.
  let id: Int64?
  let items: SyncSides<StoredItem>
  /// True if the line was just made of an item of the other store.
  var isReceived = false

  /// Saves the item, and returns its number.
  func save(_ database: Database, sync: Int64) throws -> Int64 {
    let (a, b) = (items.a, items.b)
    let values: StatementArguments = [
      sync, a.item.kind.rawValue, a.item.uid, a.id.list.name, a.id.name, a.version.tag,
      b.item.uid, b.id.list.name, b.id.name, b.version.tag,
    ]
    let columns = "sync, kind, uidA, listA, nameA, tagA, uidB, listB, nameB, tagB"
    if let id {
      try database.run(
        """
        UPDATE syncedItem SET (\(columns), released, leftOut) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, FALSE, NULL)
        WHERE id = ?
        """,
        values + [id])
    } else {
      try database.run(
        """
        INSERT INTO syncedItem (\(columns), received) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, values + [isReceived])
    }
    let number = id ?? database.lastInsertedRowID
    try database.run(
      "INSERT OR REPLACE INTO syncedText (item, a, b) VALUES (?, ?, ?)",
      [number, database.textNumber(of: a.content), database.textNumber(of: b.content)])
    return number
  }
}
