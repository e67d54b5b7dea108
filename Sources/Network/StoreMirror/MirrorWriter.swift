import CalendarStores
import GRDB
import SQLiteFiles
import SQLiteStore
import StoredText
import TaskDates

/// Changes a list in the cache, in one transaction.
struct MirrorWriter {
  private let database: Database
  private let rows: MirrorRows
  private let list: ItemList.ID
  private let zones: ZoneDatabase
  private var numbers: RevisionCounter
  private var words = IndexedWords()

  init(_ database: Database, _ rows: MirrorRows, list: ItemList.ID, zones: ZoneDatabase) throws {
    self.database = database
    self.rows = rows
    self.list = list
    self.zones = zones
    numbers = try RevisionCounter(database)
  }

  mutating func keep(_ text: MirroredText) throws {
    let content = CalendarResource(bytes: text.bytes, database: zones).content
    let columns = ItemColumns.names
    let head: [(any DatabaseValueConvertible)?] = [
      list.name, text.resource.name, text.resource.href, text.resource.tag, text.version,
      numbers.next(),
      text.bytes.data,
    ]
    let isNew = try rows.number(text.resource.name, list) == nil
    try database.run(
      """
      INSERT INTO item (list, name, href, tag, mark, version, text, \(columns.joined(separator: ", ")))
      VALUES (?, ?, ?, ?, ?, ?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (list, name) DO UPDATE SET href = excluded.href, tag = excluded.tag,
      mark = excluded.mark, version = excluded.version, text = excluded.text,
      \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """, StatementArguments(head + ItemColumns.values(of: content)))
    guard let row = try rows.number(text.resource.name, list) else { return }
    words.set(content?.words ?? "", of: row, isNew: isNew)
  }

  mutating func remove(_ name: String) throws {
    guard let number = try rows.number(name, list) else { return }
    words.remove(number)
    try database.run("DELETE FROM item WHERE id = ?", [number])
    try numbers.remove(name, list, database: database)
  }

  func save() throws {
    try numbers.save(database)
    try words.save(database)
  }
}
