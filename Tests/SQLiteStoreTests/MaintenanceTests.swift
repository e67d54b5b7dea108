import CalendarItems
import CalendarStores
import Foundation
import GRDB
import SQLiteStore
import StoreContract
import TaskDates
import TestSupport
import Testing

@Suite("A store in one file is kept")
struct MaintenanceTests {
  private let folder: ScratchFolder
  private let clock = TestClock()

  init() throws { folder = try ScratchFolder() }

  private func open(_ name: String = "store.sqlite") throws -> SQLiteStore {
    let clock = clock
    return try SQLiteStore(path: folder.at(name), now: { clock.now })
  }

  private func filled(_ name: String = "store.sqlite", _ count: Int = 20) async throws
    -> SQLiteStore
  {
    let store = try open(name)
    let list = try await store.createList(ItemList.Details(title: "Home")).id
    for number in 1...count {
      try await store.create(
        CalendarItem(kind: .reminder, uid: "\(number)", title: "Title \(number)"), in: list)
    }
    return store
  }

  @Test func isWhole() async throws {
    #expect(try await filled().integrity() == [])
  }

  @Test func reportsWhereAnIndexIsNotTheText() async throws {
    let store = try await filled()
    let queue = try DatabaseQueue(path: folder.at("store.sqlite"))
    try await queue.write { database in
      try database.execute(sql: "UPDATE item SET uid = 'other' WHERE uid = '3'")
      try database.execute(sql: "DELETE FROM said WHERE rowid = 5")
      try database.execute(sql: "UPDATE item SET text = x'00' WHERE uid = '7'")
    }
    let faults = try await store.integrity()
    #expect(faults.count == 4)
    #expect(faults.contains { $0.hasSuffix("the text has changed since it was written") })
    #expect(faults.contains { $0.hasSuffix("the text has another UID") })
    #expect(faults.contains { $0.hasSuffix("the search index does not match its text") })
    #expect(faults.contains { $0.hasSuffix("the text has no item") })
  }

  @Test func isBackedUpAndRestored() async throws {
    let store = try await filled()
    let before = try await store.items(matching: ItemPredicate())
    try await store.backup(to: folder.at("backup.sqlite"))
    for item in before.prefix(10) { try await store.remove(item.version) }
    try await store.restore(from: folder.at("backup.sqlite"))
    #expect(try await store.items(matching: ItemPredicate()) == before)
    #expect(try await store.integrity() == [])
  }

  @Test func isBackedUpOverNothing() async throws {
    let store = try await filled()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.at("backup.sqlite")))
    await #expect(throws: StoreError.self) {
      try await store.backup(to: folder.at("backup.sqlite"))
    }
    #expect(try String(contentsOfFile: folder.at("backup.sqlite"), encoding: .utf8) == "mine")
  }

  @Test func isNotRestoredFromWhatIsNone() async throws {
    let store = try await filled()
    try Data("no database at all, and long enough to be one".utf8)
      .write(to: URL(fileURLWithPath: folder.at("other")))
    await #expect(throws: StoreError.self) { try await store.restore(from: folder.at("other")) }
    #expect(try await store.items(matching: ItemPredicate()).count == 20)
  }

  @Test func isRefusedWhereALaterVersionWroteIt() async throws {
    _ = try await filled()
    let queue = try DatabaseQueue(path: folder.at("store.sqlite"))
    try await queue.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')")
    }
    #expect(throws: StoreError.self) { try open() }
  }

  @Test func twoThatWriteAtOnceLoseNothing() async throws {
    let first = try await filled("store.sqlite", 1)
    let second = try open()
    let list = try #require(try await first.lists().first).id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, store) in [("a", first), ("b", second)] {
        for number in 1...30 {
          group.addTask {
            try await store.create(
              CalendarItem(kind: .event, uid: "\(name)\(number)", title: "x"), in: list)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await first.versions(in: list).count == 61)
    #expect(try await second.integrity() == [])
  }

  @Test func reportsAChangeOnceThoughTwoReadersFindIt() async throws {
    let store = try await filled("store.sqlite", 1)
    let queue = try DatabaseQueue(path: folder.at("store.sqlite"))
    let reports = RevisionBroadcaster(since: 0)
    var changes = reports.changes().makeAsyncIterator()
    let first = try await queue.read { try ChangesSinceRevision($0, since: 0) }
    reports.notify(first)
    reports.notify(first)
    let list = try #require(try await store.lists().first).id
    let item = CalendarItem(kind: .reminder, uid: "2", title: "Second")
    let second = try await store.create(item, in: list)
    reports.notify(try await queue.read { try ChangesSinceRevision($0, since: reports.seen) })
    #expect(await changes.next() == .lists)
    _ = await changes.next()
    #expect(await changes.next() == .items(list, [second.ref]))
  }
}
