import Foundation
import Testing

@Suite("Reported losses")
struct LossMessageTests {
  @Test func blankLinesAreReportedWithVerboseAlone() throws {
    let tasks = "- a @due(2026-12-01)\n\n\n- b\n"
    #expect(try duecal(["export", "-", "--plain"], input: tasks).error.isEmpty)
    let verbose = try duecal(["export", "-", "--plain", "-v"], input: tasks)
    #expect(verbose.error.contains("not kept: 2 blank lines (2, 3): a calendar has no blank lines"))
  }

  /// A calendar with one event.
  private func calendar(_ lines: String...) -> String {
    let event = ["BEGIN:VEVENT", "UID:a", "SUMMARY:a", "DTSTART;VALUE=DATE:20261201"] + lines
    let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y"] + event
    return (all + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  @Test func lineFeedsAtTheEndOfNotesAreNoLoss() throws {
    let run = try duecal(["import", "-"], input: calendar("DESCRIPTION:one\\ntwo\\n\\n"))
    #expect(run.output.contains("\tone\n\ttwo\n"), "\(run.output)")
    #expect(!run.error.contains("DESCRIPTION"), "\(run.error)")
  }

  @Test func theTextOfAnAlarmIsNamedAsSuch() throws {
    let alarm = [
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Soon", "TRIGGER:-PT15M", "END:VALARM",
    ]
    let run = try duecal(["import", "-"], input: calendar(alarm.joined(separator: "\r\n")))
    #expect(
      run.error.contains(
        "not kept: DESCRIPTION: a task file holds only the times of alarms"),
      "\(run.error)")
  }

  @Test(arguments: [
    (
      "- a @due(2026-12-01 09:00) @remind(15m)", ["--as", "event"], "VALARM",
      "events are written without alarms; --alarms keep writes them"
    ),
    (
      "- a @due(2026-12-01 09:00) @remind(15m)", ["--alarms", "strip"], "VALARM",
      "--alarms strip leaves out alarms"
    ),
    ("- a @due(2026-12-01 09:00) @remind(x)", [], "VALARM", "the value is not an alarm"),
    (
      "- a @due(2026-12-01) @start(2026-12-02)", [], "DTSTART",
      "the start is not before the due date"
    ),
    (
      "- a @due(2026-12-01 thru 2026-12-03) @start(2026-11-02) @todo", [], "DTSTART",
      "the due date has its own start"
    ),
    ("- a @due(2026-12-01) @repeat(weekly) @done", [], "RRULE", "a closed task does not repeat"),
    ("- a @repeat(weekly)", [], "RRULE", "a repetition needs a date"),
    ("- a @due(2026-12-01) @except(2026-12-02)", [], "EXDATE", "the line has no @repeat"),
    (
      "- a @due(2026-12-01) @progress(5)", ["--as", "event"], "PERCENT-COMPLETE",
      "an event has no progress"
    ),
    (
      "- a @due(2026-12-01) @done(2026-11-30)", ["--as", "event", "--done", "include"], "COMPLETED",
      "an event is not completed"
    ),
  ])
  func aLossNamesItsReason(line: String, options: [String], property: String, reason: String) throws
  {
    let run = try duecal(["export", "-", "--plain"] + options, input: line + "\n")
    #expect(
      run.error.contains("not kept: \(property) ") && run.error.contains(": \(reason)\n"),
      "\(run.error)")
  }

  @Test(arguments: [
    "DTSTART:20261201T090000Z\r\nRRULE:FREQ=DAILY;COUNT=5\r\nEXDATE;VALUE=DATE:20261202",
    "DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=DAILY;COUNT=5\r\nEXDATE:20261202T000000",
  ])
  func whatALineShowsInAnotherFormIsNoLoss(lines: String) throws {
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:a\r\n\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let run = try duecal(["import", "-"], input: text)
    #expect(run.error.isEmpty, "\(run.error)")
    #expect(!run.output.contains("@tz(floating)"))
  }

  /// A start on a day beside a due date in UTC is 00:00 in the zone of the line.
  @Test(arguments: ["Europe/Berlin", "UTC", "America/New_York", "Pacific/Auckland"])
  func aStartOnADayBesideADueDateInUTCIsNoLoss(zone: String) throws {
    let text = calendar("X").replacing("VEVENT", with: "VTODO").replacing(
      "DTSTART;VALUE=DATE:20261201\r\nX",
      with: "DTSTART;VALUE=DATE:20261201\r\nDUE:20261203T140000Z")
    let run = try duecal(["import", "-", "--zone", zone], input: text)
    #expect(run.error.isEmpty, "\(run.error)")
    #expect(run.output.contains("@start(2026-12-01)"), "\(run.output)")
  }

  private static let markup =
    "<html><head><style>p { color: red }</style></head><body><p>Hello <b>big</b> w<i>or</i>ld &amp; caf&eacute; "
    + "&#8217;26</p><ul><li>one</li><li>two</li></ul><a href=\"https://x.example/a?b=1&amp;c=2\">"
    + "the room</a><br><img src=\"cid:1\"></body></html>"

  @Test func theMarkupOfNotesIsNoLoss() throws {
    let value = Self.markup.replacing(";", with: "\\;")
    let run = try duecal(
      ["import", "-"],
      input: calendar("DESCRIPTION:\(value)", "X-ALT-DESC;FMTTYPE=text/html:\(value)"))
    #expect(run.error.isEmpty, "\(run.error)")
    #expect(
      run.output.contains(
        "\tHello big world & café ’26\n\t• one\n\t• two\n\tthe room (https://x.example/a?b=1&c=2)\n"
      ),
      "\(run.output)")
  }

  @Test(arguments: [
    "<p>a</p><img src=\"https://x.example/a.png\">", "<p>a</p><p>b<p>c",
  ])
  func whatOfHTMLNotesIsMissingIsALoss(markup: String) throws {
    let run = try duecal(
      ["import", "-", "--notes", "1"], input: calendar("DESCRIPTION:\(markup)"))
    #expect(run.error.contains("not kept: DESCRIPTION"), "\(run.error)")
  }

  @Test func anHTMLTextWithOtherWordsThanTheNotesIsALoss() throws {
    let run = try duecal(
      ["import", "-"],
      input: calendar("DESCRIPTION:plain", "X-ALT-DESC;FMTTYPE=text/html:<p>plain and more</p>"))
    #expect(run.error.contains("not kept: X-ALT-DESC"), "\(run.error)")
  }

  @Test func withoutAFileTheConfigurationIsNamed() throws {
    let scratch = try Scratch()
    let home = scratch.url.path
    let run = try duecal(["list"], in: scratch.url, environment: ["HOME": home])
    #expect(
      run.status == 2 && run.error.contains("or as files in \(home)/.config/duecal/config.toml"))
  }
}
