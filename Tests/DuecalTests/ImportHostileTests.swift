import Foundation
import Testing

/// Texts in calendars that are meant to do harm.
private let hostile: [String] = [
  String(repeating: "BEGIN:VTODO\r\n", count: 20_000),
  todo("u", String(repeating: "x", count: 3_000_000)),
  todo("u", "a\u{0}b\u{1B}[31mc\u{202E}d"),
  todo("u", "Call", "DUE;TZID=../../../../../etc/passwd:20261204T150000"),
  todo("u", "Call", "DUE;TZID=/dev/stdin:20261204T150000"),
  todo("u", "Call", "DTSTART:20261204T150000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
  todo("u", "Call", "DTSTART:20261204T150000Z", "RRULE:FREQ=DAILY;COUNT=99999999999999999999"),
  todo("u", "Call", "DUE:20249901T000000Z", "RELATED-TO:u", "PRIORITY:99999999999999999999"),
  todo("../../../../tmp/u", "Call", "ATTACH:file:///etc/passwd", "URL:javascript:alert(1)"),
  (1...2000).map { todo("\($0)", "Part", "RELATED-TO:\($0 % 2000 + 1)") }.joined(separator: "\r\n"),
  todo("u", "Call", "CATEGORIES:" + String(repeating: "a,", count: 100_000)),
]

@Suite("Import: what is hostile")
struct ImportHostileTests {
  @Test(arguments: hostile.indices) func theOtherItemsCome(number: Int) throws {
    let home = try ImportHome(todo("good@h", "Good", "DUE;VALUE=DATE:20261204"), hostile[number])
    for run in try [home.pull(), home.run(["import", "calendar.ics"])] {
      #expect([0, 1].contains(run.status), "\(run.error.prefix(500))")
      #expect(!run.error.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }
    let tasks = try home.tasks
    #expect(tasks.hasPrefix("- Good @due(2026-12-04)\n"))
    #expect(!tasks.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    #expect(try home.pull().status == home.run(["import", "calendar.ics"]).status)
    #expect(try home.tasks == tasks)
  }

  @Test(arguments: hostile.indices) func itMayBePiped(number: Int) throws {
    let home = try ImportHome()
    let run = try home.run(["import", "-"], input: calendar([hostile[number]]))
    #expect([0, 1, 65].contains(run.status), "\(run.error.prefix(500))")
  }

  @Test(arguments: [
    "x @done", "x @due(2026-12-04)", "- x", "Work:", "x\\n- y\\n\\t- z", "\\t\\tx", "x @a @b @c",
    "x @tag(with) text", "", " ", "\\\\", "x \\;", "☐ x", "@done",
  ])
  func theWordsOfACalendarBecomeNeitherTasksNorTags(title: String) throws {
    let home = try ImportHome(todo("1", title, "DESCRIPTION:- a task\\nProject:\\nx @done"))
    try home.pull()
    let outline = try home.run(["outline", "tasks.taskpaper", "--json"]).output
    let json = try JSONSerialization.jsonObject(with: Data(outline.utf8)) as? [String: Any]
    let lines = try #require(json?["lines"] as? [[String: Any]])
    #expect(lines.map { $0["kind"] as? String } == ["task", "note", "note", "note"])
    #expect((lines.first?["tags"] as? [Any])?.isEmpty == true)
    let back = try home.run(["export", "tasks.taskpaper", "--imported", "--plain", "-q"]).output
    #expect(back.contains("DESCRIPTION:- a task\\nProject:\\nx @done\r\n"))
  }
}
