import CalendarItems
import CalendarStores
import ExactText
import GRDB
import SQLiteFiles

/// A list that a run removed from a store.
struct DroppedList {
  let side: SyncSide
  let id: ItemList.ID
  let details: ItemList.Details
}

extension SyncState {
  /// Records a list that a run removed.
  func record(droppedList list: ItemList, on side: SyncSide, run: Int) throws(StoreError) {
    let kinds = list.details.kinds.map(\.rawValue).sorted().joined(separator: " ")
    try write { database in
      try database.run(
        "INSERT INTO droppedList (run, side, list, title, color, kinds) VALUES (?, ?, ?, ?, ?, ?)",
        [run, side.rawValue, list.id.name, list.title, list.details.color, kinds])
    }
  }

  /// Keeps lists that were in sync before a run, so that undoing the run brings them back.
  func keepLists(
    _ lists: [SyncSides<ItemList.ID>], of sync: Int64, run: Int
  ) throws(StoreError) {
    try write { database in
      for ids in lists {
        try database.run(
          "INSERT OR IGNORE INTO previousList (run, sync, a, b) VALUES (?, ?, ?, ?)",
          [run, sync, ids.a.name, ids.b.name])
      }
    }
  }

  /// The lists that a run removed from stores.
  func droppedLists(by run: Int) throws(StoreError) -> [DroppedList] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM droppedList WHERE run = ? ORDER BY id", arguments: [run]
      ).compactMap(DroppedList.init)
    }
  }

  /// Gives a list that was removed the ID that it has now, in all that undoing a run brings back.
  func rename(
    _ list: ItemList.ID, to new: ItemList.ID, on side: SyncSide, run: Int
  ) throws(StoreError) {
    let column = side.column
    try write { database in
      let values: StatementArguments = [new.name, run, list.name]
      try database.run("UPDATE droppedList SET list = ? WHERE run = ? AND list = ?", values)
      try database.run(
        "UPDATE previousItem SET list\(column) = ? WHERE run = ? AND list\(column) = ?", values)
      try database.run(
        "UPDATE previousList SET \(side.rawValue) = ? WHERE run = ? AND \(side.rawValue) = ?",
        values)
      try database.run(
        "UPDATE writtenItem SET listBefore = ? WHERE run = ? AND listBefore = ? AND side = ?",
        values + [side.rawValue])
    }
  }
}

extension DroppedList {
  fileprivate init?(_ row: Row) {
    guard let side = row.value("side", as: String.self).flatMap(SyncSide.init),
      let list = row.value("list", as: String.self),
      let title = row.value("title", as: String.self),
      let kinds = row.value("kinds", as: String.self)
    else { return nil }
    self.side = side
    id = ItemList.ID(list)
    details = ItemList.Details(
      title: title, color: row.value("color"),
      kinds: Set(kinds.split(separator: " ").compactMap { CalendarItem.Kind(rawValue: String($0)) })
    )
  }
}
