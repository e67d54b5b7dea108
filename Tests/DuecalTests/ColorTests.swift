import Foundation
import TestSupport
import Testing

@Suite("The colour of an item")
struct ColorTests {
  @Test func isExportedAndImported() throws {
    let feed = try duecal(["export", "-"], input: "- Call @due(2026-12-03) @color(Tomato)\n")
    #expect(feed.status == 0)
    #expect(feed.output.contains("COLOR:tomato\r\n"))
    let lines = try duecal(["import", "-"], input: feed.output)
    #expect(lines.output == "- Call @due(2026-12-03) @color(Tomato)\n")
  }

  @Test func isReadFromOthersInSmallLetters() throws {
    let run = try duecal(["import", "-"], input: Self.calendar("COLOR:TOMATO"))
    #expect(run.output == "- Call @color(tomato)\n")
    #expect(!run.error.contains("COLOR"))
  }

  @Test func isNamedAsLostWithoutANameInCSS() throws {
    let run = try duecal(["import", "-"], input: Self.calendar("COLOR:#ff6347"))
    #expect(run.output == "- Call\n")
    #expect(run.error.contains("not kept: COLOR"))
    let line = try duecal(["export", "-", "--plain"], input: "- Call @color(reddish)\n")
    #expect(line.error.contains("is not a colour; expected a CSS colour name such as tomato"))
    #expect(line.error.contains("not kept: COLOR"))
  }

  @Test func isShownAndInJSON() throws {
    let text = try duecal(["show", "-"], input: Self.calendar("COLOR:tomato"))
    #expect(text.output.contains("color     tomato"))
    let json = try duecal(["show", "-", "--json"], input: Self.calendar("COLOR:tomato"))
    #expect(json.output.contains("\"color\" : \"tomato\""))
  }

  private static func calendar(_ line: String) -> String {
    [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VTODO", "UID:1",
      "DTSTAMP:20260101T000000Z", "SUMMARY:Call", line, "END:VTODO", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
  }
}
