import Foundation
import Testing

@Suite("What commands leave out of folders")
struct LeftOutTests {
  private func home(_ configuration: String = "") throws -> StoreHome {
    let home = try StoreHome(
      "extensions = [\"md\"]\nzone = \"Europe/Berlin\"\n" + configuration)
    try home.scratch.write("n/a.md", "- [ ] Call Ann 📅 2026-12-03\n")
    try home.scratch.write("n/Templates/t.md", "- [ ] From a template 📅 2026-12-03\n")
    return home
  }

  private func items(_ home: StoreHome) throws -> [String] {
    try home.scratch.contents().filter { $0.key.hasPrefix("v/") && $0.key.hasSuffix(".ics") }
      .map { try home.scratch.text($0.key) }
  }

  /// The path of the item file that has some text.
  private func path(_ home: StoreHome, _ text: String) throws -> String {
    let paths = try home.scratch.contents().keys.filter { $0.hasSuffix(".ics") }
    return try #require(try paths.first { try home.scratch.text($0).contains(text) })
  }

  private func sync(_ home: StoreHome, _ more: String...) throws -> Run {
    try home.run(["sync", "tasks:n", "vdir:v"] + more)
  }

  @Test(arguments: ["exclude = [\"Templates\"]\n", ""])
  func everyCommandLeavesThemOut(_ configuration: String) throws {
    let home = try home(configuration)
    if configuration.isEmpty { try home.scratch.write("n/.duecalignore", "Templates/\n") }
    for words in [
      ["list", "2026-12-03", "n"], ["export", "n"], ["outline", "n"], ["plan", "n"],
    ] {
      let run = try home.run(words)
      #expect(run.output.contains("Call Ann") && !run.output.contains("template"), "\(words)")
      #expect(run.error.isEmpty, "\(words) \(run.error)")
    }
    #expect(try sync(home).status == 0)
    #expect(try items(home).count == 1)
    #expect(try home.run("list", "2026-12-03", "n/Templates/t.md").output.contains("template"))
  }

  @Test(arguments: ["Templates", "filter"])
  func whatIsLeftOutLaterIsReleased(_ way: String) throws {
    let home = try home()
    #expect(try sync(home).status == 0)
    let before = try items(home).sorted()
    #expect(before.count == 2)
    let key = way == "filter" ? "[markdown]\nfilter = \"#x\"\n" : "exclude = [\"Templates\"]\n"
    try home.scratch.write("config.toml", "extensions = [\"md\"]\nzone = \"Europe/Berlin\"\n" + key)
    let run = try sync(home)
    #expect(run.status == 0 && run.output.contains("released"), "\(run.output) \(run.error)")
    #expect(try items(home).sorted() == before)
    try home.scratch.write("n/b.md", "- [ ] New #x 📅 2026-12-04\n")
    try home.scratch.write("n/Templates/u.md", "- [ ] Not #x 📅 2026-12-04\n")
    #expect(try sync(home).status == 0)
    #expect(try items(home).count == (way == "filter" ? 4 : 3))
    try home.scratch.write("n/Templates/t.md", "")
    try home.scratch.write("n/a.md", "- [ ] Call Ann 📅 2026-12-03\n- [ ] Ask 📅 2026-12-05\n")
    _ = try sync(home)
    #expect(try items(home).filter { $0.contains("template") || $0.contains("Ann") }.count == 2)
  }

  @Test func aNewItemOfAListThatIsLeftOutStaysWhereItIsAndIsReportedOnce() throws {
    let home = try home()
    #expect(try sync(home).status == 0)
    let key = try path(home, "SUMMARY:From a template")
    try home.scratch.write(
      "config.toml", "extensions = [\"md\"]\nzone = \"Europe/Berlin\"\nexclude = [\"Templates\"]\n")
    _ = try sync(home)
    let new = key.split(separator: "/").dropLast().joined(separator: "/") + "/new.ics"
    try home.item(new, "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nEND:VTODO")
    let text = try home.scratch.text(new)
    let run = try sync(home)
    #expect(run.status == 65)
    #expect(run.error.contains("Templates/t.md: exclude or .duecalignore leaves this file out"))
    let again = try sync(home)
    #expect(again.status == 0 && again.error.isEmpty, "\(again.error)")
    #expect(try home.scratch.text(new) == text)
    #expect(try home.scratch.text("n/Templates/t.md") == "- [ ] From a template 📅 2026-12-03\n")
    try home.scratch.write("config.toml", "extensions = [\"md\"]\nzone = \"Europe/Berlin\"\n")
    #expect(try sync(home).status == 0)
    #expect(try home.scratch.text("n/Templates/t.md").contains("- [ ] New"))
  }

  @Test func aFilterThatIsSetLaterLeavesTheTitles() throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    let lines = (1...20).map { "- [ ] #task Call \($0) 📅 2026-12-04\n" }
    try home.scratch.write("n/a.md", lines.joined())
    #expect(try sync(home).status == 0)
    #expect(try items(home).allSatisfy { $0.contains("SUMMARY:#task Call ") })
    try home.scratch.write(
      "config.toml", "zone = \"Europe/Berlin\"\n[markdown]\nfilter = \"#task\"\n")
    let run = try sync(home)
    #expect(run.status == 0, "\(run.error)")
    #expect(try items(home).allSatisfy { $0.contains("SUMMARY:Call ") })
    #expect(try home.scratch.text("n/a.md") == lines.joined())
    #expect(try sync(home).output.isEmpty)
  }

  @Test func anImportDoesNotTakeFilteredLinesForRemoved() throws {
    let home = try home()
    let todos = (1...20).map {
      "BEGIN:VTODO\nUID:\($0)\nDTSTAMP:20261201T000000Z\nSUMMARY:Task \($0)\nEND:VTODO\n"
    }
    try home.item("c.ics", todos.joined())
    #expect(try home.run("import", "c.ics", "--into", "i.md").status == 0)
    let text = try home.scratch.text("i.md")
    try home.scratch.write("config.toml", "[markdown]\nfilter = \"#task\"\n")
    let run = try home.run("import", "c.ics", "--into", "i.md")
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("i.md") == text)
  }

  @Test func newCategoriesAreNoAccident() throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    let lines = (1...20).map { "- [ ] Task \($0) 📅 2026-12-04\n" }
    try home.scratch.write("n/a.md", lines.joined())
    _ = try sync(home)
    let tagged = lines.map { $0.replacingOccurrences(of: "📅", with: "#home 📅") }
    try home.scratch.write("n/a.md", tagged.joined())
    let run = try sync(home)
    #expect(run.status == 0, "\(run.error)")
    #expect(try items(home).allSatisfy { $0.contains("CATEGORIES:home") })
  }

  @Test func aListThatIsLeftOutAndGoneElsewhereIsReportedOnce() throws {
    let home = try home()
    #expect(try sync(home).status == 0)
    let folder = try path(home, "SUMMARY:From a template").split(separator: "/").dropLast()
    let rules = "extensions = [\"md\"]\nzone = \"Europe/Berlin\"\nexclude = [\"Templates\"]\n"
    try home.scratch.write("config.toml", rules)
    try FileManager.default.removeItem(
      atPath: home.scratch.path(folder.joined(separator: "/")))
    #expect(try sync(home, "-q").error.isEmpty)
    let run = try sync(home)
    #expect(run.status == 0 && run.errorLines.count == 1, "\(run.error)")
    #expect(run.error.contains("exclude or .duecalignore leaves this list out"))
    let again = try sync(home)
    #expect(again.status == 0 && again.error.isEmpty, "\(again.error)")
    #expect(try home.scratch.text("n/Templates/t.md") == "- [ ] From a template 📅 2026-12-03\n")
    let keys = rules.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    try home.scratch.write("config.toml", keys)
    #expect(try sync(home).error.contains("--drop-list"))
  }

  @Test(arguments: [false, true])
  func theOnlyListInSyncThatIsLeftOutAndGoneElsewhereStopsNoSync(isGoneToo: Bool) throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    try home.scratch.write("n/a.taskpaper", "- One @due(2026-12-04)\n")
    #expect(try sync(home).status == 0)
    try home.scratch.write("n/.duecalignore", "a.taskpaper\n")
    try FileManager.default.removeItem(atPath: home.scratch.path("v/a"))
    if isGoneToo { try FileManager.default.removeItem(atPath: home.scratch.path("n/a.taskpaper")) }
    let run = try sync(home)
    #expect(run.status == 0 && run.errorLines.count == 1, "\(run.error)")
    #expect(run.error.contains("exclude or .duecalignore leaves this list out"))
    let again = try sync(home)
    #expect(again.status == 0 && again.error.isEmpty, "\(again.error)")
    try home.scratch.write("n/b.taskpaper", "- Two\n")
    #expect(try sync(home).status == 0)
    #expect(try items(home).count == 1)
  }

  @Test func aListThatIsLeftOutIsNamedAsSuch() throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\nexclude = [\"a.taskpaper\"]\n")
    try home.scratch.write("n/a.taskpaper", "- One @due(2026-12-04)\n")
    let run = try home.run("store", "add", "tasks:n#a", "Buy milk")
    #expect(run.status != 0)
    #expect(
      run.error.contains("exclude or .duecalignore leaves out the list \"a\""), "\(run.error)")
    #expect(try home.run("store", "add", "tasks:n#b", "Buy milk").error.contains("no list b"))
    #expect(try home.run("list", "n").error.contains("leaves out the only one in this folder"))
  }

  @Test(arguments: ["exclude = [\"a.taskpaper\"]\n", ""])
  func theOnlyFileOfAFolderThatIsExcludedLeavesItsFeed(_ configuration: String) throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    try home.scratch.write("m/a.taskpaper", "- One @due(2026-12-04)\n")
    let words = ["export", "m", "-o", "f.ics"]
    #expect(try home.run(words).status == 0)
    try home.scratch.write("config.toml", configuration + "zone = \"Europe/Berlin\"\n")
    if configuration.isEmpty { try home.scratch.write("m/.duecalignore", "a.taskpaper\n") }
    for _ in 0..<2 {
      let run = try home.run(words)
      #expect(run.error.contains("no task files") && !run.error.contains("empty or gone"))
      #expect(run.error.contains("because exclude or .duecalignore leaves out the only one"))
      #expect(try !home.scratch.text("f.ics").contains("VTODO"))
    }
  }

  @Test func theOnlyFileOfAFolderThatIsGoneStaysInItsFeed() throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\nexclude = [\"a.taskpaper\"]\n")
    try home.scratch.write("m/b.taskpaper", "- One @due(2026-12-04)\n")
    let words = ["export", "m", "-o", "f.ics"]
    #expect(try home.run(words).status == 0)
    try FileManager.default.removeItem(atPath: home.scratch.path("m/b.taskpaper"))
    let run = try home.run(words)
    #expect(run.status == 4 && run.error.contains("empty or gone"))
    #expect(try home.scratch.text("f.ics").contains("VTODO"))
  }

  @Test func theRulesOfAFolderAboveAct() throws {
    let home = try home()
    try home.scratch.write("n/.duecalignore", "Templates/\nsub/private*\n*.draft.md\n")
    for name in ["open", "private", "Templates/x", "deep/b.draft", "deep/c"] {
      try home.scratch.write("n/sub/\(name).md", "- [ ] In \(name) 📅 2026-12-03\n")
    }
    for words in [["list", "2026-12-03", "n/sub"], ["export", "n/sub"], ["outline", "n/sub"]] {
      let run = try home.run(words)
      #expect(run.output.contains("In open") && run.output.contains("In deep/c"), "\(words)")
      #expect(!["private", "Templates", "draft"].contains { run.output.contains("In \($0)") })
    }
    #expect(try home.run("sync", "tasks:n/sub", "vdir:v").status == 0)
    #expect(try items(home).count == 2)
    // What is named itself is read, as ripgrep does it; rules act on what is in it.
    try home.scratch.write("n/Templates/u.draft.md", "- [ ] Draft 📅 2026-12-03\n")
    let templates = try home.printed("list", "2026-12-03", "n/Templates")
    #expect(templates.contains("From a template") && !templates.contains("Draft"))
    #expect(try home.printed("list", "2026-12-03", "n/sub/private.md").contains("In private"))
  }

  // MARK: Conflict copies

  @Test func aConflictCopyOfAnItemIsLeftOutWithAMessage() throws {
    let home = try home()
    let item =
      "BEGIN:VTODO\nUID:1\nDTSTAMP:20261201T000000Z\nSUMMARY:Buy paint\nDUE;VALUE=DATE:20261203\nEND:VTODO"
    try home.item("v/home/1.ics", item)
    let copy = "v/home/1.sync-conflict-20261127-131500-ABCDEFG.ics"
    try home.item(copy, item.replacingOccurrences(of: "paint", with: "brushes"))
    for words in [["list", "2026-12-03", "vdir:v"], ["export", "vdir:v"]] {
      let run = try home.run(words)
      #expect(run.status == 0 && run.output.contains("Buy paint"), "\(words) \(run.error)")
      #expect(!run.output.contains("brushes") && run.error.contains("1 conflict copy left out"))
    }
    let run = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    #expect(run.error.contains("1 conflict copy left out: home/1.sync-conflict"), "\(run.error)")
    #expect(!(try home.scratch.text("n/home.md").contains("brushes")))
    let done = try home.run("done", "paint", "-f", "vdir:v")
    #expect(done.status == 0, "\(done.error)")
    #expect(try home.scratch.text(copy).contains("brushes"))
  }

  @Test func aConflictCopyThatWasInSyncIsReleased() throws {
    let home = try home("exclude = [\"Templates\"]\n")
    #expect(try sync(home).status == 0)
    let (path, text) = (try path(home, "Call Ann"), try items(home)[0])
    let copy = path.replacingOccurrences(
      of: ".ics", with: " (conflicted copy 2026-11-27 131500).ics")
    try home.scratch.write(copy, text)
    try FileManager.default.removeItem(atPath: home.scratch.path(path))
    let line = try home.scratch.text("n/a.md")
    let run = try sync(home)
    #expect(run.status == 0 && run.output.contains("released"), "\(run.output) \(run.error)")
    #expect(run.error.contains("1 conflict copy left out"))
    #expect(try home.scratch.text("n/a.md") == line)
    try home.scratch.write("n/a.md", line.replacingOccurrences(of: "-03", with: "-05"))
    _ = try sync(home)
    #expect(try home.scratch.text(copy) == text)
    #expect(try home.scratch.text("n/a.md").contains("2026-12-05"))
  }

  @Test(arguments: [
    "a.sync-conflict-20261127-131500-ABCDEFG.md", "a (Ann's conflicted copy 2026-11-27).md",
    "a (In Konflikt stehende Kopie von Ann 2026-11-27).md",
    "a (conflicted copy 2026-11-27 131500).md",
    "a_conflict-20261127-131500.md",
  ])
  func aConflictCopyIsLeftOutWithAMessage(_ name: String) throws {
    let home = try home("exclude = [\"Templates\"]\n")
    try home.scratch.write("n/\(name)", "- [ ] Call Ann 📅 2026-12-03\n- [ ] Other 📅 2026-12-03\n")
    for words in [["list", "2026-12-03", "n"], ["export", "n"], ["outline", "n"]] {
      let run = try home.run(words)
      #expect(run.status == 0 && !run.output.contains("Other"), "\(words)")
      #expect(run.errorLines.count == 1 && run.error.contains("1 conflict copy left out"))
    }
    let run = try sync(home)
    #expect(run.status == 0 && run.error.contains("1 conflict copy left out"), "\(run.error)")
    #expect(try items(home).count == 1)
    let both = try home.run("list", "2026-12-03", "n/a.md", "n/\(name)")
    #expect(!both.output.contains("Other") && both.error.contains("left out"))
    #expect(try home.run("list", "2026-12-03", "n/\(name)").output.contains("Other"))
  }

  // MARK: Conflict markers

  private static let merged = """
    - [ ] One 📅 2026-12-03
    <<<<<<< HEAD
    - [ ] Two 📅 2026-12-03
    =======
    - [ ] Two 📅 2026-12-04
    >>>>>>> other

    """

  @Test func conflictMarkersAreAnError() throws {
    let home = try home()
    try home.scratch.write("n/a.md", Self.merged)
    let check = try home.run("check", "n")
    #expect(check.status == 1 && check.output.contains("n/a.md:2:1: error: a merge left"))
    try home.scratch.write("n/a.md", "# A\n=======\n\n```\n" + Self.merged + "```\n")
    #expect(try home.run("check", "n").status == 0)
  }

  @Test func aFileWithConflictMarkersIsUnsafe() throws {
    let home = try home("exclude = [\"Templates\"]\n")
    try home.scratch.write("n/a.md", "- [ ] One 📅 2026-12-03\n- [ ] Two 📅 2026-12-03\n")
    try home.scratch.write("n/b.md", "- [ ] Three 📅 2026-12-03\n")
    #expect(try home.run("export", "n", "-o", "f.ics").status == 0)
    #expect(try sync(home).status == 0)
    let (feed, before) = (try home.scratch.text("f.ics"), try items(home).sorted())
    try home.scratch.write("n/a.md", Self.merged)
    try home.scratch.write("n/b.md", "- [ ] Three 📅 2026-12-03\n- [ ] Four 📅 2026-12-03\n")
    let export = try home.run("export", "n", "-o", "f.ics")
    #expect(export.status == 1 && export.error.contains("a.md:2:1: error: a merge left"))
    let now = try home.scratch.text("f.ics")
    for line in feed.split(separator: "\r\n") where line.hasPrefix("SUMMARY") {
      #expect(now.contains(line))
    }
    #expect(now.contains("SUMMARY:Four") && !now.contains("20261204"))
    let run = try sync(home)
    #expect(run.status == 69 && run.error.contains("a.md:2: a merge left two versions"))
    #expect(Set(before).isSubset(of: Set(try items(home))))
    #expect(try items(home).count == before.count + 1)
    #expect(try home.scratch.text("n/a.md") == Self.merged)
  }

  // MARK: Lists

  @Test func newItemsOfSeveralFilesGoToTheInbox() throws {
    let home = try home(
      "lists = \"one\"\ninbox = \"~/n/In.md\"\nexclude = [\"Templates\"]\n")
    _ = try sync(home)
    try home.item(
      "v/n/new.ics", "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nEND:VTODO")
    let run = try sync(home)
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("n/In.md") == "- [ ] New\n")
    #expect(try home.scratch.text("n/a.md") == "- [ ] Call Ann 📅 2026-12-03\n")
    #expect(try sync(home).output.isEmpty)
  }

  @Test func anInboxWithoutTasksIsUsed() throws {
    let home = try home("lists = \"one\"\nexclude = [\"Templates\"]\n")
    try home.scratch.write("n/Inbox.md", "# In\n")
    _ = try sync(home)
    try home.item(
      "v/n/new.ics", "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nEND:VTODO")
    _ = try sync(home)
    #expect(try home.scratch.text("n/Inbox.md").contains("- [ ] New"))
  }

  @Test(arguments: [
    ("md", "Einkauf Müller", "Einkauf Müller"), ("taskpaper", "予算", "予算"), ("md", "../x/y", "_x_y"),
    ("md", ".hidden", "hidden"), ("taskpaper", "A: B?", "A_ B_"), ("md", "...", "list"),
  ])
  func aNewListKeepsItsLettersAsFileName(_ kind: String, _ title: String, _ name: String) throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    try home.scratch.write("n/a.\(kind)", kind == "md" ? "- [ ] A\n" : "- A\n")
    try home.scratch.write("v/x/displayname", title)
    try home.item(
      "v/x/new.ics", "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nEND:VTODO")
    let run = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("n/\(name).\(kind)").contains("New"))
  }

  @Test func aNewListTakesNoNameThatDiffersInCaseAlone() throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    try home.scratch.write("n/einkauf.md", "- [ ] A\n")
    try home.scratch.write("v/x/displayname", "Einkauf")
    try home.item(
      "v/x/new.ics", "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nEND:VTODO")
    _ = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    #expect(try home.scratch.text("n/Einkauf-2.md").contains("New"))
  }

  @Test func aFirstSyncThatCreatesManyListsNamesLists() throws {
    let home = try StoreHome("zone = \"Europe/Berlin\"\n")
    for number in 1...21 { try home.scratch.write("n/\(number).md", "- [ ] Task \(number)\n") }
    let run = try home.run("sync", "tasks:n", "vdir:v", "--dry-run")
    #expect(
      run.error.contains("21 lists would be created") && run.error.contains("lists = \"one\""))
  }
}
