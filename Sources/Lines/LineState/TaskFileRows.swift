import ExactText
import GRDB
import ICalendar
import LineCodec
import SQLiteFiles
import TaskBridge

/// Reads and writes the task files that stores know.
struct TaskFileRows {
  let database: Database
  let parts: SharedParts

  init(_ database: Database) {
    self.database = database
    parts = SharedParts(database, shared: \.rangeOfZones)
  }

  static func makeTables(_ database: Database) throws {
    // A task file as a store saw it last.
    try database.create(table: "taskFile") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("path", .text).notNull().unique()
      table.column("bytes", .blob).notNull()
      table.column("version", .integer).notNull()
      table.column("title", .text)
      table.column("color", .text)
      table.column("kinds", .text)
      table.column("origin", .text)
    }
    // An item that has, or had, a line.
    try database.create(table: "taskItem") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("file", .integer).notNull().references("taskFile", onDelete: .cascade)
      addItem(to: table, hasText: true)
      table.uniqueKey(["file", "uid", "isEvent"])
      table.uniqueKey(["file", "name"])
    }
  }

  /// The tables of writes that are planned, so that a run that was killed loses no UID and no text.
  static func makePlans(_ database: Database) throws {
    // A file as a run is about to leave it.
    try database.create(table: "taskPlan") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("path", .text).notNull()
      table.column("version", .integer).notNull()
      table.column("bytes", .blob).notNull()
    }
    // An item of it; without a text it has changed only its line.
    try database.create(table: "taskPlanItem") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("plan", .integer).notNull().references("taskPlan", onDelete: .cascade)
      table.column("item", .integer)
      addItem(to: table, hasText: false)
    }
  }

  /// Adds the columns of an item, of which some planned ones have no text.
  private static func addItem(to table: TableDefinition, hasText: Bool) {
    table.column("uid", .text).notNull()
    table.column("isEvent", .boolean).notNull()
    table.column("name", .text).notNull()
    table.column("line", .integer)
    table.column("removed", .integer)
    table.column("source", .text).notNull()
    table.column("path", .text).notNull()
    table.column("parent", .text)
    let text = table.column("text", .blob)
    if hasText { text.notNull() }
    table.column("isStored", .boolean).notNull()
    table.column("revision", .integer).notNull()
  }

  // MARK: Reading

  func version(ofPath path: String) throws -> Int? {
    try Int.fetchOne(
      database, sql: "SELECT version FROM taskFile WHERE path = ?", arguments: [path])
  }

  /// The versions of all files, by path.
  func versions() throws -> [(path: String, version: Int)] {
    try Row.fetchAll(database, sql: "SELECT path, version FROM taskFile ORDER BY path")
      .map { (try $0.checked(at: 0), try $0.checked(at: 1)) }
  }

  /// The stamps of the items of a file that have lines; nil if the file does not have the given bytes.
  func stamps(
    ofPath path: String, holding bytes: [UInt8]
  ) throws -> [KnownTaskFile.ItemStamp]? {
    guard
      let file = try Row.fetchOne(
        database, sql: "SELECT id, bytes FROM taskFile WHERE path = ?", arguments: [path]),
      try file.holds(bytes[...], in: "bytes")
    else { return nil }
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT name, isEvent, revision, sum FROM taskItem WHERE file = ? AND line IS NOT NULL",
      arguments: [try file.checked("id", as: Int64.self)])
    var stamps: [KnownTaskFile.ItemStamp] = []
    while let row = try rows.next() { stamps.append(try KnownTaskFile.ItemStamp(row, at: 0)) }
    return stamps
  }

  func paths() throws -> [String] {
    try Row.fetchAll(database, sql: "SELECT path FROM taskFile ORDER BY path")
      .map { try $0.checked("path") }
  }

  func pathsWithItems() throws -> ExactSet {
    try Row.fetchAll(
      database, sql: "SELECT path FROM taskFile WHERE id IN (SELECT file FROM taskItem)"
    ).reduce(into: ExactSet()) { paths, row in paths.insert(try row.checked("path")) }
  }

  func file(_ path: String) throws -> KnownTaskFile? {
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM taskFile WHERE path = ?", arguments: [path])
    else { return nil }
    var file = KnownTaskFile(path: path)
    file.bytes = try row.checkedBytes("bytes")
    file.version = try row.checked("version")
    file.details = try Self.details(row)
    file.items = try items(of: try row.checked("id"))
    return file
  }

  private static func details(_ row: Row) throws -> KnownTaskFile.Details {
    var details = KnownTaskFile.Details()
    details.title = try row.checkedIfThere("title")
    details.color = try row.checkedIfThere("color")
    details.kinds = try row.checkedIfThere("kinds")
    details.origin = try row.checkedIfThere("origin")
    return details
  }

  /// What somebody set for the lists of files, by path.
  func details() throws -> ExactDictionary<KnownTaskFile.Details> {
    let rows = try Row.fetchAll(
      database, sql: "SELECT path, title, color, kinds, origin FROM taskFile")
    return ExactDictionary(
      try rows.map { (try $0.checked("path"), try Self.details($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  private func items(of file: Int64) throws -> [KnownTaskFile.Item] {
    var items: [KnownTaskFile.Item] = []
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(Self.itemColumns), id FROM taskItem WHERE file = ? ORDER BY id",
      arguments: [file])
    let occurrences = try self.occurrences(.item).occurrences(of: "file", file)
    while let row = try rows.next() {
      let number: Int64 = try row.checked(at: 13)
      items.append(try item(row, number: number, occurrences[number]))
    }
    return items
  }

  /// The columns of an item, in the order in which it is read.
  static let itemColumns =
    "uid, isEvent, name, line, source, path, parent, text, part, place, removed, isStored, revision"

  func occurrences(_ owner: OccurrenceRows.Owner) -> OccurrenceRows {
    OccurrenceRows(database: database, owner: owner)
  }

  func item(
    _ row: Row, number: Int64?, _ occurrences: [KnownTaskFile.Occurrence]?
  ) throws -> KnownTaskFile.Item {
    var item = KnownTaskFile.Item(
      uid: try row.checked(at: 0), isEvent: try row.checked(at: 1), name: try row.checked(at: 2),
      line: try row.checkedLine(at: 3), source: try LineSource(row, at: 4),
      text: try text(row, at: 7))
    item.number = number
    item.removed = try row.checkedIfThere(at: 10)
    item.isStored = try row.checked(at: 11)
    item.revision = try row.checked(at: 12)
    item.occurrences = occurrences ?? []
    return item
  }

  /// The items whose lines are gone, and are in no other file, by the paths of their files.
  ///
  /// - Parameter time: Items whose lines went earlier are left out.
  func itemsWithoutLines(since time: Int) throws -> [(path: String, item: KnownTaskFile.Item)] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(Self.itemColumns), id, (SELECT path FROM taskFile WHERE taskFile.id = taskItem.file) FROM taskItem
        WHERE line IS NULL AND removed > ?
          AND (uid, isEvent) NOT IN (SELECT uid, isEvent FROM taskItem WHERE line IS NOT NULL)
        ORDER BY id
        """, arguments: [time])
    var found: [(path: String, item: KnownTaskFile.Item)] = []
    while let row = try rows.next() {
      let number: Int64 = try row.checked(at: 13)
      let occurrences = try self.occurrences(.item).occurrences(of: "id", number)[number]
      found.append((try row.checked(at: 14), try item(row, number: number, occurrences)))
    }
    return found
  }

  /// The names of the projects that contain a line of each file, by path.
  func projects() throws -> ExactDictionary<ExactSet> {
    try Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT file.path, item.path FROM taskItem item JOIN taskFile file ON file.id = item.file
        WHERE item.line IS NOT NULL AND item.path <> ''
        """
    ).reduce(into: [:]) { names, row in
      let path: String = try row.checked(at: 1)
      names[try row.checked(at: 0), default: []]
        .formUnion(path.split(separator: "\n").map(String.init))
    }
  }

  /// The keys of the items of a file without a line there whose lines are in other files.
  func movedAway(from path: String) throws -> ExactSet {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        WITH own AS (SELECT id FROM taskFile WHERE path = ?)
        SELECT uid, isEvent FROM taskItem WHERE file IN own AND line IS NULL AND (uid, isEvent) IN
          (SELECT uid, isEvent FROM taskItem WHERE line IS NOT NULL AND file NOT IN own)
        """, arguments: [path])
    var keys: ExactSet = []
    while let row = try rows.next() {
      keys.insert(
        KnownTaskFile.Item.key(uid: try row.checked(at: 0), isEvent: try row.checked(at: 1)))
    }
    return keys
  }

  /// The UIDs of all items of all files.
  func uids() throws -> ExactSet {
    var uids: ExactSet = []
    let rows = try Row.fetchCursor(database, sql: "SELECT uid FROM taskItem")
    while let row = try rows.next() { uids.insert(try row.checked(at: 0)) }
    return uids
  }

  // MARK: Writing

  /// Saves what has changed since the file was read, and gives new items their numbers.
  func save(_ new: inout KnownTaskFile, after old: KnownTaskFile?) throws {
    new.version = (old?.version ?? 0) + 1
    try database.run(
      """
      INSERT INTO taskFile (path, bytes, version, title, color, kinds, origin)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes, version = excluded.version,
        title = excluded.title, color = excluded.color, kinds = excluded.kinds,
        origin = excluded.origin
      """,
      [
        new.path, new.bytes.data, new.version, new.details.title, new.details.color,
        new.details.kinds, new.details.origin,
      ])
    guard
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM taskFile WHERE path = ?", arguments: [new.path])
    else { return }
    var before: [Int64: KnownTaskFile.Item] = [:]
    for item in old?.items ?? [] { if let number = item.number { before[number] = item } }
    for index in new.items.indices {
      let known = new.items[index].number.flatMap { before.removeValue(forKey: $0) }
      if let known {
        try update(new.items[index], after: known)
      } else {
        try insert(&new.items[index], of: id)
      }
    }
    for number in before.keys.sorted() {
      try database.run("DELETE FROM taskItem WHERE id = ?", [number])
    }
  }

  /// Moves everything that is known of a file to another path, at which no items are known.
  func rename(_ old: String, to new: String) throws {
    try database.run("DELETE FROM taskFile WHERE path = ?", [new])
    try database.run(
      "UPDATE taskFile SET path = ?, origin = nullif(coalesce(origin, path), ?) WHERE path = ?",
      [new, new, old])
    try database.run("UPDATE taskPlan SET path = ? WHERE path = ?", [new, old])
  }

  private func update(_ item: KnownTaskFile.Item, after old: KnownTaskFile.Item) throws {
    if item == old { return }
    if let number = item.number, item.occurrences != old.occurrences {
      try occurrences(.item).save(item.occurrences, of: number)
    }
    var moved = old
    moved.line = item.line
    guard item != moved else {
      return try database.run(
        "UPDATE taskItem SET line = ? WHERE id = ?", [item.line, item.number])
    }
    try database.run(
      """
      UPDATE taskItem SET line = ?, removed = ?, source = ?, path = ?, parent = ?, isStored = ?,
        revision = ?, (\(Self.textColumns)) = (?, ?, ?, ?) WHERE id = ?
      """,
      [
        item.line, item.removed, item.source.line.stored, item.source.storedPath,
        item.source.parent, item.isStored, item.revision,
      ] + values(of: item.text) + [item.number])
  }

  private func insert(_ item: inout KnownTaskFile.Item, of file: Int64) throws {
    try database.run(
      """
      INSERT INTO taskItem (file, uid, isEvent, name, line, removed, source, path, parent, isStored,
        revision, \(Self.textColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        file, item.uid, item.isEvent, item.name, item.line, item.removed, item.source.line.stored,
        item.source.storedPath, item.source.parent, item.isStored, item.revision,
      ] + values(of: item.text))
    let number = database.lastInsertedRowID
    item.number = number
    if !item.occurrences.isEmpty { try occurrences(.item).save(item.occurrences, of: number) }
  }
}

extension KnownTaskFile.ItemStamp {
  /// Reads four columns: the name, the kind, the revision and the checksum.
  init(_ row: Row, at column: Int) throws {
    self.init(
      name: try row.checked(at: column), isEvent: try row.checked(at: column + 1),
      revision: try row.checked(at: column + 2),
      sum: UInt64(bitPattern: try row.checked(at: column + 3, as: Int64.self)))
  }
}
