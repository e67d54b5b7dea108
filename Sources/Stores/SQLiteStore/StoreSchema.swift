import ExactText
import GRDB
import SQLiteFiles
import StoredText

/// The tables of a store as a list of migrations; a released migration is never changed.
enum StoreSchema {
  static func migrator(_ coder: ItemCoder) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try first($0) }
    migrator.registerMigration("2") { try addSums($0, coder) }
    migrator.registerMigration("3", migrate: beginAtRandom)
    migrator.registerMigration("4", migrate: addListIndex)
    return migrator
  }

  /// Gives the changes of a new store revisions that no other one has, so that another file at its path is noticed.
  private static func beginAtRandom(_ database: Database) throws {
    try database.execute(sql: "UPDATE counter SET last = random() & 1099511627775 WHERE last = 0")
  }

  /// Finds the items of a list in the order of their numbers; by UID they would have to be sorted.
  private static func addListIndex(_ database: Database) throws {
    try database.create(index: "item_list", on: "item", columns: ["list"])
  }

  private static func first(_ database: Database) throws {
    // The revision of the last change, and of the last one of a list.
    try database.create(table: "counter") { table in
      table.column("last", .integer).notNull()
      table.column("lists", .integer).notNull()
      table.column("forgotten", .integer).notNull()
    }
    try database.execute(sql: "INSERT INTO counter VALUES (0, 0, 0)")
    try database.create(table: "list") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("title", .text).notNull()
      table.column("color", .text)
      table.column("takesReminders", .boolean).notNull()
      table.column("takesEvents", .boolean).notNull()
    }
    try addItems(database)
  }

  private static func addItems(_ database: Database) throws {
    // The text is authoritative; all other columns are derived from it.
    try database.create(table: "item") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("list", .integer).notNull().references("list", onDelete: .cascade)
      table.column("uid", .text).notNull()
      table.column("version", .integer).notNull().indexed()
      table.column("text", .blob).notNull()
      table.column("kind", .text).notNull()
      // In seconds since 1970; an unknown end is later than all others.
      table.column("first", .integer)
      table.column("last", .integer)
      table.column("isOpen", .boolean).notNull()
      table.column("isCompleted", .boolean).notNull()
      table.column("title", .text).notNull()
      table.uniqueKey(["list", "uid"])
    }
    try database.create(index: "item_dates", on: "item", columns: ["kind", "last", "first"])
    try database.create(index: "item_uid", on: "item", columns: ["uid"])
    try database.create(index: "item_title", on: "item", columns: ["title"])
    // The words of items, in lower case, found by any three characters.
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE said USING fts5(words, tokenize = 'trigram case_sensitive 1')
        """)
    // Removed items, for listeners that ask for changes since a revision.
    try database.create(table: "gone") { table in
      table.column("version", .integer).notNull().indexed()
      table.column("list", .integer).notNull()
      table.column("id", .integer).notNull()
    }
  }

  /// Adds a checksum of each text, with which `integrity()` detects changed bytes, and fills all columns again.
  ///
  /// Before this migration a series whose rule ended before its first date was not found.
  private static func addSums(_ database: Database, _ coder: ItemCoder) throws {
    try database.alter(table: "item") { table in
      table.add(column: "sum", .integer).notNull().defaults(to: 0)
    }
    let columns = ItemColumns.names.map { "\($0) = ?" }.joined(separator: ", ")
    for id in try Int64.fetchAll(database, sql: "SELECT id FROM item") {
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT text FROM item WHERE id = ?"), arguments: [id])
      let text = row?.bytes("text") ?? []
      try database.run("UPDATE item SET sum = ? WHERE id = ?", [Int64(bitPattern: text.sum), id])
      guard let content = coder.content(of: text) else { continue }
      try database.run(
        "UPDATE item SET \(columns) WHERE id = ?",
        StatementArguments(ItemColumns.values(of: content) + [id]))
    }
  }
}
