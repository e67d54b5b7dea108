import Foundation
import Testing

@Suite("Tasks are added, moved and archived from the terminal")
struct PlaceCommandTests {
  @Test func aTaskIsWrittenDownAsItWasUnderstood() throws {
    let home = try ChangeHome("Home:\n\t- a\n")
    let output = try home.change("add", "Call", "Ann", "tomorrow", "3pm", "@home")
    #expect(output.hasPrefix("home.taskpaper:3: added: Call Ann ("))
    #expect(output.hasSuffix("; due 2026-12-06 15:00\n"))
    try home.change(
      "add", "Buy:", "--project", "home", "--note", "all of it", "--tag", "priority=1")
    #expect(
      try home.text
        == "Home:\n\t- a\n\t- Buy: @priority(1)\n\t\tall of it\n- Call Ann @home @due(2026-12-06 15:00)\n"
    )
  }

  @Test func eachLineOfStandardInputIsATask() throws {
    let home = try ChangeHome("")
    let run = try home.run(["add", "-"], input: "one\n\n- two tomorrow\r\nthree:")
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.text == "- one\n- two @due(2026-12-06)\n- three:\n")
  }

  @Test func theFileIsThatOfTheOptionElseTheInboxElseTheFirst() throws {
    let home = try ChangeHome("")
    try home.change("add", "a", "-f", "new.taskpaper")
    #expect(try home.scratch.text("new.taskpaper") == "- a\n")
    try home.scratch.write(".config/duecal/config.toml", "inbox = \"~/in.taskpaper\"\n")
    try home.change("add", "b")
    #expect(try home.scratch.text("in.taskpaper") == "- b\n")
    #expect(try home.text == "")
  }

  @Test func whatCannotBeAddedIsReported() throws {
    let home = try ChangeHome("- a\n")
    #expect(try home.run(["add"]).status == 2)
    #expect(try home.run(["add", "@x"]).status == 2)
    #expect(try home.run(["add", "a", "--due", "25:00"]).status == 2)
    #expect(try home.run(["add", "a", "--project", "Nowhere"]).status == 4)
    #expect(try home.run(["add", "a", "-f", "no/folder/x.taskpaper"]).status == 73)
    let long = String(repeating: "a", count: 70_000)
    for input in [long, String(repeating: "a\n", count: 20_000)] {
      #expect(try home.run(["add", "-"], input: input).status == 65)
    }
    #expect(try home.run(["add", long + " tomorrow"]).status == 0)
    try home.change("undo")
    #expect(try home.text == "- a\n")
    try home.change("add", "b", "--project", "A / B", "--create")
    #expect(try home.text == "- a\nA:\n\tB:\n\t\t- b\n")
  }

  @Test func aTagHasAName() throws {
    let home = try ChangeHome("- a\n")
    for tag in ["=x", "@=x", "@", ""] { #expect(try home.run(["tag", "a", tag]).status == 2) }
    try home.change("tag", "a", "x==y")
    #expect(try home.text == "- a @x(=y)\n")
  }

  @Test func aTaskIsMovedToAPeriodOrAProject() throws {
    let home = try ChangeHome("A:\n\t- a @due(2026-12-04 10:00)\n\t\tn\nB:\n\t- b\n")
    #expect(
      try home.change("move", "a", "2026-12").contains(
        "lost the day 2026-12-04; lost the time 10:00"))
    try home.change("move", "a", "B", "--position", "top")
    #expect(try home.text == "A:\nB:\n\t- a @due(2026-12)\n\t\tn\n\t- b\n")
    #expect(try home.run(["move", "a", "C"]).status == 4)
    #expect(try home.run(["move", "a"]).status == 2)
    try home.change("move", "a", "2027:", "--create")
    #expect(try home.text == "A:\nB:\n\t- b\n2027:\n\t- a @due(2026-12)\n\t\tn\n")
    #expect(try home.run(["move", "b", "2027"]).status == 2)
  }

  @Test func aTaskIsMovedToARepetition() throws {
    let home = try ChangeHome("- a\n- b @due(2026-12-01)\n")
    let moved = try home.run(["move", "a", "every monday at 8"])
    #expect(moved.status == 0 && moved.error.contains("the hour is read as 08:00"))
    try home.change("move", "b", "7-9 December")
    #expect(try home.text.contains("08:00) @repeat(weekly on mon)\n"))
    #expect(try home.text.hasSuffix("- b @due(2026-12-07 thru 2026-12-09)\n"))
    let run = try home.run(["snooze", "a", "every monday"])
    #expect(run.status == 2 && run.error.contains("is a repetition; expected a date or a length"))
  }

  @Test func aTaskWithADateKeepsItIfTheRepetitionNamesNoDay() throws {
    let home = try ChangeHome(
      "- a @due(2026-12-10 10:00)\n- b @due(2026-12-10)\n- c @due(2020-01-01)\n"
        + "- d @due(2026-12-10 10:00) @start(2026-12-09)\n- e @due(2026-12-10)\n")
    try home.change("move", "a", "every 2 weeks for 4 weeks")
    try home.change("move", "b", "every monday")
    try home.change("move", "c", "daily")
    try home.change("move", "d", "every 2 days at 16:00")
    try home.change("move", "e", "every 2 weeks starting 5 jan 2027")
    let lines = try home.text.split(separator: "\n")
    #expect(lines[0] == "- a @due(2026-12-10 10:00) @repeat(every 2 weeks until 2027-01-06)")
    #expect(lines[1].hasSuffix("@repeat(weekly on mon)") && !lines[1].contains("12-10"))
    #expect(!lines[2].contains("2020"))
    #expect(lines[3] == "- d @due(2026-12-10 16:00) @start(2026-12-09) @repeat(every 2 days)")
    #expect(lines[4] == "- e @due(2027-01-05) @repeat(every 2 weeks)")
    let second = try home.run(["move", "e", "every second friday"])
    #expect(second.error.contains("every other fri"))
  }

  @Test func theTimeOfASeriesHasNotPassedToday() throws {
    let home = try ChangeHome("- a\n")
    try home.change("move", "a", "at 6:00 every 2 days")
    #expect(try home.text.hasSuffix(" 06:00) @repeat(every 2 days)\n"))
  }

  @Test(arguments: ["31 November 2026", "12/05/2026 5pm", "2026-02-30"])
  func aDateThatCannotBeReadIsNoProject(date: String) throws {
    let home = try ChangeHome("- a\n")
    let run = try home.run(["move", "a", date])
    #expect(run.status == 2 && run.error.contains("\"\(date)\" cannot be read as a date"))
  }

  @Test func snoozingToSeveralDaysKeepsAllOfThemOrNothing() throws {
    let home = try ChangeHome("- a @due(2026-12-01)\n- b @due(2026-12-02 10:00)\n")
    try home.change("snooze", "a", "7-9 December")
    let run = try home.run(["snooze", "b", "7-9 December"])
    #expect(run.status == 1 && run.error.contains("which several days do not have"))
    #expect(
      try home.text == "- a @due(2026-12-07 thru 2026-12-09)\n- b @due(2026-12-02 10:00)\n")
  }

  @Test func aProjectIsLookedForInAllFiles() throws {
    let home = try ChangeHome("- b\n")
    try home.scratch.write("two/a.taskpaper", "Home:\n\t- a\n")
    let files = ["DUECAL_FILES": "\(ChangeHome.name):two"]
    let run = try home.run(["add", "New", "--project", "Home"], environment: files)
    #expect(
      run.status == 0 && run.output.hasPrefix("two/a.taskpaper:3: added: New"), "\(run.error)")
    #expect(try home.text == "- b\n")
    #expect(try home.scratch.text("two/a.taskpaper") == "Home:\n\t- a\n\t- New\n")
    // With -f, that file is the only one; without a project, the inbox is.
    #expect(
      try home.run(["add", "x", "--project", "Home", "-f", ChangeHome.name], environment: files)
        .status == 4)
    try home.run(["add", "c"], environment: files)
    try home.run(["add", "d", "--project", "Garden", "--create"], environment: files)
    #expect(try home.text == "- b\n- c\nGarden:\n\t- d\n")
  }

  @Test func ofProjectsOfOneNameTheInboxHasTheFirstAndOthersAreNamed() throws {
    let home = try ChangeHome("Work:\n\t- b\n")
    for name in ["x.taskpaper", "y.taskpaper"] {
      try home.scratch.write(name, "Home:\n\t- a\nWork:\n")
    }
    let files = ["DUECAL_FILES": "\(ChangeHome.name):x.taskpaper:y.taskpaper"]
    #expect(try home.run(["add", "New", "--project", "Work"], environment: files).status == 0)
    #expect(try home.text == "Work:\n\t- b\n\t- New\n")
    let run = try home.run(["add", "New", "--project", "Home"], environment: files)
    #expect(run.status == 2)
    #expect(
      run.error
        == "duecal: \"Home\" names 2 projects: x.taskpaper:1, y.taskpaper:1; expected the path of "
        + "one, as A / B, or its file with -f\n")
  }

  @Test func anInboxThatIsNotThereYetIsMadeAlsoBesideOtherFiles() throws {
    let home = try ChangeHome("Home:\n")
    let files = ["DUECAL_FILES": "new.taskpaper:\(ChangeHome.name)"]
    let run = try home.run(["add", "a", "--project", "Garden", "--create"], environment: files)
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("new.taskpaper") == "Garden:\n\t- a\n")
    #expect(try home.text == "Home:\n")
  }

  @Test func aTaskGoesFromOneFileToAnotherAndComesBack() throws {
    let home = try ChangeHome("A:\n\t- a\n\t\tn\n")
    try home.scratch.write("b.taskpaper", "B:\r\n  - b")
    let files = ["-f", ChangeHome.name, "-f", "b.taskpaper"]
    #expect(try home.run(["move", "a", "B"] + files).status == 0)
    #expect(try home.text == "A:\n")
    #expect(try home.scratch.text("b.taskpaper") == "B:\r\n  - b\r\n  - a\r\n    n")
    try home.change("undo")
    #expect(try home.text == "A:\n\t- a\n\t\tn\n")
    #expect(try home.scratch.text("b.taskpaper") == "B:\r\n  - b")
  }

  /// A run that is killed after it wrote the first of two files leaves both files and its pending writes.
  @Test(arguments: [false, true]) func whatAKilledRunLeftIsBroughtToItsEnd(isChanged: Bool) throws {
    let home = try ChangeHome("A:\n\t- a\n- c\n")
    try home.scratch.write("b.taskpaper", "B:\n\t- b\n\t- a\n")
    let folder = home.scratch.url.resolvingSymlinksInPath().path
    let parts = [
      ("\(folder)/b.taskpaper", "B:\n\t- b\n", "B:\n\t- b\n\t- a\n"),
      ("\(folder)/home.taskpaper", "A:\n\t- a\n- c\n", "A:\n- c\n"),
    ]
    let pending = parts.map { path, old, new in
      "\(path.utf8.count) \(old.utf8.count) \(new.utf8.count)\n\(path)\(old)\(new)"
    }
    try home.scratch.write(".local/state/duecal/pending-change", pending.joined())
    if isChanged { try home.scratch.write(ChangeHome.name, "A:\n\t- a!\n- c\n") }
    let run = try home.run(["done", "c"])
    #expect(run.status == 0 && run.error.contains("this one was changed since") == isChanged)
    #expect(try home.text == "A:\n\(isChanged ? "\t- a!\n" : "")- c @done(2026-12-05)\n")
    #expect(try home.run(["done", "a", "-f", "b.taskpaper"]).error == "")
  }

  @Test func aFileThatAKilledRunWasAboutToMakeIsMade() throws {
    let home = try ChangeHome("- c\n- a\n")
    let folder = home.scratch.url.resolvingSymlinksInPath().path
    let parts = [
      ("\(folder)/home.taskpaper", "- c\n", "- c\n- a\n"), ("\(folder)/new.taskpaper", "", "- b\n"),
    ]
    let pending = parts.map { path, old, new in
      "\(path.utf8.count) \(old.utf8.count) \(new.utf8.count)\n\(path)\(old)\(new)"
    }
    try home.scratch.write(".local/state/duecal/pending-change", pending.joined())
    let run = try home.run(["done", "c"])
    #expect(run.status == 0 && !run.error.contains("was changed since"), "\(run.error)")
    #expect(try home.scratch.text("new.taskpaper") == "- b\n")
    #expect(try home.text == "- c @done(2026-12-05)\n- a\n")
  }

  @Test func nothingIsWrittenWhereOneOfTwoFilesCannotBe() throws {
    let home = try ChangeHome("A:\n\t- a\n")
    let other = try home.scratch.write("b.taskpaper", "B:\n\t- b\n")
    try home.run(["done", "b", "-f", other, "-q"])  // creates the folder of backups
    let before = try home.scratch.text("b.taskpaper")
    let process = ProcessInfo.processInfo
    try FileManager.default.createSymbolicLink(
      atPath: home.scratch.path(".#home.taskpaper"),
      withDestinationPath: "ann@\(process.hostName).\(process.processIdentifier)")
    #expect(try home.run(["move", "a", "B", "-f", ChangeHome.name, "-f", other]).status == 75)
    #expect(try home.text == "A:\n\t- a\n")
    #expect(try home.scratch.text("b.taskpaper") == before)
  }

  @Test func whatIsDoneIsArchived() throws {
    let home = try ChangeHome("A:\n\t- a @done\n\t\t- part @done\n\t- b @done(2026-12-01)\n")
    try home.change("archive", "--where", "@done = \"2026-12-01\"", "-q")
    #expect(
      try home.text
        == "A:\n\t- a @done\n\t\t- part @done\nArchive:\n\t- b @done(2026-12-01) @project(A)\n")
    try home.change("archive", "-q")
    #expect(
      try home.text
        == "A:\nArchive:\n\t- a @done @project(A)\n\t\t- part @done\n"
        + "\t- b @done(2026-12-01) @project(A)\n")
    #expect(try home.change("archive") == "")
  }

  @Test func datesThatMoveArePinned() throws {
    let home = try ChangeHome("- a @due(tomorrow) @remind(1h)\n- b @due(25:00)\n")
    let run = try home.run(["resolve"])
    #expect(run.status == 1 && run.error.hasPrefix("home.taskpaper:2:"))
    #expect(try home.text == "- a @due(2026-12-06) @remind(1h)\n- b @due(25:00)\n")
  }

  @Test func anEditorIsOpenedAtTheLine() throws {
    let home = try ChangeHome("A:\n\t- a\n")
    let editor = try home.scratch.write("my vim/vim", "#!/bin/sh\nprintf '%s|' \"$@\"\nexit 7\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    let run = try home.run(["edit", "a"], environment: ["EDITOR": "'\(editor)' -n"])
    #expect(run.output == "-n|+2|home.taskpaper|" && run.status == 7)
    for (name, place) in [
      ("code", "-g|home.taskpaper:2|"), ("hx", "home.taskpaper:2|"), ("other", "home.taskpaper|"),
    ] {
      let path = try home.scratch.write(name, "#!/bin/sh\nprintf '%s|' \"$@\"\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      #expect(
        try home.run(["edit", "a"], environment: ["VISUAL": path, "EDITOR": "no"]).output == place)
    }
    #expect(try home.run(["edit", "a"], environment: ["EDITOR": "'open"]).status == 78)
    #expect(try home.run(["edit", "a"], environment: ["EDITOR": "no-such-editor"]).status == 66)
  }

  @Test func aProjectIsNotMadeForWhatStays() throws {
    let home = try ChangeHome("")
    let text = "## A\n- [ ] b\n"
    try home.scratch.write("list.md", text)
    let run = try home.run(["move", "list.md:1", "New:", "--create", "-f", "list.md"])
    #expect(run.status == 1 && run.error.contains("a Markdown heading cannot be moved"))
    #expect(try home.scratch.text("list.md") == text)
  }

  @Test func anArchiveBelowAnIndentedHeadingIsOne() throws {
    let home = try ChangeHome("")
    try home.scratch.write("list.md", "  # Archive\n# A\n- [ ] a\n  - [x] b\n")
    try home.change("archive", "list.md")
    let text = "  # Archive\n- [x] b @project(A)\n# A\n- [ ] a\n"
    #expect(try home.scratch.text("list.md") == text)
    try home.change("archive", "list.md")
    #expect(try home.scratch.text("list.md") == text)
  }
}
