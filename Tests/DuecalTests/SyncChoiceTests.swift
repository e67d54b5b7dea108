import Foundation
import Testing

@Suite("duecal sync: which lines take part")
struct SyncChoiceTests {
  /// A home with a folder of task files.
  private func home(_ text: String) throws -> StoreHome {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", text)
    return home
  }

  private func sync(_ home: StoreHome, _ options: String...) throws -> Run {
    try home.run(["sync", "tasks:n", "sqlite:p.sqlite"] + options)
  }

  private static let mixed = """
    Home:
    	- Buy milk @shop
    	- Paint
    Work:
    	- Plan @shop
    	- Secret @class(private)
    	- Salary @class(confidential)
    Archive:
    	- Old
    """

  @Test(arguments: [
    ([], ["Buy milk", "Paint", "Plan"]),
    (["--project", "Home"], ["Buy milk", "Paint"]),
    (["--tag", "shop"], ["Buy milk", "Plan"]),
    (["--where", "not @shop"], ["Paint"]),
    (["--archive"], ["Buy milk", "Paint", "Plan", "Old"]),
    (["--class", "private"], ["Buy milk", "Paint", "Plan", "Secret"]),
    (
      ["--class", "private", "--class", "confidential", "--tag", "class"], ["Secret", "Salary"]
    ),
  ])
  func chooseNewLines(_ options: [String], _ expected: [String]) throws {
    let home = try home(Self.mixed + "\n")
    let run = try home.run(["sync", "tasks:n", "sqlite:p.sqlite"] + options)
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.sorted() == expected.map { "sqlite:p.sqlite#a: added: \($0)" }.sorted())
  }

  @Test func leavesOutLinesOfImportsUnlessTheyAreAskedFor() throws {
    let home = try home("- Own\n")
    try home.scratch.write(
      "c.ics",
      """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:x\r
      BEGIN:VTODO\r
      UID:there-1\r
      DTSTAMP:20261101T000000Z\r
      SUMMARY:Foreign\r
      END:VTODO\r
      END:VCALENDAR\r

      """)
    _ = try home.run("import", "c.ics", "--into", "n/a.taskpaper")
    #expect(try home.scratch.text("n/a.taskpaper").contains("Foreign"))
    #expect(try sync(home).output == "sqlite:p.sqlite#a: added: Own\n")
    #expect(try sync(home, "--imported", "--yes").output == "sqlite:p.sqlite#a: added: Foreign\n")
  }

  @Test func releasesALineThatIsNoLongerChosenAndKeepsItInBothStores() throws {
    let home = try home("- Buy milk @shop\n- Buy paint @shop\n")
    _ = try sync(home, "--tag", "shop")
    try home.scratch.write("n/a.taskpaper", "- Buy oat milk\n- Buy paint @shop\n")
    #expect(
      try sync(home, "--tag", "shop", "--dry-run").output.contains("= tasks:n#a: Buy oat milk"))
    #expect(try sync(home, "--tag", "shop").output == "tasks:n#a: released: Buy oat milk\n")
    #expect(try sync(home, "--tag", "shop").output.isEmpty)
    #expect(try home.printed("store", "search", "sqlite:p.sqlite").contains("Buy milk"))
    try home.scratch.write("n/a.taskpaper", "- Buy oat milk @shop\n- Buy paint @shop\n")
    #expect(try sync(home, "--tag", "shop").output.contains("title Buy milk → Buy oat milk"))
  }

  @Test func completesWhatIsInSyncAlthoughTheQueryNoLongerMatches() throws {
    let home = try home("- Buy milk\n")
    _ = try sync(home, "--where", "not @done")
    try home.scratch.write("n/a.taskpaper", "- Buy milk @done(2026-11-20)\n")
    let run = try sync(home, "--where", "not @done")
    #expect(run.output.contains("changed: Buy milk"))
  }

  @Test func stopsIfTheChoiceChangesUntilItIsConfirmed() throws {
    let home = try home("- Buy milk @shop\n- Paint\n")
    _ = try sync(home)
    let refused = try sync(home, "--tag", "shop")
    #expect(refused.status == 4)
    #expect(refused.error.contains("were none in the last sync, and are --tag \"shop\" now"))
    #expect(try sync(home, "--tag", "shop", "--yes").output == "tasks:n#a: released: Paint\n")
    #expect(try sync(home, "--tag", "shop").output.isEmpty)
  }

  @Test func refusesAProjectThatDoesNotExist() throws {
    let home = try home("Home:\n\t- Buy milk\n")
    let run = try sync(home, "--project", "Hom")
    #expect(run.status == 4 && run.error.contains("there is no project \"Hom\""))
  }

  @Test func refusesAChoiceForStoresWithoutLines() throws {
    let run = try StoreHome().run(["sync", "vdir:v", "sqlite:a.sqlite", "--tag", "shop"])
    #expect(run.status == 2 && run.error.contains("chooses lines of task files"))
  }

  @Test func refusesAClassThatDoesNotExist() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "config.toml", "[sync.p]\na = \"tasks:~/n\"\nb = \"vdir:~/v\"\nclass = \"secret\"\n")
    let run = try home.run(["config", "check"])
    #expect(run.status == 78 && (run.output + run.error).contains(":4:9: "))
    #expect((run.output + run.error).contains("expected \"private\" or \"confidential\""))
  }

  @Test func reportsAMistakeInAQueryOfTheConfiguration() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "config.toml", "[sync.p]\na = \"tasks:~/n\"\nb = \"vdir:~/v\"\nwhere = \"@due and (\"\n")
    let run = try home.run(["config", "check"])
    #expect(run.status == 78 && (run.output + run.error).contains(":4:9: "))
    #expect((run.output + run.error).contains("sync.p.where: \"@due and (\": column 10: "))
  }

  @Test func refusesStoresOfWhichOneContainsTheOther() throws {
    let home = try home("- Buy milk\n")
    let run = try home.run(["sync", "tasks:n", "tasks:n/a.taskpaper"])
    #expect(
      run.status == 2 && run.error.contains("one of tasks:n and tasks:n/a.taskpaper contains"))
  }

  @Test func readsTheChoiceFromTheConfiguration() throws {
    let home = try home("- Buy milk @shop\n- Paint\n- Gift @shop @class(private)\n")
    try home.scratch.write(
      "config.toml",
      """
      [sync.phone]
      a = "tasks:~/n"
      b = "sqlite:~/p.sqlite"
      tag = "shop"
      class = ["private"]
      where = ["not @done"]

      """)
    let run = try home.run("sync")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(Set(lines.map { String($0.suffix(4)) }) == ["milk", "Gift"])
  }

  @Test func makesAListOfEachFolderIfTheConfigurationSaysSo() throws {
    let home = try home("- Buy milk\n")
    try home.scratch.write("n/inbox.taskpaper", "- Call Ann\n")
    try home.scratch.write("n/garden/b.taskpaper", "- Plan\n")
    try home.scratch.write("config.toml", "lists = \"folders\"\n")
    #expect(try sync(home).output.split(separator: "\n").count { $0.contains("#n: added") } == 2)
    _ = try home.printed("store", "add", "sqlite:p.sqlite#n", "Buy soil")
    _ = try sync(home)
    #expect(try home.scratch.text("n/inbox.taskpaper") == "- Call Ann\n- Buy soil\n")
  }

  @Test func keepsItemsOfThePhoneInSyncAlthoughTheyDoNotMatch() throws {
    let home = try home("- Buy milk @shop\n")
    _ = try sync(home, "--tag", "shop")
    _ = try home.printed("store", "add", "sqlite:p.sqlite#a", "From the phone")
    #expect(try sync(home, "--tag", "shop").output == "tasks:n#a: added: From the phone\n")
    #expect(try sync(home, "--tag", "shop").output.isEmpty)
    try home.scratch.write("n/a.taskpaper", "- Buy milk @shop\n- From the phone soon\n")
    #expect(try sync(home, "--tag", "shop").output.contains("title"))
  }

  @Test func addsAReleasedLineAgainThatThePhoneHasRemoved() throws {
    let home = try home("- Buy milk @shop\n- Paint @shop\n")
    _ = try sync(home, "--tag", "shop")
    try home.scratch.write("n/a.taskpaper", "- Buy milk\n- Paint @shop\n")
    _ = try sync(home, "--tag", "shop")
    _ = try home.printed("store", "remove", "sqlite:p.sqlite#a", "Buy milk")
    try home.scratch.write("n/a.taskpaper", "- Buy milk @shop\n- Paint @shop\n")
    for _ in 0..<2 { _ = try sync(home, "--tag", "shop") }
    #expect(try home.printed("store", "search", "sqlite:p.sqlite").contains("Buy milk"))
  }

  @Test func reportATagThatNoLineHasOnce() throws {
    let home = try home("- Buy milk @shop\n")
    for options in [["--tag", "shpo"], ["--tag", "shpo", "--tag", "shop"]] {
      let run = try home.run(["sync", "tasks:n", "sqlite:p.sqlite", "--yes"] + options)
      #expect(run.status == 0)
      #expect(
        run.error
          == "duecal: --tag: no line has the tag \"shpo\"; expected one that duecal tags lists\n")
      #expect(try home.run(["sync", "tasks:n", "sqlite:p.sqlite"] + options).error.isEmpty)
    }
  }
}
