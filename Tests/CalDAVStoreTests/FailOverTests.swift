import CalDAVStore
import CalendarItems
import CalendarStores
import Foundation
import StoreContract
import Testing

/// Tests the failure of a server during a run, when a replica takes over.
///
/// It stops the server, so it runs only when asked for.
@Suite(
  "Fail-over",
  .enabled(if: ProcessInfo.processInfo.environment["DUECAL_FAILOVER"] != nil))
struct FailOverTests {
  @Test func aRunGoesOnWithTheReplica() async throws {
    let server = try #require(TestServer.all.first { $0.replica != nil })
    let (mirror, clock) = (ScratchFile(), TestClock())
    let first = try await server.open(mirror: mirror.path) { clock.now }
    let list = try await first.createList(ItemList.Details(title: "Cluster")).id
    for number in 1...20 { try await first.create(item(number), in: list) }
    let before = try await first.items(matching: ItemPredicate(in: [list]))
    try run(server.sync)
    try run(server.stop)

    await #expect(throws: StoreError.self) { try await first.refresh() }
    #expect(try await first.items(matching: ItemPredicate(in: [list])) == before)

    let second = try await server.open(at: server.replica?.url, mirror: mirror.path) { clock.now }
    #expect(try await second.items(matching: ItemPredicate(in: [list])) == before)
    // The versions of the first server are also valid on the second.
    for var item in before {
      item.item.title += ", changed"
      try await second.update(item)
    }
    for number in 21...40 { try await second.create(item(number), in: list) }
    let fresh = try await server.open(at: server.replica?.url) { clock.now }
    let titles = try await fresh.items(matching: ItemPredicate(in: [list])).map(\.item.title)
    #expect(titles.count == 40)
    #expect(titles.count { $0.hasSuffix(", changed") } == 20)
  }

  private func item(_ number: Int) -> CalendarItem {
    CalendarItem(kind: .reminder, uid: "item \(number)", title: "Item \(number)")
  }

  private func run(_ command: [String]?) throws {
    let words = try #require(command)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
