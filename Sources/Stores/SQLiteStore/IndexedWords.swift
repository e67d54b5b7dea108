package import GRDB
import SQLiteFiles

/// The pending changes of the word index, written at the end of a transaction.
///
/// SQLite writes the index's collected changes before each write to another table, so they are written only once.
package struct IndexedWords {
  private struct Entry {
    /// The words; nil for a removed item.
    var words: String?
    /// True if the index has no entry for it yet.
    var isNew: Bool
  }

  private var entries: [Int64: Entry] = [:]

  /// Creates a value without pending changes.
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
