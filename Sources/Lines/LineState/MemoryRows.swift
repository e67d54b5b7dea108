import CompactDictionary
import ExactText
import GRDB
import LineCodec
import SQLiteFiles
import TaskBridge
import TaskEditing

/// Reads and writes memories as rows; for each table the two directions are next to each other.
struct MemoryRows {
  let database: Database
  /// Components by UID that are already in memory.
  var known: ItemComponents = [:]
  /// Files that are already in memory, by `TaskFile.identity`.
  var knownTexts: ExactDictionary<[UInt8]> = [:]
  /// Where rows are kept before they are replaced; nil if the save cannot be rolled back.
  var replaced: ReplacedRows?

  // MARK: Memories

  func memory(of pair: LineRegistry.Pair) throws -> ImportMemory {
    var memory = ImportMemory()
    let row = try Row.fetchOne(
      database,
      sql: "SELECT id, zone, otherZones, definitions FROM pair WHERE file = ? AND source = ?",
      arguments: [pair.file, pair.source])
    guard let row else { return memory }
    let id: Int64 = try row.checked("id")
    memory.zone = try row.checkedIfThere("zone")
    memory.otherZones = try otherZones(row)
    memory.definitions = try row.checkedBytes("definitions")
    memory.texts = try texts(of: id)
    memory.components = try components(of: id)
    memory.items = try items(of: id, in: memory.texts)
    return memory
  }

  private func otherZones(_ row: Row) throws -> LineMapping.Options.Zones? {
    try row.checkedIfThere("otherZones", as: String.self).map { name in
      guard let zones = LineMapping.Options.Zones(rawValue: name) else {
        throw UnexpectedValue(column: "otherZones")
      }
      return zones
    }
  }

  func save(_ memory: ImportMemory, of pair: LineRegistry.Pair) throws {
    let old = try id(of: pair)
    if let old { try replaced?.keep(.pair, [old]) }
    try database.execute(
      sql: """
        INSERT INTO pair (file, source, zone, otherZones, definitions) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (file, source) DO UPDATE SET zone = excluded.zone,
          otherZones = excluded.otherZones, definitions = excluded.definitions
        """,
      arguments: [
        pair.file, pair.source, memory.zone, memory.otherZones?.rawValue, memory.definitions.data,
      ])
    guard let id = try id(of: pair) else { return }
    var rows = self
    if old == nil {
      // All rows of a new pair are removed with it.
      try replaced?.keepAsNew(.pair, [id])
      rows.replaced = nil
    }
    try rows.save(memory.texts, of: id)
    try rows.save(memory.components, of: id)
    try rows.save(memory.items, of: id)
  }

  private func id(of pair: LineRegistry.Pair) throws -> Int64? {
    try Int64.fetchOne(
      database, sql: "SELECT id FROM pair WHERE file = ? AND source = ?",
      arguments: [pair.file, pair.source])
  }

  // MARK: Texts

  private func texts(of pair: Int64) throws -> ExactDictionary<[UInt8]> {
    var texts: ExactDictionary<[UInt8]> = [:]
    for (file, row) in try rowsOfTexts(of: pair) {
      let own = try knownTexts[file].flatMap { try isText($0, ofRow: row) ? $0 : nil }
      texts[file] = try own ?? text(ofRow: row)
    }
    return texts
  }

  /// The number of the row of each file.
  private func rowsOfTexts(of pair: Int64) throws -> [(file: String, row: Int64)] {
    try Row.fetchAll(
      database, sql: "SELECT file, rowid FROM agreed WHERE pair = ?", arguments: [pair]
    ).map { (try $0.checked(at: 0), try $0.checked(at: 1)) }
  }

  private func isText(_ bytes: [UInt8], ofRow row: Int64) throws -> Bool {
    // SQLite refuses to open a value of another type, which only a damaged state has.
    let isBlob = try Bool.fetchOne(
      database, sql: "SELECT typeof(bytes) = 'blob' FROM agreed WHERE rowid = ?", arguments: [row])
    return try isBlob == true && database.hasBlob(bytes, in: "bytes", of: "agreed", row: row)
  }

  private func text(ofRow row: Int64) throws -> [UInt8]? {
    try Row.fetchOne(database, sql: "SELECT bytes FROM agreed WHERE rowid = ?", arguments: [row])?
      .checkedBytes("bytes")
  }

  /// Writes the texts that are new or changed, and removes those that no longer exist.
  private func save(_ texts: ExactDictionary<[UInt8]>, of pair: Int64) throws {
    let same = try removeTexts(of: pair, butKeep: texts)
    for (file, bytes) in texts.sorted(by: { $0.key < $1.key }) where !same.contains(file) {
      try replaced?.keep(.agreed, [pair, file])
      try database.execute(
        sql: "INSERT INTO agreed (pair, file, bytes) VALUES (?, ?, zeroblob(?))",
        arguments: [pair, file, bytes.count])
      try database.writeBlob(bytes, into: "bytes", of: "agreed", row: database.lastInsertedRowID)
    }
  }

  /// Removes the texts of a pair that differ from those to keep, and returns the files of the others.
  private func removeTexts(
    of pair: Int64, butKeep texts: ExactDictionary<[UInt8]>
  ) throws -> ExactSet {
    var same: ExactSet = []
    for (file, row) in try rowsOfTexts(of: pair) {
      if let bytes = texts[file], try isText(bytes, ofRow: row) {
        same.insert(file)
      } else {
        try replaced?.keep(.agreed, [pair, file])
        try database.execute(sql: "DELETE FROM agreed WHERE rowid = ?", arguments: [row])
      }
    }
    return same
  }

  // MARK: Components

  /// Reads the components.
  ///
  /// Those that are already in memory are shared; so is the whole table if most of them are equal.
  private func components(of pair: Int64) throws -> ItemComponents {
    var components = known
    var left = known.count
    let rows = try Row.fetchCursor(
      database, sql: "SELECT uid, bytes FROM component WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      let uid = ExactString(try row.checked(at: 0))
      let own = known[uid]
      if own != nil { left -= 1 }
      if try own.map({ try row.holds($0, in: "bytes") }) != true {
        components[uid] = try row.checkedBytes("bytes")[...]
      }
    }
    if left > 0 {
      let stored = ExactSet(try uids(of: pair))
      components = components.filter { stored.contains($0.key.text) }
    }
    return components
  }

  private func uids(of pair: Int64) throws -> [String] {
    try Row.fetchAll(
      database, sql: "SELECT uid FROM component WHERE pair = ?", arguments: [pair]
    ).map { try $0.checked("uid") }
  }

  /// Writes the components that are new or changed, and removes those that no longer exist.
  private func save(_ components: ItemComponents, of pair: Int64) throws {
    var same: ExactSet = []
    var gone: [ExactString] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT uid, bytes FROM component WHERE pair = ?", arguments: [pair])
    while let row = try rows.next() {
      let uid = ExactString(try row.checked(at: 0))
      guard let index = components.index(forKey: uid) else {
        gone.append(uid)
        continue
      }
      if try row.holds(components[index].value, in: "bytes") {
        same.insert(components[index].key.text)
      }
    }
    let remove = try database.makeStatement(
      sql: "DELETE FROM component WHERE pair = ? AND uid = ?")
    for uid in gone.map(\.text) {
      try replaced?.keep(.component, [pair, uid])
      try remove.execute(arguments: [pair, uid])
    }
    let insert = try database.makeStatement(
      sql: "INSERT OR REPLACE INTO component (pair, uid, bytes) VALUES (?, ?, ?)")
    // In the order of the table, so that SQLite writes each page once.
    for uid in components.keys.filter({ !same.contains($0.text) }).sorted() {
      try replaced?.keep(.component, [pair, uid.text])
      try insert.execute(arguments: [pair, uid.text, components[uid]?.data])
    }
  }

  // MARK: Items

  private func items(
    of pair: Int64, in texts: ExactDictionary<[UInt8]>
  ) throws -> CompactDictionary<ItemName, ImportMemory.Entry> {
    var items: CompactDictionary<ItemName, ImportMemory.Entry> = [:]
    items.reserveCapacity(known.count)
    let counts = texts.mapValues(\.lineCount)
    try forEachItem(of: pair) { name, entry in
      if let place = entry.place ?? entry.undonePlace, let count = counts[place.file],
        place.line >= count
      {
        throw UnexpectedValue(column: "line")
      }
      let uid = known.index(forKey: ExactString(name.uid)).map { known[$0].key.text } ?? name.uid
      items[ItemName(uid: uid, occurrence: name.occurrence)] = entry
    }
    return items
  }

  /// Calls `body` with each item; items of one file share its text.
  private func forEachItem(
    of pair: Int64, _ body: (ItemName, ImportMemory.Entry) throws -> Void
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
      let file: String? = try row.checkedIfThere(at: 2)
      if let file, file != lastFile { lastFile = file }
      let line = file == nil ? nil : try row.checkedLine(at: 3)
      let entry = try entry(row, at: line.map { ImportMemory.Place(file: lastFile, line: $0) })
      try body(
        ItemName(uid: try row.checked(at: 0), occurrence: try row.checked(at: 1)), entry)
    }
  }

  private func entry(_ row: Row, at place: ImportMemory.Place?) throws -> ImportMemory.Entry {
    var entry = ImportMemory.Entry(
      place: place, body: try row.checked(at: 4),
      agreed: try row.checkedIfThere(at: 5).map(ItemLine.init(stored:)),
      isOwned: try row.checked(at: 6), isGone: try row.checked(at: 7))
    entry.isAdopted = try row.checked(at: 8)
    entry.isUndone = try row.checked(at: 9)
    if entry.isUndone { (entry.place, entry.undonePlace) = (nil, place) }
    entry.takeMarks(of: row)
    return entry
  }

  /// Writes the items that are new or changed, and removes those that no longer exist.
  private func save(_ items: CompactDictionary<ItemName, ImportMemory.Entry>, of pair: Int64) throws
  {
    var same: Set<ItemName> = []
    var gone: [ItemName] = []
    try forEachItem(of: pair) { name, entry in
      guard let index = items.index(forKey: name) else { return gone.append(name) }
      if items[index].value == entry { same.insert(items[index].key) }
    }
    let remove = try database.makeStatement(
      sql: "DELETE FROM item WHERE pair = ? AND uid = ? AND occurrence = ?")
    for name in gone {
      try replaced?.keep(.item, [pair, name.uid, name.occurrence])
      try remove.execute(arguments: [pair, name.uid, name.occurrence])
    }
    let insert = try database.makeStatement(
      sql: """
        INSERT OR REPLACE INTO item (pair, uid, occurrence, file, line, body, agreed, isOwned, isGone,
          isAdopted, isUndone, isKept, isReported, isArchived, isPast, isMoved)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for name in items.keys.filter({ !same.contains($0) }).sorted() {
      guard let entry = items[name] else { continue }
      try replaced?.keep(.item, [pair, name.uid, name.occurrence])
      let place = entry.place ?? entry.undonePlace
      try insert.execute(arguments: [
        pair, name.uid, name.occurrence, place?.file, place?.line, entry.body,
        entry.agreed?.stored, entry.isOwned, entry.isGone,
        entry.isAdopted, entry.isUndone, entry.isKept, entry.isReported, entry.isArchived,
        entry.isPast, entry.isMoved,
      ])
    }
  }

  // MARK: Conflicts

  func save(_ conflict: ItemConflict, at time: Int) throws {
    for side in conflict.fields {
      try database.execute(
        sql: """
          INSERT INTO conflict (pair, uid, occurrence, field, mine, theirs, time)
          SELECT id, ?, ?, ?, ?, ?, ? FROM pair WHERE file = ? AND source = ?
          """,
        arguments: [
          conflict.name.uid, conflict.name.occurrence, side.field, side.mine, side.theirs, time,
          conflict.pair.file, conflict.pair.source,
        ])
    }
  }
}

extension ImportMemory.Entry {
  /// Reads the marks of the line, which version 0.1 did not have.
  fileprivate mutating func takeMarks(of row: Row) {
    func isMarked(_ column: String) -> Bool { row.value(column) ?? false }
    (isKept, isReported) = (isMarked("isKept"), isMarked("isReported"))
    (isArchived, isPast) = (isMarked("isArchived"), isMarked("isPast"))
    isMoved = isMarked("isMoved")
  }
}

extension ItemLine {
  /// The line and its notes, one per line.
  var stored: String { ([body] + notes).joined(separator: "\n") }

  init(stored: String) {
    let lines = stored.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(body: lines.first ?? "", notes: Array(lines.dropFirst()))
  }
}
