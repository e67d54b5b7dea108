import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import Testing
import WebDAV

@testable import CalDAVServer

@Suite("A list on the server")
struct ListTests {
  private let path = "/alice/calendars/AB-12/"

  private func body(_ root: String, _ properties: String) -> String {
    "<\(root) xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav' xmlns:A='http://apple.com/ns/ical/'>"
      + "<set><prop>\(properties)</prop></set></\(root)>"
  }

  @Test func isMadeWithTheNameAndThePropertiesThatAClientChose() async throws {
    let client = try await ServedCalendar()
    let properties =
      "<displayname>Shopping</displayname><A:calendar-color symbolic-color='custom'>#FF0000FF</A:calendar-color>"
      + "<A:calendar-order>3</A:calendar-order><C:supported-calendar-component-set><C:comp name='VTODO'/>"
      + "</C:supported-calendar-component-set>"
    #expect(
      await client.ask("MKCALENDAR", path, [], body("C:mkcalendar", properties)).status == 201)
    #expect(await client.ask("MKCALENDAR", path).status == 405)
    let list = try #require(await client.store.lists().first { $0.title == "Shopping" })
    #expect(list.details.kinds == [.reminder] && list.details.color == "#FF0000")
    #expect(try await client.property(.color, of: path)?.text == "#FF0000FF")
    #expect(try await client.property(.apple("calendar-order"), of: path)?.text == "3")
    let set = try await client.property(.caldav("supported-calendar-component-set"), of: path)
    #expect(set?.children.map { $0.attributes["name"] } == ["VTODO"])
  }

  @Test func takesEveryKindIfNoneIsNamed() async throws {
    let client = try await ServedCalendar()
    #expect(await client.ask("MKCALENDAR", path).status == 201)
    let list = try #require(await client.store.lists().first { $0.title == "AB-12" })
    #expect(list.details.kinds == [.reminder, .event])
  }

  @Test func isNotRemovedUnlessThatIsAllowed() async throws {
    let client = try await ServedCalendar()
    #expect(await client.ask("DELETE", ServedCalendar.list).status == 403)
    #expect(
      await client.ask("PUT", ServedCalendar.list, [], ServedCalendar.task("1")).status == 405)
    let other = try await ServedCalendar { $0.allowsListRemoval = true }
    #expect(await other.ask("DELETE", ServedCalendar.list).status == 204)
    #expect(try await other.store.lists().isEmpty)
  }

  @Test func hasPropertiesThatAClientSetsAndRemoves() async throws {
    let client = try await ServedCalendar()
    let set = body(
      "propertyupdate", "<displayname>New</displayname><A:calendar-order>1</A:calendar-order>")
    #expect(await client.ask("PROPPATCH", ServedCalendar.list, [], set).status == 207)
    #expect(try await client.property(.dav("displayname"), of: ServedCalendar.list)?.text == "New")
    #expect(
      try await client.property(.apple("calendar-order"), of: ServedCalendar.list)?.text == "1")
    let remove = set.replacing("set>", with: "remove>")
    #expect(await client.ask("PROPPATCH", ServedCalendar.list, [], remove).status == 207)
    #expect(try await client.property(.apple("calendar-order"), of: ServedCalendar.list) == nil)
  }

  @Test(arguments: ["#ff0000", "#FF0000FF", "#123456"])
  func hasItsColourAsAClientHasSetIt(_ color: String) async throws {
    let client = try await ServedCalendar()
    let set = body("propertyupdate", "<A:calendar-color>\(color)</A:calendar-color>")
    _ = await client.ask("PROPPATCH", ServedCalendar.list, [], set)
    #expect(try await client.property(.color, of: ServedCalendar.list)?.text == color)
    _ = await client.ask(
      "PROPPATCH", ServedCalendar.list, [], set.replacing("set>", with: "remove>"))
    #expect(try await client.property(.color, of: ServedCalendar.list) == nil)
  }

  @Test func refusesToSetWhatTheServerSays() async throws {
    let client = try await ServedCalendar()
    let set = body("propertyupdate", "<displayname>New</displayname><sync-token>x</sync-token>")
    let answer = try #require(await client.responses("PROPPATCH", ServedCalendar.list, set).first)
    #expect(answer.properties("403")?.children.map(\.name) == [.dav("sync-token")])
    #expect(answer.properties("424")?.children.map(\.name) == [.dav("displayname")])
    #expect(try await client.property(.dav("displayname"), of: ServedCalendar.list)?.text == "Home")
  }

  @Test func thatCannotBeReadIsNotEmptyAndDoesNotHideTheOthers() async throws {
    let store = DamagedStore()
    let client = try await ServedCalendar(store)
    _ = try await store.createList(ItemList.Details(title: "Work"))
    let names = ["home", "work"].map { "/alice/calendars/\($0)/" }
    for path in names {
      _ = await client.ask("PUT", path + "a.ics", [], ServedCalendar.task("a"))
    }
    let body = "<propfind xmlns='DAV:'><prop><sync-token/></prop></propfind>"
    let home = "/alice/calendars/"
    let before = try await client.responses("PROPFIND", home, depth: "1", body)
    let damaged = try #require(try await store.lists().first { $0.title == "Home" })
    store.damage([damaged.id])
    let after = try await client.responses("PROPFIND", home, depth: "1", body)
    #expect(after.map(\.href) == [home] + names)
    #expect(after[1].good.children.first?.text == before[1].good.children.first?.text)
    for (method, text) in [
      ("PROPFIND", ""), ("GET", ""), ("PUT", ServedCalendar.task("b")),
      ("REPORT", "<sync-collection xmlns='DAV:'><sync-token/><prop/></sync-collection>"),
    ] {
      let path = names[0] + (method == "PUT" ? "b.ics" : "")
      let answer = await client.ask(method, path, [("Depth", "1")], text)
      #expect(answer.status == 503 && answer.header("Retry-After") != nil, "\(method)")
    }
    #expect(await client.ask("GET", names[1] + "a.ics").status == 200)
    store.damage([])
    #expect(await client.ask("GET", names[0] + "a.ics").status == 200)
  }
}
