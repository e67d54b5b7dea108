public import CalendarItems
public import CalendarStores
import ExactText
import Foundation
import GRDB
import SQLiteFiles
import StoredText
public import TaskDates

/// A part of an item that both sides changed in different ways, as it was recorded.
public struct SyncConflict: Sendable {
  /// The number of the conflict.
  public let id: Int64
  /// The number of the item in the state.
  public let item: Int64
  /// The title of the item at that time.
  public let title: String
  /// The name of the part.
  public let part: String
  /// The side whose value both stores got; nil if each kept its own.
  public let winner: SyncSide?
  /// The item of each side at that time.
  public let contents: SyncSides<ItemContent>
  /// The time of the run.
  public let time: Instant
}

extension SyncState {
  /// The conflicts of a sync that nobody has resolved, oldest first.
  public func conflicts(of sync: Int64) throws(StoreError) -> [SyncConflict] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM conflict WHERE sync = ? ORDER BY id", arguments: [sync]
      ).compactMap { try SyncConflict($0, database) }
    }
  }

  /// Forgets a conflict.
  public func removeConflict(_ id: Int64) throws(StoreError) {
    try write { try $0.run("DELETE FROM conflict WHERE id = ?", [id]) }
  }

  /// Records the conflicts of a step whose item is in the state.
  func saveConflicts(of step: SyncStep, sync: Int64, at now: Instant) throws(StoreError) {
    guard let a = step.now.a, let b = step.now.b else { return }
    try write { database in
      let item = try Int64.fetchOne(
        database, sql: "SELECT id FROM syncedItem WHERE sync = ? AND uidA = ? AND uidB = ?",
        arguments: [sync, a.item.uid, b.item.uid])
      for conflict in step.conflicts {
        try database.run(
          """
          INSERT INTO conflict (sync, item, title, part, winner, a, b, time)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            sync, item, step.title, conflict.part, conflict.winner?.rawValue,
            database.textNumber(of: a.content), database.textNumber(of: b.content), now.seconds,
          ])
      }
    }
  }
}

extension SyncConflict {
  fileprivate init?(_ row: Row, _ database: Database) throws {
    guard let id = row.value("id", as: Int64.self), let item = row.value("item", as: Int64.self),
      let title = row.value("title", as: String.self),
      let part = row.value("part", as: String.self),
      let a = try database.content(row, "a"), let b = try database.content(row, "b"),
      let time = row.value("time", as: Int.self)
    else { return nil }
    self.init(
      id: id, item: item, title: title, part: part,
      winner: row.value("winner", as: String.self).flatMap(SyncSide.init),
      contents: SyncSides(a: a, b: b), time: Instant(seconds: time))
  }
}
