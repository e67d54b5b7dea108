import GRDB
import SQLiteFiles

/// The notes of feeds about their items, which they do not publish, as rows.
struct FeedRows {
  let database: Database
  /// The feed's canonical path.
  let feed: String

  /// The tables `feed` and `feedItem`.
  static func makeTables(_ database: Database) throws {
    // A feed that has no hints, or has an item with a half-typed date.
    try database.create(table: "feed") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("path", .text).notNull().unique()
      table.column("selection", .text).notNull()
    }
    // The line that one of its items was made from.
    try database.create(table: "feedItem", options: .withoutRowID) { table in
      table.column("feed", .integer).notNull().references("feed", onDelete: .cascade)
      table.column("uid", .blob).notNull()
      table.column("title", .text).notNull()
      table.column("line", .text).notNull()
      table.column("path", .text).notNull()
      table.column("key", .text).notNull()
      table.column("file", .text).notNull()
      table.column("calendar", .text)
      table.primaryKey(["feed", "uid"])
    }
  }

  // MARK: Reading

  /// The notes; empty if there are none, as in the state of an earlier version.
  func notes() throws -> FeedNotes {
    guard try database.tableExists("feedItem"),
      let row = try Row.fetchOne(
        database, sql: "SELECT id, selection FROM feed WHERE path = ?", arguments: [feed]),
      let id = row.value("id", as: Int64.self)
    else { return FeedNotes() }
    var notes = FeedNotes(selection: row.value("selection") ?? "")
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT uid, title, line, path, key, file, calendar FROM feedItem WHERE feed = ?",
      arguments: [id])
    while let row = try rows.next() {
      // Another program wrote a value of another type: the feed ignores that note.
      guard let uid = try? row.checkedBytes("uid"), let item = try? FeedNotes.Item(row) else {
        continue
      }
      notes.items[uid] = item
    }
    return notes
  }

  // MARK: Writing

  /// Writes the notes that are new or changed, and removes those that are gone.
  func save(_ notes: FeedNotes, after old: FeedNotes) throws {
    guard !notes.isEmpty else {
      return try database.execute(sql: "DELETE FROM feed WHERE path = ?", arguments: [feed])
    }
    try database.execute(
      sql: """
        INSERT INTO feed (path, selection) VALUES (?, ?)
        ON CONFLICT (path) DO UPDATE SET selection = excluded.selection
        """, arguments: [feed, notes.selection])
    guard
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM feed WHERE path = ?", arguments: [feed])
    else { return }
    for uid in old.items.keys where notes.items[uid] == nil {
      try database.run("DELETE FROM feedItem WHERE feed = ? AND uid = ?", [id, uid.data])
    }
    // In the order of the table, so that SQLite writes each page once.
    let changed = notes.items.filter { old.items[$0.key] != $0.value }
    for (uid, item) in changed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      try database.run(
        """
        INSERT OR REPLACE INTO feedItem (feed, uid, title, line, path, key, file, calendar)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, uid.data, item.title, item.line, item.path.joined(separator: "\n"), item.key,
          item.file, item.calendar,
        ])
    }
  }
}

extension FeedNotes.Item {
  fileprivate init(_ row: Row) throws {
    let path = try row.checked("path", as: String.self)
    let names = path.isEmpty ? [] : path.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(
      title: try row.checked("title"), line: try row.checked("line"), path: names.map(String.init),
      key: try row.checked("key"), file: try row.checked("file"),
      calendar: try row.checkedIfThere("calendar"))
  }
}

extension LineRegistry {
  /// The notes of a feed about its items; empty if there are none.
  ///
  /// - Parameter feed: The feed's canonical path.
  public func notes(ofFeed feed: String) throws(StateError) -> FeedNotes {
    try StateError.mapErrors(feed) {
      try database.read { try FeedRows(database: $0, feed: feed).notes() }
    }
  }

  /// Saves the notes of a feed about its items, all or none.
  ///
  /// - Parameters:
  ///   - notes: The new notes; empty to remove all.
  ///   - feed: The feed's canonical path.
  ///   - old: The notes that were read before, so that only changes are written.
  public func save(
    _ notes: FeedNotes, ofFeed feed: String, after old: FeedNotes
  ) throws(StateError) {
    try StateError.mapErrors(feed) {
      try database.write { try FeedRows(database: $0, feed: feed).save(notes, after: old) }
    }
  }
}
