import CalendarImports
import GRDB
import SQLiteFiles
import TaskBridge

/// Reads and writes memories as rows; both directions of a table stand side by side.
struct MemoryRows {
  let database: Database
  /// Components by UID whose bytes are in memory anyway.
  var known: [String: ArraySlice<UInt8>] = [:]
  /// Files whose bytes are in memory anyway, by what they are called.
  var knownTexts: [String: [UInt8]] = [:]

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
    try save(memory.texts, of: id)
    try save(memory.components, of: id)
    try save(memory.items, of: id)
  }

  // MARK: Texts

  private func texts(of pair: Int64) throws -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT file, bytes FROM agreed WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      let file: String = row[0]
      let own = knownTexts[file]
      let isSame = try own.map { try row.holds($0[...], in: "bytes") } ?? false
      texts[file] = isSame ? own : row.bytes("bytes")
    }
    return texts
  }

  private func save(_ texts: [String: [UInt8]], of pair: Int64) throws {
    if texts == (try self.texts(of: pair)) { return }
    try database.execute(sql: "DELETE FROM agreed WHERE pair = ?", arguments: [pair])
    for (file, bytes) in texts.sorted(by: { $0.key < $1.key }) {
      try database.execute(
        sql: "INSERT INTO agreed (pair, file, bytes) VALUES (?, ?, ?)",
        arguments: [pair, file, bytes.data])
    }
  }

  // MARK: Components

  /// The components: those that are in memory anyway, and with them the table that they are in, where most
  /// are the same.
  private func components(of pair: Int64) throws -> [String: ArraySlice<UInt8>] {
    var components = known
    var left = known.count
    let rows = try Row.fetchCursor(
      database, sql: "SELECT uid, bytes FROM component WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      let uid: String = row[0]
      let own = known[uid]
      if own != nil { left -= 1 }
      if try own.map({ try row.holds($0, in: "bytes") }) != true {
        components[uid] = row.bytes("bytes")[...]
      }
    }
    if left > 0 {
      let stored = try String.fetchSet(
        database, sql: "SELECT uid FROM component WHERE pair = ?", arguments: [pair])
      components = components.filter { stored.contains($0.key) }
    }
    return components
  }

  /// Writes the components that are not there as they are, and removes those that are no more.
  private func save(_ components: [String: ArraySlice<UInt8>], of pair: Int64) throws {
    var same: Set<String> = []
    var gone: [String] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT uid, bytes FROM component WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      guard let index = components.index(forKey: row[0]) else {
        gone.append(row[0])
        continue
      }
      if try row.holds(components[index].value, in: "bytes") { same.insert(components[index].key) }
    }
    let remove = try database.makeStatement(
      sql: "DELETE FROM component WHERE pair = ? AND uid = ?")
    for uid in gone { try remove.execute(arguments: [pair, uid]) }
    let insert = try database.makeStatement(
      sql: "INSERT OR REPLACE INTO component (pair, uid, bytes) VALUES (?, ?, ?)")
    // In the order of the table, whose pages are then written once.
    for uid in components.keys.filter({ !same.contains($0) }).sorted() {
      try insert.execute(arguments: [pair, uid, components[uid]?.data])
    }
  }

  // MARK: Items

  private func items(of pair: Int64) throws -> [ItemName: ImportMemory.Entry] {
    var items: [ItemName: ImportMemory.Entry] = [:]
    items.reserveCapacity(known.count)
    try forEachItem(of: pair) { name, entry in
      let uid = known.index(forKey: name.uid).map { known[$0].key } ?? name.uid
      items[ItemName(uid: uid, occurrence: name.occurrence)] = entry
    }
    return items
  }

  /// Calls `body` with each item that is there; their files are one text each.
  private func forEachItem(
    of pair: Int64, _ body: (ItemName, ImportMemory.Entry) -> Void
  ) throws {
    var lastFile = ""
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT uid, occurrence, file, line, body, agreed, isOwned, isGone, isAdopted, isUndone,
          isKept, isReported, isArchived, isPast, isMoved
        FROM item WHERE pair = ?
        """, arguments: [pair])
    while let row = try rows.next() {
      let file: String? = row[2]
      if let file, file != lastFile { lastFile = file }
      let line = file == nil ? nil : row[3] as Int?
      var entry = ImportMemory.Entry(
        place: line.map { ImportMemory.Place(file: lastFile, line: $0) }, body: row[4],
        agreed: (row[5] as String?).map(ItemLine.init(stored:)), isOwned: row[6], isGone: row[7])
      (entry.isAdopted, entry.isUndone) = (row[8], row[9])
      entry.takeMarks(of: row)
      body(ItemName(uid: row[0], occurrence: row[1]), entry)
    }
  }

  /// Writes the items that are not there as they are, and removes those that are no more.
  private func save(_ items: [ItemName: ImportMemory.Entry], of pair: Int64) throws {
    var same: Set<ItemName> = []
    var gone: [ItemName] = []
    try forEachItem(of: pair) { name, entry in
      guard let index = items.index(forKey: name) else { return gone.append(name) }
      if items[index].value == entry { same.insert(items[index].key) }
    }
    let remove = try database.makeStatement(
      sql: "DELETE FROM item WHERE pair = ? AND uid = ? AND occurrence = ?")
    for name in gone { try remove.execute(arguments: [pair, name.uid, name.occurrence]) }
    let insert = try database.makeStatement(
      sql: """
        INSERT OR REPLACE INTO item (pair, uid, occurrence, file, line, body, agreed, isOwned, isGone,
          isAdopted, isUndone, isKept, isReported, isArchived, isPast, isMoved)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for name in items.keys.filter({ !same.contains($0) }).sorted() {
      guard let entry = items[name] else { continue }
      try insert.execute(arguments: [
        pair, name.uid, name.occurrence, entry.place?.file, entry.place?.line, entry.body,
        entry.agreed?.stored, entry.isOwned, entry.isGone,
        entry.isAdopted, entry.isUndone, entry.isKept, entry.isReported, entry.isArchived,
        entry.isPast, entry.isMoved,
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

extension ImportMemory.Entry {
  /// Takes what the line went through since version 0.1.
  fileprivate mutating func takeMarks(of row: Row) {
    func isMarked(_ column: String) -> Bool { row.value(column) ?? false }
    (isKept, isReported) = (isMarked("isKept"), isMarked("isReported"))
    (isArchived, isPast) = (isMarked("isArchived"), isMarked("isPast"))
    isMoved = isMarked("isMoved")
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
