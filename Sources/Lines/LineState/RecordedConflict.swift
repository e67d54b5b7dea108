import ExactText
import GRDB
import SQLiteFiles
public import TaskEditing

/// The fields of an item that an import found changed on both sides.
public struct ItemConflict: Hashable, Sendable {
  /// The task file and the calendar.
  public let pair: LineRegistry.Pair
  /// The item.
  public let name: ItemName
  /// The fields.
  public let fields: [LineMerge.Conflict]

  /// Creates a conflict.
  public init(pair: LineRegistry.Pair, name: ItemName, fields: [LineMerge.Conflict]) {
    self.pair = pair
    self.name = name
    self.fields = fields
  }
}

/// A field that both sides changed, as it was recorded.
public struct RecordedConflict: Hashable, Sendable {
  /// The calendar.
  public let source: String
  /// The item.
  public let uid: String
  /// The line after the last run; empty if it is gone.
  public let line: String
  /// The field.
  public let field: String
  /// The value on the line, which the import kept.
  public let mine: String
  /// The value in the calendar.
  public let theirs: String
  /// The time, in seconds since 1970.
  public let time: Int
}

extension LineRegistry {
  /// The conflicts of imports into a file, oldest first.
  public func conflicts(in file: String) throws(StateError) -> [RecordedConflict] {
    try read(file) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT pair.source, conflict.*, item.body FROM conflict
          JOIN pair ON pair.id = conflict.pair
          LEFT JOIN item ON item.pair = conflict.pair AND item.uid = conflict.uid
            AND item.occurrence = conflict.occurrence
          WHERE pair.file = ? ORDER BY conflict.id
          """, arguments: [file]
      ).map(RecordedConflict.init)
    }
  }
}

extension RecordedConflict {
  fileprivate init(_ row: Row) throws {
    source = try row.checked("source")
    uid = try row.checked("uid")
    line = try row.checkedIfThere("body") ?? ""
    field = try row.checked("field")
    mine = try row.checked("mine")
    theirs = try row.checked("theirs")
    time = try row.checkedTime("time")
  }
}
