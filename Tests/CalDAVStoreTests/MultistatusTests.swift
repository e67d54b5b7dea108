import Testing
import WebAddresses

@testable import CalDAVStore
@testable import WebDAV

@Suite("Answers about several resources")
struct MultistatusTests {
  private func read(_ inside: String) -> Multistatus? {
    Multistatus(
      Array(
        #"<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\#(inside)</multistatus>"#
          .utf8))
  }

  @Test func propertiesThatAreNotThereAreNone() throws {
    let all = try #require(
      read(
        """
        <response><href> /a/1.ics </href>
        <propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat>
        <propstat><prop><displayname>x</displayname></prop><status>HTTP/1.1 404 Not Found</status>
        </propstat></response>
        """))
    let response = try #require(all.responses.first)
    #expect(response.href == "/a/1.ics")
    #expect(response.status == nil)
    #expect(response.text(.dav("getetag")) == #""1""#)
    #expect(response.text(.dav("displayname")) == nil)
  }

  @Test func oneElementMaySpeakOfSeveralAddresses() throws {
    let all = try #require(
      read(
        """
        <response><href>/1</href><href>/2</href><status>HTTP/1.1 404 Not Found</status>
        <error><C:no-uid-conflict/></error></response><sync-token> t:1 </sync-token>
        """))
    #expect(all.responses.map(\.href) == ["/1", "/2"])
    #expect(all.responses.map(\.status) == [404, 404])
    #expect(all.responses[0].errors == [.caldav("no-uid-conflict")])
    #expect(all.token == "t:1")
  }

  @Test(arguments: ["", "HTTP/1.1", "HTTP/1.1 x", "200", "HTTP/1.1 99999999999999999999 x"])
  func aStatusThatIsNoneIsNone(_ status: String) throws {
    let all = try #require(
      read("<response><href>/1</href><status>\(status)</status></response>"))
    #expect(all.responses.map(\.status) == [nil])
  }

  @Test func aTokenThatIsTooLongToBeSentBackIsNone() throws {
    func token(_ length: Int) -> String? {
      read("<sync-token>\(String(repeating: "t", count: length))</sync-token>")?.token
    }
    #expect(token(0) == nil)
    #expect(token(4096)?.utf8.count == 4096)
    #expect(token(4097) == nil)
  }

  @Test func ofAHundredThousandResourcesAllAreRead() throws {
    let one =
      "<response><href>/ann/calendars/home/a-name-of-a-usual-length.ics</href><propstat><prop>"
      + "<getetag>\"0123456789abcdef\"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    let all = try #require(read(String(repeating: one, count: 100_000)))
    #expect(all.responses.count == 100_000)
    #expect(all.responses.last?.text(.dav("getetag")) == "\"0123456789abcdef\"")
  }

  @Test func otherAnswersAreNone() {
    #expect(Multistatus([]) == nil)
    #expect(Multistatus(Array("<html/>".utf8)) == nil)
    #expect(Multistatus(Array("<multistatus/>".utf8)) == nil)
    #expect(Multistatus(Array(#"<error xmlns="DAV:"/>"#.utf8)) == nil)
  }

  @Test func aRefusalIsFoundInsideASuccessfulAnswer() throws {
    let text = """
      <multistatus xmlns="DAV:"><response><href>/1</href><status>HTTP/1.1 412 No</status>
      </response></multistatus>
      """
    let address = try CalendarAddress("https://example.org/1")
    let response = DAVResponse(status: 207, headers: [], body: Array(text.utf8), address: address)
    #expect(response.innerStatus == 412)
    let other = DAVResponse(status: 201, headers: [], body: Array(text.utf8), address: address)
    #expect(other.innerStatus == 201)
  }

  @Test func conditionsAreNamedInEitherKindOfAnswer() throws {
    let address = try CalendarAddress("https://example.org/1")
    let text =
      #"<error xmlns="DAV:"><no-uid-conflict xmlns="urn:ietf:params:xml:ns:caldav"/></error>"#
    let response = DAVResponse(status: 409, headers: [], body: Array(text.utf8), address: address)
    #expect(response.errors == [.caldav("no-uid-conflict")])
    #expect(DAVResponse(status: 409, headers: [], body: [], address: address).errors == [])
  }
}
