import Diagnostics
import ICalendar
import ICalendarConformance
import TestSupport
import Testing

@Suite("Conformance")
struct ConformanceTests {
  private func findings(_ text: String) -> [Conformance.Finding] {
    Conformance.findings(of: ICSDocument(bytes: Array(text.utf8)))
  }

  @Test func everyRuleHasAFixture() {
    let fixtures =
      ConformanceLineTests.lines + ConformanceLineTests.parameters + ConformanceLineTests.tree
      + ConformanceLineTests.properties + ConformanceLineTests.libical
      + ConformanceValueTests.types + ConformanceValueTests.moments
      + ConformanceValueTests.numbers + ConformanceValueTests.words + ConformanceValueTests.texts
      + ConformanceItemTests.times + ConformanceItemTests.rules + ConformanceItemTests.alarms
      + ConformanceItemTests.zones + ConformanceItemTests.relations
    #expect(Set(fixtures.map(\.rule)) == Set(ConformanceRule.allCases))
  }

  @Test func messagesAreSortedByTheirPlaces() {
    let text = todo("PRIORITY:x", "COMMENT:a,b", "PRIORITY:10", "NOTHING:a", "URL:a").replacing(
      "UID:a\r\n", with: "")
    let places = findings(text).map(\.diagnostic.place)
    #expect(places == places.sorted() && places.count == 7)
  }

  @Test(arguments: ["RRULE:FREQ=DAILY", "RDATE:20261205T150000Z"])
  func aRepeatingToDoMayBeginWhenItIsDue(dates: String) {
    let found = findings(todo("DTSTART:20261203T150000Z", "DUE:20261203T150000Z", dates))
    #expect(found.map(\.diagnostic.severity) == [.note])
  }

  @Test func ofManyLikeMessagesTenAreReported() {
    let lines = (0..<5000).map { "COMMENT:a,\($0)" }.joined(separator: "\r\n")
    let found = findings(todo(lines, "PRIORITY:10"))
    #expect(found.count == 12)
    #expect(found.contains { $0.rule == .valueRange })
    #expect(found.last?.rule == nil)
    #expect(found.last?.diagnostic.severity == .error)
    #expect(found.last?.diagnostic.sentence.hasPrefix("4990 more messages") == true)
  }

  @Test func moreComponentsThanTheLimitAreReportedAndNotChecked() {
    let item = "BEGIN:VTODO\r\nEND:VTODO\r\n"
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(item)\(item)END:VCALENDAR\r\n"
    let document = ICSDocument(bytes: Array(calendar.utf8))
    let lines = Conformance.findings(of: document, limit: 2).map(\.diagnostic)
    #expect(Set(lines.map(\.place.line)) == [4, 6])
    #expect(
      lines.last?.sentence == "there are 3 components; those after the first 2 are not checked")
    #expect(Conformance.findings(of: document, limit: 3).count == 4)
  }

  @Test func theWholeCalendarIsCheckedIfAllOfItIs() {
    let item = "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:a\r\nEND:VTODO\r\n"
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(item)\(item)END:VCALENDAR\r\n"
    let document = ICSDocument(bytes: Array(calendar.utf8))
    #expect(Conformance.findings(of: document, limit: 3).map(\.rule) == [.uidUnique])
    #expect(!Conformance.findings(of: document, limit: 2).contains { $0.rule == .uidUnique })
  }

  @Test func aRelationIsCheckedIfTheWholeCalendarIs() {
    let item =
      "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:a\r\nRELATED-TO:2\r\nEND:VTODO\r\n"
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(item)END:VCALENDAR\r\n"
    let document = ICSDocument(bytes: Array(calendar.utf8))
    #expect(Conformance.findings(of: document, limit: 2).map(\.rule) == [.relatedTarget])
    #expect(Conformance.findings(of: document, limit: 1).map(\.rule) == [nil])
  }

  @Test func aWarningBreaksNoMust() {
    let warnings = ConformanceRule.allCases.filter { rule in
      rule == .lineLength || rule == .relatedTarget || rule == .statusCompleted
    }
    for text in [
      todo("COMMENT:" + String(repeating: "x", count: 90)), todo("RELATED-TO:b"),
      todo("PERCENT-COMPLETE:100"),
    ] {
      let found = findings(text)
      #expect(found.allSatisfy { $0.diagnostic.severity == .warning })
      #expect(found.allSatisfy { $0.rule.map { warnings.contains($0) } == true })
    }
  }

  @Test func onlyWhatHoldsAComponentIsACalendar() {
    let yes = [todo(), "BEGIN:VTODO\n", "begin:vevent", "BEGIN:VTIMEZONE\r\n"]
    for text in yes { #expect(Conformance.isCalendar(ICSDocument(bytes: Array(text.utf8)))) }
    let no = ["", "- task", "BEGIN:VCARD\r\nEND:VCARD\r\n", "X-BEGIN:VTODO"]
    for text in no { #expect(!Conformance.isCalendar(ICSDocument(bytes: Array(text.utf8)))) }
  }

  @Test func anyBytesAreJudged() {
    var generator = SeededGenerator(seed: 86)
    let base = Array(todo("DTSTART:20261201T100000Z", "RRULE:FREQ=DAILY;COUNT=2").utf8)
    for _ in 0..<400 {
      var bytes = base
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
        }
      }
      let document = ICSDocument(bytes: bytes)
      let places = Conformance.diagnostics(of: document).map(\.place)
      #expect(places == places.sorted())
    }
  }

  @Test func deepAndLongFilesAreJudgedInOneWalk() {
    let nested = String(repeating: "BEGIN:VTODO\r\n", count: 20_000)
    #expect(findings(nested).count < 200)
    let chain = (0..<5000).flatMap { item("VTODO", uid: "\($0)", ["RELATED-TO:\($0 + 1)"]) }
    #expect(findings(calendar(ending(chain))).map(\.rule) == [.relatedTarget, .lineBlank])
    let long = todo("COMMENT:" + String(repeating: "a,\\q", count: 100_000))
    #expect(Set(findings(long).map(\.rule)) == [.lineLength, .textBare, .textEscape])
  }
}
