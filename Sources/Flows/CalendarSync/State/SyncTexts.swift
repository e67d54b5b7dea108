import CalendarStores
import ExactText
import GRDB
import ICalendar
import SQLiteFiles
import StoredText

/// The texts of items in the state, each of which is there once.
///
/// Most items have the same text in both stores, and in the runs that wrote them.
struct SyncTexts {
  private let database: Database
  private let parts: SharedParts

  init(_ database: Database) {
    self.database = database
    parts = SharedParts(database, shared: \.zoneDefinitions)
  }

  static func makeTables(_ database: Database) throws {
    try SharedParts.makeTable(database)
    // A text without the definitions of its zones, which are at a place of it; `sum` is that of the whole text.
    try database.create(table: "text") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("sum", .integer).notNull().indexed()
      table.column("rest", .blob).notNull()
      table.column("part", .integer).references("sharedPart")
      table.column("place", .integer)
    }
  }

  /// The number of a text, which is in the table then.
  func number(of text: [UInt8]) throws -> Int64 {
    let sum = Int64(bitPattern: text.sum)
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, rest, part, place FROM text WHERE sum = ?"),
      arguments: [sum])
    for row in rows where try self.text(row) == text {
      if let number = row.value("id", as: Int64.self) { return number }
    }
    let new = try parts.store(text)
    try database.run(
      "INSERT INTO text (sum, rest, part, place) VALUES (?, ?, ?, ?)",
      [sum, new.rest.data, new.part, new.place])
    return database.lastInsertedRowID
  }

  /// The content whose text has a number; nil if there is none, or if it cannot be read.
  func content(_ number: Int64?) throws -> ItemContent? {
    guard let number,
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT rest, part, place FROM text WHERE id = ?"),
        arguments: [number])
    else { return nil }
    return CalendarResource(bytes: try text(row)).content
  }

  private func text(_ row: Row) throws -> [UInt8] {
    try parts.text(
      SharedParts.Text(
        rest: row.bytes("rest"), part: row.value("part"), place: row.value("place")))
  }

  // MARK: References

  /// The columns that hold numbers of texts, by their tables, each with the key of its rows.
  private static let references: [(table: String, key: [String], columns: [String])] = [
    ("syncedText", ["item"], ["a", "b"]),
    ("writtenItem", ["id"], ["textBefore", "textAfter"]),
    ("previousItem", ["run", "item"], ["a", "b"]),
    ("intent", ["id"], ["sourceText", "text"]),
    ("conflict", ["id"], ["a", "b"]),
  ]

  /// Removes the texts that nothing names.
  func removeUnused() throws {
    let used = Self.references.flatMap { reference in
      reference.columns.map { "SELECT \($0) FROM \(reference.table) WHERE \($0) IS NOT NULL" }
    }
    try database.run("DELETE FROM text WHERE id NOT IN (\(used.joined(separator: " UNION ALL ")))")
  }

  /// Replaces the texts that earlier versions kept in each of these columns.
  func takeOut() throws {
    for reference in Self.references {
      for column in reference.columns { try takeOut(column, of: reference.table, reference.key) }
    }
  }

  private func takeOut(_ column: String, of table: String, _ key: [String]) throws {
    let columns = key.joined(separator: ", ")
    let keys = try Row.fetchAll(
      database, sql: "SELECT \(columns) FROM \(table) WHERE typeof(\(column)) = 'blob'")
    let isKey = key.map { "\($0) = ?" }.joined(separator: " AND ")
    for row in keys {
      let key = StatementArguments(row.databaseValues)
      let text = try Row.fetchOne(
        database, sql: "SELECT \(column) FROM \(table) WHERE \(isKey)", arguments: key)
      let number = try number(of: text?.bytes(column) ?? [])
      try database.run("UPDATE \(table) SET \(column) = ? WHERE \(isKey)", [number] + key)
    }
  }
}

extension Database {
  /// The number of the text of an item in the state; nil for no item.
  func textNumber(of content: ItemContent?) throws -> Int64? {
    try content.map { try SyncTexts(self).number(of: $0.text) }
  }

  /// The content whose text a column of a row names; nil if there is none, or if it cannot be read.
  func content(_ row: Row, _ column: String) throws -> ItemContent? {
    try SyncTexts(self).content(row.value(column))
  }
}
