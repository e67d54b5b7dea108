import CalendarItems
import CalendarStores
import ExactText
import GRDB
import SQLiteFiles
import StoredText
import TaskDates

/// Applies changes to the items of a list, in one transaction.
struct ItemRowWriter {
  private let database: Database
  private let coder: ItemCoder
  private let list: ItemList
  private let rows: ItemRows
  private var numbers: RevisionCounter
  private var words = IndexedWords()

  init(_ database: Database, _ coder: ItemCoder, list: ItemList) throws {
    self.database = database
    self.coder = coder
    self.list = list
    rows = ItemRows(database, coder)
    numbers = try RevisionCounter(database)
  }

  /// Applies the changes one after the other.
  ///
  /// A change is refused before anything of it is written, so that it needs no savepoint.
  mutating func apply(
    _ changes: [ItemChange]
  ) throws -> [Result<ItemVersion, StoreError>] {
    var results: [Result<ItemVersion, StoreError>] = []
    results.reserveCapacity(changes.count)
    for change in changes {
      do {
        results.append(.success(try apply(change)))
      } catch let error as StoreError {
        results.append(.failure(error))
      }
    }
    try numbers.save(database)
    try words.save(database)
    return results
  }

  private mutating func apply(_ change: ItemChange) throws -> ItemVersion {
    switch change {
    case .create(let content): try create(content)
    case .update(let version, let content): try update(version, content)
    case .remove(let version): try remove(version)
    }
  }

  private mutating func create(_ content: ItemContent) throws -> ItemVersion {
    if let objection = coder.rules.objection(to: content, in: list) { throw objection }
    let twin = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT list, id, version FROM item WHERE list = ? AND uid = ?"),
      arguments: [list.id.row, content.item.uid])
    if let twin { throw StoreError.exists(rows.version(twin)) }
    return try keep(try coder.created(content), as: nil)
  }

  private mutating func update(
    _ version: ItemVersion, _ content: ItemContent
  ) throws -> ItemVersion {
    if let objection = coder.rules.objection(to: content, in: list) { throw objection }
    let row = try current(version)
    guard row.value("uid") == content.item.uid else {
      throw StoreError.invalid("the UID of an item cannot be changed")
    }
    return try keep(try coder.updated(row.bytes("text"), to: content), as: row.value("id"))
  }

  private mutating func remove(_ version: ItemVersion) throws -> ItemVersion {
    let id: Int64? = try current(version).value("id")
    try database.run("DELETE FROM item WHERE id = ?", [id])
    if let id { words.remove(id) }
    try numbers.remove(id ?? 0, list.id.row ?? 0, database: database)
    return version
  }

  private func current(_ version: ItemVersion) throws -> Row {
    guard version.ref.list == list.id, let row = try rows.row(at: version.ref) else {
      throw StoreError.noItem(version.ref)
    }
    let now = rows.version(row)
    guard now == version else { throw StoreError.changedMeanwhile(version.ref, now: now) }
    return row
  }

  /// Writes a row, and its search columns.
  private mutating func keep(
    _ resource: CalendarResource, as id: Int64?
  ) throws -> ItemVersion {
    guard let content = resource.content else { throw StoreError.invalid("the text has no item") }
    let number = numbers.next()
    let columns = ItemColumns.names
    let head: [(any DatabaseValueConvertible)?] = [
      id, list.id.row, number, resource.bytes.data, Int64(bitPattern: resource.bytes.sum),
    ]
    try database.run(
      """
      INSERT OR REPLACE INTO item (id, list, version, text, sum, \(columns.joined(separator: ", ")))
      VALUES (?, ?, ?, ?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")))
      """, StatementArguments(head + ItemColumns.values(of: content)))
    let row = id ?? database.lastInsertedRowID
    words.set(content.words, of: row, isNew: id == nil)
    return ItemVersion(ItemRef(list.id, name: RowNumber.name(row)), tag: String(number))
  }
}
