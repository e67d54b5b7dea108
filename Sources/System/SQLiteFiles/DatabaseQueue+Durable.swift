import ExactText
public import GRDB
import Glibc

extension Configuration {
  /// A file that several processes write at once, each change on the disk before it is acknowledged.
  public static var durable: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // At most 32 MiB of the file in memory: indexes are written all over it.
      try database.execute(sql: "PRAGMA cache_size = -32768")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    }
    return configuration
  }
}

/// Why a file is not opened.
public enum DatabaseFileError: Error, CustomStringConvertible {
  /// A later version has made other tables.
  case ofLaterVersion
  /// The tables are another program's.
  case ofOtherProgram

  public var description: String {
    switch self {
    case .ofLaterVersion: "a later version of duecal wrote this"
    case .ofOtherProgram: "this is a database with other tables"
    }
  }
}

extension DatabaseQueue {
  /// Opens a durable file with the newest tables.
  ///
  /// - Parameters:
  ///   - path: The file; one without any table is made to one.
  ///   - migrator: Creates the tables.
  ///   - table: A table of all our versions, which other programs do not have.
  /// - Throws: `DatabaseFileError` for a file that is left as it is, else what SQLite says.
  public static func durable(
    _ path: String, _ migrator: DatabaseMigrator, knownBy table: String
  ) throws -> DatabaseQueue {
    if path != ":memory:" { PrivateFile.make(path) }
    // What is seen while another process makes the tables is half of them: then all is looked at anew.
    let begin = ContinuousClock.now
    while begin.duration(to: .now) < .seconds(1) {
      do { return try prepared(path, migrator, table: table) } catch let error as DatabaseError
        where [.SQLITE_ERROR, .SQLITE_BUSY].contains(error.resultCode)
      { usleep(20_000) }
    }
    return try prepared(path, migrator, table: table)
  }

  /// Opens a durable file for reading, and leaves its tables as they are.
  ///
  /// - Parameters:
  ///   - path: The file, which must exist; its folder need not be writable.
  ///   - migrator: Creates the tables.
  ///   - table: A table of all our versions, which other programs do not have.
  /// - Throws: `DatabaseFileError` for a file of another program or a later version, or an error of SQLite.
  public static func reading(
    _ path: String, _ migrator: DatabaseMigrator, knownBy table: String
  ) throws -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: path, configuration: .durable)
      try refuseForeign(queue, migrator, table: table)
      return queue
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    {
      // Nothing can be created beside the file, so nobody writes it now.
      guard access("\(path)-wal", F_OK) != 0 else { throw error }
      let queue = try DatabaseQueue(path: immutable(path))
      try refuseForeign(queue, migrator, table: table)
      return queue
    }
  }

  /// The URI with which SQLite reads a file that does not change.
  private static func immutable(_ path: String) -> String {
    let name = path.utf8.map { byte in
      let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return "file:\(name.joined())?immutable=1"
  }

  private static func refuseForeign(
    _ queue: DatabaseQueue, _ migrator: DatabaseMigrator, table: String
  ) throws {
    try queue.read { database in
      if try migrator.hasBeenSuperseded(database) { throw DatabaseFileError.ofLaterVersion }
      let tables = try String.fetchSet(
        database, sql: "SELECT name FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
      // Where another process makes the tables just now, the list of what was done to them comes first.
      let (isEmpty, isOurs) = (tables.isEmpty, tables.contains(table))
      if !isEmpty, !isOurs { throw DatabaseFileError.ofOtherProgram }
    }
  }

  private static func prepared(
    _ path: String, _ migrator: DatabaseMigrator, table: String
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: .durable)
    try refuseForeign(queue, migrator, table: table)
    // Only now is anything written.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try migrator.migrate(queue)
    return queue
  }
}
