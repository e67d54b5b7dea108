import GRDB

/// The tables of what clients have been told.
enum MemberSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("served 1") { database in
      try database.create(table: "servedState") { table in
        table.column("name", .text).notNull()
        table.column("revision", .integer).notNull()
      }
      try makeLists(database)
      try makeMembers(database)
    }
    return migrator
  }

  private static func makeLists(_ database: Database) throws {
    try database.create(table: "servedList", options: .withoutRowID) { table in
      table.primaryKey("list", .text)
      // The name in paths, which a client may have chosen.
      table.column("segment", .text).notNull().unique()
      // The last revision in which one of its items changed.
      table.column("revision", .integer).notNull()
    }
    // A property that only clients know, such as the order of a list.
    try database.create(table: "servedProperty", options: .withoutRowID) { table in
      table.column("list", .text).notNull().references("servedList", onDelete: .cascade)
      table.column("space", .text).notNull()
      table.column("name", .text).notNull()
      table.column("value", .text).notNull()
      table.primaryKey(["list", "space", "name"])
    }
  }

  private static func makeMembers(_ database: Database) throws {
    // An item, or one that is gone: then it has no tag.
    try database.create(table: "servedMember") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("list", .text).notNull().references("servedList", onDelete: .cascade)
      // The name in the store, and the name in paths.
      table.column("name", .text).notNull()
      table.column("segment", .text).notNull()
      table.column("tag", .text)
      table.column("revision", .integer).notNull()
      table.uniqueKey(["list", "name"])
      table.uniqueKey(["list", "segment"])
    }
    try database.create(
      index: "servedMemberByRevision", on: "servedMember", columns: ["list", "revision"])
  }
}
