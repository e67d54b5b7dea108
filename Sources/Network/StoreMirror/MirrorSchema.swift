import GRDB
import SQLiteStore

/// The tables of a cache.
///
/// A cache can be rebuilt from the server, so a later version may begin with empty tables.
enum MirrorSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("mirror 1") { database in
      try makeAccount(database)
      try makeLists(database)
      try makeItems(database)
    }
    return migrator
  }

  private static func makeAccount(_ database: Database) throws {
    // The number of the last change, that of the last change of lists, and the number up to which removals are
    // forgotten.
    try database.create(table: "counter") { table in
      table.column("last", .integer).notNull()
      table.column("lists", .integer).notNull()
      table.column("forgotten", .integer).notNull()
    }
    try database.execute(sql: "INSERT INTO counter VALUES (0, 0, 0)")
    try database.create(table: "fact") { table in
      table.primaryKey("name", .text)
      table.column("value", .text).notNull()
    }
  }

  private static func makeLists(_ database: Database) throws {
    try database.create(table: "list") { table in
      table.primaryKey("name", .text)
      table.column("title", .text).notNull()
      table.column("color", .text)
      table.column("takesReminders", .boolean).notNull()
      table.column("takesEvents", .boolean).notNull()
      table.column("isWritable", .boolean).notNull()
      // The address as the server spells it, and the state from the last read.
      table.column("href", .text).notNull()
      table.column("mark", .text)
      table.column("token", .text)
      table.column("listed", .integer)
    }
  }

  private static func makeItems(_ database: Database) throws {
    // The text is as the server sent it; a resource without an item has no UID and no kind.
    try database.create(table: "item") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("list", .text).notNull()
        .references("list", onDelete: .cascade, onUpdate: .cascade)
      table.column("name", .text).notNull()
      table.column("href", .text).notNull()
      table.column("tag", .text).notNull()
      table.column("mark", .text).notNull()
      table.column("version", .integer).notNull().indexed()
      table.column("text", .blob).notNull()
      ItemColumns.define(in: table)
      table.uniqueKey(["list", "name"])
    }
    try ItemColumns.index(database)
    try database.create(table: "gone") { table in
      table.column("version", .integer).notNull().indexed()
      table.column("list", .text).notNull()
      table.column("name", .text).notNull()
    }
  }
}
