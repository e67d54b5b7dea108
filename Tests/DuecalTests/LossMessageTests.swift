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

  @Test func withoutAFileTheConfigurationIsNamed() throws {
    let scratch = try Scratch()
    let home = scratch.url.path
    let run = try duecal(["list"], in: scratch.url, environment: ["HOME": home])
    #expect(
      run.status == 2 && run.error.contains("or as files in \(home)/.config/duecal/config.toml"))
  }
}
