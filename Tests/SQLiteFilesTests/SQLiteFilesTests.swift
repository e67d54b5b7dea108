import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteFiles

@Suite("Files of SQLite")
struct SQLiteFilesTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A migrator with a table for each number.
  private func migrator(_ versions: Int) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for number in 1...versions {
      migrator.registerMigration("\(number)") {
        try $0.execute(sql: "CREATE TABLE own\(number) (a)")
      }
    }
    return migrator
  }

  private func open(_ name: String, versions: Int = 1) throws -> DatabaseQueue {
    try DatabaseQueue.durable(folder.at(name), migrator(versions), knownBy: "own1")
  }

  @Test func aFileIsMadeForItsOwnerAlone() throws {
    _ = try open("a")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.at("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFileOfALaterVersionOrAnotherProgramIsNotOpened() throws {
    _ = try open("later", versions: 2)
    #expect(throws: DatabaseFileError.ofLaterVersion) { try open("later") }
    try DatabaseQueue(path: folder.at("other")).write {
      try $0.execute(sql: "CREATE TABLE other (a)")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.at("other")))
    #expect(throws: DatabaseFileError.ofOtherProgram) { try open("other") }
    #expect(throws: DatabaseFileError.ofOtherProgram) {
      try DatabaseQueue.reading(folder.at("other"), migrator(1), knownBy: "own1")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.at("other"))) == before)
  }

  @Test func aFileIsReadAndMigratedWhenItIsOpenedAgain() throws {
    try open("a").write { try $0.execute(sql: "INSERT INTO own1 VALUES (7)") }
    let reading = try DatabaseQueue.reading(folder.at("a"), migrator(1), knownBy: "own1")
    #expect(try reading.read { try Int.fetchOne($0, sql: "SELECT a FROM own1") } == 7)
    #expect(try open("a", versions: 2).read { try $0.tableExists("own2") })
  }

  @Test func aPathIsWrittenAsAURI() throws {
    #expect(
      DatabaseQueue.immutable("/a b%?#!~é\u{1F}\u{7F}")
        == "file:/a%20b%25%3f%23!~%c3%a9%1f%7f?immutable=1")
    let name = "a b%20?#é"
    try open(name).writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    let queue = try DatabaseQueue(path: DatabaseQueue.immutable(folder.at(name)))
    #expect(try queue.read { try $0.tableExists("own1") })
  }

  @Test func aDamagedFileIsFollowedByTheNextAndNeverByAnEarlierOne() throws {
    let names = (0..<3).map { number -> String in
      let file = RebuildableFile(folder.at("cache"))
      FileManager.default.createFile(atPath: file.current, contents: Data("\(number)".utf8))
      #expect(file.discard())
      return file.current.components(separatedBy: "/").last ?? ""
    }
    #expect(names == ["cache", "cache-1", "cache-2"])
    #expect(RebuildableFile(folder.at("cache")).current == folder.at("cache-3"))
    let left = names.filter { FileManager.default.fileExists(atPath: folder.at($0)) }
    #expect(left == ["cache", "cache-2"], "the first and the last stay")
    #expect(!RebuildableFile(folder.at("nowhere/cache")).discard())
  }

  @Test func onlyDamageOfTheFileCountsAsDamage() throws {
    try Data("no database, whatever it is called, and some more text".utf8).write(
      to: URL(fileURLWithPath: folder.at("a")))
    let error = #expect(throws: DatabaseError.self) { try open("a") }
    #expect(RebuildableFile.isDamage(shownBy: try #require(error)))
    #expect(!RebuildableFile.isDamage(shownBy: DatabaseFileError.ofOtherProgram))
    #expect(!RebuildableFile.isDamage(shownBy: DatabaseError(resultCode: .SQLITE_FULL)))
  }

  @Test func aBlobIsComparedWithBytes() throws {
    try open("a").write { database in
      try database.run("INSERT INTO own1 VALUES (?)", [Data([1, 2, 3])])
      let row = try #require(try Row.fetchOne(database, sql: "SELECT a, NULL AS none FROM own1"))
      #expect(
        try row.holds([1, 2, 3], in: "a") && !row.holds([1, 2], in: "a")
          && !row.holds([1, 2, 4], in: "a"))
      #expect(
        try !row.holds([], in: "a") && row.holds([], in: "none") && !row.holds([1], in: "none"))
      #expect(row.bytes("a") == [1, 2, 3] && row.bytes("none").isEmpty)
    }
  }

  @Test func aValueThatIsMissingOrOfAnotherTypeIsNil() throws {
    try open("a").write { database in
      let row = try #require(try Row.fetchOne(database, sql: "SELECT 'text' AS a"))
      #expect(row.value("a", as: String.self) == "text" && row.value("b", as: String.self) == nil)
      #expect(row.value("a", as: Int.self) == nil)
      #expect(
        row.value(at: 0, as: String.self) == "text" && row.value(at: 1, as: String.self) == nil)
    }
  }

  @Test(arguments: [0, 1, 5_000_000]) func aLargeBlobIsReadAsItWasWritten(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try open("blob").write { database in
      try database.execute(sql: "INSERT INTO own1 (a) VALUES (zeroblob(?))", arguments: [count])
      try database.writeBlob(bytes, into: "a", of: "own1", row: database.lastInsertedRowID)
      #expect(try Data.fetchOne(database, sql: "SELECT a FROM own1") == bytes.data)
    }
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func aLargeBlobIsComparedByteForByte(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try open("blob").write { database in
      try database.execute(sql: "INSERT INTO own1 (a) VALUES (?)", arguments: [bytes.data])
      let row = database.lastInsertedRowID
      func isThere(_ other: [UInt8]) throws -> Bool {
        try database.hasBlob(other, in: "a", of: "own1", row: row)
      }
      #expect(try isThere(bytes) && !isThere(bytes + [0]))
      for place in Set([0, 65_535, 65_536, count - 1]) where bytes.indices.contains(place) {
        var other = bytes
        other[place] ^= 1
        #expect(try !isThere(other) && !isThere(Array(bytes.dropLast())))
      }
    }
  }

  @Test(arguments: [3, 5]) func aBlobOfAnotherLengthIsAnErrorAndIsRolledBack(count: Int) throws {
    let queue = try open("blob")
    #expect(throws: DatabaseError.self) {
      try queue.write { database in
        try database.execute(sql: "INSERT INTO own1 (a) VALUES (zeroblob(4))")
        try database.writeBlob(
          [UInt8](repeating: 1, count: count), into: "a", of: "own1",
          row: database.lastInsertedRowID)
      }
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM own1") } == 0)
  }
}
