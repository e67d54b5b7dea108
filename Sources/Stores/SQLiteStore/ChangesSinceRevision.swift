import CalendarStores
import ExactText
package import GRDB
import SQLiteFiles

/// The changes in the file since a revision.
package struct ChangesSinceRevision: Sendable {
  /// The revision of the last change.
  let last: Int
  let changes: [StoreChange]

  package static func last(_ database: Database) throws -> Int {
    try Int.fetchOne(database.cachedStatement(sql: "SELECT last FROM counter")) ?? 0
  }

  /// - Parameters:
  ///   - database: The file.
  ///   - seen: The revision of the last known change.
  ///   - naming: The naming of its rows.
  package init(_ database: Database, since seen: Int, naming: RowNaming = .numbers) throws {
    let counter = try Row.fetchOne(database, sql: "SELECT * FROM counter")
    last = counter?.value("last") ?? 0
    if last == seen {
      changes = []
    } else if seen < (counter?.value("forgotten") ?? 0) {
      changes = [.everything]
    } else {
      let lists: [StoreChange] = seen < (counter?.value("lists") ?? 0) ? [.lists] : []
      changes = lists + (try Self.items(database, seen, naming: naming))
    }
  }

  private static func items(
    _ database: Database, _ seen: Int, naming: RowNaming
  ) throws -> [StoreChange] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT list, \(naming.column) FROM item WHERE version > :seen
        UNION SELECT list, \(naming.column) FROM gone WHERE version > :seen
        """, arguments: ["seen": seen])
    let refs = Dictionary(grouping: rows.map(naming.ref), by: \.list)
    return refs.sorted { $0.key < $1.key }.map { .items($0.key, Set($0.value)) }
  }
}

/// The naming of item rows.
package struct RowNaming {
  /// The column with the names.
  let column: String
  let ref: (Row) -> ItemRef

  /// By numbers, in a store.
  static var numbers: RowNaming { RowNaming(column: "id", ref: ItemRef.init(row:)) }
  /// By the names of a server, in the cache of a server.
  package static var names: RowNaming { RowNaming(column: "name", ref: ItemRef.init(mirrored:)) }
}

extension ItemRef {
  /// Creates the reference of a row; numbers get leading zeros, so that names sort like them.
  init(row: Row) {
    self.init(ItemList.ID(row: row.value("list") ?? 0), name: RowNumber.name(row.value("id") ?? 0))
  }
}

extension ItemRef {
  /// Creates the reference of a row in the cache of a server.
  package init(mirrored row: Row) {
    self.init(ItemList.ID(row.value("list") ?? ""), name: row.value("name") ?? "")
  }
}

extension ItemList.ID {
  init(row number: Int64) {
    self.init(RowNumber.name(number))
  }

  /// The row; nil for a name that cannot be that of a row.
  var row: Int64? { RowNumber.number(name) }
}

/// Converts numbers of rows to names with the same order.
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
