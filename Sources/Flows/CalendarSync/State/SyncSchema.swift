import GRDB

/// The tables of the state of syncs, as migrations; a released migration is never changed.
enum SyncSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try makeLists(database)
      try makeItems(database)
      try makeNotes(database)
    }
    return migrator
  }

  private static func makeLists(_ database: Database) throws {
    // Two stores that are kept equal.
    try database.create(table: "sync") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("a", .text).notNull()
      table.column("b", .text).notNull()
      // The zone in which the times of task files were read.
      table.column("zone", .text)
      table.uniqueKey(["a", "b"])
    }
    // Two of their lists.
    try database.create(table: "syncedList", options: .withoutRowID) { table in
      table.column("sync", .integer).notNull().references("sync", onDelete: .cascade)
      table.column("a", .text).notNull()
      table.column("b", .text).notNull()
      table.primaryKey(["sync", "a", "b"])
    }
  }

  private static func makeItems(_ database: Database) throws {
    // An item as each store had it after the last sync.
    try database.create(table: "syncedItem") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("sync", .integer).notNull().indexed().references("sync", onDelete: .cascade)
      table.column("kind", .text).notNull()
      for side in ["A", "B"] {
        table.column("uid\(side)", .text).notNull()
        table.column("list\(side)", .text).notNull()
        table.column("name\(side)", .text).notNull()
        table.column("tag\(side)", .text).notNull()
      }
    }
    // Their texts, which are only read for items that changed.
    try database.create(table: "syncedText") { table in
      table.primaryKey("item", .integer).references("syncedItem", onDelete: .cascade)
      table.column("a", .blob).notNull()
      table.column("b", .blob).notNull()
    }
  }

  private static func makeNotes(_ database: Database) throws {
    // A change that a run was about to make, until its result is known.
    try database.create(table: "intent") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("sync", .integer).notNull().references("sync", onDelete: .cascade)
      // Null for an item that is not in sync.
      table.column("item", .integer)
      table.column("side", .text).notNull()
      table.column("sourceText", .blob).notNull()
      table.column("text", .blob).notNull()
      // The list that the item was to be moved to.
      table.column("list", .text)
    }
    // A part of an item that both sides changed in different ways.
    try database.create(table: "conflict") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("sync", .integer).notNull().references("sync", onDelete: .cascade)
      table.column("item", .integer).references("syncedItem", onDelete: .cascade)
      table.column("title", .text).notNull()
      table.column("part", .text).notNull()
      // The side whose value both stores got; null if each kept its own.
      table.column("winner", .text)
      table.column("a", .blob).notNull()
      table.column("b", .blob).notNull()
      table.column("time", .integer).notNull()
    }
  }
}
