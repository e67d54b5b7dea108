import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import Synchronization
import TestSupport
import Testing

@testable import CalDAVServer

@Suite("A write while an editor has the file open")
struct WaitingTests {
  private let path = ServedCalendar.list + "a.ics"
  private let store = DamagedStore()

  private func titles() async throws -> [String] {
    try await store.items(matching: ItemPredicate()).map(\.item.title)
  }

  private func open(_ isOpen: Bool) { store.isBusy.withLock { $0 = isOpen } }

  @Test func isAcknowledgedAndShownAndWrittenLater() async throws {
    let client = try await ServedCalendar(store)
    open(true)
    let body = ServedCalendar.task("1", "SUMMARY:Buy milk")
    let written = await client.ask("PUT", path, [("If-None-Match", "*")], body)
    #expect(written.status == 201 && written.header("ETag") == nil)
    #expect(try await titles().isEmpty)
    let shown = await client.ask("GET", path)
    #expect(shown.status == 200 && shown.text == body)
    let hrefs = try await client.responses("PROPFIND", ServedCalendar.list, depth: "1", "")
      .map(\.href)
    #expect(hrefs == [ServedCalendar.list, path])
    open(false)
    await client.server.waiting.writeAll()
    #expect(try await titles() == ["Buy milk"])
    #expect(await client.ask("GET", path).text.contains("SUMMARY:Buy milk"))
    #expect(try await client.responses("PROPFIND", ServedCalendar.list, depth: "1", "").count == 2)
  }

  @Test func isMergedWithWhatTheEditorSaves() async throws {
    let client = try await ServedCalendar(store)
    _ = await client.ask(
      "PUT", path, [], ServedCalendar.task("1", "SUMMARY:Buy milk\r\nDUE;VALUE=DATE:20261201"))
    open(true)
    let edit = ServedCalendar.task("1", "SUMMARY:Buy oat milk\r\nDUE;VALUE=DATE:20261201")
    #expect(await client.ask("PUT", path, [], edit).status == 204)
    open(false)
    var item = try #require(try await store.items(matching: ItemPredicate()).first)
    item.item.priority = 1
    _ = try await store.update(item)
    await client.server.waiting.writeAll()
    let now = try #require(try await store.items(matching: ItemPredicate()).first)
    #expect(now.item.title == "Buy oat milk" && now.item.priority == 1)
  }

  @Test func mayBeARemoval() async throws {
    let client = try await ServedCalendar(store)
    _ = await client.ask("PUT", path, [], ServedCalendar.task("1"))
    open(true)
    #expect(await client.ask("DELETE", path).status == 204)
    #expect(await client.ask("GET", path).status == 404)
    #expect(try await titles().count == 1)
    open(false)
    await client.server.waiting.writeAll()
    #expect(try await titles().isEmpty)
    #expect(await client.ask("GET", path).status == 404)
  }

  @Test func isReplacedByALaterOne() async throws {
    let client = try await ServedCalendar(store)
    open(true)
    for title in ["One", "Two"] {
      let body = ServedCalendar.task("1", "SUMMARY:\(title)")
      #expect(await client.ask("PUT", path, [], body).status < 300)
    }
    let tag = try #require(await client.ask("GET", path).header("ETag"))
    #expect(
      await client.ask("PUT", path, [("If-Match", "\"x\"")], ServedCalendar.task("1")).status == 412
    )
    let body = ServedCalendar.task("1", "SUMMARY:Three")
    #expect(await client.ask("PUT", path, [("If-Match", tag)], body).status == 204)
    open(false)
    await client.server.waiting.writeAll()
    #expect(try await titles() == ["Three"])
  }

  @Test func isStillThereAfterARestart() async throws {
    let folder = try ScratchFolder()
    let state = folder.path + "/state.sqlite"
    let client = try await ServedCalendar(store) { $0.state = state }
    open(true)
    _ = await client.ask("PUT", path, [], ServedCalendar.task("1"))
    let again = try await ServedCalendar(store) { $0.state = state }
    #expect(await again.ask("GET", path).status == 200)
    open(false)
    await again.server.waiting.writeAll()
    #expect(try await titles() == ["Buy milk"])
  }
}
