import GRDB

/// The tables, as migrations; a released migration is never changed.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try first($0) }
    migrator.registerMigration("2") { try addMarks($0) }
    migrator.registerMigration("3") { try FeedRows.makeTables($0) }
    migrator.registerMigration("4") { try ReplacedRows.makeTables($0) }
    migrator.registerMigration("5") { try LineChangeRows.makeTable($0) }
    migrator.registerMigration("6") {
      try TaskFileRows.makeTables($0)
      try TaskFileRows.makePlans($0)
    }
    migrator.registerMigration("7") { try OccurrenceRows.makeTables($0) }
    migrator.registerMigration("8") { try addSyncMark($0) }
    migrator.registerMigration("9") { try TaskFileRows($0).shareDefinitions() }
    migrator.registerMigration("10") { database in
      // A new registry is older than a state of syncs that an earlier version wrote, which did not number its runs.
      try database.execute(
        sql: "UPDATE syncMark SET number = -1 WHERE NOT EXISTS (SELECT 1 FROM taskItem)")
      // With empty lines at its end each file is another one: earlier versions named private projects in public items.
      try database.execute(
        sql: "UPDATE taskFile SET bytes = CAST(bytes || x'0A0A0A' AS BLOB) WHERE length(bytes) > 0")
    }
    migrator.registerMigration("11") {
      try ReplacedRows.addRun($0)
      try TaskFileRows.addRun($0)
    }
    return migrator
  }

  /// Adds the number of the last sync, which the state of syncs has, too: if that has a higher one, this file is older.
  private static func addSyncMark(_ database: Database) throws {
    try database.create(table: "syncMark") { $0.column("number", .integer).notNull() }
    try database.execute(sql: "INSERT INTO syncMark (number) VALUES (0)")
  }

  private static func first(_ database: Database) throws {
    // A file and a calendar.
    try database.create(table: "pair") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("file", .text).notNull()
      table.column("source", .text).notNull()
      table.column("zone", .text)
      table.column("otherZones", .text)
      table.column("definitions", .blob).notNull()
      table.uniqueKey(["file", "source"])
    }
    // A task file after the last run of a pair.
    try database.create(table: "agreed") { table in
      table.column("pair", .integer).notNull().references("pair", onDelete: .cascade)
      table.column("file", .text).notNull()
      table.column("bytes", .blob).notNull()
      table.primaryKey(["pair", "file"])
    }
    try addItems(database)
  }

  private static func addItems(_ database: Database) throws {
    // The components of a UID, verbatim.
    try database.create(table: "component", options: .withoutRowID) { table in
      table.column("pair", .integer).notNull().references("pair", onDelete: .cascade)
      table.column("uid", .text).notNull()
      table.column("bytes", .blob).notNull()
      table.primaryKey(["pair", "uid"])
    }
    // An item and its line.
    try database.create(table: "item", options: .withoutRowID) { table in
      table.column("pair", .integer).notNull().references("pair", onDelete: .cascade)
      table.column("uid", .text).notNull()
      table.column("occurrence", .text).notNull()
      table.column("file", .text)
      table.column("line", .integer)
      table.column("body", .text).notNull()
      table.column("agreed", .text)
      table.column("isOwned", .boolean).notNull()
      table.column("isGone", .boolean).notNull()
      table.column("isAdopted", .boolean).notNull()
      table.column("isUndone", .boolean).notNull()
      table.primaryKey(["pair", "uid", "occurrence"])
    }
    // Fields that both sides changed, and the value that the line did not take.
    try database.create(table: "conflict") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("pair", .integer).notNull().references("pair", onDelete: .cascade)
      table.column("uid", .text).notNull()
      table.column("occurrence", .text).notNull()
      table.column("field", .text).notNull()
      table.column("mine", .text).notNull()
      table.column("theirs", .text).notNull()
      table.column("time", .integer).notNull()
    }
    // The last response of a server for a calendar.
    try database.create(table: "fetched") { table in
      table.primaryKey("source", .text)
      table.column("url", .text).notNull()
      table.column("etag", .text)
      table.column("lastModified", .text)
      table.column("bytes", .blob).notNull()
    }
  }

  /// Adds the columns for what happened to an item's line.
  ///
  /// Version 0.1 kept lines whose items were gone, and marked them only with `isGone`.
  private static func addMarks(_ database: Database) throws {
    try database.alter(table: "item") { table in
      for mark in ["isKept", "isReported", "isArchived", "isPast", "isMoved"] {
        table.add(column: mark, .boolean).notNull().defaults(to: false)
      }
    }
    try database.execute(sql: "UPDATE item SET isKept = 1 WHERE isGone AND line IS NOT NULL")
  }
}
