import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import TaskDates
import Testing
import WebDAV

@testable import CalDAVServer

/// A server over a store in memory that has a list, and a client of it.
struct ServedCalendar {
  let store: any CalendarStore
  let server: CalDAVServer
  static let list = "/alice/calendars/home/"

  init(
    _ store: any CalendarStore = MemoryStore(now: { Instant(seconds: 1_796_000_000) }),
    _ change: (inout CalDAVServer.Settings) -> Void = { _ in }
  ) async throws {
    self.store = store
    if try await store.lists().isEmpty {
      _ = try await store.createList(ItemList.Details(title: "Home"))
    }
    var settings = CalDAVServer.Settings(user: "alice")
    change(&settings)
    server = try await CalDAVServer(store, settings)
  }

  func ask(
    _ method: String, _ path: String, _ headers: [(String, String)] = [], _ body: String = ""
  ) async -> ServedAnswer {
    await server.answer(ServedRequest(method, path, headers: headers, body: Array(body.utf8)))
  }

  /// The responses of an answer about several resources.
  func responses(
    _ method: String, _ path: String, depth: String = "0", _ body: String
  ) async throws -> [XMLTree] {
    let answer = await ask(method, path, [("Depth", depth)], body)
    try #require(answer.status == 207, "\(answer.status) \(answer.text)")
    return try #require(XMLTree(answer.body)).all(.dav("response"))
  }

  /// The value of a property in the first response.
  func property(_ name: XMLTree.Name, of path: String) async throws -> XMLTree? {
    let body =
      "<propfind xmlns='DAV:'><prop><x:\(name.local) xmlns:x='\(name.namespace)'/></prop></propfind>"
    return try await responses("PROPFIND", path, body).first?.good.first(name)
  }

  static func task(_ uid: String, _ more: String = "SUMMARY:Buy milk") -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VTODO\r\nUID:\(uid)\r\n"
      + "DTSTAMP:20261101T000000Z\r\n\(more)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
  }
}

extension ServedAnswer {
  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension XMLTree {
  var href: String { first(.dav("href"))?.trimmed ?? "" }

  /// The properties that were found.
  var good: XMLTree { properties("200") ?? self }

  /// The properties with a status.
  func properties(_ status: String) -> XMLTree? {
    all(.dav("propstat")).first { $0.first(.dav("status"))?.text.contains(status) ?? false }?
      .first(.dav("prop"))
  }
}
