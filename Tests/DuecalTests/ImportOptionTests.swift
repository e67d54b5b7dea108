import Foundation
import Testing

@Suite("Import: options")
struct ImportOptionTests {
  private func home() throws -> ImportHome {
    try ImportHome(
      todo(
        "1@h", "Call Ann", "DUE;VALUE=DATE:20261203", "CATEGORIES:phone", "DESCRIPTION:a\\nb\\nc"),
      todo("2@h", "Read", "STATUS:COMPLETED", "COMPLETED:20261101T120000Z"),
      event("3@h", "Fair", "DTSTART;VALUE=DATE:20261210", "LOCATION:Lyon", "STATUS:TENTATIVE"))
  }

  private func titles(_ more: String...) throws -> [String] {
    let run = try home().run(["import", "calendar.ics", "--notes", "none"] + more)
    #expect(run.status == 0, "\(run.error)")
    return run.output.split(separator: "\n").map { line in
      String(line.dropFirst(2).prefix { $0 != "@" }.dropLast(line.contains("@") ? 1 : 0))
    }
  }

  // MARK: Chosen items

  @Test func onlyToDosOrEvents() throws {
    #expect(try titles("--only", "todo") == ["Call Ann", "Read"])
    #expect(try titles("--only", "event") == ["Fair"])
  }

  @Test func fromADayToADay() throws {
    #expect(try titles("--from", "2026-12-04") == ["Read", "Fair"])
    #expect(try titles("--to", "2026-12-03") == ["Call Ann", "Read"])
    #expect(try home().run(["import", "calendar.ics", "--from", "today"]).status == 0)
  }

  @Test(arguments: [
    ("COUNT=9", true), ("COUNT=3", false), ("UNTIL=20261203T090000Z", false), ("INTERVAL=2", true),
  ])
  func aSeriesPassesFromADayWhereAnOccurrenceIsLeft(end: String, passes: Bool) throws {
    let home = try ImportHome(
      event("1", "Team", "DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY;\(end)"))
    let run = try home.run(["import", "calendar.ics", "--from", "2026-12-04"])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("Team") == passes)
  }

  @Test func ofACategoryAStatusOrWithAText() throws {
    #expect(try titles("--category", "PHONE") == ["Call Ann"])
    #expect(try titles("--status", "open") == ["Call Ann", "Fair"])
    #expect(try titles("--status", "done") == ["Read"])
    #expect(try titles("--status", "TENTATIVE") == ["Fair"])
    #expect(try titles("--text", "lyon") == ["Fair"])
    #expect(try titles("--text", "ann", "--text", "read") == ["Call Ann", "Read"])
  }

  @Test func aFilterTakesNoLineAway() throws {
    let home = try home()
    try home.pull()
    let tasks = try home.tasks
    #expect(try home.pull("--only", "event", "--removed", "delete").status == 0)
    #expect(try home.tasks == tasks)
  }

  // MARK: Imported lines

  @Test func eachOccurrenceIsALine() throws {
    let home = try ImportHome(
      event("1", "Team", "DTSTART:20261204T090000Z", "RRULE:FREQ=DAILY;COUNT=9"),
      event(
        "1", "Team, long", "RECURRENCE-ID:20261206T090000Z", "DTSTART:20261206T100000Z"))
    let window = ["--expand", "--from", "2026-12-05", "--to", "2026-12-06"]
    let run = try home.run(["import", "calendar.ics"] + window)
    #expect(
      run.output == """
        - Team @due(2026-12-05 10:00) @event
        - Team, long @due(2026-12-06 11:00) @event

        """)
    #expect(try home.run(["import", "calendar.ics", "--expand"]).status == 2)
  }

  @Test func timesStayOnTheirClockOrAreShownOnThisOne() throws {
    let home = try ImportHome(todo("1", "Call", "DUE;TZID=Asia/Tokyo:20261204T150000"))
    #expect(try home.printed() == ["- Call @due(2026-12-04 15:00) @tz(Asia/Tokyo)"])
    #expect(
      try home.printed("--tz", "keep", "--zone", "Asia/Tokyo").first?.contains("@tz") == false)
    #expect(try home.printed("--tz", "convert") == ["- Call @due(2026-12-04 07:00)"])
  }

  @Test func namesAreHiddenOrWritten() throws {
    #expect(
      try home().printed("--only", "event") == [
        "- Fair @due(2026-12-10) @event @location(Lyon)"
      ])
    #expect(
      try home().printed("--only", "event", "--uids", "write").first?.hasSuffix(" @uid(3@h)")
        == true)
  }

  @Test func asManyNotesAsAreWanted() throws {
    #expect(try home().printed("--category", "phone").count == 4)
    #expect(try home().printed("--category", "phone", "--notes", "none").count == 1)
    #expect(
      try home().printed("--category", "phone", "--notes", "1").dropFirst() == [
        "\ta", "\t… 2 more lines",
      ])
    let long = Array(repeating: "x", count: 30).joined(separator: "\\n")
    let home = try ImportHome(todo("1", "Long", "DESCRIPTION:\(long)"))
    #expect(try home.printed().count == 22)
    #expect(try home.printed("--notes", "all").count == 31)
  }

  @Test func itemsGoBelowAHeadingOfMarkdownAndNotBelowTheNext() throws {
    let home = try ImportHome(todo("1", "Write"))
    try home.scratch.write("notes.md", "# Home\n\n- [ ] a\n\n## Shed\n\n- [ ] b\n")
    let run = try home.run(["import", "calendar.ics", "--into", "notes.md", "--project", "Home"])
    #expect(run.status == 0, "\(run.error)")
    #expect(
      try home.scratch.text("notes.md") == "# Home\n\n- [ ] a\n- [ ] Write\n\n## Shed\n\n- [ ] b\n")
  }

  @Test func newTasksGoIntoTheirProject() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.write("Home:\n\t- Mine\nEnd:\n")
    try home.pull("--project", "Home / Calendar")
    #expect(try home.tasks == "Home:\n\t- Mine\n\tCalendar:\n\t\t- Call Ann\nEnd:\n")
    try home.setCalendar([todo("1", "Call Ann"), todo("2", "Read")])
    try home.pull("--project", "Home / Calendar")
    #expect(
      try home.tasks == "Home:\n\t- Mine\n\tCalendar:\n\t\t- Call Ann\n\t\t- Read\nEnd:\n")
  }

  @Test func whatTheCalendarRemovedStaysGoesOrIsArchived() throws {
    for (choice, tasks) in [
      ("keep", "- Call Ann\n- Read\n"), ("delete", "- Call Ann\n"),
      ("archive", "- Call Ann\nArchive:\n\t- Read\n"),
    ] {
      let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Read"))
      try home.pull()
      try home.setCalendar([todo("1", "Call Ann")])
      #expect(try home.pull("--removed", choice).status == 0)
      #expect(try home.tasks == tasks)
      #expect(try home.pull("--removed", choice).error.isEmpty)
      #expect(try home.tasks == tasks)
    }
  }

  @Test func aLineThatAPersonChangedIsNotDeleted() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Read"))
    try home.pull()
    try home.replace("- Read", "- Read @soon")
    try home.setCalendar([todo("1", "Call Ann")])
    #expect(try home.pull("-q").error.isEmpty)
    let report =
      "duecal: tasks.taskpaper:2: calendar.ics no longer has \"Read\"; the line stays because you edited it "
      + "(delete the line, or use --removed archive)"
    #expect(try home.pull().errorLines.map(String.init) == [report])
    #expect(try home.pull().error.isEmpty)
    #expect(try home.tasks == "- Call Ann\n- Read @soon\n")
  }

  @Test func linesThatAnEarlierImportKeptStayAndAreReportedOnce() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Read"))
    try home.pull()
    try home.setCalendar([todo("1", "Call Ann")])
    try home.pull("--removed", "keep", "-q")
    let lines = try home.pull().errorLines
    #expect(lines.count == 1 && lines[0].contains("calendar.ics: 1 line stays"))
    #expect(try home.pull().error.isEmpty)
    #expect(try home.tasks == "- Call Ann\n- Read\n")
    try home.pull("--removed", "delete")
    #expect(try home.tasks == "- Call Ann\n")
  }

  @Test func theConfigurationSetsWhatBecomesOfLines() throws {
    let home = try ImportHome(todo("1", "Call Ann"), event("2", "Old", "DTSTART:20200101T100000Z"))
    try home.scratch.write(".config/duecal/config.toml", "[import]\npast = \"delete\"\n")
    try home.pull()
    #expect(try home.tasks == "- Call Ann\n")
    try home.pull("--past", "keep")
    #expect(try home.tasks == "- Call Ann\n")
  }

  @Test func whatExpandCutsOffIsReported() throws {
    let home = try ImportHome(
      event("1", "Tick", "DTSTART:20260101T000000Z", "RRULE:FREQ=MINUTELY"),
      event("2", "Tock", "DTSTART:20160101T000000Z", "RRULE:FREQ=SECONDLY;INTERVAL=3600"))
    let run = try home.run(
      ["import", "calendar.ics", "--expand", "--from", "2026-12-01", "--to", "2026-12-30"])
    #expect(run.status == 1 && run.error.contains("only a part of \"1\" is imported"))
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("- Tick") } == 10_000)
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("- Tock") } == 30 * 24)
  }

  // MARK: Messages

  @Test func aDryRunShowsAChangeThatPatchMakesAndWritesNothing() throws {
    let home = try ImportHome(
      todo("1", "Call Ann", "DUE;VALUE=DATE:20261203"), todo("2", "Read"))
    try home.write("Mine:\r\n\t- Call Ann @due(2026-12-03)\r\n\t- last")
    try home.pull("--only", "event")
    try home.setCalendar([
      todo("1", "Call Ann", "DUE;VALUE=DATE:20261210"), todo("3", "New", "DESCRIPTION:note"),
    ])
    let before = try home.files()
    let run = try home.pull("--dry-run", "--exit-code")
    #expect(run.status == 3)
    #expect(try home.files() == before)
    try home.scratch.write("patched", try home.tasks)
    try home.scratch.write("diff", run.output)
    let patch = try DuecalTests.run(
      ["/usr/bin/patch", "--binary", "-s", home.scratch.path("patched"), home.scratch.path("diff")])
    #expect(patch.status == 0, "\(patch.output)\(patch.error)")
    try home.pull()
    #expect(try home.scratch.text("patched") == home.tasks)
  }

  @Test func anExitCodeReportsWhetherSomethingWouldChange() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    #expect(try home.pull("--dry-run").status == 0)
    #expect(try home.pull("--dry-run", "--exit-code").status == 3)
    try home.pull()
    let run = try home.pull("--dry-run", "--exit-code")
    #expect(run.status == 0 && run.output.isEmpty)
  }

  @Test func aQuietImportIsSilentAndATalkativeOnePrintsALineForEachChange() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Read"))
    let quiet = try home.pull("-q")
    #expect(quiet.output.isEmpty && quiet.error.isEmpty)
    try home.setCalendar([todo("1", "Call Bo"), todo("3", "New", "RELATED-TO:1")])
    #expect(
      try home.pull("-v").errorLines == [
        "duecal: tasks.taskpaper:1: changed: Call Bo (title)",
        "duecal: tasks.taskpaper:2: added: New",
        "duecal: tasks.taskpaper: removed: Read",
      ])
  }

  @Test func whatIsPrintedAsJSONHasItsKeys() throws {
    let run = try home().run(["import", "calendar.ics", "--json"])
    #expect(run.status == 0)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let document = try #require(json as? [String: Any])
    #expect(document.keys.sorted() == ["changes", "items", "lost", "messages"])
    let changes = try #require(document["changes"] as? [[String: Any]])
    #expect(changes.count == 3)
    #expect(changes[0].keys.sorted() == ["fields", "file", "kind", "line", "title", "uid"])
    let items = try #require(document["items"] as? [[String: Any]])
    let show = try home().run(["show", "calendar.ics", "--json"]).output
    let shown =
      try JSONSerialization.jsonObject(with: Data(show.utf8)) as? [String: [[String: Any]]]
    #expect(items.map { $0.keys.sorted() } == shown?["items"]?.map { $0.keys.sorted() })
    let lines = [items, shown?["items"] ?? []].map {
      $0.map { ($0["source"] as? [String: Any])?["line"] as? Int }
    }
    #expect(lines[0] == lines[1] && !lines[0].contains(1))
  }
}
