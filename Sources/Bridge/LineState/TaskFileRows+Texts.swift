import ExactText
import GRDB
import SQLiteFiles

/// The texts of items, without the definitions of zones that most of them have.
extension TaskFileRows {
  /// Takes the definitions of zones out of the texts that earlier versions kept, and notes the checksums of these texts.
  func shareDefinitions() throws {
    try SharedParts.makeTable(database)
    for table in ["taskItem", "taskPlanItem"] {
      try database.alter(table: table) { table in
        // The text is without its definitions of zones, which are at a place of it.
        table.add(column: "part", .integer).references("sharedPart")
        table.add(column: "place", .integer)
        // The checksum of the whole text, as an integer with a sign.
        table.add(column: "sum", .integer)
      }
      let rows = try Row.fetchCursor(
        database, sql: "SELECT id, text FROM \(table) WHERE text IS NOT NULL")
      while let row = try rows.next() {
        let text = try row.checkedBytes("text")
        try database.run(
          "UPDATE \(table) SET (\(Self.textColumns)) = (?, ?, ?, ?) WHERE id = ?",
          try values(of: text) + [try row.checked("id", as: Int64.self)])
      }
    }
  }

  static let textColumns = "text, part, place, sum"

  /// The values of the columns of a text.
  func values(of text: [UInt8]) throws -> StatementArguments {
    let stored = try parts.store(text)
    return [stored.rest.data, stored.part, stored.place, Int64(bitPattern: text.sum)]
  }

  /// The text in a column and the two after it.
  func text(_ row: Row, at column: Int) throws -> [UInt8] {
    let stored = SharedParts.Text(
      rest: try row.checkedBytes(at: column), part: try row.checkedIfThere(at: column + 1),
      place: try row.checkedIfThere(at: column + 2))
    return try parts.text(stored)
  }
}
