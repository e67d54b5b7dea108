import CalendarItems
import CalendarStores
import GRDB
import SQLiteFiles
import SQLiteStore
import StoredText
import TaskDates

/// Reads and writes the rows of a cache.
struct MirrorRows {
  private let database: Database
  private let source: StoreSource.ID
  private let zones: ZoneDatabase

  init(_ database: Database, source: StoreSource.ID, zones: ZoneDatabase) {
    self.database = database
    self.source = source
    self.zones = zones
  }

  // MARK: Lists

  func lists() throws -> [MirroredList] {
    try Row.fetchAll(database, sql: "SELECT * FROM list").map(list).sorted {
      $0.list.id < $1.list.id
    }
  }

  private func list(_ row: Row) -> MirroredList {
    let details = ItemList.Details(
      title: row.value("title") ?? "", color: row.value("color"), kinds: ListRows.kinds(row))
    let list = ItemList(
      id: ItemList.ID(row.value("name") ?? ""), source: source, details: details,
      isWritable: row.value("isWritable") ?? true)
    var mirrored = MirroredList(list, href: row.value("href") ?? "")
    mirrored.mark = row.value("mark")
    mirrored.token = row.value("token")
    mirrored.listed = row.value("listed", as: Int.self).map { Instant(seconds: $0) }
    return mirrored
  }

  func setLists(_ lists: [MirroredList]) throws {
    let known = try self.lists()
    for gone in Set(known.map(\.list.id)).subtracting(lists.map(\.list.id)) {
      try removeList(gone)
    }
    for list in lists { try set(list) }
    // A new state of a list's contents is not a change of the lists.
    if known.map(\.list) != lists.map(\.list).sorted(by: { $0.id < $1.id }) { try count() }
  }

  private func count() throws {
    var numbers = try RevisionCounter(database)
    try numbers.changeLists(database)
    try numbers.save(database)
  }

  private func removeList(_ id: ItemList.ID) throws {
    try database.run(
      "DELETE FROM said WHERE rowid IN (SELECT id FROM item WHERE list = ?)", [id.name])
    try database.run("DELETE FROM list WHERE name = ?", [id.name])
  }

  private func set(_ mirrored: MirroredList) throws {
    let list = mirrored.list
    let details = list.details
    try database.run(
      """
      INSERT INTO list (name, title, color, takesReminders, takesEvents, isWritable, href)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET title = excluded.title, color = excluded.color,
      takesReminders = excluded.takesReminders, takesEvents = excluded.takesEvents,
      isWritable = excluded.isWritable, href = excluded.href
      """,
      [
        list.id.name, details.title, details.color, details.kinds.contains(.reminder),
        details.kinds.contains(.event), list.isWritable, mirrored.href,
      ])
  }

  func setState(of list: MirroredList) throws {
    try database.run(
      "UPDATE list SET mark = ?, token = ?, listed = ? WHERE name = ?",
      [list.mark, list.token, list.listed?.seconds, list.list.id.name])
  }

  // MARK: Items

  private static let items = "FROM item WHERE kind <> ''"

  func versions(in list: ItemList.ID) throws -> [ItemVersion] {
    try Row.fetchAll(
      database, sql: "SELECT list, name, mark \(Self.items) AND list = ? ORDER BY name",
      arguments: [list.name]
    ).map(version)
  }

  func version(ofUID uid: String, in list: ItemList.ID) throws -> ItemVersion? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT list, name, mark \(Self.items) AND uid = ? AND list = ? ORDER BY name"),
      arguments: [uid, list.name]
    ).map(version)
  }

  func item(at ref: ItemRef) throws -> StoredItem? { try row(at: ref).flatMap(stored) }

  func items(matching predicate: ItemPredicate) throws -> [StoredItem] {
    let filter = PredicateSQL(predicate, listKey: \.name)
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT * \(Self.items) AND \(filter.condition) ORDER BY list, name",
      arguments: filter.arguments)
    var found: [StoredItem] = []
    while let row = try rows.next() {
      if let item = stored(row), predicate.matches(item) { found.append(item) }
    }
    return found
  }

  func resources(in list: ItemList.ID) throws -> [MirroredResource] {
    try Row.fetchAll(
      database, sql: "SELECT name, href, tag FROM item WHERE list = ? ORDER BY name",
      arguments: [list.name]
    ).map(resource)
  }

  func text(at ref: ItemRef) throws -> MirroredText? {
    try row(at: ref).map { MirroredText(resource($0), bytes: $0.bytes("text")) }
  }

  private func row(at ref: ItemRef) throws -> Row? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM item WHERE list = ? AND name = ?"),
      arguments: [ref.list.name, ref.name])
  }

  private func resource(_ row: Row) -> MirroredResource {
    MirroredResource(
      name: row.value("name") ?? "", href: row.value("href") ?? "", tag: row.value("tag") ?? "")
  }

  private func stored(_ row: Row) -> StoredItem? {
    CalendarResource(bytes: row.bytes("text"), database: zones).content
      .map { StoredItem(version: version(row), content: $0) }
  }

  private func version(_ row: Row) -> ItemVersion {
    ItemVersion(ItemRef(mirrored: row), tag: row.value("mark") ?? "")
  }

  /// The number of a row; nil if there is none.
  func number(_ name: String, _ list: ItemList.ID) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM item WHERE list = ? AND name = ?"),
      arguments: [list.name, name])
  }
}
