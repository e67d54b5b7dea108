import HTTPServing
import Logging
import StoreAccess
import TaskDates
import Testing

@testable import WebServer

@Suite("Requests")
struct RequestTests {
  @Test(
    "Requests of a page come from the server itself",
    arguments: [
      (nil, true), ("http://127.0.0.1:5233", true), ("HTTP://127.0.0.1:5233", true),
      ("https://example.org", false), ("http://127.0.0.1", false), ("null", false), ("", false),
      ("http://127.0.0.1:5233.example.org", false), ("file://", false),
      ("http://127.0.0.1:5233/", false),
    ] as [(String?, Bool)])
  func comeFromTheServer(_ origin: String?, _ isOwn: Bool) {
    let headers = [("Host", "127.0.0.1:5233")] + (origin.map { [("Origin", $0)] } ?? [])
    let request = ServedRequest("PROPFIND", "/", headers: headers)
    #expect(RequestOrigin(request, isBehindProxy: false).isOwn == isOwn)
  }

  @Test func haveTheHostOfAProxyOnlyIfThereIsOne() {
    let request = ServedRequest(
      "PROPFIND", "/",
      headers: [
        ("Host", "127.0.0.1:5233"), ("X-Forwarded-Host", "dav.example.org"),
        ("Origin", "https://dav.example.org"),
      ])
    #expect(RequestOrigin(request, isBehindProxy: true).isOwn)
    #expect(!RequestOrigin(request, isBehindProxy: false).isOwn)
  }

  @Test(arguments: [
    ("/ann/calendars/home/", "/ann/calendars/home/"),
    ("/feeds/c2VjcmV0.ics", "/feeds/…"), ("//feeds//c2VjcmV0.ics", "/feeds/…"),
    ("/%66eeds/c2VjcmV0.ics", "/feeds/…"), ("/FEEDS/c2VjcmV0.ics", "/feeds/…"),
    ("/tasks/feeds/c2VjcmV0.ics", "/feeds/…"), ("/ann?token=c2VjcmV0", "/ann"),
  ])
  func areLoggedWithoutTheAddressOfAFeed(_ path: String, _ shown: String) {
    #expect(RequestLog.shownPath(path) == shown)
  }

  @Test func ofIPv6AreCountedByTheirNetwork() {
    #expect(Caller.network(of: "2001:db8:1:2::1") == Caller.network(of: "2001:db8:1:2:ffff::9"))
    #expect(Caller.network(of: "2001:db8:1:2::1") != Caller.network(of: "2001:db8:1:3::1"))
    #expect(Caller.network(of: "192.0.2.7") == "192.0.2.7")
    #expect(Caller.network(of: String(repeating: ":", count: 1000)).utf8.count == 64)
  }
}

@Suite("The log of the server")
struct LineLogTests {
  @Test func isALineOfWords() {
    #expect(
      line(.text, ["path": "/a b\n\"c\"", "status": .stringConvertible(207), "agent": "Mozilla/5"])
        == "2026-11-30T18:57:04Z info request path=\"/a b\\n\\\"c\\\"\" status=207 agent=Mozilla/5\n"
    )
  }

  @Test func isAnObjectOfJSON() {
    #expect(
      line(.json, ["path": "/a\u{1b}", "ms": .stringConvertible(3.2)])
        == "{\"time\":\"2026-11-30T18:57:04Z\",\"level\":\"info\",\"message\":\"request\","
        + "\"path\":\"/a\\u001b\",\"ms\":3.2}\n")
  }

  @Test func cannotBeGivenALineByAClient() {
    let found = line(.text, ["agent": "x\n2026-11-30T18:57:04Z info request"])
    #expect(found.split(separator: "\n").count == 1)
  }

  private func line(_ form: ServerLog.Form, _ metadata: Logger.Metadata) -> String {
    let log = LineLog(ServerLog(form) { Instant(seconds: 1_796_065_024) })
    let event = LogEvent(
      level: .info, message: "request", metadata: metadata, source: nil, file: "", function: "",
      line: 0)
    return String(decoding: log.line(event), as: UTF8.self)
  }
}
