import Foundation
import TestSupport
import Testing

@Suite("Checking .ics files")
struct CalendarCheckTests {
  static let good = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:x\r
    BEGIN:VTODO\r
    UID:a\r
    DTSTAMP:20261120T081500Z\r
    SUMMARY:Call Ann\r
    END:VTODO\r
    END:VCALENDAR\r

    """
  private static let bad = good.replacing("SUMMARY", with: "SUMMARY;X")
    .replacing("Call Ann", with: "Call, Ann")

  @Test func eachMessageHasPlaceExpectationAndSection() throws {
    let run = try duecal(["check", "-"], input: Self.bad)
    #expect(run.status == 1)
    #expect(
      run.output == """
        -:7:9: error: "X" is not a parameter; expected NAME=value (RFC 5545, section 3.1)
        -:7:15: error: SUMMARY contains "," without a backslash; expected "\\," (RFC 5545, section \
        3.3.11)

        """)
  }

  @Test func aFileInOrderReportsNothing() throws {
    let run = try duecal(["check", "-", "-v"], input: Self.good)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.error == "duecal: 1 file checked, 0 messages\n")
  }

  @Test func looksAtAsMuchAsItMay() throws {
    let run = try duecal(["check", "-", "--limit", "line-ends=8"], input: Self.good)
    #expect(run.status == 65 && run.output.contains("expected 8 at most"))
    #expect(try duecal(["check", "-", "--limit", "line-ends=9"], input: Self.good).status == 0)
    #expect(try duecal(["check", "-", "--limit", "miles=2"], input: Self.good).status == 2)
  }

  @Test func aWarningIsNoError() throws {
    let text = Self.good.replacing("UID:a", with: "UID:a\r\nRELATED-TO:b")
    let run = try duecal(["check", "-"], input: text)
    #expect(run.status == 0 && run.output.contains(": warning: no item of the calendar"))
    #expect(try duecal(["check", "-", "-q"], input: text).output.isEmpty)
  }

  @Test(arguments: ["a.ics", "a.ICS", "a.ical", "a.ifb", "a.icalendar"])
  func aNameDecidesThatItIsACalendar(name: String) throws {
    let scratch = try Scratch()
    let run = try duecal(["check", try scratch.write(name, "- Call Ann @due(x)\n")])
    #expect(run.status == 65)
    #expect(
      run.output.hasSuffix(
        ":1:1: error: the file does not contain a calendar; expected BEGIN:VCALENDAR (RFC 5545, "
          + "section 3.4)\n"))
  }

  @Test func aFileIsKnownByHowItBegins() throws {
    let scratch = try Scratch()
    for (name, text) in [
      ("a", Self.bad), ("b.txt", "\u{FEFF}" + Self.bad), ("c.taskpaper", Self.bad.lowercased()),
    ] {
      #expect(try duecal(["check", try scratch.write(name, text)]).output.contains("RFC 5545"))
    }
  }

  @Test func aComponentAloneIsJudgedToo() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.ics", "BEGIN:VTODO\r\nUID:a\r\nEND:VTODO\r\n")
    let run = try duecal(["check", path])
    #expect(run.status == 1 && run.output.contains("the VTODO has no DTSTAMP"))
  }

  @Test func tasksAndCalendarsAreCheckedTogetherAndAFolderForItsTasks() throws {
    let scratch = try Scratch()
    try scratch.write("home/a.taskpaper", "- Call @due(x)\n")
    try scratch.write("home/b.ics", Self.bad)
    let both = try duecal(["check", "home/a.taskpaper", "home/b.ics"], in: scratch.url)
    #expect(Set(both.output.split(separator: "\n").map { $0.prefix(7) }) == ["home/a.", "home/b."])
    let folder = try duecal(["check", "home"], in: scratch.url)
    #expect(folder.output.split(separator: "\n").allSatisfy { $0.hasPrefix("home/a.") })
  }

  @Test func theDocumentNamesTheRules() throws {
    let run = try duecal(["check", "-", "--json"], input: Self.bad)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let messages = document?["messages"] as? [[String: Any]]
    #expect(messages?.map { $0["rule"] as? String } == ["param-grammar", "text-bare"])
    #expect(messages?.map { $0["line"] as? Int } == [7, 7])
    #expect(run.status == 1)
  }

  @Test func everyRuleIsDocumented() throws {
    let document = try String(
      contentsOf: projectFolder.appendingPathComponent("Docs/Conformance.md"), encoding: .utf8)
    let source = try String(
      contentsOf: projectFolder.appendingPathComponent(
        "Sources/Calendar/ICalendarConformance/ConformanceRule.swift"), encoding: .utf8)
    let rules = source.matches(of: /= "([a-z0-9-]+)"/).map { String($0.1) }
    #expect(rules.count > 70)
    for rule in rules { #expect(document.contains("| `\(rule)` |"), "\(rule)") }
  }

  @Test func aHostileFileIsAnswered() throws {
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:a\r\n"
    for text in [
      String(repeating: "BEGIN:VTODO\r\n", count: 100_000),
      head + "SUMMARY:" + String(repeating: "a,\\q", count: 2_000_000),
      head + String(repeating: "COMMENT:a,b\r\n", count: 300_000),
      head + "SUMMARY" + String(repeating: ";A=\"x", count: 300_000) + ":b\r\n",
      "BEGIN:VCALENDAR\r\n" + String(repeating: "END:VTODO\r\n", count: 300_000),
      head + "DTSTART:20260101T000000Z\r\nEXDATE;VALUE=DATE:"
        + String(repeating: "20260101,", count: 300_000),
    ] {
      try expectAnswer(Data(text.utf8), String(text.prefix(80).suffix(20)))
    }
  }

  @Test func everyHostileFileOfOthersIsAnswered() throws {
    for file in Corpora.files(in: "hostile/ics", extensions: ["ics"]) {
      try expectAnswer(Data(Corpora.bytes(file)), file.lastPathComponent)
    }
  }

  private func expectAnswer(_ data: Data, _ name: String) throws {
    let scratch = try Scratch()
    let run = try duecal(["check", try scratch.write("hostile.ics", data)])
    #expect([0, 1, 65].contains(run.status), "\(name): \(run.status)")
    #expect(run.processorSeconds < 2, "\(name) took \(run.processorSeconds) s")
    #expect(run.output.utf8.count < 200_000, "\(name)")
    #expect(run.status == 0 || !run.output.isEmpty, "\(name)")
    #expect(run.memory < 256 * 1024, "\(name) took \(run.memory) KiB")
  }
}
