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
    migrator.registerMigration("2") { database in
      try addChoice(database)
      try addRuns(database)
    }
    migrator.registerMigration("3") { database in
      try database.alter(table: "intent") { table in
        // True if the side did not have the item, which may nevertheless be in sync: then it is restored.
        table.add(column: "creates", .boolean).notNull().defaults(to: false)
      }
    }
    migrator.registerMigration("4") { database in
      try database.alter(table: "syncedList") { table in
        // When a sync last made the lists equal, in seconds since 1970.
        table.add(column: "time", .integer)
      }
    }
    migrator.registerMigration("5") { database in
      try addDroppedLists(database)
      try addReports(database)
    }
    migrator.registerMigration("6") { database in
      try database.alter(table: "sync") { table in
        // True if another machine may sync the same lines with the same store.
        table.add(column: "shared", .boolean).notNull().defaults(to: false)
      }
    }
    migrator.registerMigration("7") { database in
      try database.alter(table: "sync") { table in
        // The number of its last run, and of one that has begun; runs of all syncs are counted together.
        table.add(column: "mark", .integer).notNull().defaults(to: 0)
        table.add(column: "nextMark", .integer).notNull().defaults(to: 0)
      }
    }
    migrator.registerMigration("8") { database in
      try database.alter(table: "syncedItem") { table in
        // The side from which undo took the item, and which does not get it before the other side changes it.
        table.add(column: "leftOut", .text)
      }
      try database.alter(table: "writtenItem") { table in
        // True if undo has taken the write back, so that redo may do it again.
        table.add(column: "undone", .boolean).notNull().defaults(to: false)
      }
      try database.execute(
        sql: """
          UPDATE writtenItem SET undone = TRUE
          WHERE run IN (SELECT number FROM syncRun WHERE undone)
          """)
    }
    migrator.registerMigration("9") { database in
      try database.alter(table: "sync") { table in
        // True if the registry of lines was lost since the last run of the sync.
        table.add(column: "lostLines", .boolean).notNull().defaults(to: false)
      }
    }
    migrator.registerMigration("10") { database in
      try SyncTexts.makeTables(database)
      let texts = SyncTexts(database)
      for column in ["a", "b"] {
        try texts.takeOut(column, of: "syncedText", by: "item")
        try texts.takeOut(column, of: "previousItem", by: "run", "item")
        try texts.takeOut(column, of: "conflict", by: "id")
      }
      for column in ["textBefore", "textAfter"] {
        try texts.takeOut(column, of: "writtenItem", by: "id")
      }
      for column in ["sourceText", "text"] { try texts.takeOut(column, of: "intent", by: "id") }
    }
    return migrator
  }

  private static func addDroppedLists(_ database: Database) throws {
    // A list that a run removed from a store.
    try database.create(table: "droppedList") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("run", .integer).notNull().indexed()
        .references("syncRun", onDelete: .cascade)
      table.column("side", .text).notNull()
      table.column("list", .text).notNull()
      table.column("title", .text).notNull()
      table.column("color", .text)
      table.column("kinds", .text).notNull()
    }
    // Two lists that were in sync before a run, and are not any more.
    try database.create(table: "previousList", options: .withoutRowID) { table in
      table.column("run", .integer).notNull().references("syncRun", onDelete: .cascade)
      table.column("sync", .integer).notNull()
      table.column("a", .text).notNull()
      table.column("b", .text).notNull()
      table.primaryKey(["run", "a", "b"])
    }
  }

  private static func addReports(_ database: Database) throws {
    // A message of the last run, which a quiet run does not repeat.
    try database.create(table: "report", options: .withoutRowID) { table in
      table.column("sync", .integer).notNull().references("sync", onDelete: .cascade)
      table.column("text", .text).notNull()
      table.primaryKey(["sync", "text"])
    }
    // A change that a store refused; it is not tried again.
    try database.create(table: "refusedChange", options: .withoutRowID) { table in
      table.column("sync", .integer).notNull().references("sync", onDelete: .cascade)
      table.column("change", .text).notNull()
      table.primaryKey(["sync", "change"])
    }
  }

  private static func addChoice(_ database: Database) throws {
    try database.alter(table: "sync") { table in
      // The options that chose the items of the last sync, in words.
      table.add(column: "choice", .text)
    }
    try database.alter(table: "syncedItem") { table in
      // True if the item no longer takes part, because a person does not ask for it any more.
      table.add(column: "released", .boolean).notNull().defaults(to: false)
      // True if the line was made of an item of the other store.
      table.add(column: "received", .boolean).notNull().defaults(to: false)
    }
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

  private static func addRuns(_ database: Database) throws {
    // A run that can be undone, by the number that its edits of files have.
    try database.create(table: "syncRun") { table in
      table.primaryKey("number", .integer)
      table.column("sync", .integer).notNull().indexed().references("sync", onDelete: .cascade)
      table.column("undone", .boolean).notNull().defaults(to: false)
    }
    // An item that the run wrote in a store, before and after; null for an item that was not there.
    try database.create(table: "writtenItem") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("run", .integer).notNull().indexed()
        .references("syncRun", onDelete: .cascade)
      table.column("side", .text).notNull()
      for time in ["Before", "After"] {
        table.column("list\(time)", .text)
        table.column("name\(time)", .text)
        table.column("text\(time)", .blob)
      }
    }
    // An item of the state as it was before the run, with its texts; null for one that was not in sync.
    try database.create(table: "previousItem", options: .withoutRowID) { table in
      table.column("run", .integer).notNull().references("syncRun", onDelete: .cascade)
      table.column("item", .integer).notNull()
      table.column("sync", .integer)
      table.column("kind", .text)
      for side in ["A", "B"] {
        for column in ["uid", "list", "name", "tag"] { table.column("\(column)\(side)", .text) }
      }
      table.column("released", .boolean)
      table.column("received", .boolean)
      table.column("a", .blob)
      table.column("b", .blob)
      table.primaryKey(["run", "item"])
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
