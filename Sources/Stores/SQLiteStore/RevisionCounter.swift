package import CalendarStores
package import GRDB
import SQLiteFiles

/// The revisions of changes, assigned in order in one transaction and written once at its end.
package struct RevisionCounter {
  private var last: Int
  private let first: Int

  /// The number of removals that are kept.
  private static let most = 10_000

  package init(_ database: Database) throws {
    last = try ChangesSinceRevision.last(database)
    first = last
  }

  /// Returns the next revision, which no earlier change had.
  package mutating func next() -> Int {
    last &+= 1  // a damaged file may have the largest number
    return last
  }

  /// Notes the removal of an item.
  mutating func remove(_ id: Int64, _ list: Int64, database: Database) throws {
    let number = next()
    try database.run("INSERT INTO gone (version, list, id) VALUES (?, ?, ?)", [number, list, id])
    try forget(number, database)
  }

  /// Notes the removal of a resource from the cache of a server.
  package mutating func remove(_ name: String, _ list: ItemList.ID, database: Database) throws {
    let number = next()
    try database.run(
      "INSERT INTO gone (version, list, name) VALUES (?, ?, ?)", [number, list.name, name])
    try forget(number, database)
  }

  /// Deletes the notes of removals long before a revision.
  private func forget(_ number: Int, _ database: Database) throws {
    guard number.isMultiple(of: Self.most) else { return }
    try database.run("DELETE FROM gone WHERE version <= ?", [number &- Self.most])
    try database.run("UPDATE counter SET forgotten = ?", [number &- Self.most])
  }

  /// Notes a change of lists.
  package mutating func changeLists(_ database: Database) throws {
    try database.run("UPDATE counter SET lists = ?", [next()])
  }

  /// Writes the last revision.
  package func save(_ database: Database) throws {
    guard last != first else { return }
    try database.run("UPDATE counter SET last = ?", [last])
  }
}
