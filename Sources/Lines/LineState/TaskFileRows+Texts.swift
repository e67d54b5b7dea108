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
      let ids = try Int64.fetchAll(
        database, sql: "SELECT id FROM \(table) WHERE text IS NOT NULL")
      let reading = try database.makeStatement(sql: "SELECT text FROM \(table) WHERE id = ?")
      for id in ids {
        guard let row = try Row.fetchOne(reading, arguments: [id]) else { continue }
        try database.run(
          "UPDATE \(table) SET (text, part, place, sum) = (?, ?, ?, ?) WHERE id = ?",
          try values(of: try row.checkedBytes("text")) + [id])
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
