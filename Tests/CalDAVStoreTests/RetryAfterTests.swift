import CalendarStores
import TaskDates
import Testing
import WebDAV

@testable import CalDAVStore

@Suite("When a server wants to be asked again")
struct RetryAfterTests {
  private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test func secondsAreSeconds() {
    #expect(RetryAfter.seconds("120", serverDate: nil) == 120)
    #expect(RetryAfter.seconds("0", serverDate: nil) == 0)
    #expect(RetryAfter.seconds("-1", serverDate: nil) == nil)
    #expect(RetryAfter.seconds("99999999999999999999", serverDate: nil) == nil)
    #expect(RetryAfter.seconds("soon", serverDate: date) == nil)
  }

  @Test func aDateIsByTheClockOfTheServer() {
    #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:50:07 GMT", serverDate: date) == 30)
    #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:00:00 GMT", serverDate: date) == 0)
    #expect(RetryAfter.seconds(date, serverDate: nil) == nil)
  }

  @Test func datesAreThoseOfHTTP() {
    #expect(HTTPDate.seconds(date) == 784_111_777)
    #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(HTTPDate.seconds("Fri, 31 Dec 9999 23:59:59 GMT") == 253_402_300_799)
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:-1:37 GMT",
    "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
  ])
  func otherTextsAreNoDates(_ text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }
}

@Suite("Tokens of seconds")
struct TimestampTokenTests {
  @Test func secondsOfOurTimeAreSeconds() {
    #expect(TimestampToken("1796000000")?.second == 1_796_000_000)
    #expect(TimestampToken("1796000000")?.before == "1795999999")
  }

  @Test(arguments: ["", "-1", "1", "999999999", "100000000000", "99999999999999999999", "t:1"])
  func othersAreNone(_ token: String) {
    #expect(TimestampToken(token) == nil)
  }
}

@Suite("Texts of items in XML")
struct ResourceTextTests {
  private func lines(_ text: String) -> String {
    String(decoding: ResourceText.lines(of: text), as: UTF8.self)
  }

  @Test func linesEndAsICalendarWantsIt() {
    #expect(lines("A\nB\n") == "A\r\nB\r\n")
    #expect(lines("\n  A\nB") == "A\r\nB")
    #expect(lines("") == "")
  }

  @Test func endsThatAreRightStay() {
    #expect(lines("A\r\nB\r\n") == "A\r\nB\r\n")
    #expect(lines("A\r\nB\nC") == "A\r\nB\nC")
  }
}

@Suite("Invitations")
struct InvitationsTests {
  private func refuses(_ line: String) -> Bool {
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\n\(line)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    do throws(StoreError) { try Invitations.refuse(Array(text.utf8)) } catch { return true }
    return false
  }

  @Test(arguments: [
    "ATTENDEE:mailto:bob@example.org", "ORGANIZER;CN=Ann:mailto:ann@example.org",
    "attendee;ROLE=CHAIR:mailto:bob@example.org", "ATTEN\r\n DEE:mailto:bob@example.org",
    "ORGAN\n\tIZER:mailto:ann@example.org", "ATTENDEE\r\n ;CN=Bob:mailto:bob@example.org",
  ])
  func whoIsInvitedIsSeen(_ line: String) {
    #expect(refuses(line))
  }

  @Test(arguments: [
    "SUMMARY:ATTENDEE", "DESCRIPTION:x\\nATTENDEE:y", "DESCRIPTION:a\r\n ATTENDEE:y",
    "X-ATTENDEE:y",
    "ATTENDEES:y", "SUMMARY;X-A=ORGANIZER:y",
  ])
  func othersAreNot(_ line: String) {
    #expect(!refuses(line))
  }
}
