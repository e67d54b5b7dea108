import Foundation
import Testing

@Suite("Import")
struct ImportCommandTests {
  // MARK: Without a file

  @Test func withoutAFileTheTasksArePrintedAndNothingIsWritten() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20261203"), event("2", "Fair"))
    let before = try home.scratch.contents()
    #expect(try home.printed() == ["- Call Ann @due(2026-12-03)", "- Fair @event"])
    #expect(try home.run(["import", "calendar.ics", "--json"]).status == 0)
    #expect(try home.scratch.contents() == before)
  }

  @Test func aCalendarMayComeFromStandardInput() throws {
    let home = try ImportHome()
    let run = try home.run(["import", "-"], input: calendar([todo("1", "Call Ann")]))
    #expect(run.status == 0 && run.output == "- Call Ann\n")
  }

  @Test func aCalendarFromStandardInputRemovesNothing() throws {
    let home = try ImportHome()
    let both = [todo("1", "Call Ann"), todo("2", "Call Bob")]
    let command = ["import", "-", "--into", "tasks.taskpaper", "--removed", "delete"]
    for items in [both, [both[0]]] {
      #expect(try home.run(command, input: calendar(items)).status == 0)
      #expect(try home.tasks == "- Call Ann\n- Call Bob\n")
    }
  }

  // MARK: Into a file

  @Test func importedThriceNoByteChangesAndNoFileIsMade() throws {
    let home = try ImportHome(
      todo("1", "Call Ann", "DUE;VALUE=DATE:20261203", "DESCRIPTION:about the sink"),
      event("2", "Fair", "DTSTART:20261204T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3"))
    #expect(try home.pull().status == 0)
    let after = try home.files()
    #expect(after.keys.contains("tasks.taskpaper"))
    for _ in 0..<2 {
      let run = try home.pull("-v")
      #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
    }
    #expect(try home.files() == after)
  }

  @Test func theImportThatMadeTheFileCanBeUndoneAndComesAgain() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    #expect(try home.pull().status == 0)
    #expect(try home.run(["undo"]).status == 0)
    #expect(try home.tasks.isEmpty)
    #expect(try home.pull().status == 0)
    #expect(try home.tasks == "- Call Ann\n")
  }

  @Test func whatIsCancelledNeverShowsAsOpen() throws {
    let home = try ImportHome(
      todo("1", "Order a printer", "STATUS:CANCELLED", "PERCENT-COMPLETE:100"),
      event("2", "Fair", "DTSTART;VALUE=DATE:20261204", "STATUS:CANCELLED"),
      event("3", "Team", "DTSTART:20261204T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
      event("3", "Team", "RECURRENCE-ID:20261205T090000Z", "STATUS:CANCELLED"))
    let lines = try home.printed()
    #expect(lines.count == 3)
    #expect(lines[0] == "- Order a printer @cancelled")
    #expect(lines[1] == "- Fair @due(2026-12-04) @event @cancelled")
    #expect(lines[2].contains("@except(2026-12-05 09:00)"))
  }

  @Test func ofAThousandItemsABrokenOneIsReportedAndTheOthersAreDone() throws {
    let home = try ImportHome()
    var items = (1...1000).map { todo("\($0)@h", "Task \($0)", "DUE;VALUE=DATE:20261204") }
    items[499] = items[499].replacingOccurrences(of: "20261204", with: "20261332")
    try home.setCalendar(items)
    let run = try home.pull()
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.hasPrefix("calendar.ics:3002:16: error: "))
    let lines = try home.tasks.split(separator: "\n")
    #expect(lines.count == 1000)
    #expect(lines.count { $0.hasSuffix(" @due(2026-12-04)") } == 999)
  }

  // MARK: Zones

  @Test func aZoneOfWindowsIsTheOneThatItIs() throws {
    let home = try ImportHome(
      todo("1", "Here", "DUE;TZID=W. Europe Standard Time:20261204T150000"),
      todo("2", "There", "DUE;TZID=Pacific Standard Time:20261204T150000"))
    #expect(
      try home.printed() == [
        "- Here @due(2026-12-04 15:00)",
        "- There @due(2026-12-04 15:00) @tz(America/Los_Angeles)",
      ])
    #expect(try home.printed("--tz", "convert").last == "- There @due(2026-12-05 00:00)")
  }

  @Test func anUnknownZoneIsReportedAndItsTimeIsNotMoved() throws {
    let home = try ImportHome(todo("1", "Where", "DUE;TZID=Office/Upstairs:20261204T150000"))
    let run = try home.run(["import", "calendar.ics"])
    #expect(run.status == 1)
    #expect(run.output == "- Where @due(2026-12-04 15:00) @tz(floating)\n")
    #expect(run.error.contains(#"calendar.ics:8:26: error: the zone "Office/Upstairs" is unknown"#))
  }

  @Test func aZoneThatOnlyTheCalendarKnowsIsReadFromItsDefinition() throws {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Ship", "BEGIN:STANDARD", "DTSTART:16010101T000000",
      "TZOFFSETFROM:-0530", "TZOFFSETTO:-0530", "END:STANDARD", "END:VTIMEZONE",
    ].joined(separator: "\r\n")
    let home = try ImportHome(zone, todo("1", "Dinner", "DUE;TZID=Ship:20261204T190000"))
    #expect(try home.printed() == ["- Dinner @due(2026-12-05 01:30)"])
  }

  @Test func tasksStayInTheZoneOfTheLastImport() throws {
    let home = try ImportHome(todo("1", "Call", "DUE:20261204T140000Z"))
    try home.pull()
    let before = try home.tasks
    let run = try home.pull(zone: "Asia/Tokyo")
    #expect(run.status == 0)
    #expect(
      run.errorLines == [
        "duecal: the tasks keep the zone Europe/Berlin, but this machine is in Asia/Tokyo; use "
          + "--zone to choose"
      ])
    #expect(try home.tasks == before)
  }

  // MARK: What the calendar changes

  @Test(arguments: ["@due(2024-11)", "@due(tomorrow)", "@due(next week)", "@due(2024-11-24 12:00)"])
  func aLineFollowsACalendarThatMovesItsDate(written: String) throws {
    let home = try ImportHome(
      todo(
        "1", "Call Ann", "DUE;VALUE=DATE:20261203", "X-DUECAL-LINE:- Call Ann \(written) @phone",
        "CATEGORIES:phone"))
    #expect(try home.printed() == ["- Call Ann @due(2026-12-03) @phone"])
  }

  @Test func aLineThatComesBackUnchangedStaysAsItWasWritten() throws {
    let home = try ImportHome()
    let tasks = "- Plan the quarter @due(2027-01) @Phone(Ann)\n- Read   @done\n"
    try home.scratch.write("mine.taskpaper", tasks)
    let zone = ["--zone", "Europe/Berlin"]
    try home.scratch.write(
      "calendar.ics", try home.run(["export", "mine.taskpaper"] + zone).output)
    try home.pull()
    #expect(try home.tasks == tasks)
    let before = try home.scratch.text("calendar.ics")
    let moved = before.replacingOccurrences(of: "DATE:20270101", with: "DATE:20270301")
      .replacingOccurrences(of: "DATE:20270131", with: "DATE:20270331")
    #expect(moved != before)
    try home.scratch.write("calendar.ics", moved)
    try home.pull()
    #expect(
      try home.tasks == """
        - Plan the quarter @due(2027-03-31) @Phone(Ann) @start(2027-03-01)
        - Read   @done

        """)
  }

  @Test func aPersonsFieldStaysAndTheCalendarsIsTaken() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20261203"))
    try home.pull()
    try home.replace("Call Ann", "Ring Anne")
    try home.setCalendar([todo("1", "Call Ann", "DUE;VALUE=DATE:20261210")])
    let run = try home.pull("-v")
    #expect(run.errorLines == ["duecal: tasks.taskpaper:1: changed: Call Ann (due)"])
    #expect(try home.tasks == "- Ring Anne @due(2026-12-10)\n")
  }

  @Test func whereBothChangeAFieldTheLineStaysAndItIsReported() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.pull()
    try home.replace("Call Ann", "Ring Anne")
    try home.setCalendar([todo("1", "Call Bo")])
    let run = try home.pull()
    #expect(run.status == 0)
    #expect(run.error.contains(#"the line and the calendar both changed title of "Call Bo""#))
    #expect(run.error.contains(#"the line keeps "Ring Anne", the calendar has "Call Bo""#))
    #expect(try home.tasks == "- Ring Anne\n")
    #expect(try home.pull().error.isEmpty)
  }

  @Test func notesOfBothSidesAreShownOnALine() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DESCRIPTION:a\\nb"))
    try home.pull()
    try home.replace("\tb", "\tmine")
    try home.setCalendar([todo("1", "Call Ann", "DESCRIPTION:a\\nc")])
    #expect(
      try home.pull().error.contains(#"the line keeps "a / mine", the calendar has "a / c""#))
    #expect(try home.tasks == "- Call Ann\n\ta\n\tmine\n")
  }

  @Test func whatAPersonRemovedIsNotImportedAgain() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Mend the sink"))
    try home.pull()
    try home.write("- Call Ann\n")
    try home.setCalendar([todo("1", "Call Ann"), todo("2", "Mend the sink", "PRIORITY:1")])
    #expect(try home.pull().status == 0)
    #expect(try home.tasks == "- Call Ann\n")
  }

  @Test func whatAPersonCompletedStaysCompleted() throws {
    let home = try ImportHome(todo("1", "Call Ann", "STATUS:NEEDS-ACTION"))
    try home.pull()
    try home.replace("- Call Ann", "- Call Ann @done(2026-11-20)")
    try home.setCalendar([todo("1", "Call Ann", "STATUS:NEEDS-ACTION", "PRIORITY:1")])
    try home.pull()
    #expect(try home.tasks.contains("@done(2026-11-20)"))
    #expect(try home.tasks.contains("@priority(1)"))
  }

  @Test func withoutItsMemoryNothingIsDoubledOrRemoved() throws {
    let home = try ImportHome(
      todo("1", "Call Ann", "DUE;VALUE=DATE:20261203"), todo("2", "Mend the sink"))
    try home.pull()
    try home.replace("- Mend the sink", "- Mine\n- Mend the sink @soon")
    let tasks = try home.tasks
    try FileManager.default.removeItem(atPath: home.scratch.path(".local"))
    #expect(try home.pull("--removed", "delete").status == 0)
    #expect(try home.tasks == tasks)
  }

  @Test func withoutItsMemoryWhatAPersonCompletedAndRetypedIsFound() throws {
    let due = "DUE;VALUE=DATE:20261203"
    let home = try ImportHome(
      todo("1", "Call Ann", due), todo("2", "Mend the sink", due),
      todo("3", "Write the report", due))
    try home.pull()
    try home.replace("- Call Ann @due(2026-12-03)", "- Call Ann @due(2026-12-03) @done")
    try home.replace("Write the report", "Write the yearly report")
    let tasks = try home.tasks
    try FileManager.default.removeItem(atPath: home.scratch.path(".local"))
    #expect(try home.pull().status == 0)
    #expect(try home.tasks == tasks)
  }

  @Test func anItemOfAnotherCalendarTakesNoLineBecauseOfItsPlace() throws {
    let shared = event("1", "Shared", "DTSTART;VALUE=DATE:20261204")
    let home = try ImportHome(shared, todo("2", "Mine"))
    try home.setCalendar([shared, todo("3", "Hers")], "hers.ics")
    let run = try home.run(["import", "calendar.ics", "hers.ics", "--into", "tasks.taskpaper"])
    #expect(run.status == 0)
    let lines = try home.tasks.split(separator: "\n").sorted()
    #expect(lines == ["- Hers", "- Mine", "- Shared @due(2026-12-04) @event"])
  }

  @Test func aLineInAnotherFileIsFoundAmongTheOthers() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20261203"), todo("2", "Read"))
    try home.pull()
    try home.write("- Read\n")
    try home.scratch.write("notes/home.taskpaper", "Home:\n\t- Call Ann @due(2026-12-03)\n")
    try home.setCalendar([todo("1", "Call Ann", "DUE;VALUE=DATE:20261210"), todo("2", "Read")])
    #expect(try home.pull("--among", "notes").status == 0)
    #expect(try home.tasks == "- Read\n")
    #expect(
      try home.scratch.text("notes/home.taskpaper") == "Home:\n\t- Call Ann @due(2026-12-10)\n")
  }

  // MARK: Bytes

  @Test(arguments: [
    "\u{FEFF}Mine:\r\n\t- Call Ann @due(2026-12-03)\r\n  - spaces\r\n\t- last",
    "- Call Ann @due(2026-12-03)", "Mine: \r\n\r\n    - Call Ann   @due(2026-12-03) \r\n\tnote  ",
  ])
  func ofAFileInAnyFormOneLineDiffers(text: String) throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20261203"))
    try home.write(text)
    #expect(try home.pull().status == 0)
    #expect(try home.tasks == text)
    try home.setCalendar([todo("1", "Call Ann", "DUE;VALUE=DATE:20261210")])
    #expect(try home.pull().status == 0)
    #expect(try home.tasks == text.replacingOccurrences(of: "12-03", with: "12-10"))
  }

  // MARK: Own exports

  @Test(arguments: ["home.taskpaper", "work.taskpaper"])
  func anExportOfASampleComesBackAsItsOutline(name: String) throws {
    let home = try ImportHome()
    let sample = projectFolder.appendingPathComponent("Samples/\(name)")
    try home.scratch.write(name, try Data(contentsOf: sample))
    let export = try home.run(["export", name, "--done", "include", "-o", "own.ics"])
    #expect(export.status == 0)
    let target = name.replacingOccurrences(of: ".", with: "-back.")
    #expect(try home.run(["import", "own.ics", "--into", target]).status == 0)
    let lines = try home.scratch.text(name).split(separator: "\n")
    #expect(try home.scratch.text(target).split(separator: "\n") == lines)
  }

  @Test func whatAnImportKeepsIsNotPublishedAgain() throws {
    let home = try ImportHome(
      todo("1@h", "Call Ann", "DUE;VALUE=DATE:20261203"),
      todo("2@h", "Secret", "CLASS:PRIVATE", "DUE;VALUE=DATE:20261203"))
    try home.pull()
    try home.write(try home.tasks + "- Mine\n")
    let feed = try home.run(["export", "tasks.taskpaper"]).output
    #expect(feed.contains("SUMMARY:Mine"))
    #expect(!feed.contains("Call Ann") && !feed.contains("Secret"))
    let all = try home.run(["export", "tasks.taskpaper", "--imported"]).output
    #expect(all.contains("UID:1@h") && !all.contains("Secret"))
  }

  @Test(arguments: [["--plain"], ["--alarms", "keep"]])
  func anImportedEventKeepsItsNameInEachRunOfAFeed(options: [String]) throws {
    let home = try ImportHome(
      event("1@h", "Team", "DTSTART:20261204T090000Z", "DTEND:20261204T100000Z"))
    try home.pull()
    let export = ["export", "tasks.taskpaper", "--imported", "-o", "own.ics"]
    _ = try home.run(export)
    _ = try home.run(export + options)
    #expect(try home.scratch.text("own.ics").contains("UID:1@h\r\n"))
    _ = try home.run(export + options)
    #expect(try home.scratch.text("own.ics").contains("UID:1@h\r\n"))
  }

  @Test func theTwoItemsOfAnImportedLineHaveTwoNames() throws {
    let home = try ImportHome(todo("1@h", "Call Ann", "DUE;VALUE=DATE:20261203"))
    try home.pull()
    for _ in 0..<2 {
      let export = ["export", "tasks.taskpaper", "--imported", "--as", "both", "-o", "own.ics"]
      _ = try home.run(export)
      let names = try home.scratch.text("own.ics").split(separator: "\r\n")
        .filter { $0.hasPrefix("UID:") }
      #expect(names == ["UID:1@h", "UID:1@h-event"])
    }
  }

  // MARK: Undo

  @Test func takenBackOnceMoreAnImportBringsItsLinesAgain() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.write("- Mine\n")
    try home.pull()
    let imported = try home.tasks
    for word in ["undo", "redo", "undo"] {
      #expect(try home.run([word, "tasks.taskpaper"]).status == 0)
    }
    #expect(try home.tasks == "- Mine\n")
    try home.pull()
    #expect(try home.tasks == imported)
  }

  @Test func anImportCanBeTakenBack() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.write("- Mine\n")
    try home.pull()
    #expect(try home.tasks != "- Mine\n")
    #expect(try home.run(["undo", "tasks.taskpaper"]).status == 0)
    #expect(try home.tasks == "- Mine\n")
  }

  @Test func anImportAfterARedoFindsEachLineAgain() throws {
    let home = try ImportHome(
      todo("1", "Twins", "DESCRIPTION:older"), todo("2", "Twins", "DESCRIPTION:younger"),
      todo("3", "Call Ann"))
    try home.pull("--uids", "hide")
    let imported = try home.tasks
    for word in ["undo", "redo"] { #expect(try home.run([word]).status == 0) }
    try home.setCalendar([
      todo("2", "Twins", "DESCRIPTION:younger"), todo("1", "Twins", "DESCRIPTION:older"),
      todo("3", "Call Ann"),
    ])
    let again = try home.pull("-v")
    #expect(again.error.isEmpty, "\(again.error)")
    #expect(try home.tasks == imported)
  }

  @Test func anImportAfterAnUndoBringsProjectsWithoutTasksAgain() throws {
    let home = try ImportHome()
    try home.scratch.write("own.taskpaper", "Empty:\nHome: @x\n\t- Call Ann\n")
    try FileManager.default.removeItem(atPath: home.scratch.path("calendar.ics"))
    #expect(try home.run(["export", "own.taskpaper", "-o", "calendar.ics"]).status == 0)
    try home.pull()
    let imported = try home.tasks
    #expect(imported.hasPrefix("Empty:\n"))
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == imported)
  }

  @Test func linesThatARedoBroughtBackAreNotPublished() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.write("- Mine\n")
    try home.pull()
    #expect(try home.run(["undo"]).status == 0)
    try home.write("- Also mine\n- Mine\n")
    #expect(try home.run(["redo"]).status == 0)
    let feed = try home.run(["export", "tasks.taskpaper"]).output
    #expect(feed.contains("SUMMARY:Mine") && feed.contains("SUMMARY:Also mine"))
    #expect(!feed.contains("SUMMARY:Call Ann"))
  }

  private static let over = event(
    "9", "Over", "DTSTART;VALUE=DATE:20240101", "DTEND;VALUE=DATE:20240102")

  @Test func aLineThatIsOverAndCameBackByUndoIsStillTheCalendars() throws {
    let home = try ImportHome(Self.over, todo("1", "Call Ann"))
    try home.pull()
    let imported = try home.tasks
    try home.pull("--past", "delete")
    let removed = try home.tasks
    #expect(!removed.contains("Over"))
    #expect(try home.run(["undo"]).status == 0)
    #expect(try home.tasks == imported)
    let feed = try home.run(["export", "tasks.taskpaper"]).output
    #expect(!feed.contains("SUMMARY"))
    for word in ["redo", "undo", "redo"] { #expect(try home.run([word]).status == 0) }
    try home.pull()
    #expect(try home.tasks == removed)
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == imported)
    try home.pull("--past", "delete")
    #expect(try home.tasks == removed)
  }

  @Test(arguments: [("--past", over), ("--removed", todo("9", "Over"))])
  func aLineThatAnImportArchivedCanBeDeletedByALaterOne(option: String, item: String) throws {
    let home = try ImportHome(item, todo("1", "Call Ann"))
    try home.write("Work:\n")
    try home.pull("--project", "Work")
    if option == "--removed" { try home.setCalendar([todo("1", "Call Ann")]) }
    try home.pull("--project", "Work", option, "archive")
    let archived = try home.tasks
    #expect(archived.contains("@project(Work)"), "\(archived)")
    try home.pull("--project", "Work", option, "delete")
    let left = try home.tasks
    #expect(!left.contains("Over"), "\(left)")
  }

  @Test func linesOfAFileThatHasAnotherNameNowAreNotPublished() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Call Bob"))
    try home.write("- Mine\n")
    try home.pull()
    try FileManager.default.moveItem(
      atPath: home.scratch.path("tasks.taskpaper"), toPath: home.scratch.path("new.taskpaper"))
    let feed = try home.run(["export", "new.taskpaper"]).output
    #expect(feed.contains("SUMMARY:Mine") && !feed.contains("SUMMARY:Call"))
    try home.scratch.write("other.taskpaper", "- Call Ann\n- Else\n- More\n")
    #expect(try home.run(["export", "other.taskpaper"]).output.contains("SUMMARY:Call Ann"))
  }

  @Test func twoUndoneImportsOfWhichOneIsRedoneLeaveOneLine() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.pull()
    try home.setCalendar([todo("1", "Call Ann soon")])
    try home.pull()
    for word in ["undo", "undo", "redo"] { #expect(try home.run([word]).status == 0) }
    #expect(try home.tasks == "- Call Ann\n")
    try home.pull()
    let tasks = try home.tasks
    #expect(tasks.split(separator: "\n").count == 1, "\(tasks)")
  }

  @Test func aRunThatAddedAndRemovedLinesIsUndoneAndRedoneAsAWhole() throws {
    let home = try ImportHome(Self.over, todo("1", "Call Ann"))
    try home.pull()
    try home.setCalendar([Self.over, todo("1", "Call Ann"), todo("2", "Call Bob")])
    try home.pull("--past", "delete")
    let done = try home.tasks
    #expect(done.contains("Call Bob") && !done.contains("Over"))
    for word in ["undo", "redo"] { #expect(try home.run([word]).status == 0) }
    let feed = try home.run(["export", "tasks.taskpaper"]).output
    #expect(!feed.contains("SUMMARY"), "\(feed)")
    try home.replace("Call Bob", "Call Bob soon")
    try home.pull()
    #expect(try home.tasks == done.replacingOccurrences(of: "Call Bob", with: "Call Bob soon"))
  }

  @Test func aLostFileOfOneLineTakesNoTaskOutOfALargerOne() throws {
    let home = try ImportHome(todo("1", "Lunch"))
    try home.pull()
    try FileManager.default.removeItem(atPath: home.scratch.path("tasks.taskpaper"))
    try home.scratch.write("own.taskpaper", "- Lunch\n- Else\n- More\n")
    #expect(try home.run(["export", "own.taskpaper"]).output.contains("SUMMARY:Lunch"))
  }

  @Test func aRenamedFileKeepsTheLinesOfAllItsCalendarsOutOfFeeds() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.setCalendar([todo("2", "Call Bob")], "other.ics")
    try home.pull()
    #expect(try home.run(["import", "other.ics", "--into", "tasks.taskpaper"]).status == 0)
    try FileManager.default.moveItem(
      atPath: home.scratch.path("tasks.taskpaper"), toPath: home.scratch.path("new.taskpaper"))
    #expect(try home.run(["import", "calendar.ics", "--into", "new.taskpaper"]).status == 0)
    let feed = try home.run(["export", "new.taskpaper"]).output
    #expect(!feed.contains("SUMMARY"), "\(feed)")
  }

  @Test func aRenamedFileKeepsWhatAPersonRemovedAndChanged() throws {
    let home = try ImportHome(
      todo("1", "Call Ann"), todo("2", "Call Bob"), todo("3", "Call Cy"), todo("4", "Rest"),
      todo("5", "Sleep"))
    try home.pull()
    try home.write("- Ring Ann\n- Call Cy\n- Rest\n- Sleep\n")
    try FileManager.default.moveItem(
      atPath: home.scratch.path("tasks.taskpaper"), toPath: home.scratch.path("new.taskpaper"))
    let into = ["import", "calendar.ics", "--into", "new.taskpaper"]
    #expect(try home.run(into + ["--dry-run"]).output.isEmpty)
    #expect(try home.run(into).status == 0)
    #expect(try home.scratch.text("new.taskpaper") == "- Ring Ann\n- Call Cy\n- Rest\n- Sleep\n")
  }

  @Test func aCopyOfAFileIsImportedIntoOnItsOwn() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Call Bob"))
    try home.pull()
    try home.write("- Call Bob\n")
    try home.scratch.write("new.taskpaper", "- Call Bob\n")
    #expect(try home.run(["import", "calendar.ics", "--into", "new.taskpaper"]).status == 0)
    #expect(try home.scratch.text("new.taskpaper").contains("- Call Ann\n"))
    try home.pull()
    #expect(try home.tasks == "- Call Bob\n")
  }

  @Test func aCalendarThatIsNamedTwiceIsImportedOnce() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.pull()
    try home.setCalendar([todo("1", "Call Ann soon"), todo("2", "Call Bob")])
    #expect(
      try home.run(["import", "./calendar.ics", "calendar.ics", "--into", "tasks.taskpaper"]).status
        == 0)
    #expect(try home.tasks == "- Call Ann soon\n- Call Bob\n")
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == "- Call Ann\n- Call Bob\n")
  }

  @Test func aLineThatAPersonRemovedStaysAwayAfterAnUndo() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Call Bob"))
    try home.pull()
    try home.setCalendar([todo("1", "Call Ann"), todo("2", "Call Bob"), todo("3", "Call Cy")])
    try home.pull()
    try home.replace("- Call Ann\n", "")
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == "- Call Bob\n- Call Cy\n")
  }

  @Test func aLineThatAnUndoBroughtBackIsItsItemsWhateverChangedInIt() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20261201"), todo("2", "Rest"))
    try home.pull()
    let first = try home.tasks
    try home.setCalendar([todo("1", "Write to Bob", "DUE;VALUE=DATE:20270105"), todo("2", "Rest")])
    try home.pull()
    let second = try home.tasks
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == first)
    #expect(!(try home.run(["export", "tasks.taskpaper"]).output.contains("SUMMARY")))
    #expect(try home.run(["redo"]).status != 0 || home.tasks == second)
  }

  @Test func linesThatTookEachOthersWordsAreTheirItemsAfterAnUndo() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Write to Bob"))
    try home.pull()
    try home.setCalendar([todo("1", "Write to Bob"), todo("2", "Call Ann")])
    try home.pull()
    #expect(try home.run(["undo"]).status == 0)
    try home.setCalendar([todo("1", "Write to Bob"), todo("2", "Call Ann", "PRIORITY:1")])
    try home.pull()
    let tasks = try home.tasks
    #expect(tasks == "- Call Ann\n- Write to Bob @priority(1)\n", "\(tasks)")
  }

  @Test func aRemovedLineThatAnUndoBroughtBackStaysAndIsItsItemsIfThatReturns() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20261201"), todo("2", "Rest"))
    try home.pull()
    let first = try home.tasks
    try home.setCalendar([todo("2", "Rest")])
    try home.pull()
    #expect(try home.tasks == "- Rest\n")
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == first)
    #expect(!(try home.run(["export", "tasks.taskpaper"]).output.contains("SUMMARY")))
    try home.setCalendar([todo("1", "Call Ann", "DUE;VALUE=DATE:20270105"), todo("2", "Rest")])
    try home.pull()
    #expect(try home.tasks == first.replacingOccurrences(of: "2026-12-01", with: "2027-01-05"))
  }

  @Test func aChangeIsUndoneAndRedoneThoughAPersonEditedOtherLinesBetween() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Rest"))
    try home.pull()
    try home.setCalendar([todo("1", "Write to Bob"), todo("3", "Sleep")])
    try home.pull()
    try home.write("- Mine\n" + home.tasks)
    #expect(try home.run(["undo"]).status == 0)
    try home.write("- Mine too\n" + home.tasks)
    #expect(try home.run(["redo"]).status == 0)
    let redone = try home.tasks
    #expect(!redone.contains("Rest"), "\(redone)")
    try home.pull()
    #expect(try home.tasks == redone)
    let feed = try home.run(["export", "tasks.taskpaper"]).output
    #expect(feed.components(separatedBy: "SUMMARY").count == 3, "\(feed)")
  }

  @Test func anUndoneImportThatIsMadeAgainForAnotherItemIsRedoneForThatOne() throws {
    let home = try ImportHome(todo("1", "Rest"), todo("x", "Same"))
    try home.setCalendar([todo("1", "Rest")])
    try home.pull()
    for uid in ["x", "y"] {
      try home.setCalendar([todo("1", "Rest"), todo(uid, "Same")])
      try home.pull()
      #expect(try home.run(["undo"]).status == 0)
    }
    #expect(try home.run(["redo"]).status == 0)
    try home.pull()
    #expect(try home.tasks.components(separatedBy: "Same").count == 2)
  }

  @Test func aRenamedFileAmongOthersIsImportedInto() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Call Bob"))
    try FileManager.default.createDirectory(
      atPath: home.scratch.path("notes"), withIntermediateDirectories: true)
    try home.scratch.write("notes/other.taskpaper", "- Mine\n")
    func pull(_ file: String) throws -> Run {
      try home.run(["import", "calendar.ics", "--into", "notes/\(file)", "--among", "notes"])
    }
    #expect(try pull("a.taskpaper").status == 0)
    try FileManager.default.moveItem(
      atPath: home.scratch.path("notes/a.taskpaper"), toPath: home.scratch.path("notes/b.taskpaper")
    )
    for _ in 0..<2 { #expect(try pull("b.taskpaper").status == 0) }
    let into = ["import", "calendar.ics", "--into", "notes/b.taskpaper"]
    #expect(try home.run(into).status == 0)
    #expect(try home.scratch.text("notes/b.taskpaper") == "- Call Ann\n- Call Bob\n")
  }

  /// Imports another calendar into the file.
  private func pull(_ calendar: String, _ home: ImportHome) throws -> Run {
    try home.run(["import", calendar, "--into", "tasks.taskpaper"])
  }

  @Test(arguments: [[], [todo("w", "Wine")]])
  func anUndoneTakeoverByAnotherCalendarLeavesOneLine(first: [String]) throws {
    let home = try ImportHome(todo("1", "Call Ann", "DUE;VALUE=DATE:20270101"), todo("2", "Rest"))
    try home.pull()
    if !first.isEmpty {
      try home.setCalendar(first, "other.ics")
      #expect(try pull("other.ics", home).status == 0)
    }
    try home.setCalendar([todo("2", "Rest")])
    try home.setCalendar(
      first + [todo("1", "Write to Bob", "DUE;VALUE=DATE:20270202")], "other.ics")
    #expect(try pull("other.ics", home).status == 0)
    try home.pull()
    #expect(try home.run(["undo"]).status == 0)
    #expect(!(try home.run(["export", "tasks.taskpaper"]).output.contains("SUMMARY")))
    #expect(try pull("other.ics", home).status == 0)
    let tasks = try home.tasks
    #expect(tasks.split(separator: "\n").count == 2 + first.count, "\(tasks)")
    #expect(!(try home.run(["export", "tasks.taskpaper"]).output.contains("SUMMARY")))
  }

  @Test func aLineThatWasOverAndThatAPersonRemovedAfterAnUndoStaysAway() throws {
    let home = try ImportHome(Self.over, todo("1", "Call Ann"))
    try home.pull()
    try home.pull("--past", "delete")
    #expect(try home.run(["undo"]).status == 0)
    try home.write("- Call Ann\n")
    try home.pull()
    try home.setCalendar([
      event("9", "Over", "DTSTART;VALUE=DATE:20350101"), todo("1", "Call Ann"),
    ])
    try home.pull()
    #expect(try home.tasks == "- Call Ann\n")
  }

  @Test func aFirstImportIsRedoneWithTheLinesThatWereOver() throws {
    let home = try ImportHome(Self.over, todo("1", "Call Ann"))
    try home.pull()
    try home.pull("--past", "delete")
    for word in ["undo", "undo", "redo"] { #expect(try home.run([word]).status == 0) }
    #expect(!(try home.run(["export", "tasks.taskpaper"]).output.contains("SUMMARY")))
  }

  @Test func theNotesOfALineThatAnUndoBroughtBackAreTheCalendars() throws {
    let home = try ImportHome(todo("1", "Call Ann", "DESCRIPTION:one"), todo("2", "Rest"))
    try home.pull()
    try home.setCalendar([todo("2", "Rest")])
    try home.pull()
    #expect(try home.run(["undo"]).status == 0)
    try home.setCalendar([todo("1", "Call Ann", "DESCRIPTION:two"), todo("2", "Rest")])
    try home.pull()
    #expect(try home.tasks == "- Call Ann\n\ttwo\n- Rest\n")
  }

  @Test func aLineWhoseArchivingWasUndoneStaysUntilItIsAskedFor() throws {
    let home = try ImportHome(todo("1", "Call Ann"), todo("2", "Rest"))
    try home.pull()
    let first = try home.tasks
    try home.setCalendar([todo("2", "Rest")])
    try home.pull("--removed", "archive")
    let archived = try home.tasks
    #expect(try home.run(["undo"]).status == 0)
    try home.pull()
    #expect(try home.tasks == first)
    try home.pull("--removed", "archive")
    #expect(try home.tasks == archived)
  }
}
