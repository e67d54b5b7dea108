import ExactText
import GRDB
import LineCodec
import SQLiteFiles
import TaskBridge

/// Reads and writes the changed occurrences that the lines of series show.
struct OccurrenceRows {
  /// The table whose items have them.
  enum Owner: String {
    case item = "taskItem"
    case plan = "taskPlanItem"

    fileprivate var table: String {
      switch self {
      case .item: "taskOccurrence"
      case .plan: "taskPlanOccurrence"
      }
    }
  }

  let database: Database
  let owner: Owner

  static func makeTables(_ database: Database) throws {
    for owner in [Owner.item, .plan] {
      // A changed occurrence of an item, and its own line.
      try database.create(table: owner.table) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("item", .integer).notNull().indexed()
          .references(owner.rawValue, onDelete: .cascade)
        table.column("name", .text).notNull()
        table.column("line", .integer)
        table.column("source", .text).notNull()
        table.column("path", .text).notNull()
        table.column("parent", .text)
      }
    }
  }

  /// The occurrences of the items of a file or of a plan, by the numbers of these items.
  func occurrences(of column: String, _ number: Int64) throws -> [Int64: [KnownTaskFile.Occurrence]]
  {
    var found: [Int64: [KnownTaskFile.Occurrence]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT own.item, own.name, own.line, own.source, own.path, own.parent
        FROM \(owner.table) own JOIN \(owner.rawValue) series ON series.id = own.item
        WHERE series.\(column) = ? ORDER BY own.id
        """, arguments: [number])
    while let row = try rows.next() {
      found[try row.checked(at: 0), default: []].append(
        KnownTaskFile.Occurrence(
          name: try row.checked(at: 1), line: try row.checkedLine(at: 2),
          source: try LineSource(row, at: 3)))
    }
    return found
  }

  /// The items with a line and changed occurrences, of which no line shows one, by the paths of their files.
  func hidden() throws -> ExactDictionary<[(stamp: KnownTaskFile.ItemStamp, text: [UInt8])]> {
    var found: ExactDictionary<[(stamp: KnownTaskFile.ItemStamp, text: [UInt8])]> = [:]
    let items = TaskFileRows(database)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT file.path, item.name, item.isEvent, item.revision, item.sum, item.text, item.part, item.place
        FROM taskItem item JOIN taskFile file ON file.id = item.file
        WHERE item.line IS NOT NULL AND instr(item.text, x'\(Self.recurrenceID)') > 0
          AND item.id NOT IN (SELECT item FROM taskOccurrence)
        """)
    while let row = try rows.next() {
      found[try row.checked(at: 0), default: []].append(
        (try KnownTaskFile.ItemStamp(row, at: 1), try items.text(row, at: 5)))
    }
    return found
  }

  /// The property that names a changed occurrence, in hexadecimal digits.
  private static let recurrenceID = "RECURRENCE-ID".utf8.map { String($0, radix: 16) }.joined()

  /// Replaces the occurrences of an item.
  func save(_ occurrences: [KnownTaskFile.Occurrence], of item: Int64) throws {
    try database.run("DELETE FROM \(owner.table) WHERE item = ?", [item])
    for occurrence in occurrences {
      try database.run(
        """
        INSERT INTO \(owner.table) (item, name, line, source, path, parent)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          item, occurrence.name, occurrence.line, occurrence.source.line.stored,
          occurrence.source.storedPath, occurrence.source.parent,
        ])
    }
  }
}

extension LineSource {
  /// Reads three columns: the line, the path and the parent.
  init(_ row: Row, at column: Int) throws {
    let path: String = try row.checked(at: column + 1)
    self.init(
      line: ItemLine(stored: try row.checked(at: column)),
      path: path.isEmpty
        ? [] : path.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
      parent: try row.checkedIfThere(at: column + 2))
  }

  /// The path, one name per line.
  var storedPath: String { path.joined(separator: "\n") }
}
