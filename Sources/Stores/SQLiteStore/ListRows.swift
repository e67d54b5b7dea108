package import CalendarItems
import CalendarStores
package import GRDB
import SQLiteFiles

/// The lists of a store.
package struct ListRows {
  private let database: Database
  private let source: StoreSource.ID

  init(_ database: Database, source: StoreSource.ID) {
    self.database = database
    self.source = source
  }

  func all() throws -> [ItemList] {
    try Row.fetchAll(database, sql: "SELECT * FROM list ORDER BY id").map(list)
  }

  func list(_ id: ItemList.ID) throws -> ItemList {
    let row = try id.row.flatMap {
      try Row.fetchOne(database, sql: "SELECT * FROM list WHERE id = ?", arguments: [$0])
    }
    guard let row else { throw StoreError.noList(id) }
    return list(row)
  }

  func create(_ details: ItemList.Details) throws -> ItemList {
    try database.execute(
      sql: """
        INSERT INTO list (title, color, takesReminders, takesEvents) VALUES (?, ?, ?, ?)
        """, arguments: arguments(details))
    let id = ItemList.ID(row: database.lastInsertedRowID)
    try count()
    return try list(id)
  }

  func update(_ id: ItemList.ID, _ details: ItemList.Details) throws -> ItemList {
    _ = try list(id)
    var details = details
    let kinds = try String.fetchAll(
      database, sql: "SELECT DISTINCT kind FROM item WHERE list = ?", arguments: [id.row])
    details.kinds.formUnion(kinds.compactMap(CalendarItem.Kind.init))
    try database.execute(
      sql: """
        UPDATE list SET title = ?, color = ?, takesReminders = ?, takesEvents = ? WHERE id = ?
        """, arguments: arguments(details) + [id.row])
    try count()
    return try list(id)
  }

  func remove(_ id: ItemList.ID) throws {
    _ = try list(id)
    try database.execute(
      sql: "DELETE FROM said WHERE rowid IN (SELECT id FROM item WHERE list = ?)",
      arguments: [id.row])
    try database.execute(sql: "DELETE FROM list WHERE id = ?", arguments: [id.row])
    try count()
  }

  private func count() throws {
    var numbers = try RevisionCounter(database)
    try numbers.changeLists(database)
    try numbers.save(database)
  }

  private func arguments(_ details: ItemList.Details) -> StatementArguments {
    [
      details.title, details.color, details.kinds.contains(.reminder),
      details.kinds.contains(.event),
    ]
  }

  private func list(_ row: Row) -> ItemList {
    let details = ItemList.Details(
      title: row.value("title") ?? "", color: row.value("color"), kinds: Self.kinds(row))
    return ItemList(id: ItemList.ID(row: row.value("id") ?? 0), source: source, details: details)
  }

  /// The kinds of items that the list of a row may contain.
  package static func kinds(_ row: Row) -> Set<CalendarItem.Kind> {
    var kinds: Set<CalendarItem.Kind> = []
    if row.value("takesReminders") ?? true { kinds.insert(.reminder) }
    if row.value("takesEvents") ?? true { kinds.insert(.event) }
    return kinds
  }
}
