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
    var blob: OpaquePointer?
    try check(sqlite3_blob_open(sqliteConnection, "main", table, column, row, 1, &blob))
    let isAll = sqlite3_blob_bytes(blob) == bytes.count
    let written = bytes.withUnsafeBytes { bytes in
      sqlite3_blob_write(blob, bytes.baseAddress, Int32(clamping: bytes.count), 0)
    }
    let closed = sqlite3_blob_close(blob)
    try check(isAll ? written : SQLITE_ERROR)
    try check(closed)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
  }
}
