import CalendarItems
import ExactText
import TaskDates
import TestSupport
import Testing
import WebDAV

@testable import CalDAVServer

@Suite("What is known of an item without its text")
struct FactsTests {
  private static let filters = [
    "<C:comp-filter name='VTODO'/>", "<C:comp-filter name='VEVENT'/>",
    "<C:comp-filter name='VEVENT'><C:is-not-defined/></C:comp-filter>",
    "<C:comp-filter name='VTODO'><C:prop-filter name='COMPLETED'><C:is-not-defined/></C:prop-filter></C:comp-filter>",
    "<C:comp-filter name='VTODO'><C:prop-filter name='COMPLETED'/></C:comp-filter>",
    "<C:comp-filter name='VTODO'><C:prop-filter name='UID'><C:text-match collation='i;octet'>a1</C:text-match></C:prop-filter></C:comp-filter>",
    "<C:comp-filter name='VTODO'><C:prop-filter name='UID'><C:text-match negate-condition='yes'>A1</C:text-match></C:prop-filter></C:comp-filter>",
    "<C:comp-filter name='VTODO'><C:time-range start='20261201T000000Z' end='20261208T000000Z'/></C:comp-filter>",
    "<C:comp-filter name='VEVENT'><C:time-range start='20270101T000000Z'/></C:comp-filter>",
    "<C:comp-filter name='VTODO'><C:time-range end='20260101T000000Z'/><C:prop-filter name='STATUS'/></C:comp-filter>",
  ]

  private func item(_ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let isEvent = Int.random(in: 0..<3, using: &random) == 0
    func day() -> String {
      let month = Int.random(in: 10...12, using: &random)
      return "2026\(month)\(Int.random(in: 10...28, using: &random))"
    }
    var lines = [
      "UID:\(["a", "A", "b"][number % 3])\(number)", "DTSTAMP:20261101T000000Z", "SUMMARY:T",
    ]
    let start = day()
    if isEvent || Bool.random(using: &random) { lines.append("DTSTART:\(start)T230000") }
    if !isEvent, Bool.random(using: &random) { lines.append("DUE:20261229T010000Z") }
    if Int.random(in: 0..<4, using: &random) == 0 {
      lines.append("RRULE:FREQ=WEEKLY;COUNT=\(Int.random(in: 1...9, using: &random))")
      if !lines.contains("DTSTART:\(start)T230000") { lines.append("DTSTART:\(start)T230000") }
    }
    if !isEvent, Bool.random(using: &random) {
      lines += ["STATUS:COMPLETED", "COMPLETED:\(day())T000000Z"]
    }
    let name = isEvent ? "VEVENT" : "VTODO"
    let text =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//EN", "BEGIN:\(name)"] + lines
      + ["END:\(name)", "END:VCALENDAR", ""]
    return Array(text.joined(separator: "\r\n").utf8)
  }

  @Test(arguments: filters)
  func saysOfAFilterWhatTheTextSays(_ text: String) throws {
    let query =
      "<C:calendar-query xmlns:C='urn:ietf:params:xml:ns:caldav'><C:filter><C:comp-filter name='VCALENDAR'>\(text)"
      + "</C:comp-filter></C:filter></C:calendar-query>"
    let tree = try #require(XMLTree(Array(query.utf8)))
    let filter = try CalendarFilter(tree, zone: .utc)
    var random = SeededGenerator(seed: 7)
    var decided = 0
    for number in 0..<400 {
      let bytes = item(number, &random)
      let member = ServedMembers.Member(name: "a", segment: "a", tag: "1", revision: 1)
      let served = ServedItem(member: member, text: bytes)
      let facts = try #require(ItemFacts(served, zone: .utc))
      #expect(ItemFacts(facts.text) == facts)
      let matches = filter.matches(served)
      switch filter.verdict(facts) {
      case .yes: #expect(matches)
      case .no: #expect(!matches)
      case .open: continue
      }
      decided += 1
    }
    #expect(decided > 50)
  }
}
