import CalendarItems
public import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
import StoredText
import UserFiles

extension SQLiteStore {
  /// Checks the file, and returns a sentence for each fault; empty if there is none.
  ///
  /// It runs SQLite's own check, and compares each item's text with its search columns.
  public func integrity() async throws(StoreError) -> [String] {
    try await SQLiteErrorMapping.mapErrors(path) {
      try await self.database.read { database in
        let messages = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        let keys = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        return messages.filter { $0 != "ok" } + keys.map { "a row without its list: \($0)" }
          + (try self.faults(database))
      }
    }
  }

  private func faults(_ database: Database) throws -> [String] {
    var faults: [String] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT item.*, said.words FROM item LEFT JOIN said ON said.rowid = item.id")
    while let row = try rows.next() {
      let ref = ItemRef(row: row)
      faults += self.faults(row).map { "\(ref): \($0)" }
    }
    return faults
  }

  private func faults(_ row: Row) -> [String] {
    let text = row.bytes("text")
    let changed =
      row.value("sum") == Int64(bitPattern: text.sum)
      ? [] : ["the text has changed since it was written"]
    guard let content = coder.content(of: text) else { return changed + ["the text has no item"] }
    var faults = changed
    if content.item.uid != row.value("uid") { faults.append("the text has another UID") }
    let columns = zip(ItemColumns.names, ItemColumns.values(of: content))
    let isFound =
      content.words == row.value("words")
      && columns.allSatisfy { name, value in
        name == "uid"
          || value?.databaseValue ?? .null == row.value(name, as: DatabaseValue.self) ?? .null
      }
    if !isFound { faults.append("the search index does not match its text") }
    return faults
  }

  /// Copies the store to a file, as it is at one moment; others may continue to write.
  ///
  /// - Throws: `StoreError.unavailable` if the file exists.
  public func backup(to other: String) async throws(StoreError) {
    PrivateFile.make(other)
    try await SQLiteErrorMapping.mapErrors(other) {
      try await self.database.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [other])
      }
    }
  }

  /// Replaces the contents with those of a backup.
  ///
  /// - Throws: `StoreError.unavailable` if the file is not a backup, or is damaged; nothing is changed then.
  public func restore(from other: String) async throws(StoreError) {
    let backup = try SQLiteStore(path: other, now: coder.now, zones: coder.zones)
    let faults = try await backup.integrity()
    if let fault = faults.first { throw StoreError.unavailable("\(other): \(fault)") }
    try SQLiteErrorMapping.mapErrors(path) { try backup.database.backup(to: database) }
  }
}
