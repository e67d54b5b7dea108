package import CalendarStores
package import GRDB
import SQLiteFiles

/// The numbers of changes, taken in order in one transaction and written once at its end.
package struct RevisionCounter {
  private var last: Int
  private let first: Int

  /// How many removals are remembered.
  private static let most = 10_000

  package init(_ database: Database) throws {
    last = try ChangesSinceRevision.last(database)
    first = last
  }

  /// The next number, which no change had before.
  package mutating func next() -> Int {
    last &+= 1  // a damaged file may have the last number there is
    return last
  }

  /// Says that an item is no more.
  mutating func remove(_ id: Int64, _ list: Int64, database: Database) throws {
    let number = next()
    try database.run("INSERT INTO gone (version, list, id) VALUES (?, ?, ?)", [number, list, id])
    try forget(number, database)
  }

  /// Says that a resource of a mirror is no more.
  package mutating func remove(_ name: String, _ list: ItemList.ID, database: Database) throws {
    let number = next()
    try database.run(
      "INSERT INTO gone (version, list, name) VALUES (?, ?, ?)", [number, list.name, name])
    try forget(number, database)
  }

  /// Forgets what was removed long before a number.
  private func forget(_ number: Int, _ database: Database) throws {
    guard number.isMultiple(of: Self.most) else { return }
    try database.run("DELETE FROM gone WHERE version <= ?", [number &- Self.most])
    try database.run("UPDATE counter SET forgotten = ?", [number &- Self.most])
  }

  /// Says that lists changed.
  package mutating func changeLists(_ database: Database) throws {
    try database.run("UPDATE counter SET lists = ?", [next()])
  }

  /// Writes the last number.
  package func save(_ database: Database) throws {
    guard last != first else { return }
    try database.run("UPDATE counter SET last = ?", [last])
  }
}
