import Foundation
import Testing

@Suite("Stores as sources")
struct StoreSourceTests {
  @Test(arguments: [
    ("list all", 65, "0.ics:2:1: error"), ("show", 65, "0.ics:2:1: error"),
    ("export", 1, "0.ics: the item cannot be read; duecal check says why"),
    ("store show", 1, "0.ics: the item cannot be read"),
    ("store search", 1, "0.ics: the item cannot be read"),
    ("store export", 1, "0.ics: the item cannot be read"),
  ])
  func nameTheItemsThatCannotBeRead(command: String, status: Int32, message: String) throws {
    let home = try StoreHome.withFolder()
    let words = command.split(separator: " ").map(String.init) + ["vdir:cal"]
    #expect(try home.run(words).error.isEmpty)
    try home.scratch.write("cal/home/0.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Cut")
    try home.scratch.write("cal/home/none.ics", "nothing")
    try home.item("cal/home/journal.ics", "BEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL")
    let run = try home.run(words)
    #expect(run.status == status && run.error.contains("home/\(message)"), "\(run.error)")
    #expect(run.error.contains("home/none.ics") && !run.error.contains("journal"))
    #expect(run.output.contains("Call Ann"))
  }

  @Test func aTaskThatIsNotFoundMayBeAnItemThatCannotBeRead() throws {
    let home = try StoreHome.withFolder()
    try home.scratch.write("cal/home/none.ics", "nothing")
    let missing = try home.run(["done", "tidy", "--file", "vdir:cal"])
    #expect(missing.status == 66 && missing.error.contains("no task matches"))
    #expect(missing.error.contains("home/none.ics: the item cannot be read"), "\(missing.error)")
    let found = try home.run(["done", "call ann", "--file", "vdir:cal"])
    #expect(found.status == 0 && found.error.isEmpty, "\(found.error)")
  }

  @Test func keepTheLinesOfItemsThatCannotBeRead() throws {
    let home = try StoreHome.withFolder()
    let command = ["import", "vdir:cal#home", "--into", "a.taskpaper", "-q"]
    #expect(try home.run(command).error.isEmpty)
    let lines = try home.scratch.text("a.taskpaper")
    try FileManager.default.removeItem(atPath: home.scratch.path("cal/home/1.ics"))
    try #require(symlink("/proc/self/mem", home.scratch.path("cal/home/1.ics")) == 0)
    try home.scratch.write("cal/home/2.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Cut")
    let run = try home.run(command)
    #expect(run.status == 74 && run.error.contains("1.ics: cannot read"), "\(run.error)")
    #expect(try home.scratch.text("a.taskpaper") == lines)
  }

  private static let work = "[stores]\nwork = \"vdir:~/cal\"\n"

  @Test(arguments: ["vdir:cal", "vdir:~/cal", "work", "work#"])
  func aListHasWhatIsInAStore(name: String) throws {
    let home = try StoreHome.withFolder(Self.work)
    let list = try home.printed("list", "2026-12", name)
    #expect(list.contains("[ ] Call Ann") && list.components(separatedBy: "Planning").count == 4)
    #expect(
      try home.printed("list", "undated", "\(name.filter { $0 != "#" })#home").contains("Buy paint")
    )
  }

  @Test func everyCommandThatReadsTakesOne() throws {
    let home = try StoreHome.withFolder(Self.work)
    #expect(try home.printed("calendar", "2026-12", "work").contains("1 task"))
    #expect(try home.printed("show", "work#home").contains("work#home/1.ics:4: reminder Call Ann"))
    #expect(try home.printed("verify", "work").contains("work#team/e.ics: 26 lines"))
    #expect(
      try home.printed("occurrences", "work", "--uid", "e", "--zone", "UTC").contains(
        "2026-12-14T10:30"))
    #expect(
      try home.printed("remind", "work", "--from", "today", "--to", "today").contains("Call Ann"))
    #expect(try home.printed("export", "work#home").contains("X-OTHER"))
    let import1 = try home.run("import", "work#home")
    #expect(import1.output == "- Call Ann @due(2026-12-03)\n- Buy paint\n")
  }

  @Test func theSourceOfAnItemIsItsStoreAndList() throws {
    let home = try StoreHome.withFolder(Self.work)
    #expect(try home.printed("list", "work", "--json").contains("\"file\" : \"work#home/1.ics\""))
  }

  @Test func aFaultHasAPlaceThatCanBeFound() throws {
    let home = try StoreHome.withFolder()
    try home.item(
      "cal/home/3.ics", "BEGIN:VTODO\nUID:3\nDTSTAMP:20261201T000000Z\nDUE:soon\nEND:VTODO")
    let run = try home.run("check", "vdir:cal")
    #expect(run.status == 1 && run.output.contains("vdir:cal#home/3.ics:7:5: error:"))
  }

  @Test func anImportFollowsAStore() throws {
    let home = try StoreHome.withFolder()
    _ = try home.run("import", "vdir:cal#home", "--into", "tasks.taskpaper")
    try home.item("cal/home/2.ics", "BEGIN:VTODO\nUID:2\nSUMMARY:Buy oil\nEND:VTODO")
    // The same list under a different name.
    _ = try home.run("import", "vdir:./cal#home", "--into", "tasks.taskpaper")
    #expect(try home.scratch.text("tasks.taskpaper") == "- Call Ann @due(2026-12-03)\n- Buy oil\n")
  }

  @Test(arguments: ["sqlite:", "sqlite:none.sqlite", "vdir:none"])
  func oneThatIsNotThereIsReportedAndNotMade(name: String) throws {
    let home = try StoreHome()
    let before = try home.scratch.contents()
    for command in [["list"], ["store", "list"], ["store", "show"], ["show"], ["copy"]] {
      let run = try duecal(
        command + [name] + (command == ["copy"] ? ["memory:"] : []), in: home.scratch.url,
        environment: ["HOME": home.scratch.url.path])
      #expect(run.status == 66 && run.error.contains("there is no such store"))
    }
    #expect(try home.scratch.contents() == before)
  }

  @Test func readingWritesNothing() throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.contents()
    for command in ["list", "show", "check", "verify"] {
      _ = try home.run(command, "vdir:cal")
    }
    #expect(try home.scratch.contents() == before)
  }

  @Test func aNameThatIsAlsoAFileIsNotGuessed() throws {
    let home = try StoreHome.withFolder(Self.work)
    try home.scratch.write("work", "- a\n")
    let run = try home.run("list", "all", "work")
    #expect(run.status == 2 && run.error.contains("\"work#\" for the store"))
    #expect(try home.run("list", "all", "work#").status == 0)
    #expect(try home.run("list", "all", "./work").output.contains("[ ] a"))
    #expect(try home.run("store", "list", "work").status == 0)
  }

  @Test func aNameMayMeanACalendar() throws {
    let home = try StoreHome.withFolder("[stores]\nteam = \"~/team.ics\"\n")
    try home.item("team.ics", StoreHome.reminder)
    #expect(try home.printed("list", "all", "team").contains("Call Ann"))
    #expect(try home.printed("show", "team").contains("Call Ann"))
    #expect(try home.run("store", "list", "team").status == 2)
  }

  @Test func whatIsNoStoreOfOursIsRefused() throws {
    let home = try StoreHome()
    try home.scratch.write("a.sqlite", "this is a letter, and a long one")
    let run = try home.run("list", "sqlite:a.sqlite")
    #expect(run.status == 65 && run.error.contains("this is not a store"))
    #expect(try home.scratch.text("a.sqlite") == "this is a letter, and a long one")
  }

  @Test func theDatabaseOfAnotherProgramStaysAsItIs() throws {
    let home = try StoreHome()
    let path = home.scratch.path("other.sqlite")
    _ = try DuecalTests.run([
      "/usr/bin/env", "python3", "-c",
      "import sqlite3; c = sqlite3.connect('\(path)'); c.execute('create table a (b)'); c.commit()",
    ])
    let before = try home.scratch.contents()
    for command in [["list"], ["store", "add"]] {
      let words = command + ["sqlite:other.sqlite"] + (command.count > 1 ? ["a"] : [])
      let run = try duecal(words, in: home.scratch.url)
      #expect(
        run.status == 69 && run.error.contains("this is a database of another program"),
        "\(run.error)")
    }
    #expect(try home.scratch.contents() == before)
  }

  // MARK: Servers

  @Test(arguments: [
    ("caldav+https://ann:secret@example.org/", 2, "the address contains a password"),
    ("caldav+http://example.org/", 2, "not be encrypted"),
    ("caldav+https://ann@example.org/", 69, "duecal-net"),
    ("caldav+http://127.0.0.1:5232/", 69, "duecal-net"),
    ("caldav+https://", 2, "the host is not valid"), ("memory:x", 2, "expected nothing"),
  ])
  func anUnreadableAddressIsExplained(address: String, status: Int32, sentence: String) throws {
    for command in [["list", "all"], ["store", "list"], ["show"]] {
      let run = try duecal(command + [address])
      #expect(run.status == status && run.error.contains(sentence), "\(run.error)")
      #expect(!run.error.contains("secret"))
    }
  }
}
