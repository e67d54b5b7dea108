import CalendarItems
import CalendarStores
import HTTPServing
import TaskDates
import Testing
import WebDAV

@testable import CalDAVServer

@Suite("A report of the server")
struct ReportTests {
  private func changes(
    _ client: ServedCalendar, since token: String, limit: Int? = nil
  ) async throws -> (status: Int, changed: [String], gone: [String], token: String, isCut: Bool) {
    let most = limit.map { "<limit><nresults>\($0)</nresults></limit>" } ?? ""
    let body =
      "<sync-collection xmlns='DAV:'><sync-token>\(token)</sync-token><sync-level>1</sync-level>"
      + "\(most)<prop><getetag/></prop></sync-collection>"
    let answer = await client.ask("REPORT", ServedCalendar.list, [], body)
    guard answer.status == 207 else { return (answer.status, [], [], "", false) }
    let tree = try #require(XMLTree(answer.body))
    let responses = tree.all(.dav("response"))
    let states = responses.map { ($0.href, $0.first(.dav("status"))?.text ?? "") }
    return (
      207, states.filter { $0.1.isEmpty }.map { String($0.0.split(separator: "/").last ?? "") },
      states.filter { $0.1.contains("404") }.map { String($0.0.split(separator: "/").last ?? "") },
      tree.first(.dav("sync-token"))?.trimmed ?? "", states.contains { $0.1.contains("507") }
    )
  }

  private func filled(_ count: Int) async throws -> ServedCalendar {
    let client = try await ServedCalendar()
    for number in 0..<count {
      _ = await client.ask(
        "PUT", "\(ServedCalendar.list)\(number).ics", [],
        ServedCalendar.task("\(number)", "SUMMARY:Task \(number)"))
    }
    return client
  }

  @Test func ofChangesTellsEachChangeOnce() async throws {
    let client = try await filled(3)
    let all = try await changes(client, since: "")
    #expect(all.changed.sorted() == ["0.ics", "1.ics", "2.ics"] && all.gone.isEmpty)
    #expect(try await changes(client, since: all.token).changed.isEmpty)
    _ = await client.ask("DELETE", ServedCalendar.list + "1.ics")
    _ = await client.ask(
      "PUT", ServedCalendar.list + "2.ics", [], ServedCalendar.task("2", "SUMMARY:New"))
    let next = try await changes(client, since: all.token)
    #expect(next.changed == ["2.ics"] && next.gone == ["1.ics"])
    #expect(try await changes(client, since: "").gone.isEmpty)
  }

  @Test func ofChangesTellsWhatAnotherProgramDidInTheStore() async throws {
    let client = try await filled(1)
    let token = try await changes(client, since: "").token
    let list = try #require(await client.store.lists().first)
    let item = CalendarItem(kind: .reminder, uid: "x", title: "From elsewhere")
    _ = try await client.store.create(item, in: list.id)
    #expect(try await changes(client, since: token).changed.count == 1)
  }

  @Test func ofChangesCanBeAskedForInParts() async throws {
    let client = try await filled(5)
    var (found, token): ([String], String) = ([], "")
    for _ in 0..<3 {
      let part = try await changes(client, since: token, limit: 2)
      #expect(part.changed.count <= 2 && part.isCut == (found.count + part.changed.count < 5))
      found += part.changed
      token = part.token
    }
    #expect(found.sorted() == (0..<5).map { "\($0).ics" })
  }

  @Test(arguments: [
    "data:,x-1", "data:,", "http://example.org/1", "1", "data:,STATE-999999", "data:,STATE--1",
  ])
  func ofChangesRefusesATokenThatItDidNotGive(_ token: String) async throws {
    let client = try await filled(1)
    let own = token.replacing("STATE", with: client.server.members.state)
    #expect(try await changes(client, since: own).status == 403)
  }

  @Test func ofNamedItemsAnswersEachNameAsItWasAsked() async throws {
    let client = try await filled(2)
    let hrefs = [
      "/alice/calendars/home/0.ics", "/alice/calendars/home/%30.ics", "/alice/calendars/home/9.ics",
    ]
    let body =
      "<C:calendar-multiget xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><prop><getetag/>"
      + "<C:calendar-data/></prop>\(hrefs.map { "<href>\($0)</href>" }.joined())</C:calendar-multiget>"
    let answers = try await client.responses("REPORT", ServedCalendar.list, body)
    #expect(answers.map(\.href) == hrefs)
    #expect(
      answers[0].good.first(.caldav("calendar-data"))?.text.contains("SUMMARY:Task 0") == true)
    #expect(answers[2].first(.dav("status"))?.text.contains("404") == true)
  }

  private func query(_ client: ServedCalendar, _ filter: String) async throws -> [String] {
    let body =
      "<C:calendar-query xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><prop><getetag/></prop>"
      + "<C:filter><C:comp-filter name='VCALENDAR'>\(filter)</C:comp-filter></C:filter></C:calendar-query>"
    return try await client.responses("REPORT", ServedCalendar.list, depth: "1", body)
      .map { String($0.href.split(separator: "/").last ?? "") }.sorted()
  }

  @Test func ofAQueryHasWhatTheFilterWants() async throws {
    let client = try await ServedCalendar()
    let tasks = [
      "due": "SUMMARY:Due\r\nDUE;VALUE=DATE:20261203",
      "done": "SUMMARY:Done\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261101T100000Z",
      "series":
        "SUMMARY:Weekly\r\nDTSTART;VALUE=DATE:20260105\r\nDUE;VALUE=DATE:20260106\r\nRRULE:FREQ=WEEKLY",
      "plain": "SUMMARY:Plain\r\nCATEGORIES:home,garden",
    ]
    for (uid, text) in tasks {
      let answer = await client.ask(
        "PUT", "\(ServedCalendar.list)\(uid).ics", [], ServedCalendar.task(uid, text))
      #expect(answer.status == 201, "\(uid) \(answer.text)")
    }
    func task(_ inner: String) -> String { "<C:comp-filter name='VTODO'>\(inner)</C:comp-filter>" }
    #expect(try await query(client, "").count == 4)
    #expect(try await query(client, "<C:comp-filter name='VEVENT'/>").isEmpty)
    #expect(
      try await query(
        client, task("<C:prop-filter name='COMPLETED'><C:is-not-defined/></C:prop-filter>"))
        == ["due.ics", "plain.ics", "series.ics"])
    #expect(
      try await query(
        client,
        task(
          "<C:prop-filter name='UID'><C:text-match collation='i;octet'>due</C:text-match></C:prop-filter>"
        ))
        == ["due.ics"])
    #expect(
      try await query(
        client,
        task("<C:prop-filter name='CATEGORIES'><C:text-match>GARDEN</C:text-match></C:prop-filter>")
      )
        == ["plain.ics"])
    #expect(
      try await query(
        client,
        task(
          "<C:prop-filter name='SUMMARY'><C:text-match negate-condition='yes'>e</C:text-match></C:prop-filter>"
        ))
        == ["plain.ics"])
    let found = try await query(
      client, task("<C:time-range start='20261203T000000Z' end='20261204T000000Z'/>"))
    #expect(found == ["due.ics", "plain.ics"])
  }

  @Test func ofASeriesHasEachDateInUTCIfThatIsWanted() async throws {
    let client = try await ServedCalendar()
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VEVENT\r\nUID:s\r\n"
      + "DTSTAMP:20261101T000000Z\r\nDTSTART;TZID=Europe/Berlin:20261201T090000\r\nDTEND;TZID=Europe/Berlin:20261201T100000\r\n"
      + "RRULE:FREQ=DAILY;COUNT=5\r\nSUMMARY:Walk\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    #expect(await client.ask("PUT", ServedCalendar.list + "s.ics", [], text).status == 201)
    let range = "start='20261202T000000Z' end='20261204T000000Z'"
    let body =
      "<C:calendar-query xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><prop><C:calendar-data>"
      + "<C:expand \(range)/></C:calendar-data></prop><C:filter><C:comp-filter name='VCALENDAR'><C:comp-filter name='VEVENT'>"
      + "<C:time-range \(range)/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"
    let found = try await client.responses("REPORT", ServedCalendar.list, body)
    let data = try #require(found.first?.good.first(.caldav("calendar-data"))?.text)
    #expect(!data.contains("RRULE") && data.split(separator: "BEGIN:VEVENT").count == 3)
    #expect(
      data.contains("DTSTART:20261202T080000Z") && data.contains("RECURRENCE-ID:20261203T080000Z"))
  }

  @Test func isRefusedIfItIsNotKnown() async throws {
    let client = try await ServedCalendar()
    let answer = await client.ask("REPORT", ServedCalendar.list, [], "<x xmlns='urn:y'/>")
    #expect(answer.status == 403 && answer.text.contains("supported-report"))
    #expect(await client.ask("REPORT", ServedCalendar.list, [], "<x").status == 400)
  }
}
