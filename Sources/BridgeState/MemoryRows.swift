import CalendarImports
import DatabaseBlobs
import GRDB
import TaskBridge

/// Reads and writes memories as rows; both directions of a table stand side by side.
struct MemoryRows {
  let database: Database
  /// Components by UID whose bytes are in memory anyway.
  var known: [String: ArraySlice<UInt8>] = [:]

  // MARK: Memories

  func memory(of pair: BridgeState.Pair) throws -> ImportMemory {
    var memory = ImportMemory()
    let row = try Row.fetchOne(
      database,
      sql: "SELECT id, zone, otherZones, definitions FROM pair WHERE file = ? AND source = ?",
      arguments: [pair.file, pair.source])
    guard let row else { return memory }
    let id: Int64 = row["id"]
    memory.zone = row["zone"]
    memory.otherZones = (row["otherZones"] as String?).flatMap {
      LineMapping.Options.Zones(rawValue: $0)
    }
    memory.definitions = row.bytes("definitions")
    memory.texts = try texts(of: id)
    memory.components = try components(of: id)
    memory.items = try items(of: id)
    return memory
  }

  func save(_ memory: ImportMemory, of pair: BridgeState.Pair) throws {
    let old = try self.memory(of: pair)
    try database.execute(
      sql: """
        INSERT INTO pair (file, source, zone, otherZones, definitions) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (file, source) DO UPDATE SET zone = excluded.zone,
          otherZones = excluded.otherZones, definitions = excluded.definitions
        """,
      arguments: [
        pair.file, pair.source, memory.zone, memory.otherZones?.rawValue, memory.definitions.data,
      ])
    let id = try Int64.fetchOne(
      database, sql: "SELECT id FROM pair WHERE file = ? AND source = ?",
      arguments: [pair.file, pair.source])
    guard let id else { return }
    if memory.texts != old.texts { try save(memory.texts, of: id) }
    try save(memory.components, after: old.components, of: id)
    try save(memory.items, after: old.items, of: id)
  }

  // MARK: Texts

  private func texts(of pair: Int64) throws -> [String: [UInt8]] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT file, bytes FROM agreed WHERE pair = ?", arguments: [pair])
    return Dictionary(
      rows.map { ($0["file"], $0.bytes("bytes")) }, uniquingKeysWith: { first, _ in first })
  }

  private func save(_ texts: [String: [UInt8]], of pair: Int64) throws {
    try database.execute(sql: "DELETE FROM agreed WHERE pair = ?", arguments: [pair])
    for (file, bytes) in texts.sorted(by: { $0.key < $1.key }) {
      try database.execute(
        sql: "INSERT INTO agreed (pair, file, bytes) VALUES (?, ?, ?)",
        arguments: [pair, file, bytes.data])
    }
  }

  // MARK: Components

  private func components(of pair: Int64) throws -> [String: ArraySlice<UInt8>] {
    var components: [String: ArraySlice<UInt8>] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT uid, bytes FROM component WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      let (uid, bytes): (String, ArraySlice<UInt8>) = (row["uid"], row.bytes("bytes")[...])
      components[uid] = known[uid].flatMap { $0 == bytes ? $0 : nil } ?? bytes
    }
    return components
  }

  private func save(
    _ components: [String: ArraySlice<UInt8>], after old: [String: ArraySlice<UInt8>],
    of pair: Int64
  ) throws {
    let remove = try database.makeStatement(
      sql: "DELETE FROM component WHERE pair = ? AND uid = ?")
    for uid in old.keys where components[uid] == nil { try remove.execute(arguments: [pair, uid]) }
    let insert = try database.makeStatement(
      sql: "INSERT OR REPLACE INTO component (pair, uid, bytes) VALUES (?, ?, ?)")
    // In the order of the table, whose pages are then written once.
    let new = components.filter { old[$0.key] != $0.value }.sorted { $0.key < $1.key }
    for (uid, bytes) in new {
      try insert.execute(arguments: [pair, uid, bytes.data])
    }
  }

  // MARK: Items

  private func items(of pair: Int64) throws -> [ItemName: ImportMemory.Entry] {
    var items: [ItemName: ImportMemory.Entry] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM item WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      let file: String? = row["file"]
      let line: Int? = row["line"]
      let place = file.flatMap { file in
        line.map { ImportMemory.Place(file: file, line: $0) }
      }
      var entry = ImportMemory.Entry(
        place: place, body: row["body"],
        agreed: (row["agreed"] as String?).map(ItemLine.init(stored:)),
        isOwned: row["isOwned"], isGone: row["isGone"])
      (entry.isAdopted, entry.isUndone) = (row["isAdopted"], row["isUndone"])
      items[ItemName(uid: row["uid"], occurrence: row["occurrence"])] = entry
    }
    return items
  }

  private func save(
    _ items: [ItemName: ImportMemory.Entry], after old: [ItemName: ImportMemory.Entry],
    of pair: Int64
  ) throws {
    let remove = try database.makeStatement(
      sql: "DELETE FROM item WHERE pair = ? AND uid = ? AND occurrence = ?")
    for name in old.keys where items[name] == nil {
      try remove.execute(arguments: [pair, name.uid, name.occurrence])
    }
    let insert = try database.makeStatement(
      sql: """
        INSERT OR REPLACE INTO item (pair, uid, occurrence, file, line, body, agreed, isOwned, isGone,
          isAdopted, isUndone)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for (name, entry) in items.filter({ old[$0.key] != $0.value }).sorted(by: { $0.key < $1.key }) {
      try insert.execute(arguments: [
        pair, name.uid, name.occurrence, entry.place?.file, entry.place?.line, entry.body,
        entry.agreed?.stored, entry.isOwned, entry.isGone,
        entry.isAdopted, entry.isUndone,
      ])
    }
  }

  // MARK: Conflicts

  func save(_ change: ImportChange, of pair: BridgeState.Pair, at time: Int) throws {
    for side in change.sides {
      try database.execute(
        sql: """
          INSERT INTO conflict (pair, uid, occurrence, field, mine, theirs, time)
          SELECT id, ?, ?, ?, ?, ?, ? FROM pair WHERE file = ? AND source = ?
          """,
        arguments: [
          change.name.uid, change.name.occurrence, side.field, side.mine, side.theirs, time,
          pair.file, pair.source,
        ])
    }
  }
}

extension ItemLine {
  /// The line, and each of its notes on a line of its own.
  fileprivate var stored: String { ([body] + notes).joined(separator: "\n") }

  fileprivate init(stored: String) {
    let lines = stored.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(body: lines.first ?? "", notes: Array(lines.dropFirst()))
  }
}
