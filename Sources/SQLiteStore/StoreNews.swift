import CalendarStores
import GRDB
import SQLiteFiles

/// What changed in the file since a number.
struct StoreNews: Sendable {
  /// The number of the last change.
  let last: Int
  let changes: [StoreChange]

  /// How many removals are remembered.
  private static let most = 10_000

  static func last(_ database: Database) throws -> Int {
    try Int.fetchOne(database.cachedStatement(sql: "SELECT last FROM counter")) ?? 0
  }

  /// The next number, which no change had before.
  static func next(_ database: Database) throws -> Int {
    try database.run("UPDATE counter SET last = last + 1")
    return try last(database)
  }

  /// Says that an item is no more.
  static func remove(_ id: Int64, _ list: Int64, _ database: Database) throws {
    let number = try next(database)
    try database.execute(
      sql: "INSERT INTO gone (version, list, id) VALUES (?, ?, ?)", arguments: [number, list, id])
    guard number.isMultiple(of: most) else { return }
    try database.execute(
      sql: "DELETE FROM gone WHERE version <= ?", arguments: [number - most])
    try database.execute(sql: "UPDATE counter SET forgotten = ?", arguments: [number - most])
  }

  init(_ database: Database, since seen: Int) throws {
    let counter = try Row.fetchOne(database, sql: "SELECT * FROM counter")
    last = counter?.value("last") ?? 0
    if last == seen {
      changes = []
    } else if seen < (counter?.value("forgotten") ?? 0) {
      changes = [.everything]
    } else {
      let lists: [StoreChange] = seen < (counter?.value("lists") ?? 0) ? [.lists] : []
      changes = lists + (try Self.items(database, seen))
    }
  }

  private static func items(_ database: Database, _ seen: Int) throws -> [StoreChange] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT list, id FROM item WHERE version > :seen
        UNION SELECT list, id FROM gone WHERE version > :seen
        """, arguments: ["seen": seen])
    let refs = Dictionary(grouping: rows.map { ItemRef(row: $0) }, by: \.list)
    return refs.sorted { $0.key < $1.key }.map { .items($0.key, Set($0.value)) }
  }
}

extension ItemRef {
  /// The name of a row; numbers have leading zeros, so that they stand in order.
  init(row: Row) {
    self.init(ItemList.ID(row: row.value("list") ?? 0), RowNumber.name(row.value("id") ?? 0))
  }
}

extension ItemList.ID {
  init(row number: Int64) {
    self.init(RowNumber.name(number))
  }

  /// The row; nil for a name that no row has.
  var row: Int64? { RowNumber.number(name) }
}

/// The numbers of rows as names that sort as they do.
enum RowNumber {
  private static let length = 10

  static func name(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  static func number(_ name: String) -> Int64? {
    Int64(name).flatMap { Self.name($0) == name ? $0 : nil }
  }
}
