import ExactText
public import GRDB
import Glibc
import UserFiles

extension Configuration {
  /// A configuration for a file that several processes write; each change is synced before it is acknowledged.
  public static var durable: Configuration {
    durable { try $0.growCache() }
  }

  /// The same with a page cache of 4 MiB, for a connection that reads and writes rows mostly in their order.
  ///
  /// `Database.growCache()` prepares it for other writes.
  public static var smallCache: Configuration {
    durable { try $0.execute(sql: "PRAGMA cache_size = -4096") }
  }

  private static func durable(
    _ setCache: @escaping @Sendable (Database) throws -> Void
  ) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try setCache(database)
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    }
    return configuration
  }
}

extension Database {
  /// Lets the page cache grow to 32 MiB, because writes to indexes are scattered over the whole file.
  public func growCache() throws { try execute(sql: "PRAGMA cache_size = -32768") }
}

/// The reason why a database file is not opened.
public enum DatabaseFileError: Error, CustomStringConvertible {
  /// The tables were created by a later version.
  case ofLaterVersion
  /// The tables belong to another program.
  case ofOtherProgram

  public var description: String {
    switch self {
    case .ofLaterVersion: "a later version of duecal wrote this file"
    case .ofOtherProgram: "this is a database of another program"
    }
  }
}

extension DatabaseQueue {
  /// Opens a durable file, and creates or migrates its tables.
  ///
  /// - Parameters:
  ///   - path: The file; it is created if it does not exist.
  ///   - migrator: Creates the tables.
  ///   - table: A table that all our versions have and other programs do not.
  ///   - configuration: The configuration of the connection.
  /// - Throws: `DatabaseFileError` for a file that is left unchanged, or an error of SQLite.
  public static func durable(
    _ path: String, _ migrator: DatabaseMigrator, knownBy table: String,
    _ configuration: Configuration = .durable
  ) throws -> DatabaseQueue {
    if path != ":memory:" { PrivateFile.make(path) }
    // While another process creates the tables, only some of them are visible: then the check is repeated. A migration
    // that both have begun violates the constraint that each is applied once.
    let begin = ContinuousClock.now
    while begin.duration(to: .now) < .seconds(5) {
      do {
        return try prepared(path, migrator, table: table, configuration)
      } catch let error as DatabaseError
        where [.SQLITE_ERROR, .SQLITE_BUSY, .SQLITE_CONSTRAINT].contains(error.resultCode)
      { usleep(20_000) }
    }
    return try prepared(path, migrator, table: table, configuration)
  }

  /// Opens a durable file for reading, without migrating its tables.
  ///
  /// - Parameters:
  ///   - path: The file, which must exist; its folder need not be writable.
  ///   - migrator: Knows the tables of this version.
  ///   - table: A table that all our versions have and other programs do not.
  /// - Throws: `DatabaseFileError` for a file of another program or a later version, or an error of SQLite.
  public static func reading(
    _ path: String, _ migrator: DatabaseMigrator, knownBy table: String
  ) throws -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: path, configuration: .smallCache)
      try refuseForeign(queue, migrator, table: table)
      return queue
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    {
      // Nothing can be created in the folder, so no process is writing the file now.
      guard access("\(path)-wal", F_OK) != 0 else { throw error }
      let queue = try DatabaseQueue(path: immutable(path))
      try refuseForeign(queue, migrator, table: table)
      return queue
    }
  }

  /// The URI with which SQLite reads a file that does not change.
  static func immutable(_ path: String) -> String {
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
      // While another process creates the tables, the table of applied migrations appears first.
      let (isEmpty, isOurs) = (tables.isEmpty, tables.contains(table))
      if !isEmpty, !isOurs { throw DatabaseFileError.ofOtherProgram }
    }
  }

  private static func prepared(
    _ path: String, _ migrator: DatabaseMigrator, table: String, _ configuration: Configuration
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try refuseForeign(queue, migrator, table: table)
    // Nothing is written before this line.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try migrator.migrate(queue)
    return queue
  }
}
