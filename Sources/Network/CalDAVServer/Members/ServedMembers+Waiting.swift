import CalendarStores
import ExactText
import Foundation
import GRDB
import SQLiteFiles
import Synchronization

/// What clients have written while an editor had unsaved changes of the file: the store takes it later.
extension ServedMembers {
  /// A write, or a removal, that waits.
  struct Waiting: Sendable {
    let list: ItemList.ID
    /// The name in paths.
    let segment: String
    /// The text that it was made from; nil for a new item.
    let base: [UInt8]?
    /// The new text; nil for a removal.
    let text: [UInt8]?
  }

  /// The beginning of the name in the store of a new item, which the store has not named yet.
  static let newName = "waiting:"

  /// Keeps a write; the text that an earlier one was made from stays.
  func keep(_ waiting: Waiting) throws(StoreError) {
    mayWait.store(true, ordering: .relaxed)
    try write { database in
      try database.run(
        """
        INSERT INTO servedWaiting (list, segment, base, text) VALUES (?, ?, ?, ?)
        ON CONFLICT (list, segment) DO UPDATE SET text = excluded.text
        """, [waiting.list.name, waiting.segment, waiting.base?.data, waiting.text?.data])
    }
  }

  /// Forgets a write that the store has taken.
  func forgetWaiting(_ segment: String, in list: ItemList.ID) throws(StoreError) {
    try write { database in
      try database.run(
        "DELETE FROM servedWaiting WHERE list = ? AND segment = ?", [list.name, segment])
    }
  }

  /// All writes that wait, in the order of lists and names.
  func waiting() throws(StoreError) -> [Waiting] {
    guard mayWait.load(ordering: .relaxed) else { return [] }
    let all = try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM servedWaiting ORDER BY list, segment")
        .compactMap(Waiting.init)
    }
    if all.isEmpty { mayWait.store(false, ordering: .relaxed) }
    return all
  }

  /// The names in the store of the items of a list that wait.
  func waitingNames(in list: ItemList.ID) throws(StoreError) -> ExactSet {
    guard mayWait.load(ordering: .relaxed) else { return [] }
    return try read { database in
      ExactSet(
        try String.fetchAll(
          database,
          sql: """
            SELECT name FROM servedWaiting JOIN servedMember USING (list, segment) WHERE list = ?
            """, arguments: [list.name]))
    }
  }
}

extension ServedMembers.Waiting {
  fileprivate init?(_ row: Row) {
    guard let list = row.value("list", as: String.self),
      let segment = row.value("segment", as: String.self)
    else { return nil }
    self.init(
      list: ItemList.ID(list), segment: segment,
      base: row.value("base", as: Data.self).map { [UInt8]($0) },
      text: row.value("text", as: Data.self).map { [UInt8]($0) })
  }
}
