import CalendarItems
public import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
import StoredText

extension SQLiteStore {
  /// Says what is wrong with the file: each fault as a sentence, none where it is whole.
  ///
  /// SQLite's own check, and each item's text against what it is found by.
  public func integrity() async throws(StoreError) -> [String] {
    try await SQLiteErrorMapping.mapErrors(path) {
      try await self.database.read { database in
        let said = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        let keys = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        return said.filter { $0 != "ok" } + keys.map { "a row without its list: \($0)" }
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
      row.value("sum") == Int64(bitPattern: text.sum) ? [] : ["the text is not as it was written"]
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
    if !isFound { faults.append("it is not found by what it says") }
    return faults
  }

  /// Copies the store to a file, as it is at one moment; others may go on writing.
  ///
  /// - Throws: `StoreError.unavailable` where something is at that place.
  public func backup(to other: String) async throws(StoreError) {
    PrivateFile.make(other)
    try await SQLiteErrorMapping.mapErrors(other) {
      try await self.database.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [other])
      }
    }
  }

  /// Takes the contents of a backup in place of its own.
  ///
  /// - Throws: `StoreError.unavailable` where the backup is none, or is not whole; nothing is changed then.
  public func restore(from other: String) async throws(StoreError) {
    let backup = try SQLiteStore(path: other, now: coder.now, zones: coder.zones)
    let faults = try await backup.integrity()
    if let fault = faults.first { throw StoreError.unavailable("\(other): \(fault)") }
    try SQLiteErrorMapping.mapErrors(path) { try backup.database.backup(to: database) }
  }
}
