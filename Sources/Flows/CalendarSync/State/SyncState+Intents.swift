import CalendarItems
import CalendarStores
import Foundation
import GRDB
import SQLiteFiles
import StoredText

/// A change that a run was about to make in a store.
struct SyncIntent {
  /// The number of the item in the state; nil if it was not in sync.
  let item: Int64?
  /// The side that was to be changed.
  let side: SyncSide
  /// The content that the side had; for an item that was to be created, the content of the other side.
  let source: ItemContent
  /// The content that the side was to get.
  let content: ItemContent
  /// The list that the item was to be created in, or moved to; nil for another change.
  let list: ItemList.ID?
  /// True if the side did not have the item.
  let creates: Bool
}

extension SyncState {
  /// Records what a run is about to do.
  func save(_ intents: [SyncIntent], of sync: Int64) throws(StoreError) {
    guard !intents.isEmpty else { return }
    try write { database in
      for intent in intents { try Self.insert(intent, of: sync, database) }
    }
  }

  /// Records what a run has left to do, and forgets the rest, because the results are recorded.
  func replaceIntents(with intents: [SyncIntent], of sync: Int64) throws(StoreError) {
    try write { database in
      try database.run("DELETE FROM intent WHERE sync = ?", [sync])
      for intent in intents { try Self.insert(intent, of: sync, database) }
    }
  }

  private static func insert(
    _ intent: SyncIntent, of sync: Int64, _ database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO intent (sync, item, side, sourceText, text, list, creates)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        sync, intent.item, intent.side.rawValue, database.textNumber(of: intent.source),
        database.textNumber(of: intent.content), intent.list?.name, intent.creates,
      ])
  }

  /// What an interrupted run was about to do.
  func intents(of sync: Int64) throws(StoreError) -> [SyncIntent] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM intent WHERE sync = ? ORDER BY id", arguments: [sync]
      ).compactMap { try SyncIntent($0, database) }
    }
  }
}

extension SyncIntent {
  fileprivate init?(_ row: Row, _ database: Database) throws {
    guard let side = row.value("side", as: String.self).flatMap(SyncSide.init),
      let source = try database.content(row, "sourceText"),
      let content = try database.content(row, "text")
    else { return nil }
    self.init(
      item: row.value("item"), side: side, source: source, content: content,
      list: row.value("list", as: String.self).map(ItemList.ID.init),
      creates: row.value("creates") ?? false)
  }
}
