import CalendarStores
import HTTPServing
import Testing

@testable import CalDAVServer

@Suite("An item on the server")
struct ItemTests {
  private let path = ServedCalendar.list + "a.ics"

  @Test func isReadAsItWasWritten() async throws {
    let client = try await ServedCalendar()
    let text = ServedCalendar.task("1", "SUMMARY:Buy milk\r\nX-PHONE;A=b:1")
    let written = await client.ask("PUT", path, [("If-None-Match", "*")], text)
    #expect(written.status == 201)
    let read = await client.ask("GET", path)
    #expect(read.status == 200 && read.header("ETag") != nil)
    #expect(read.header("ETag") == written.header("ETag") || written.header("ETag") == nil)
    #expect(read.text.contains("SUMMARY:Buy milk"))
  }

  @Test func isRefusedIfItWasChangedMeanwhile() async throws {
    let client = try await ServedCalendar()
    _ = await client.ask("PUT", path, [], ServedCalendar.task("1"))
    let tag = try #require(await client.ask("GET", path).header("ETag"))
    let changed = ServedCalendar.task("1", "SUMMARY:Buy bread")
    #expect(await client.ask("PUT", path, [("If-Match", tag)], changed).status == 204)
    #expect(await client.ask("PUT", path, [("If-Match", tag)], changed).status == 412)
    #expect(await client.ask("PUT", path, [("If-None-Match", "*")], changed).status == 412)
    #expect(await client.ask("DELETE", path, [("If-Match", tag)]).status == 412)
    #expect(await client.ask("DELETE", path).status == 204)
    #expect(await client.ask("GET", path).status == 404)
  }

  @Test func keepsTheNameThatAClientChose() async throws {
    let client = try await ServedCalendar()
    for name in ["a%40b.ics", "%2e%2Ex.ics", "caf%C3%A9%0A.ics", "A.ICS"] {
      let path = ServedCalendar.list + name
      #expect(await client.ask("PUT", path, [], ServedCalendar.task(name)).status == 201)
      #expect(await client.ask("GET", path).status == 200)
      let answers = try await client.responses(
        "PROPFIND", ServedCalendar.list, depth: "1",
        "<propfind xmlns='DAV:'><prop><getetag/></prop></propfind>")
      #expect(
        answers.contains {
          ServedPaths(user: "alice", prefix: "").place($0.href)
            == ServedPaths(user: "alice", prefix: "").place(path)
        })
    }
  }

  @Test(arguments: [
    "", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "<html>", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n",
  ])
  func isRefusedIfItIsNoCalendar(_ text: String) async throws {
    let client = try await ServedCalendar()
    let answer = await client.ask("PUT", path, [], text)
    #expect(answer.status == 403)
    #expect(await client.ask("GET", path).status == 404)
  }

  @Test func hasAUIDThatNoOtherItemOfTheListHas() async throws {
    let client = try await ServedCalendar()
    _ = await client.ask("PUT", path, [], ServedCalendar.task("1"))
    let other = await client.ask("PUT", ServedCalendar.list + "b.ics", [], ServedCalendar.task("1"))
    #expect(other.status == 403 && other.text.contains("no-uid-conflict"))
    #expect(await client.ask("PUT", path, [], ServedCalendar.task("2")).status == 403)
  }

  @Test func movesToAnotherListWhateverHostTheDestinationNames() async throws {
    let client = try await ServedCalendar()
    _ = try await client.store.createList(ItemList.Details(title: "Office"))
    _ = await client.ask("PUT", path, [], ServedCalendar.task("1"))
    let moved = await client.ask(
      "MOVE", path, [("Destination", "https://phone.example:8443/alice/calendars/office/a.ics")])
    #expect(moved.status == 201)
    #expect(await client.ask("GET", path).status == 404)
    #expect(await client.ask("GET", "/alice/calendars/office/a.ics").status == 200)
  }
}
