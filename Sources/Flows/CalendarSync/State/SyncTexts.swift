import CalendarItems
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
    parts = SharedParts(database, shared: \.rangeOfZones)
  }

  static func makeTables(_ database: Database) throws {
    try SharedParts.makeTable(database)
    // A text without the definitions of its zones, which are at a place of it; `sum` is that of the whole text.
    try database.create(table: "itemText") { table in
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
      database.cachedStatement(sql: "SELECT id, rest, part, place FROM itemText WHERE sum = ?"),
      arguments: [sum])
    for row in rows where try self.text(row) == text {
      if let number = row.value("id", as: Int64.self) { return number }
    }
    let new = try parts.store(text)
    try database.run(
      "INSERT INTO itemText (sum, rest, part, place) VALUES (?, ?, ?, ?)",
      [sum, new.rest.data, new.part, new.place])
    return database.lastInsertedRowID
  }

  /// The content whose text has a number; nil if there is none, or if it cannot be read.
  func content(_ number: Int64?) throws -> ItemContent? {
    guard let number,
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT rest, part, place FROM itemText WHERE id = ?"),
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

  /// The columns that hold numbers of texts, by their tables.
  private static let references = [
    ("syncedText", "a"), ("syncedText", "b"), ("writtenItem", "textBefore"),
    ("writtenItem", "textAfter"), ("previousItem", "a"), ("previousItem", "b"),
    ("intent", "sourceText"), ("intent", "text"), ("conflict", "a"), ("conflict", "b"),
  ]

  /// Removes the texts that nothing names.
  func removeUnused() throws {
    let used = Self.references.map { table, column in
      "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL"
    }
    try database.run(
      "DELETE FROM itemText WHERE id NOT IN (\(used.joined(separator: " UNION ALL ")))")
    try database.run(
      """
      DELETE FROM sharedPart
      WHERE id NOT IN (SELECT part FROM itemText WHERE part IS NOT NULL)
      """)
  }

  /// Replaces the texts that earlier versions kept in a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: Its table.
  ///   - key: The columns by which its rows are known.
  func takeOut(_ column: String, of table: String, by key: String...) throws {
    let keys = try Row.fetchAll(
      database,
      sql: "SELECT \(key.joined(separator: ", ")) FROM \(table) WHERE typeof(\(column)) = 'blob'")
    let isKey = key.map { "\($0) = ?" }.joined(separator: " AND ")
    let reading = try database.makeStatement(sql: "SELECT \(column) FROM \(table) WHERE \(isKey)")
    for row in keys {
      let key = StatementArguments(row.databaseValues)
      let text = try Row.fetchOne(reading, arguments: key)
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
