import ExactText
import GRDB
import SQLiteFiles

/// Saves in two steps, around the writing of task files.
///
/// A run that writes a task file and then its state can be killed between the two; the next run would then treat the
/// new lines as a person's. So a run prepares the save, writes the files, and confirms. After a kill the next run
/// finds the number of that run, and confirms the save or rolls it back.
extension LineRegistry {
  /// Saves what pairs agreed on, and what is needed to roll that back.
  ///
  /// - Parameters:
  ///   - memories: The memories.
  ///   - conflicts: Fields that both sides changed.
  ///   - lines: The lines that the run changes in those files; nil for `undo` and `redo`, which keep the records of
  ///     the earlier runs.
  ///   - time: The time, in seconds since 1970.
  ///   - run: The number of the run.
  ///   - files: The files that the run writes next.
  public func prepare(
    _ memories: [(pair: Pair, memory: ImportMemory)],
    conflicts: [ItemConflict] = [], lines: [LineChanges]? = nil, at time: Int, run: Int,
    writing files: [PlannedWrite]
  ) throws(StateError) {
    try write(memories.first?.pair.file ?? "") { database in
      let replaced = ReplacedRows(database: database)
      try replaced.begin(run)
      let rows = MemoryRows(database: database, replaced: replaced)
      for (pair, memory) in memories { try rows.save(memory, of: pair) }
      for conflict in conflicts { try rows.save(conflict, at: time) }
      if let lines { try LineChangeRows(database: database).replace(lines, by: files) }
    }
  }

  /// The prepared save that is neither confirmed nor rolled back; nil if there is none.
  public func preparedSave() throws(StateError) -> PreparedSave? {
    try read("") { try ReplacedRows(database: $0).save() }
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
    try StateError.mapErrors(path, path: path) {
      try database.backup(to: copy.database)
      // An earlier version may have written the file.
      try Schema.migrator.migrate(copy.database)
    }
    try copy.takeBack()
    return copy
  }
}
