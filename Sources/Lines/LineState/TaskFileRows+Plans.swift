import GRDB
import LineCodec
import SQLiteFiles

/// Writes that are planned, so that a run that was killed loses no UID and no text.
extension TaskFileRows {
  /// Adds the number of the run that writes a file; none for a plan of an earlier version, or without an edit.
  static func addRun(_ database: Database) throws {
    try database.alter(table: "taskPlan") { $0.add(column: "run", .integer) }
  }

  /// Notes what a run is about to write; nil if another run has saved the file since it was read.
  func plan(_ new: KnownTaskFile, after old: KnownTaskFile, run: Int?) throws -> Int64? {
    guard try version(ofPath: new.path) == old.version else { return nil }
    try database.run(
      "INSERT INTO taskPlan (path, version, bytes, run) VALUES (?, ?, ?, ?)",
      [new.path, old.version, new.bytes.data, run])
    let plan = database.lastInsertedRowID
    var before: [Int64: KnownTaskFile.Item] = [:]
    for item in old.items { if let number = item.number { before[number] = item } }
    for item in new.items {
      var moved = item.number.flatMap { before[$0] }
      if moved == item { continue }
      moved?.line = item.line
      try add(item, to: plan, isMovedOnly: moved == item)
    }
    return plan
  }

  private func add(_ item: KnownTaskFile.Item, to plan: Int64, isMovedOnly: Bool) throws {
    try database.run(
      """
      INSERT INTO taskPlanItem (plan, item, uid, isEvent, name, line, removed, source, path, parent,
        isStored, revision, \(Self.textColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        plan, item.number, item.uid, item.isEvent, item.name, item.line, item.removed,
        item.source.line.stored, item.source.storedPath, item.source.parent, item.isStored,
        item.revision,
      ] + (isMovedOnly ? [nil, nil, nil, nil] : values(of: item.text)))
    guard !item.occurrences.isEmpty else { return }
    try occurrences(.plan).save(item.occurrences, of: database.lastInsertedRowID)
  }

  /// Carries out the plan that led to the bytes of a file, or that was written before these, and forgets all plans that
  /// are out of date.
  ///
  /// - Parameter wrote: Whether a run has written bytes to the file.
  func carryOut(
    _ path: String, holding bytes: [UInt8], ifWritten wrote: (_ run: Int, [UInt8]) -> Bool
  ) throws {
    let version = try version(ofPath: path) ?? 0
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT id, bytes, run FROM taskPlan WHERE path = ? AND version = ? ORDER BY id",
      arguments: [path, version])
    for row in rows {
      let planned = try row.checkedBytes("bytes")
      let run: Int? = try row.checkedIfThere("run")
      guard planned == bytes || run.map({ wrote($0, planned) }) == true else { continue }
      try carryOut(try row.checked("id"), path, planned)
      break
    }
    try database.run(
      "DELETE FROM taskPlan WHERE path = ? AND version < ?",
      [path, try self.version(ofPath: path) ?? 0])
  }

  private func carryOut(_ plan: Int64, _ path: String, _ bytes: [UInt8]) throws {
    let old = try file(path)
    var new = old ?? KnownTaskFile(path: path)
    var places: [Int64: Int] = [:]
    for (index, item) in new.items.enumerated() {
      if let number = item.number { places[number] = index }
    }
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(Self.itemColumns), item, id FROM taskPlanItem WHERE plan = ? ORDER BY id",
      arguments: [plan])
    let occurrences = try self.occurrences(.plan).occurrences(of: "plan", plan)
    while let row = try rows.next() {
      let number: Int64? = try row.checkedIfThere(at: 13)
      let place = number.flatMap { places[$0] }
      if let place, try row.checkedIfThere(at: 7, as: DatabaseValue.self) == nil {
        new.items[place].line = try row.checkedLine(at: 3)
      } else if let place {
        new.items[place] = try item(row, number: number, occurrences[try row.checked(at: 14)])
      } else {
        new.items.append(try item(row, number: nil, occurrences[try row.checked(at: 14)]))
      }
    }
    new.bytes = bytes
    try save(&new, after: old)
  }

  func forget(plan: Int64) throws {
    try database.run("DELETE FROM taskPlan WHERE id = ?", [plan])
  }
}
