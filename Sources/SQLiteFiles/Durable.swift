public import GRDB

extension Configuration {
  /// A file that several processes write at once, each change on the disk before it is acknowledged.
  public static var durable: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }
}
