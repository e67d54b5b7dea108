import Foundation
import Testing

@Suite("Tasks are changed from the terminal")
struct ChangeCommandTests {
  private static let plain =
    "Home:\n\t- Call Ann @phone\n\t- Buy milk\n\t- Buy bread\nWork:\n\t- Report @done\n"

  @Test func aTaskIsDoneAndOpenAgain() throws {
    let home = try ChangeHome(Self.plain)
    let output = try home.change("done", "call ann")
    #expect(output.hasPrefix("home.taskpaper:2: done: Call Ann ("))
    #expect(
      try home.text
        == Self.plain.replacingOccurrences(of: "@phone", with: "@phone @done(2026-12-05)"))
    try home.change("undone", "ann", "-q")
    #expect(try home.text == Self.plain)
  }

  @Test func anIDNamesTheTaskAfterwardsToo() throws {
    let home = try ChangeHome(Self.plain)
    let output = try home.change("done", "ann")
    let id = String(try #require(output.split(separator: "(").last).prefix(4))
    #expect(try home.change("undone", id).contains("reopened: Call Ann (\(id))"))
  }

  @Test func oneLineDiffersInAFileOfAnyForm() throws {
    let text = "\u{FEFF}Home:\r\n\t- a \r\n   - b\t@x  \r\n\r- c\n\t\t- d"
    for (name, old, new) in [
      ("a", "- a \r", "- a @done(2026-12-05) \r"), ("b", "@x  ", "@x @done(2026-12-05)  "),
      ("c", "- c", "- c @done(2026-12-05)"), ("d", "- d", "- d @done(2026-12-05)"),
    ] {
      let home = try ChangeHome(text)
      try home.change("done", name)
      #expect(try home.text == text.replacingOccurrences(of: old, with: new))
    }
  }

  @Test func aWordThatBeginsWithADashIsNoOption() throws {
    let home = try ChangeHome("- Call @due(2026-12-10)\n")
    #expect(try home.change("snooze", "call", "-1d").contains("due 2026-12-10 -> 2026-12-09"))
    #expect(try home.change("snooze", "call", "-1d", "-q") == "")
    #expect(
      try home.change("add", "- Buy the milk tomorrow", "--tag", "x").contains("Buy the milk"))
    #expect(try home.change("list", "-2d", "home.taskpaper", "-q") == "")
    #expect(try home.text == "- Call @due(2026-12-08)\n- Buy the milk @due(2026-12-06) @x\n")
    for typo in [["add", "Tea", "--nte", "- x"], ["done", "call", "-x"]] {
      #expect(try home.run(typo).error.contains("Unknown option"))
    }
  }

  @Test func anArgumentThatTheClockMakesWrongIsReportedWithoutTheUsageOfAnother() throws {
    let home = try ChangeHome(Self.plain)
    for (arguments, reported) in [
      (["snooze", "ann", "by 2 hours"], "\"by 2 hours\" is not a date"),
      (["done", "ann", "--at", "25:00"], "--at: there is no time 25:00"),
    ] {
      let run = try home.run(arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(
        run.error.hasPrefix("duecal: \(reported)") && run.errorLines.count == 1, "\(run.error)")
    }
    #expect(try home.text == Self.plain)
  }

  @Test(arguments: ["snooze", "move"]) func aDateOfSeveralWordsNeedsQuotationMarks(name: String)
    throws
  {
    let home = try ChangeHome(Self.plain)
    let run = try home.run([name, "ann", "monday", "9am"])
    #expect(run.status == 66)
    #expect(run.error.contains("\"monday 9am\" is a date; expected quotation marks around it"))
    #expect(try home.text == Self.plain)
  }

  @Test func aProjectIsReportedWithoutItsColon() throws {
    let home = try ChangeHome(Self.plain)
    #expect(try home.run(["move", "ann", "May:"]).error.contains("no project \"May\""))
    #expect(try home.change("move", "ann", "May:", "--create").hasSuffix("; to May\n"))
  }

  @Test func aRunIsTakenBack() throws {
    let home = try ChangeHome(Self.plain)
    try home.change("done", "buy", "--all")
    #expect(
      try home.text.contains("- Buy milk @done(2026-12-05)\n\t- Buy bread @done(2026-12-05)\n"))
    try home.change("undo")
    #expect(try home.text == Self.plain)
  }

  @Test func aDryRunShowsTheDifferenceAndWritesNothing() throws {
    let home = try ChangeHome(Self.plain)
    let before = try home.scratch.contents()
    let run = try home.run(["done", "milk", "--dry-run", "--exit-code"])
    #expect(run.status == 3)
    #expect(run.output.contains("-\t- Buy milk\n+\t- Buy milk @done(2026-12-05)\n"))
    #expect(try home.scratch.contents() == before)
  }

  @Test func severalTasksOfANameAreRefusedInAPipe() throws {
    let home = try ChangeHome(Self.plain)
    let run = try home.run(["done", "buy"])
    #expect(run.status == 2)
    #expect(
      run.error.hasPrefix("duecal: \"buy\" matches 2 tasks; expected one of these, or --all\n"))
    #expect(run.error.contains("home.taskpaper:3: Buy milk\n"))
    #expect(try home.run(["done", "milk", "buy"]).status == 2)
    #expect(try home.text == Self.plain)
  }

  @Test func aNameOfNoTaskIsReported() throws {
    let home = try ChangeHome(Self.plain)
    let run = try home.run(["done", "garden"])
    #expect(run.status == 66)
    #expect(run.error.contains("no task matches \"garden\""))
    #expect(try home.run(["done", "ann", "-f", "gone.taskpaper"]).status == 66)
    #expect(try home.run(["done"]).status == 2)
    #expect(try home.run(["done", "a", "-f", "-"], input: "- a").status == 2)
  }

  @Test func aNameInTheArchiveIsReportedWithItsPlace() throws {
    let text = "- Call Ann\nArchive:\n\t- Pay rent @done(2026-12-01)\n"
    let home = try ChangeHome(text)
    for name in ["rent", "home.taskpaper:3"] {
      let run = try home.run(["undone", name])
      #expect(run.status == 66)
      #expect(run.error.contains("is in the archive, at home.taskpaper:3; expected a task outside"))
    }
    #expect(try home.text == text)
  }

  @Test func theFileOfAPlaceIsReadIfThereIsNoOther() throws {
    let home = try ChangeHome(Self.plain)
    func run(_ words: String...) throws -> Run {
      try home.run(words, environment: ["DUECAL_FILES": ""])
    }
    #expect(try run("done", "home.taskpaper:2", "home.taskpaper:3").status == 0)
    #expect(try run("move", "home.taskpaper:4", "2026-12").status == 0)
    #expect(
      try home.text
        == "Home:\n\t- Call Ann @phone @done(2026-12-05)\n\t- Buy milk @done(2026-12-05)\n"
        + "\t- Buy bread @due(2026-12)\nWork:\n\t- Report @done\n")
    for name in ["gone.taskpaper:2", "home.taskpaper", "12:30"] {
      #expect(try run("done", name).error.contains("no file is given"))
    }
  }

  @Test func whatIsDoneAlreadyIsReportedAndTheRestIsDone() throws {
    let home = try ChangeHome(Self.plain)
    let run = try home.run(["done", "report", "milk"])
    #expect(run.status == 0)
    #expect(run.error == "home.taskpaper:6:4: note: the task is already done\n")
    #expect(try home.text.contains("Buy milk @done"))
  }

  @Test(arguments: [
    ["done", "ann"], ["cancel", "ann"], ["tag", "ann", "draft"], ["snooze", "ann", "2026-12-24"],
    ["move", "ann", "2026-12"], ["move", "milk", "Later", "--create"], ["undone", "ann"],
  ]) func whatIsAlreadySoSucceedsAndIsNoRun(words: [String]) throws {
    let home = try ChangeHome(Self.plain)
    if words[0] == "undone" { try home.change("done", "ann") }
    #expect(try home.run(words).status == 0)
    let before = try home.scratch.contents()
    let again = try home.run(words)
    #expect(again.status == 0 && again.output.isEmpty)
    let isNote = again.error.contains("note: the task") && again.error.contains("already")
    #expect(isNote, "\(again.error)")
    let quiet = try home.run(words + ["-q"])
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.error.isEmpty)
    #expect(try home.scratch.contents() == before)
  }

  @Test func quietRunsAreUndoneByTheirNumberAlone() throws {
    let home = try ChangeHome(Self.plain)
    try home.change("done", "ann")
    try home.change("done", "milk", "-q")
    try home.change("undo")
    #expect(try home.text.contains("Call Ann @phone\n") && home.text.contains("milk @done"))
    let run = try home.run(["undo"])
    #expect(run.status == 66 && run.error.contains("run 2 was made with -q"), "\(run.error)")
    try home.change("undo", "--run", "2")
    #expect(try home.text == Self.plain)
  }

  @Test func whatAddMadeCanBeUndone() throws {
    let home = try ChangeHome(Self.plain)
    try home.change("add", "x", "-f", "new.taskpaper")
    try home.change("undo")
    #expect(try home.scratch.text("new.taskpaper").isEmpty)
  }

  @Test func aQueryNamesTasks() throws {
    let home = try ChangeHome(Self.plain)
    try home.change("done", "--where", "//Home//*", "--all")
    #expect(try home.text.components(separatedBy: "@done(2026-12-05)").count == 4)
  }

  @Test func aWeeklyTaskOfThreeIsClosedForGoodAndEachDateHadItsAlarm() throws {
    let home = try ChangeHome("- a @due(2026-12-01 09:00) @repeat(weekly 3 times) @remind(15m)\n")
    for day in ["2026-12-01", "2026-12-08", "2026-12-15"] {
      let feed = try home.run(["export", ChangeHome.name, "--done", "exclude"]).output
      #expect(feed.contains("TRIGGER;RELATED=END:-PT15M"))
      #expect(feed.contains("DUE;TZID=Europe/Berlin:\(day.filter { $0 != "-" })T090000"))
      try home.change("done", "a")
    }
    let feed = try home.run(["export", ChangeHome.name]).output
    #expect(!feed.contains("FREQ=WEEKLY") && !feed.contains("NEEDS-ACTION"))
    #expect(feed.components(separatedBy: "STATUS:COMPLETED").count == 4)
    #expect(try home.run(["done", "a"]).status != 0)
  }

  @Test func aSeriesKeepsItsNameInAFeed() throws {
    let home = try ChangeHome("A:\n\t- Pay rent @due(2026-12-01) @repeat(monthly)\n\t- other\n")
    func names() throws -> [String: String] {
      try home.run(["export", ChangeHome.name, "-o", "feed.ics", "-q"])
      let blocks = try home.scratch.text("feed.ics").components(separatedBy: "BEGIN:VTODO")
        .dropFirst()
      return Dictionary(
        blocks.map { block in
          let lines = block.components(separatedBy: "\r\n")
          let uid = lines.first { $0.hasPrefix("UID:") } ?? ""
          let isSeries = block.contains("RRULE")
          return (isSeries ? "series" : block.contains("COMPLETED:") ? "copy" : "other", uid)
        }, uniquingKeysWith: { $0 + $1 })
    }
    let first = try names()
    for _ in 0..<3 {
      try home.change("done", "rent")
      let now = try names()
      #expect(now["series"] == first["series"] && now["other"] == first["other"])
      #expect(now["copy"] != nil && now["copy"] != first["series"])
    }
  }

  @Test func aDayATimeOrNothingIsWritten() throws {
    let home = try ChangeHome(Self.plain)
    try home.change("done", "ann", "--at", "yesterday")
    try home.change("done", "milk", "--time")
    try home.change("done", "bread", "--no-date")
    let text = try home.text
    #expect(text.contains("@phone @done(2026-12-04)\n"))
    #expect(text.contains("milk @done(2026-12-05 11:00)\n") && text.contains("bread @done\n"))
    #expect(try home.run(["done", "report", "--at", "2026-12"]).status == 2)
  }

  @Test func tasksAreGivenUpPutOffAndTagged() throws {
    let home = try ChangeHome(
      "- choir @due(2026-12-10) @repeat(weekly)\n- boat @due(2026-12-06 10:00)\n")
    try home.change("cancel", "choir", "--once")
    try home.change("snooze", "boat", "+1d")
    try home.change("tag", "boat", "@water", "priority=2", "--remove", "nothing")
    #expect(
      try home.text
        == "- choir @due(2026-12-17) @repeat(weekly)\n- choir @due(2026-12-10) @cancelled(2026-12-05)\n"
        + "- boat @due(2026-12-07 10:00) @water @priority(2)\n")
    #expect(try home.run(["tag", "boat", "due=25:00"]).status == 1)
    #expect(try home.run(["tag", "boat", "a b"]).status == 2)
    #expect(try home.run(["snooze", "boat", "sometime"]).status == 2)
    #expect(try home.run(["snooze", "boat"]).status == 2)
  }

  @Test func jsonReportsWhatChanged() throws {
    let home = try ChangeHome(Self.plain)
    let run = try home.run(["done", "ann", "report", "--json"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: [[String: Any]]])
    let change = try #require(document["changes"]?.first)
    #expect(change["kind"] as? String == "done" && change["line"] as? Int == 2)
    #expect(change["text"] as? String == "- Call Ann @phone @done(2026-12-05)")
    #expect((change["id"] as? String)?.count == 4)
    #expect(document["messages"]?.first?["text"] as? String == "the task is already done")
  }

  @Test func anEditorThatHasTheFileOpenIsWaitedFor() throws {
    let home = try ChangeHome(Self.plain)
    let process = ProcessInfo.processInfo
    try FileManager.default.createSymbolicLink(
      atPath: home.scratch.path(".#home.taskpaper"),
      withDestinationPath: "ann@\(process.hostName).\(process.processIdentifier)")
    let run = try home.run(["done", "ann"])
    #expect(run.status == 75 && run.output.isEmpty)
    #expect(try home.text == Self.plain)
    #expect(try home.run(["done", "ann", "--force-editing"]).status == 0)
  }

  @Test func dialectsAreMarkedInTheirOwnWay() throws {
    let home = try ChangeHome("☐ a\n", "list.todo")
    #expect(try home.run(["done", "a", "-f", "list.todo"]).status == 0)
    #expect(try home.scratch.text("list.todo") == "✔ a @done(2026-12-05)\n")
    try home.scratch.write("list.md", "# A\n* [ ] b\n")
    #expect(try home.run(["done", "b", "-f", "list.md", "--no-date"]).status == 0)
    #expect(try home.scratch.text("list.md") == "# A\n* [x] b\n")
  }

  @Test func fiftyRunsAtOnceAllFindTheirTurn() throws {
    let home = try ChangeHome(
      (10..<60).map { "- Task \($0) @due(2026-12-05) @repeat(daily)\n" }.joined())
    DispatchQueue.concurrentPerform(iterations: 50) { number in
      let run = try? home.run(["done", "task \(number + 10)"])
      #expect(run?.status == 0, "\(run?.error ?? "")")
    }
    let lines = try home.text.split(separator: "\n")
    #expect(lines.count == 100 && lines.count { $0.hasSuffix("@done(2026-12-05)") } == 50)
    #expect(lines.count { $0.contains("@due(2026-12-06)") } == 50)
  }

  @Test(arguments: ["done", "undo"])
  func onATerminalADifferenceMovesNoCursor(command: String) throws {
    let home = try ChangeHome("- a \u{1B}[2J b\u{9B}1m\r\n")
    if command == "undo" { try home.change("done", "b") }
    let terminal = projectFolder.appendingPathComponent("Tests/Shells/terminal.py").path
    let task = command == "done" ? ["b", "-f", ChangeHome.name] : []
    let shown = try DuecalTests.run(
      ["/usr/bin/env", "python3", terminal, "", try #require(binary), command, "--dry-run"] + task,
      in: home.scratch.url, environment: ["HOME": home.scratch.url.path, "TERM": "vt100"])
    #expect(shown.output.contains("-- a \\x1B[2J b\\x9B1m\\xD") || command == "undo")
    #expect(shown.output.contains("@@") && !shown.output.contains("\u{1B}[2J"))
    let piped = try home.run([command, "--dry-run"] + task)
    #expect(piped.output.contains("- a \u{1B}[2J b\u{9B}1m"))
  }

  @Test(arguments: [["undone", "a"], ["tag", "a", "--remove", "done"]])
  func aProjectWithBlanksAtItsEndLosesItsTagToo(command: [String]) throws {
    let home = try ChangeHome("A: @done(2026-12-01) \t\r\n- b @done \n")
    let run = try home.run([command[0], "home.taskpaper:1"] + command.dropFirst(2))
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.text == "A:\r\n- b @done \n")
  }

  @Test func whatCannotBeReopenedIsReported() throws {
    let home = try ChangeHome("- @done\n- b\n")
    let run = try home.run(["undone", "home.taskpaper:1"])
    let text = try home.text
    #expect((run.status == 0) == (text != "- @done\n- b\n"), "\(run.output) \(run.error) \(text)")
  }
}
