import CalendarItems
import CalendarResources
import CalendarStores
import GRDB
import SQLiteFiles
import TaskDates

/// The items of a store.
struct ItemRows {
  private let database: Database
  private let coder: ItemCoder

  init(_ database: Database, _ coder: ItemCoder) {
    self.database = database
    self.coder = coder
  }

  // MARK: Reading

  func versions(in list: ItemList.ID) throws -> [ItemVersion] {
    try Row.fetchAll(
      database, sql: "SELECT list, id, version FROM item WHERE list = ? ORDER BY id",
      arguments: [list.row]
    ).map(version)
  }

  func item(at ref: ItemRef) throws -> StoredItem? {
    try row(at: ref).flatMap(stored)
  }

  func items(matching predicate: ItemPredicate) throws -> [StoredItem] {
    let question = PredicateSQL(predicate)
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM item WHERE \(question.condition) ORDER BY list, id",
      arguments: question.arguments)
    var found: [StoredItem] = []
    while let row = try rows.next() {
      if let item = stored(row), predicate.matches(item) { found.append(item) }
    }
    return found
  }

  private func row(at ref: ItemRef) throws -> Row? {
    guard let id = RowNumber.number(ref.name), let list = ref.list.row else { return nil }
    return try Row.fetchOne(
      database, sql: "SELECT * FROM item WHERE id = ? AND list = ?", arguments: [id, list])
  }

  private func stored(_ row: Row) -> StoredItem? {
    coder.content(of: row.bytes("text")).map { StoredItem(version: version(row), content: $0) }
  }

  private func version(_ row: Row) -> ItemVersion {
    ItemVersion(ItemRef(row: row), tag: String(row.value("version", as: Int.self) ?? 0))
  }

  // MARK: Writing

  /// Does one change after the other; one that is refused leaves no trace.
  func apply(
    _ changes: [ItemChange], _ list: ItemList
  ) throws -> [Result<ItemVersion, StoreError>] {
    try changes.map { change in
      do {
        var version: ItemVersion?
        try database.inSavepoint {
          version = try apply(change, list)
          return .commit
        }
        return version.map { .success($0) } ?? .failure(.unavailable("nothing was written"))
      } catch let error as StoreError {
        return .failure(error)
      }
    }
  }

  private func apply(_ change: ItemChange, _ list: ItemList) throws -> ItemVersion {
    switch change {
    case .create(let content): try create(content, list)
    case .update(let version, let content): try update(version, content, list)
    case .remove(let version): try remove(version, list)
    }
  }

  private func create(_ content: ItemContent, _ list: ItemList) throws -> ItemVersion {
    if let objection = coder.revision.objection(to: content, in: list) { throw objection }
    let twin = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT list, id, version FROM item WHERE list = ? AND uid = ?"),
      arguments: [list.id.row, content.item.uid])
    if let twin { throw StoreError.exists(version(twin)) }
    return try keep(try coder.created(content), as: nil, list)
  }

  private func update(
    _ version: ItemVersion, _ content: ItemContent, _ list: ItemList
  ) throws -> ItemVersion {
    if let objection = coder.revision.objection(to: content, in: list) { throw objection }
    let row = try current(version, list)
    guard row.value("uid") == content.item.uid else {
      throw StoreError.invalid("an item keeps its UID")
    }
    return try keep(try coder.updated(row.bytes("text"), to: content), as: row.value("id"), list)
  }

  private func remove(_ version: ItemVersion, _ list: ItemList) throws -> ItemVersion {
    let id: Int64? = try current(version, list).value("id")
    try database.run("DELETE FROM item WHERE id = ?", [id])
    try database.run("DELETE FROM said WHERE rowid = ?", [id])
    try StoreNews.remove(id ?? 0, list.id.row ?? 0, database)
    return version
  }

  private func current(_ version: ItemVersion, _ list: ItemList) throws -> Row {
    guard version.ref.list == list.id, let row = try row(at: version.ref) else {
      throw StoreError.noItem(version.ref)
    }
    let now = self.version(row)
    guard now == version else { throw StoreError.changedMeanwhile(version.ref, now: now) }
    return row
  }

  /// Writes a row, and what it is found by.
  private func keep(
    _ resource: CalendarResource, as id: Int64?, _ list: ItemList
  ) throws -> ItemVersion {
    guard let content = resource.content else { throw StoreError.invalid("the text has no item") }
    let number = try StoreNews.next(database)
    let item = content.item
    let span = content.span
    try database.run(
      """
      INSERT OR REPLACE INTO item
      (id, list, uid, version, text, kind, first, last, isOpen, isCompleted, title)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id, list.id.row, item.uid, number, resource.bytes.data, item.kind.rawValue,
        span?.first.seconds, span.map { $0.last?.seconds ?? Int.max },
        ItemPredicate.Progress.open.isThat(of: item),
        ItemPredicate.Progress.completed.isThat(of: item), item.title,
      ])
    let row = id ?? database.lastInsertedRowID
    if id != nil {
      try database.run("DELETE FROM said WHERE rowid = ?", [row])
    }
    try database.run("INSERT INTO said (rowid, words) VALUES (?, ?)", [row, content.words])
    return ItemVersion(ItemRef(list.id, RowNumber.name(row)), tag: String(number))
  }
}
