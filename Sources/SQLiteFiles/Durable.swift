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

extension DatabaseQueue {
  /// Opens a durable file with the newest tables; nil where a later version has made others.
  public static func durable(
    _ path: String, _ migrator: DatabaseMigrator
  ) throws -> DatabaseQueue? {
    let queue = try DatabaseQueue(path: path, configuration: .durable)
    if try queue.read({ try migrator.hasBeenSuperseded($0) }) { return nil }
    try migrator.migrate(queue)
    return queue
  }
}
