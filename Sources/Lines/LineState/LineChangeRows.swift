import ExactText
import GRDB
import SQLiteFiles
import TaskBridge

/// Reads and writes the lines that runs changed.
///
/// A run is identified by the SHA-256 of the file before and after it.
struct LineChangeRows {
  /// The number of runs that are kept for a file.
  private static let runs = 50

  let database: Database

  static func makeTable(_ database: Database) throws {
    try database.create(table: "lineChange") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("pair", .integer).notNull().references("pair", onDelete: .cascade)
      table.column("file", .text).notNull()
      table.column("before", .text).notNull()
      table.column("after", .text).notNull()
      table.column("uid", .text).notNull()
      table.column("occurrence", .text).notNull()
      table.column("lineBefore", .integer)
      table.column("lineAfter", .integer)
      table.column("archives", .boolean).notNull()
      // The state of a line that was removed and forgotten.
      table.column("agreed", .text)
      table.column("isOwned", .boolean)
      table.column("isAdopted", .boolean)
      table.column("component", .blob)
      table.uniqueKey(
        ["file", "before", "after", "pair", "uid", "occurrence"], onConflict: .replace)
    }
  }

  // MARK: Writing

  /// Records what a run changes in files, and removes the records of an earlier run with the same bytes.
  func replace(_ lines: [LineChanges], by files: [PlannedWrite]) throws {
    for file in files {
      try database.run(
        "DELETE FROM lineChange WHERE file = ? AND before = ? AND after = ?",
        [file.file, file.before, file.after])
      for changes in lines where changes.file == file.file { try save(changes, by: file) }
      try removeOldRuns(of: file.file)
    }
  }

  private func save(_ changes: LineChanges, by write: PlannedWrite) throws {
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO lineChange (pair, file, before, after, uid, occurrence, lineBefore, lineAfter,
          archives, agreed, isOwned, isAdopted, component)
        SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM pair WHERE file = ? AND source = ?
        """)
    for line in changes.lines {
      let old = line.forgotten
      try insert.execute(arguments: [
        write.file, write.before, write.after, line.name.uid, line.name.occurrence, line.before,
        line.after, line.archives, old?.agreed.stored, old?.isOwned, old?.isAdopted,
        old?.component.data,
        changes.pair.file, changes.pair.source,
      ])
    }
  }

  private func removeOldRuns(of file: String) throws {
    try database.run(
      """
      DELETE FROM lineChange WHERE file = ?1 AND (before, after) NOT IN
        (SELECT before, after FROM lineChange WHERE file = ?1 GROUP BY before, after
         ORDER BY max(id) DESC LIMIT \(Self.runs))
      """, [file])
  }

  /// Removes the lines of a rolled-back prepared save, and with them those of an earlier run with the same bytes.
  ///
  /// `redo` then finds the lines of that run by similarity.
  func removePlanned() throws {
    try database.execute(
      sql: """
        DELETE FROM lineChange WHERE id > (SELECT min(lastLineChange) FROM preparedSave)
          OR (file, before, after) IN (SELECT file, before, after FROM plannedWrite)
        """)
  }

  // MARK: Reading

  func changes(
    in file: String, before: String, after: String
  ) throws -> [LineRegistry.Pair: [LineChanges.Line]] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT pair.file AS target, pair.source, lineChange.* FROM lineChange
        JOIN pair ON pair.id = lineChange.pair
        WHERE lineChange.file = ? AND before = ? AND after = ? ORDER BY lineChange.id
        """, arguments: [file, before, after])
    var lines: [LineRegistry.Pair: [LineChanges.Line]] = [:]
    for row in rows {
      let pair = LineRegistry.Pair(
        file: try row.checked("target"), source: try row.checked("source"))
      lines[pair, default: []].append(try line(row))
    }
    return lines
  }

  private func line(_ row: Row) throws -> LineChanges.Line {
    LineChanges.Line(
      ItemName(uid: try row.checked("uid"), occurrence: try row.checked("occurrence")),
      before: try row.checkedLine("lineBefore"), after: try row.checkedLine("lineAfter"),
      archives: try row.checked("archives"), forgotten: try forgotten(row))
  }

  private func forgotten(_ row: Row) throws -> LineChanges.Forgotten? {
    guard let agreed = try row.checkedIfThere("agreed", as: String.self) else { return nil }
    return LineChanges.Forgotten(
      agreed: ItemLine(stored: agreed), isOwned: try row.checked("isOwned"),
      isAdopted: try row.checked("isAdopted"), component: try row.checkedBytes("component"))
  }
}

extension LineRegistry {
  /// The lines that a run changed in a file, for each pair; empty once 50 later runs have changed the file.
  ///
  /// - Parameters:
  ///   - file: The file's canonical path.
  ///   - before: The SHA-256 of its bytes before the run.
  ///   - after: The SHA-256 of its bytes after the run.
  public func lineChanges(
    in file: String, before: String, after: String
  ) throws(StateError) -> [Pair: [LineChanges.Line]] {
    try read(file) {
      try LineChangeRows(database: $0).changes(in: file, before: before, after: after)
    }
  }
}
