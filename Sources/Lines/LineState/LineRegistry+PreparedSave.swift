import ExactText
import GRDB
import SQLiteFiles

/// Saves in two steps, around the writing of task files.
///
/// A run that writes a task file and then its state can be killed between the two; the next run would then treat the
/// new lines as a person's. So a run prepares the save, writes the files, and confirms. After a kill the next run
/// finds the planned writes, and confirms the save or rolls it back.
extension LineRegistry {
  /// Saves what pairs agreed on, and what is needed to roll that back.
  ///
  /// - Parameters:
  ///   - memories: The memories.
  ///   - conflicts: Fields that both sides changed.
  ///   - lines: The lines that the run changes in those files; nil for `undo` and `redo`, which keep the records of
  ///     the earlier runs.
  ///   - time: The time, in seconds since 1970.
  ///   - files: The files that the run writes next.
  public func prepare(
    _ memories: [(pair: Pair, memory: ImportMemory)],
    conflicts: [ItemConflict] = [], lines: [LineChanges]? = nil, at time: Int,
    writing files: [PlannedWrite]
  ) throws(StateError) {
    try write(memories.first?.pair.file ?? "") { database in
      try ReplacedRows(database: database).forget()
      let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM conflict") ?? 0
      for file in files { try plan(file, lastConflict: last, database) }
      let rows = MemoryRows(database: database, replaced: ReplacedRows(database: database))
      for (pair, memory) in memories { try rows.save(memory, of: pair) }
      for conflict in conflicts { try rows.save(conflict, at: time) }
      if let lines { try LineChangeRows(database: database).replace(lines, by: files) }
    }
  }

  private func plan(
    _ file: PlannedWrite, lastConflict: Int64, _ database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO plannedWrite (file, before, after, lastEdit, lastConflict)
      VALUES (?, ?, ?, ?, ?)
      """, [file.file, file.before, file.after, file.lastEdit, lastConflict])
  }

  /// The writes of a prepared save that is neither confirmed nor rolled back.
  public func plannedWrites() throws(StateError) -> [PlannedWrite] {
    try read("") { database in
      // A state of an earlier version that is opened for reading has no such table.
      guard try database.tableExists("plannedWrite") else { return [] }
      return try Row.fetchAll(
        database, sql: "SELECT file, before, after, lastEdit FROM plannedWrite"
      ).map { row in
        PlannedWrite(
          file: try row.checked("file"), before: try row.checked("before"),
          after: try row.checked("after"), lastEdit: try row.checked("lastEdit"))
      }
    }
  }

  /// Confirms a prepared save, after its files are written.
  public func confirm() throws(StateError) {
    try write("") { try ReplacedRows(database: $0).forget() }
  }

  /// Rolls back a prepared save whose files are not written.
  public func takeBack() throws(StateError) {
    try write("") { database in
      let rows = ReplacedRows(database: database)
      try rows.putBack()
      try rows.forget()
    }
  }

  /// A copy in memory in which a prepared save is rolled back; the file is unchanged.
  public func copyWithoutPreparedSave() throws(StateError) -> LineRegistry {
    let copy = try LineRegistry()
    try StateError.mapErrors(path, path: path) { try database.backup(to: copy.database) }
    try copy.takeBack()
    return copy
  }
}
