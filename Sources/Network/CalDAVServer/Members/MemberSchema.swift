import GRDB
import SQLiteFiles
import WebDAV

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
    migrator.registerMigration("served 2") { database in
      try addFacts(database)
      try makeCopies(database)
      try makeWaiting(database)
      try keepElements(database)
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

  /// A property is kept as an element, because its attributes count.
  private static func keepElements(_ database: Database) throws {
    for row in try Row.fetchAll(database, sql: "SELECT * FROM servedProperty") {
      guard let list = row.value("list", as: String.self),
        let space = row.value("space", as: String.self),
        let name = row.value("name", as: String.self),
        let value = row.value("value", as: String.self)
      else { continue }
      let element = DAVText.tag(XMLTree.Name(namespace: space, local: name), value)
      try database.run(
        "UPDATE servedProperty SET value = ? WHERE list = ? AND space = ? AND name = ?",
        [element, list, space, name])
    }
  }

  /// What queries ask of an item, with the tag of the version that it is true of.
  private static func addFacts(_ database: Database) throws {
    try database.alter(table: "servedMember") { table in
      table.add(column: "factsTag", .text)
      table.add(column: "facts", .text)
    }
  }

  private static func makeCopies(_ database: Database) throws {
    // The text of an item that a program was given last.
    try database.create(table: "servedCopy", options: .withoutRowID) { table in
      table.column("member", .integer).notNull().references("servedMember", onDelete: .cascade)
      table.column("program", .text).notNull()
      table.column("tag", .text).notNull()
      table.column("text", .blob).notNull()
      table.primaryKey(["member", "program"])
    }
  }

  private static func makeWaiting(_ database: Database) throws {
    // What a client has written, and the store takes later; a removal has no text.
    try database.create(table: "servedWaiting", options: .withoutRowID) { table in
      table.column("list", .text).notNull().references("servedList", onDelete: .cascade)
      table.column("segment", .text).notNull()
      // The item that it was made from; none for a new one.
      table.column("base", .blob)
      table.column("text", .blob)
      table.primaryKey(["list", "segment"])
    }
  }
}
