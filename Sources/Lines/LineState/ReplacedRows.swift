import GRDB
import SQLiteFiles

/// The old rows of a prepared save, until that save is confirmed or rolled back.
///
/// Each table that a save changes has a second one, `replaced…`, with the same columns and `wasThere`. For a row that
/// the save adds it has only the key. The first copy of a row is kept, because it is the row before the save.
struct ReplacedRows {
  /// A table that saves change.
  struct Table {
    let name: String
    let key: [String]

    static let pair = Table(name: "pair", key: ["id"])
    static let agreed = Table(name: "agreed", key: ["pair", "file"])
    static let component = Table(name: "component", key: ["pair", "uid"])
    static let item = Table(name: "item", key: ["pair", "uid", "occurrence"])
    static let ofPairs = [agreed, component, item]

    var replaced: String { "replaced_\(name)" }
    var keyColumns: String { key.joined(separator: ", ") }
    var isKey: String { key.map { "\($0) = ?" }.joined(separator: " AND ") }
  }

  let database: Database

  /// Creates the tables of prepared saves.
  ///
  /// A migration that adds a column to a table adds it to the second one too, so that an open save is kept.
  static func makeTables(_ database: Database) throws {
    for table in Table.ofPairs + [.pair] {
      try database.execute(
        sql: "CREATE TABLE \(table.replaced) AS SELECT 1 AS wasThere, * FROM \(table.name) WHERE 0")
      try database.execute(
        sql: "CREATE UNIQUE INDEX \(table.replaced)_key ON \(table.replaced) (\(table.keyColumns))")
    }
    // A file that a run of version 0.2 was about to write, with its checksums before and after.
    try database.create(table: "plannedWrite") { table in
      table.column("file", .text).notNull()
      table.column("before", .text).notNull()
      table.column("after", .text).notNull()
      table.column("lastEdit", .integer).notNull()
      table.column("lastConflict", .integer).notNull()
    }
  }

  /// Adds the table that has the number of the run of an open save, and what is older than that save.
  ///
  /// An open save of an earlier version has 0, and its files in `plannedWrite`.
  static func addRun(_ database: Database) throws {
    try database.create(table: "preparedSave") { table in
      table.column("run", .integer).notNull()
      table.column("lastConflict", .integer).notNull()
      table.column("lastLineChange", .integer).notNull()
    }
    try database.execute(
      sql: """
        INSERT INTO preparedSave (run, lastConflict, lastLineChange)
        SELECT 0, lastConflict, (SELECT coalesce(max(id), 0) FROM lineChange) FROM plannedWrite LIMIT 1
        """)
  }

  // MARK: Beginning

  /// Begins a save, and forgets an earlier one.
  func begin(_ run: Int) throws {
    try forget()
    try database.run(
      """
      INSERT INTO preparedSave (run, lastConflict, lastLineChange)
      SELECT ?, (SELECT coalesce(max(id), 0) FROM conflict), (SELECT coalesce(max(id), 0) FROM lineChange)
      """, [run])
  }

  /// The open save; also that of a state of an earlier version that is opened for reading, and has other tables.
  func save() throws -> PreparedSave? {
    if try database.tableExists("preparedSave") {
      guard let row = try Row.fetchOne(database, sql: "SELECT run FROM preparedSave") else {
        return nil
      }
      let run: Int = try row.checked("run")
      if run > 0 { return .byRun(run) }
    }
    return try saveOfEarlierVersion()
  }

  private func saveOfEarlierVersion() throws -> PreparedSave? {
    guard try database.tableExists("plannedWrite") else { return nil }
    let rows = try Row.fetchAll(
      database, sql: "SELECT file, before, after, lastEdit FROM plannedWrite")
    guard let first = rows.first else { return nil }
    let writes = try rows.map { row in
      PlannedWrite(
        file: try row.checked("file"), before: try row.checked("before"),
        after: try row.checked("after"))
    }
    return .byEarlierVersion(writes, lastEdit: try first.checked("lastEdit"))
  }

  // MARK: Keeping

  /// Keeps a row before it is replaced or removed, or the key of one that is added.
  func keep(_ table: Table, _ key: StatementArguments) throws {
    let columns = try columns(of: table)
    try database.run(
      """
      INSERT OR IGNORE INTO \(table.replaced) (wasThere, \(columns))
      SELECT 1, \(columns) FROM \(table.name) WHERE \(table.isKey)
      """, key)
    if database.changesCount == 0 { try keepAsNew(table, key) }
  }

  /// Keeps the key of a row that is added.
  func keepAsNew(_ table: Table, _ key: StatementArguments) throws {
    let values = table.key.map { _ in "?" }.joined(separator: ", ")
    try database.run(
      "INSERT OR IGNORE INTO \(table.replaced) (wasThere, \(table.keyColumns)) VALUES (0, \(values))",
      key)
  }

  private func columns(of table: Table) throws -> String {
    try database.columns(in: table.name).map(\.name).joined(separator: ", ")
  }

  // MARK: Ending

  /// Restores all rows.
  func putBack() throws {
    for table in Table.ofPairs { try putBack(table) }
    try LineChangeRows(database: database).removePlanned()
    try putBackPairs()
    try database.execute(
      sql: "DELETE FROM conflict WHERE id > (SELECT min(lastConflict) FROM preparedSave)")
  }

  private func putBack(_ table: Table) throws {
    let columns = try columns(of: table)
    try database.execute(
      sql: """
        DELETE FROM \(table.name) WHERE (\(table.keyColumns)) IN
          (SELECT \(table.keyColumns) FROM \(table.replaced))
        """)
    try database.execute(
      sql: """
        INSERT INTO \(table.name) (\(columns)) SELECT \(columns) FROM \(table.replaced) WHERE wasThere
        """)
  }

  /// Restores pairs by updates, because removing one would remove its rows in the other tables.
  private func putBackPairs() throws {
    try database.execute(
      sql: """
        UPDATE pair SET (zone, otherZones, definitions) =
          (SELECT zone, otherZones, definitions FROM replaced_pair WHERE replaced_pair.id = pair.id)
        WHERE id IN (SELECT id FROM replaced_pair WHERE wasThere)
        """)
    try database.execute(
      sql: "DELETE FROM pair WHERE id IN (SELECT id FROM replaced_pair WHERE NOT wasThere)")
  }

  /// Removes the old rows.
  func forget() throws {
    for table in (Table.ofPairs + [.pair]).map(\.replaced) + ["preparedSave", "plannedWrite"] {
      try database.execute(sql: "DELETE FROM \(table)")
    }
  }
}
