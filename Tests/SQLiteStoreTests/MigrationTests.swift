import CalendarItems
import CalendarStores
import Foundation
import GRDB
import SQLiteStore
import StoreContract
import TaskDates
import TestSupport
import Testing

@Suite("A store that an earlier version wrote")
struct MigrationTests {
  private let folder: ScratchFolder
  private let clock = TestClock()

  init() throws { folder = try ScratchFolder() }

  private var path: String { folder.at("store.sqlite") }

  private func open() throws -> SQLiteStore {
    let clock = clock
    return try SQLiteStore(path: path, now: { clock.now })
  }

  private func write(_ version: StoreVersion) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(sql: version.statements)
      for name in version.migrations {
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
    }
    try queue.close()
  }

  @Test(arguments: StoreVersion.all)
  func isReadAsItWas(_ version: StoreVersion) async throws {
    try write(version)
    let store = try open()
    #expect(try await store.lists().map(\.details) == [StoreVersion.details])
    let items = try await store.items(matching: ItemPredicate())
    #expect(items.map(\.item.title) == ["Blumen gießen", "Late"])
    #expect(items.map(\.version.tag) == ["2", "3"])
    let text = String(decoding: items.first?.content.original.bytes ?? [], as: UTF8.self)
    #expect(text.contains("X-OTHERS;X-WHAT=1:as it was\n"))
    #expect(try await store.integrity() == [])
  }

  @Test(arguments: StoreVersion.all)
  func isAskedAndWritten(_ version: StoreVersion) async throws {
    try write(version)
    let store = try open()
    #expect(
      try await store.items(matching: .text("blumen")).map(\.item.uid) == ["plants@example.org"])
    let list = try #require(try await store.lists().first)
    let made = try await store.create(
      CalendarItem(kind: .reminder, uid: "new", title: "New"), in: list.id)
    #expect(made.tag == "6")
    #expect(made.ref.name == "0000000004")
    var old = try #require(try await store.items(matching: .uid("plants@example.org")).first)
    old.item.title = "Other"
    try await store.update(old)
    let again = try open()
    #expect(try await again.items(matching: .text("other")).count == 1)
    #expect(try await again.integrity() == [])
  }

  @Test func findsTheSeriesThatVersionOneDidNot() async throws {
    try write(StoreVersion.all[0])
    let day = try DateParameters(year: 2026, month: 12, day: 10)
    let found = try await open().events(in: TimeWindow(day...day, home: .utc))
    #expect(found.all.map(\.item.title) == ["Late"])
  }

  @Test func isLeftAsItIsWhereALaterVersionWroteIt() throws {
    try write(
      StoreVersion(migrations: ["1", "2", "77"], statements: StoreVersion.all[0].statements))
    try expectRefusal("a later version of duecal wrote this file")
  }

  @Test func isLeftAsItIsWhereItIsNoStore() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE other (x); INSERT INTO other VALUES (1)") }
    try queue.close()
    try expectRefusal("this is a database of another program")
  }

  private func expectRefusal(_ reason: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.unavailable("\(path): \(reason)")) { try open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
  }
}
