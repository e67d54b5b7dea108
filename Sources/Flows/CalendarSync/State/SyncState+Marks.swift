import CalendarItems
import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
import StoredText

/// The numbers of runs, which the registry of lines has, too: they tell if one of both was lost, or restored from a
/// backup.
extension SyncState {
  /// What the state knows of the runs.
  struct Marks {
    /// The number of the last run of any sync.
    let last: Int
    /// The number of the last run that has begun.
    let begun: Int
    /// True if the registry was lost since the last run of the sync.
    let hasLostLines: Bool
  }

  func marks(of sync: Int64) throws(StoreError) -> Marks {
    try read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT max(mark) AS last, max(nextMark) AS begun, max(id = ? AND lostLines) AS lost FROM sync
          """, arguments: [sync])
      return Marks(
        last: row?.value("last") ?? 0, begun: row?.value("begun") ?? 0,
        hasLostLines: row?.value("lost") ?? false)
    }
  }

  /// Records that the registry was lost, and that no sync has given it back its lines yet.
  func noteLostLines() throws(StoreError) {
    try write { try $0.run("UPDATE sync SET lostLines = TRUE") }
  }

  /// Records that a run begins.
  func begin(mark: Int, of sync: Int64) throws(StoreError) {
    try write { try $0.run("UPDATE sync SET nextMark = ? WHERE id = ?", [mark, sync]) }
  }

  /// Records that the registry has the number of a run, and all lines of the sync.
  func save(mark: Int, of sync: Int64) throws(StoreError) {
    try write {
      try $0.run("UPDATE sync SET mark = ?, lostLines = FALSE WHERE id = ?", [mark, sync])
    }
  }

  /// The items of a store of lines as they were after the last sync of each.
  ///
  /// - Parameters:
  ///   - side: The side of the store.
  ///   - sync: The sync; other ones of the same store are read, too, and the last one that ran is right.
  func items(on side: SyncSide, of sync: Int64) throws(StoreError) -> [StoredItem] {
    try read { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT * FROM (\(Self.rows(of: side))) ORDER BY mark DESC",
        arguments: [sync])
      var found: [ItemRef: StoredItem] = [:]
      while let row = try rows.next() {
        guard let item = try Self.item(row, database), found[item.id] == nil else { continue }
        found[item.id] = item
      }
      return found.values.sorted { $0.id < $1.id }
    }
  }

  /// The items of a store that other syncs of it have.
  func refsOfOtherSyncs(on side: SyncSide, of sync: Int64) throws(StoreError) -> Set<ItemRef> {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT list, name FROM (\(Self.rows(of: side))) WHERE sync <> ?1",
        arguments: [sync])
      return Set(rows.compactMap(Self.ref))
    }
  }

  /// A query of the items of a store in all of its syncs, whichever side of them it is; ?1 is the number of one of them.
  private static func rows(of side: SyncSide) -> String {
    SyncSide.allCases.map { own in
      """
      SELECT list\(own.column) AS list, name\(own.column) AS name, tag\(own.column) AS tag,
      syncedText.\(own.rawValue) AS text, mark, sync.id AS sync FROM syncedItem
      JOIN syncedText ON syncedText.item = syncedItem.id JOIN sync ON sync.id = syncedItem.sync
      WHERE sync.\(own.rawValue) = (SELECT \(side.rawValue) FROM sync WHERE id = ?1)
      """
    }.joined(separator: " UNION ALL ")
  }

  /// The item that the first two columns name.
  private static func ref(_ row: Row) -> ItemRef? {
    guard let list = row.value(at: 0, as: String.self), let name = row.value(at: 1, as: String.self)
    else { return nil }
    return ItemRef(ItemList.ID(list), name: name)
  }

  private static func item(_ row: Row, _ database: Database) throws -> StoredItem? {
    guard let ref = ref(row), let tag = row.value(at: 2, as: String.self),
      let content = try database.content(row, "text")
    else { return nil }
    return StoredItem(version: ItemVersion(ref, tag: tag), content: content)
  }
}
