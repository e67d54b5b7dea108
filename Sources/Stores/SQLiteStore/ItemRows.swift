import CalendarItems
import CalendarStores
import GRDB
import SQLiteFiles
import StoredText
import TaskDates

/// The items of a store.
struct ItemRows {
  private let database: Database
  private let coder: ItemCoder

  init(_ database: Database, _ coder: ItemCoder) {
    self.database = database
    self.coder = coder
  }

  func versions(in list: ItemList.ID) throws -> [ItemVersion] {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, version FROM item WHERE list = ? ORDER BY id",
      arguments: [list.row])
    var versions: [ItemVersion] = []
    while let row = try rows.next() {
      let ref = ItemRef(list, name: RowNumber.name(row.value(at: 0, as: Int64.self) ?? 0))
      versions.append(ItemVersion(ref, tag: String(row.value(at: 1, as: Int.self) ?? 0)))
    }
    return versions
  }

  func item(at ref: ItemRef) throws -> StoredItem? {
    try row(at: ref).flatMap(stored)
  }

  func items(matching predicate: ItemPredicate) throws -> [StoredItem] {
    let filter = PredicateSQL(predicate)
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM item WHERE \(filter.condition) ORDER BY list, id",
      arguments: filter.arguments)
    var found: [StoredItem] = []
    while let row = try rows.next() {
      if let item = stored(row), predicate.matches(item) { found.append(item) }
    }
    return found
  }

  /// The row of an item.
  func row(at ref: ItemRef) throws -> Row? {
    guard let id = RowNumber.number(ref.name), let list = ref.list.row else { return nil }
    return try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM item WHERE id = ? AND list = ?"),
      arguments: [id, list])
  }

  private func stored(_ row: Row) -> StoredItem? {
    coder.content(of: row.bytes("text")).map { StoredItem(version: version(row), content: $0) }
  }

  /// The version of a row.
  func version(_ row: Row) -> ItemVersion {
    ItemVersion(ItemRef(row: row), tag: String(row.value("version", as: Int.self) ?? 0))
  }
}
