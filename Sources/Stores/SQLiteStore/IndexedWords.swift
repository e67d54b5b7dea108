package import GRDB
import SQLiteFiles

/// What the index of words is to say of items, written at the end of a transaction.
///
/// Whenever another table is written, the index writes first what it has gathered; this once is enough.
package struct IndexedWords {
  private struct Entry {
    /// What is found; nil for an item that is gone.
    var words: String?
    /// True if the index says nothing of it yet.
    var isNew: Bool
  }

  private var entries: [Int64: Entry] = [:]

  /// Gathers nothing yet.
  package init() {}

  package mutating func set(_ words: String, of row: Int64, isNew: Bool) {
    entries[row] = Entry(words: words, isNew: entries[row]?.isNew ?? isNew)
  }

  package mutating func remove(_ row: Int64) {
    entries[row] = Entry(words: nil, isNew: entries[row]?.isNew ?? false)
  }

  package func save(_ database: Database) throws {
    for (row, entry) in entries.sorted(by: { $0.key < $1.key }) {
      if !entry.isNew { try database.run("DELETE FROM said WHERE rowid = ?", [row]) }
      guard let words = entry.words else { continue }
      try database.run("INSERT INTO said (rowid, words) VALUES (?, ?)", [row, words])
    }
  }
}
