import CalendarStores
import ExactText
import GRDB
import SQLiteFiles

/// What is known of an item of a store of which only a part is taken.
struct ChosenItem: Equatable {
  /// Whether it is taken.
  enum Standing: Int {
    /// It was done, or over, when it was first seen.
    case closed
    /// It is private, archived or imported.
    case withheld
    /// A person has not asked for it.
    case unmatched
    /// It was taken.
    case taken
    /// It was written through the part.
    case written
  }

  let standing: Standing
  /// The tag of the version that was looked at; nil for an item that is taken.
  let tag: String?

  init(_ standing: Standing, tag: String? = nil) {
    (self.standing, self.tag) = (standing, tag)
  }

  var isServed: Bool { standing == .taken || standing == .written }
}

/// The items that were taken of a store, in one SQLite file.
final class ChosenState: Sendable {
  private let database: DatabaseQueue

  /// Opens the state, or creates an empty one; nil keeps it in memory.
  init(path: String?) throws(StoreError) {
    database = try Self.mapErrors {
      try DatabaseQueue.durable(path ?? ":memory:", Self.migrator, knownBy: "chosenItem")
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("chosen 1") { database in
      try database.create(table: "chosenList", options: .withoutRowID) { table in
        table.primaryKey("list", .text)
        // The options with which its items were chosen.
        table.column("choice", .text).notNull()
      }
      try database.create(table: "chosenItem", options: .withoutRowID) { table in
        table.column("list", .text).notNull()
        table.column("name", .text).notNull()
        table.column("standing", .integer).notNull()
        table.column("tag", .text)
        table.primaryKey(["list", "name"])
      }
    }
    return migrator
  }

  private static func mapErrors<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch {
      throw .unavailable("the state of what is served: \(error)")
    }
  }

  /// The options with which the items of a list were chosen last; nil if they were not.
  func choice(of list: ItemList.ID) throws(StoreError) -> String? {
    try Self.mapErrors {
      try database.read { database in
        try String.fetchOne(
          database, sql: "SELECT choice FROM chosenList WHERE list = ?", arguments: [list.name])
      }
    }
  }

  /// What is known of the items of a list, by name.
  func items(of list: ItemList.ID) throws(StoreError) -> ExactDictionary<ChosenItem> {
    try Self.mapErrors {
      try database.read { database in
        var items: ExactDictionary<ChosenItem> = [:]
        let rows = try Row.fetchCursor(
          database, sql: "SELECT name, standing, tag FROM chosenItem WHERE list = ?",
          arguments: [list.name])
        while let row = try rows.next() {
          guard let name = row.value(at: 0, as: String.self),
            let standing = row.value(at: 1, as: Int.self).flatMap(ChosenItem.Standing.init)
          else { continue }
          items[name] = ChosenItem(standing, tag: row.value(at: 2, as: String.self))
        }
        return items
      }
    }
  }

  /// Saves what was found out about items of a list.
  ///
  /// - Parameter choice: The options with which they were chosen; nil to leave that as it is.
  func save(
    _ items: [(name: String, item: ChosenItem)], in list: ItemList.ID, choice: String?
  ) throws(StoreError) {
    try Self.mapErrors {
      try database.write { database in
        if let choice {
          try database.run("INSERT OR REPLACE INTO chosenList VALUES (?, ?)", [list.name, choice])
        }
        for (name, item) in items {
          try database.run(
            "INSERT OR REPLACE INTO chosenItem VALUES (?, ?, ?, ?)",
            [list.name, name, item.standing.rawValue, item.tag])
        }
      }
    }
  }

  /// Forgets a list that was removed.
  func forget(_ list: ItemList.ID) throws(StoreError) {
    try Self.mapErrors {
      try database.write { database in
        try database.run("DELETE FROM chosenItem WHERE list = ?", [list.name])
        try database.run("DELETE FROM chosenList WHERE list = ?", [list.name])
      }
    }
  }
}
