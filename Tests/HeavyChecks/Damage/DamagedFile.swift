import Foundation
import GRDB
import TestSupport

/// An SQLite file with one fault that duecal never writes, chosen by a number.
struct DamagedFile {
  let path: String
  private var chance: SeededGenerator

  /// Copies an undamaged file and damages the copy.
  ///
  /// - Parameter tables: The tables whose values are changed.
  init(_ path: String, from whole: [UInt8], seed: UInt64, tables: [String]) {
    self.path = path
    chance = SeededGenerator(seed: seed)
    for ending in ["", "-wal", "-shm", ".damaged"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
    let hasOtherBytes = Int.random(in: 0..<10, using: &chance) < 3
    write(hasOtherBytes ? damaged(whole) : whole)
    if !hasOtherBytes { try? changeRows(tables) }
  }

  private func write(_ bytes: [UInt8]) {
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
  }

  // MARK: Bytes

  /// Truncates the file, changes bytes, or replaces a page.
  private mutating func damaged(_ whole: [UInt8]) -> [UInt8] {
    var bytes = whole
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &chance)))
    case 1: flip(1, in: 0..<min(100, bytes.count), of: &bytes)
    case 2:
      let page = Int.random(in: 0..<max(1, bytes.count / 4096), using: &chance) * 4096
      flip(4096, in: page..<min(bytes.count, page + 4096), of: &bytes)
    default: flip(Int.random(in: 1...16, using: &chance), in: 0..<bytes.count, of: &bytes)
    }
    return bytes
  }

  private mutating func flip(_ count: Int, in range: Range<Int>, of bytes: inout [UInt8]) {
    for _ in 0..<count where !range.isEmpty {
      bytes[Int.random(in: range, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
    }
  }

  // MARK: Rows

  private mutating func changeRows(_ tables: [String]) throws {
    let queue = try DatabaseQueue(path: path)
    let (count, seed) = (Int.random(in: 1...3, using: &chance), chance.next())
    try queue.writeWithoutTransaction { database in
      var rows = DamagedRows(database: database, chance: SeededGenerator(seed: seed))
      try rows.dropConstraints()
      for _ in 0..<count {
        guard let table = tables.randomElement(using: &rows.chance) else { return }
        try? rows.change(table)
      }
    }
    try queue.close()
  }
}

/// Damages the rows of a database with values and tables that do not belong there.
struct DamagedRows {
  let database: Database
  var chance: SeededGenerator

  /// Values of all types, at the limits of their ranges, and nearly correct ones.
  private static let values = [
    "NULL", "-1", "0", "1", "2", "3", "9223372036854775807", "-9223372036854775808", "4294967296",
    "1e300", "0.5", "-0.0", "''", "'x'", "'1'", "'caf\u{E9}'", "'cafe\u{301}'", "char(0)", "x''",
    "x'ff00'", "x'c3a9'", "zeroblob(1000)", "'BEGIN:VTODO'", "char(10) || 'a' || char(13)",
    "CAST('text' AS BLOB)", "hex(zeroblob(500))", "'9999-12-31'", "-62135596801", "253402300800",
  ]

  /// Removes the `NOT NULL` constraints, so that columns accept more values.
  func dropConstraints() throws {
    try database.execute(
      sql: """
        PRAGMA foreign_keys = OFF;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table';
        PRAGMA writable_schema = RESET;
        """)
  }

  mutating func change(_ table: String) throws {
    let columns = try database.columns(in: table).map(\.name)
    guard let column = columns.randomElement(using: &chance),
      let value = Self.values.randomElement(using: &chance)
    else { return }
    let some = some(columns.randomElement(using: &chance) ?? column)
    switch Int.random(in: 0..<20, using: &chance) {
    case 0: try database.execute(sql: "DELETE FROM \(table)")
    case 1: try database.execute(sql: "DELETE FROM \(table) WHERE \(some)")
    case 2: try database.execute(sql: "DROP TABLE \(table)")
    case 3: try database.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(column) TO other")
    case 4: try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN more DEFAULT \(value)")
    case 5: try database.execute(sql: "CREATE TABLE other (a)")
    case 6: try double(table, columns, column, value)
    default:
      let place = Bool.random(using: &chance) ? "" : " WHERE \(some)"
      try database.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)\(place)")
    }
  }

  /// A condition that selects some rows of a table, by the last letter of a column.
  private mutating func some(_ column: String) -> String {
    "unicode(substr('0' || coalesce(\(column), ''), -1)) % 3 = \(Int.random(in: 0..<3, using: &chance))"
  }

  /// Copies rows with one changed value.
  private func double(
    _ table: String, _ columns: [String], _ column: String, _ value: String
  ) throws {
    let values = columns.map { $0 == column ? value : $0 }.joined(separator: ", ")
    try database.execute(
      sql: "INSERT OR IGNORE INTO \(table) SELECT \(values) FROM \(table)")
  }
}
