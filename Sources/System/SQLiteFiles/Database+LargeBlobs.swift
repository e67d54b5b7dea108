public import GRDB
import GRDBSQLite

extension Database {
  /// Writes bytes into a column of a row in place, without the copies of them that a statement makes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - column: The column, which has no index and a blob of their length: `zeroblob(n)`.
  ///   - table: The table, which has row numbers.
  ///   - row: The number of the row.
  /// - Throws: An error of SQLite.
  public func writeBlob(
    _ bytes: [UInt8], into column: String, of table: String, row: Int64
  ) throws {
    try withBlob(in: column, of: table, row: row, writes: true) { blob in
      guard sqlite3_blob_bytes(blob) == bytes.count else { return try check(SQLITE_ERROR) }
      try bytes.withUnsafeBytes { bytes in
        try check(sqlite3_blob_write(blob, bytes.baseAddress, Int32(clamping: bytes.count), 0))
      }
    }
  }

  /// True if a blob has these bytes; it is read in parts, without a copy of all of it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - column: The column of the blob.
  ///   - table: The table, which has row numbers.
  ///   - row: The number of the row.
  /// - Throws: An error of SQLite.
  public func hasBlob(
    _ bytes: [UInt8], in column: String, of table: String, row: Int64
  ) throws -> Bool {
    try withBlob(in: column, of: table, row: row, writes: false) { blob in
      guard sqlite3_blob_bytes(blob) == bytes.count else { return false }
      var part = [UInt8](repeating: 0, count: 1 << 16)
      for start in stride(from: 0, to: bytes.count, by: part.count) {
        let wanted = bytes[start..<min(start + part.count, bytes.count)]
        try check(sqlite3_blob_read(blob, &part, Int32(wanted.count), Int32(clamping: start)))
        guard part.starts(with: wanted) else { return false }
      }
      return true
    }
  }

  /// Calls `body` with an open blob, and closes it.
  private func withBlob<Result>(
    in column: String, of table: String, row: Int64, writes: Bool,
    _ body: (OpaquePointer?) throws -> Result
  ) throws -> Result {
    var blob: OpaquePointer?
    try check(
      sqlite3_blob_open(sqliteConnection, "main", table, column, row, writes ? 1 : 0, &blob))
    let result: Result
    do {
      result = try body(blob)
    } catch {
      sqlite3_blob_close(blob)
      throw error
    }
    try check(sqlite3_blob_close(blob))
    return result
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
  }
}
