public import CompactDictionary
public import ExactText
import GRDB
import SQLiteFiles
import Synchronization

/// The state of imports in one SQLite file: what task files and calendars last agreed on.
///
/// A pair is a task file and a calendar that is imported into it. Deleting the file loses no task: the next import
/// recognises the lines by their text.
public final class LineRegistry: Sendable {
  /// A task file and a calendar that is imported into it.
  public struct Pair: Hashable, Sendable {
    /// The task file's canonical path.
    public let file: String
    /// The calendar: a canonical path, or an address without a password.
    public let source: String

    /// Creates a pair.
    public init(file: String, source: String) {
      self.file = file
      self.source = source
    }
  }

  let database: DatabaseQueue
  /// The path of the file.
  let path: String
  /// The number of changes of what is known of files as lists.
  let listChanges = Mutex(0)

  /// Opens the state, or creates it.
  ///
  /// - Parameter path: The file; its folder must exist.
  /// - Throws: `StateError` if it cannot be opened, or a later version wrote it.
  public convenience init(path: String) throws(StateError) {
    try self.init(path) { try DatabaseQueue.durable(path, $0, knownBy: "pair", .smallCache) }
  }

  /// Opens the state for reading.
  ///
  /// Writes nothing and migrates no tables.
  ///
  /// - Parameter path: The file, which must exist.
  /// - Throws: `StateError` if it cannot be opened, or a later version wrote it.
  public convenience init(readingAt path: String) throws(StateError) {
    try self.init(path) { try DatabaseQueue.reading(path, $0, knownBy: "pair") }
  }

  private init(
    _ path: String, _ open: (DatabaseMigrator) throws -> DatabaseQueue
  ) throws(StateError) {
    self.path = path
    database = try StateError.mapErrors(path) {
      do {
        return try open(Schema.migrator)
      } catch DatabaseFileError.ofLaterVersion {
        throw StateError.newer(path)
      }
    }
  }

  /// Creates a state in memory that is never saved.
  public init() throws(StateError) {
    path = ""
    database = try StateError.mapErrors("") {
      let queue = try DatabaseQueue()
      try Schema.migrator.migrate(queue)
      return queue
    }
  }

  /// What a pair last agreed on; an empty memory before its first import.
  ///
  /// Pass components and texts that are already in memory, so that equal ones are shared and not read twice.
  ///
  /// - Parameters:
  ///   - known: Components by UID.
  ///   - texts: Task files by `TaskFile.identity`.
  public func memory(
    of pair: Pair, sharing known: ItemComponents = [:],
    texts: ExactDictionary<[UInt8]> = [:]
  ) throws(StateError) -> ImportMemory {
    try read(pair.file) {
      try MemoryRows(database: $0, known: known, knownTexts: texts).memory(of: pair)
    }
  }

  /// Releases the pages of the file that are in memory, because a plan needs the memory.
  public func releaseMemory() { database.releaseMemory() }

  /// Reads from the database; errors name the subject.
  func read<Value>(
    _ subject: String, _ body: (Database) throws -> Value
  ) throws(StateError) -> Value {
    try mappingErrors(of: subject) { try database.read(body) }
  }

  /// Writes to the database in one transaction; errors name the subject.
  func write(_ subject: String, _ body: (Database) throws -> Void) throws(StateError) {
    try mappingErrors(of: subject) { try database.write(body) }
  }

  /// An error without a subject of its own concerns the whole file.
  private func mappingErrors<Value>(
    of subject: String, _ body: () throws -> Value
  ) throws(StateError) -> Value {
    try StateError.mapErrors(subject.isEmpty ? path : subject, path: path, body: body)
  }

  /// Saves what pairs agreed on, in one transaction.
  ///
  /// - Parameters:
  ///   - memories: The memories.
  ///   - conflicts: Fields that both sides changed.
  ///   - time: The time, in seconds since 1970.
  public func save(
    _ memories: [(pair: Pair, memory: ImportMemory)],
    conflicts: [ItemConflict] = [], at time: Int
  ) throws(StateError) {
    try write(memories.first?.pair.file ?? "") { database in
      let rows = MemoryRows(database: database)
      for (pair, memory) in memories { try rows.save(memory, of: pair) }
      for conflict in conflicts { try rows.save(conflict, at: time) }
    }
  }

  /// The pairs of a task file.
  public func pairs(of file: String) throws(StateError) -> [Pair] {
    try read(file) { database in
      try Row.fetchAll(
        database, sql: "SELECT source FROM pair WHERE file = ? ORDER BY source", arguments: [file]
      ).map { Pair(file: file, source: try $0.checked("source")) }
    }
  }

  /// Moves the state of a renamed file to its new path, which must not have a pair yet.
  public func renameFile(_ old: String, to new: String) throws(StateError) {
    try write(new) { database in
      for table in ["pair", "agreed", "item", "lineChange"] {
        try database.run("UPDATE \(table) SET file = ? WHERE file = ?", [new, old])
      }
    }
  }

  /// All pairs that have a line in a file.
  public func pairs(withLinesIn file: String) throws(StateError) -> [Pair] {
    try read(file) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT pair.file, pair.source FROM pair JOIN agreed ON agreed.pair = pair.id
          WHERE agreed.file = ? ORDER BY pair.file, pair.source
          """, arguments: [file]
      ).map { Pair(file: try $0.checked("file"), source: try $0.checked("source")) }
    }
  }

  /// All files in which imports have lines.
  public func filesWithLines() throws(StateError) -> ExactSet {
    try read("") { database in
      try Row.fetchAll(database, sql: "SELECT DISTINCT file FROM agreed").reduce(into: ExactSet()) {
        files, row in files.insert(try row.checked("file"))
      }
    }
  }

  /// The lines of a file that belong to calendars, for each import.
  public func keptLines(in file: String) throws(StateError) -> [ImportedText] {
    try read(file) { database in
      try Row.fetchAll(
        database, sql: "SELECT pair, bytes FROM agreed WHERE file = ?", arguments: [file]
      ).map { row in
        let text = try row.checkedBytes("bytes")
        let lines = try Self.ownedLines(
          of: row.checked("pair"), in: file, text: text, database: database)
        return ImportedText(text: text, lines: lines)
      }
    }
  }

  /// The lines of a text that a pair owns, with the UIDs of their items.
  private static func ownedLines(
    of pair: Int64, in file: String, text: [UInt8], database: Database
  ) throws -> [Int: String] {
    let count = text.lineCount
    let lines = try Row.fetchAll(
      database,
      sql: """
        SELECT line, uid, occurrence FROM item
        WHERE pair = ? AND file = ? AND isOwned AND line IS NOT NULL AND NOT isUndone
        """, arguments: [pair, file]
    ).map { row -> (Int, String) in
      guard let line = try row.checkedLine(at: 0), line < count else {
        throw UnexpectedValue(column: "line")
      }
      let uid: String = try row.checked("uid")
      let occurrence: String = try row.checked("occurrence")
      return (line, occurrence.isEmpty ? uid : "\(uid)/\(occurrence)")
    }
    return Dictionary(lines) { first, _ in first }
  }
}
