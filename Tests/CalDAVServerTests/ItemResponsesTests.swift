import CalendarStores
import ExactText
import HTTPServing
import Testing
import WebDAV

@testable import CalDAVServer

@Suite("The answers about items")
struct ItemResponsesTests {
  private func answer(_ texts: [[UInt8]]) async throws -> [XMLTree] {
    let client = try await ServedCalendar()
    var responses = ItemResponses(
      .named([.dav("getetag"), .caldav("calendar-data"), .dav("owner"), .dav("quota")]),
      client.server)
    for (index, text) in texts.enumerated() {
      let member = ServedMembers.Member(
        name: "\(index)", segment: "a&\(index).ics", tag: "<1>", revision: 1)
      responses.add(
        ServedItem(member: member, text: text), at: member.href(in: ServedCalendar.list))
    }
    let tree = try #require(XMLTree(responses.answer(token: "data:,a&b-1").body))
    #expect(tree.first(.dav("sync-token"))?.trimmed == "data:,a&b-1")
    return tree.all(.dav("response"))
  }

  @Test func haveEachPropertyAsFoundOrAsMissing() async throws {
    let response = try #require(try await answer([Array("A&B <c>\r\n\u{e9}".utf8)]).first)
    #expect(response.href == ServedCalendar.list + "a%260.ics")
    #expect(response.good.children.map(\.name.local) == ["getetag", "calendar-data", "owner"])
    #expect(response.good.first(.caldav("calendar-data"))?.text == "A&B <c>\r\n\u{e9}")
    #expect(response.properties("404")?.children.map(\.name.local) == ["quota"])
  }

  @Test func areNotSpoiledByATextThatIsNotUTF8() async throws {
    let bad = Array("SUMMARY:".utf8) + [0xFF, 0x00, 0x01] + Array("x\u{FFFE}y".utf8)
    let responses = try await answer([bad, Array("SUMMARY:Good".utf8)])
    #expect(responses.count == 2)
    #expect(responses[1].good.first(.caldav("calendar-data"))?.text == "SUMMARY:Good")
  }
}
