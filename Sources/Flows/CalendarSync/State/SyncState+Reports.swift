public import CalendarStores
public import ExactText
import GRDB
import SQLiteFiles

/// What was reported before, so that it is reported once.
extension SyncState {
  /// The messages of the last run of a sync.
  public func reports(of sync: Int64) throws(StoreError) -> ExactSet {
    try texts("SELECT text FROM report WHERE sync = ?", sync)
  }

  /// Records the messages of a run, in place of those of the run before.
  public func save(reports: ExactSet, of sync: Int64) throws(StoreError) {
    try replace("report", "text", reports, of: sync)
  }

  /// The changes that a store has refused, by their numbers.
  func refusedChanges(of sync: Int64) throws(StoreError) -> ExactSet {
    try texts("SELECT change FROM refusedChange WHERE sync = ?", sync)
  }

  /// Records the changes that a store has refused, in place of those of the run before.
  func save(refusedChanges changes: ExactSet, of sync: Int64) throws(StoreError) {
    try replace("refusedChange", "change", changes, of: sync)
  }

  private func texts(_ query: String, _ sync: Int64) throws(StoreError) -> ExactSet {
    try read { database in
      ExactSet(try String.fetchAll(database, sql: query, arguments: [sync]))
    }
  }

  private func replace(
    _ table: String, _ column: String, _ texts: ExactSet, of sync: Int64
  ) throws(StoreError) {
    let known = try self.texts("SELECT \(column) FROM \(table) WHERE sync = ?", sync)
    let (gone, new) = (known.subtracting(texts), texts.subtracting(known))
    guard gone.count + new.count > 0 else { return }
    try write { database in
      for text in gone.sorted() {
        try database.run("DELETE FROM \(table) WHERE sync = ? AND \(column) = ?", [sync, text])
      }
      for text in new.sorted() {
        try database.run("INSERT INTO \(table) (sync, \(column)) VALUES (?, ?)", [sync, text])
      }
    }
  }
}
