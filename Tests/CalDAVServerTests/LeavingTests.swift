import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import TaskDates
import Testing

@testable import CalDAVServer

@Suite("An item whose line is gone")
struct LeavingTests {
  private let path = ServedCalendar.list + "a.ics"
  private let all = "<propfind xmlns='DAV:'><prop><getetag/></prop></propfind>"

  /// A server on which a client has read an item, and the store has removed it since.
  private func client(patience: Duration) async throws -> ServedCalendar {
    let client = try await ServedCalendar { $0.patience = patience }
    _ = await client.ask("PUT", path, [], ServedCalendar.task("1"))
    #expect(await client.ask("GET", path).status == 200)
    try await client.store.remove(try await stored(client).version)
    return client
  }

  private func stored(_ client: ServedCalendar) async throws -> StoredItem {
    try #require(try await client.store.items(matching: ItemPredicate()).first)
  }

  private func members(_ client: ServedCalendar) async throws -> Int {
    try await client.responses("PROPFIND", ServedCalendar.list, depth: "1", all).count - 1
  }

  @Test func isShownForATimeAsItWasGivenOut() async throws {
    let client = try await client(patience: .seconds(3600))
    #expect(try await members(client) == 1)
    #expect(await client.ask("GET", path).text.contains("SUMMARY:Buy milk"))
  }

  @Test func isGoneAfterThatTime() async throws {
    let client = try await client(patience: .nanoseconds(1))
    _ = try await members(client)
    #expect(try await members(client) == 0)
    #expect(await client.ask("GET", path).status == 404)
  }

  @Test func isWrittenAgainByAClientThatChangesIt() async throws {
    let client = try await client(patience: .seconds(3600))
    let body = ServedCalendar.task("1", "SUMMARY:Buy oat milk")
    #expect(await client.ask("PUT", path, [], body).status == 204)
    #expect(try await stored(client).item.title == "Buy oat milk")
    #expect(try await members(client) == 1)
  }

  @Test func canBeRemovedByAClient() async throws {
    let client = try await client(patience: .seconds(3600))
    _ = try await members(client)
    #expect(await client.ask("DELETE", path).status == 204)
    #expect(try await members(client) == 0)
  }
}

@Suite("A program that does not say which version it has changed")
struct ProgramTests {
  private let path = ServedCalendar.list + "a.ics"

  private func task(_ title: String, due: String) -> String {
    ServedCalendar.task("1", "SUMMARY:\(title)\r\nDUE;VALUE=DATE:\(due)")
  }

  private func evolution(_ version: String = "3.46") -> (String, String) {
    ("User-Agent", "Evolution/\(version)")
  }

  @Test func takesNothingBackThatItWasNotGiven() async throws {
    let client = try await ServedCalendar()
    _ = await client.ask("PUT", path, [], task("Buy milk", due: "20261205"))
    _ = await client.ask("GET", path, [evolution()])
    var item = try #require(try await client.store.items(matching: ItemPredicate()).first)
    item.item.when = .date(try DateParameters(year: 2026, month: 12, day: 6))
    _ = try await client.store.update(item)
    // Another program has been given the new version.
    _ = await client.ask("GET", path, [("User-Agent", "DAVx5/4.5")])
    let edit = task("Buy oat milk", due: "20261205")
    let answer = await client.ask("PUT", path, [evolution("3.48")], edit)
    #expect(answer.status == 204 && answer.header("ETag") == nil)
    let now = await client.ask("GET", path).text
    #expect(now.contains("SUMMARY:Buy oat milk") && now.contains("20261206"))
  }

  @Test func writesWhatItSaysIfItWasGivenTheVersionThatIsThere() async throws {
    let client = try await ServedCalendar()
    _ = await client.ask("PUT", path, [], task("Buy milk", due: "20261205"))
    _ = await client.ask("GET", path, [evolution()])
    let edit = task("Buy milk", due: "20261207")
    #expect(await client.ask("PUT", path, [evolution()], edit).status == 204)
    #expect(await client.ask("GET", path).text.contains("20261207"))
  }
}
