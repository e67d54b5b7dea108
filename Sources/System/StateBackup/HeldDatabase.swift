import ExactText
import GRDB
import SQLiteFiles
import UserFiles

/// A database that other runs use, as it was at one time.
///
/// While several are held, no run writes any of them; then their readers see all of them as they were together.
final class HeldDatabase {
  let name: String
  private let path: String
  private let writer: DatabaseQueue
  private let reader: DatabaseQueue

  /// Opens a database, and keeps others from writing it until `see`.
  init(_ name: String, in folder: String) throws(StateBackupError) {
    self.name = name
    let path = "\(folder)/\(name)"
    self.path = path
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.allowsUnsafeTransactions = true
    (writer, reader) = try Self.mapErrors(path) { [configuration] in
      let writer = try DatabaseQueue(path: path, configuration: configuration)
      try writer.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
      return (writer, try DatabaseQueue(path: path, configuration: configuration))
    }
  }

  /// Keeps what the reader sees as it is now.
  func see() throws(StateBackupError) {
    try Self.mapErrors(path) {
      try reader.inDatabase { database in
        try database.execute(sql: "BEGIN")
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      }
    }
  }

  /// Lets others write again.
  func release() throws(StateBackupError) {
    try Self.mapErrors(path) { try writer.inDatabase { try $0.execute(sql: "ROLLBACK") } }
  }

  /// Copies what the reader sees to a new file, and returns its bytes.
  func bytes(by copy: String) throws(StateBackupError) -> [UInt8] {
    try Self.mapErrors(path) {
      let target = try DatabaseQueue(path: copy)
      try reader.inDatabase { source in
        try target.inDatabase { try source.backup(to: $0) }
      }
      let fault = try target.inDatabase { try Self.fault(of: $0) }
      try target.close()
      if let fault { throw StateBackupError.database(path, reason: "it is damaged (\(fault))") }
      return try FileSnapshot.regular(copy).bytes
    }
  }

  /// The first fault that SQLite finds in a database; nil for none.
  static func fault(of database: Database) throws -> String? {
    let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? ""
    return ExactString(found) == ExactString("ok") ? nil : found
  }

  private static func mapErrors<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(StateBackupError) -> Value {
    do { return try body() } catch let error as StateBackupError { throw error } catch {
      let reason = (error as? DatabaseError)?.message ?? "\(error)"
      throw .database(path, reason: reason)
    }
  }
}
