import CalendarStores
import HTTPServing
import Testing
import WebDAV

@testable import CalDAVServer

@Suite("A client that looks for its lists")
struct DiscoveryTests {
  @Test func findsThemFromTheBareAddress() async throws {
    let client = try await ServedCalendar { $0.prefix = "/tasks" }
    let begin = await client.ask("PROPFIND", "/.well-known/caldav")
    #expect(begin.status == 301)
    let root = try #require(begin.header("Location"))
    let principal = try await client.property(.dav("current-user-principal"), of: root)
    let person = try #require(principal?.first(.dav("href"))?.trimmed)
    let home = try await client.property(.caldav("calendar-home-set"), of: person)
    let lists = try #require(home?.first(.dav("href"))?.trimmed)
    #expect(lists == "/tasks/alice/calendars/")
    let found = try await client.responses("PROPFIND", lists, depth: "1", "")
    #expect(found.map(\.href) == [lists, lists + "home/"])
  }

  @Test func getsEachPropertyAsFoundOrAsMissing() async throws {
    let client = try await ServedCalendar()
    let body =
      "<propfind xmlns='DAV:' xmlns:p='urn:phone'><prop><displayname/><p:x/><y xmlns=''/></prop></propfind>"
    let answer = try #require(await client.responses("PROPFIND", ServedCalendar.list, body).first)
    #expect(answer.good.children.map(\.name) == [.dav("displayname")])
    let missing = answer.properties("404")?.children.map(\.name)
    #expect(
      missing == [
        XMLTree.Name(namespace: "urn:phone", local: "x"), XMLTree.Name(namespace: "", local: "y"),
      ])
  }

  @Test(arguments: [
    "/alice/calendars/home", "//alice//calendars/home//", "/%61lice/calendars/home/",
  ])
  func getsThePathBackAsItAsked(_ path: String) async throws {
    let client = try await ServedCalendar()
    #expect(try await client.responses("PROPFIND", path, "").map(\.href) == [path])
  }

  @Test(arguments: [
    "/bob/", "/alice/calendars/none/", "/alice/x/", "/alice/calendars/home/none.ics",
  ])
  func findsNothingAtOtherPlaces(_ path: String) async throws {
    let client = try await ServedCalendar()
    #expect(await client.ask("PROPFIND", path).status == 404)
    #expect(await client.ask("GET", path).status == 404)
  }

  @Test func isNotOfferedWhatTheServerDoesNot() async throws {
    let client = try await ServedCalendar()
    let offer = try #require(await client.ask("OPTIONS", "/alice/").header("DAV"))
    #expect(offer.contains("calendar-access") && !offer.contains("schedule"))
    #expect(await client.ask("LOCK", ServedCalendar.list).status == 405)
  }

  /// python-caldav 3.6.0 names the wanted properties beside `prop`.
  @Test func findsThePersonForPythonCaldav() async throws {
    let client = try await ServedCalendar()
    let body =
      "<principal-property-search xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><property-search><prop>"
      + "<displayname/></prop><match>NAME</match></property-search><prop/><C:calendar-home-set/>"
      + "<displayname/></principal-property-search>"
    let found = try await client.responses("REPORT", "/", body.replacing("NAME", with: "alice"))
    #expect(
      found.first?.good.children.map(\.name) == [.caldav("calendar-home-set"), .dav("displayname")])
    #expect(try await client.responses("REPORT", "/", body.replacing("NAME", with: "bob")).isEmpty)
  }
}
