import Foundation
import Testing

@Suite("duecal sync")
struct SyncCommandTests {
  private func sync(_ home: StoreHome, _ options: String...) throws -> Run {
    try home.run(["sync", "vdir:cal", "sqlite:a.sqlite"] + options)
  }

  private func remove(_ name: String, _ home: StoreHome) throws {
    try FileManager.default.removeItem(atPath: home.scratch.path(name))
  }

  @Test func bringsNewItemsToTheOtherStoreAndThenIsQuiet() throws {
    let home = try StoreHome.withFolder()
    let first = try sync(home)
    #expect(first.status == 0)
    #expect(
      first.output == """
        sqlite:a.sqlite#home: added: Call Ann
        sqlite:a.sqlite#home: added: Buy paint
        sqlite:a.sqlite#team: added: Planning

        """)
    let before = try home.scratch.contents()
    let second = try sync(home)
    #expect(second.status == 0 && second.output.isEmpty && second.error.isEmpty)
    #expect(try home.scratch.contents()["cal/home/1.ics"] == before["cal/home/1.ics"])
  }

  @Test(arguments: [
    "@due(2026-12-05) @start(2026-12)", "@due(2026-12-05 15:00) @start(2026-12-03)",
    "@due(2026-12-05) @start(2026-12-10)", "@due(2026-12-05) @start(2026-12-03 10:00)",
    "@due(2026-12-05) @repeat(every 3 days after done)",
    "@due(2026-01-31) @start(2026-01-30) @repeat(monthly)",
  ])
  func bringsALineUnchangedToAnotherFolder(tags: String) throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- Task \(tags)\n")
    for folder in ["m", "o"] { try home.scratch.write("\(folder)/a.taskpaper", "") }
    _ = try home.run("sync", "tasks:n", "vdir:between")
    _ = try home.run("sync", "tasks:m", "vdir:between")
    #expect(try home.scratch.text("m/a.taskpaper") == "- Task \(tags)\n")
    _ = try home.run("export", "n/a.taskpaper", "--output", "a.ics")
    _ = try home.run("store", "import", "a.ics", "tasks:o#a")
    #expect(try home.scratch.text("o/a.taskpaper") == "- Task \(tags)\n")
    #expect(try home.run("sync", "tasks:n", "vdir:between").output.isEmpty)
  }

  @Test func bringsNewDatesOfALineWhoseStartIsTooLate() throws {
    let home = try StoreHome()
    func sync(_ text: String) throws -> Run {
      try home.scratch.write("n/a.taskpaper", text)
      return try home.run("sync", "tasks:n", "vdir:b")
    }
    _ = try sync("- Task @due(2026-12-05) @start(2026-12-10)\n")
    let run = try sync("- Task @due(2026-12-06) @start(2026-12-11)\n")
    #expect(run.status == 0 && run.output.contains("due 2026-12-05 → 2026-12-06"), "\(run.error)")
    let line = try home.printed("import", "vdir:b")
    #expect(line == "- Task @due(2026-12-06) @start(2026-12-11)\n")
    #expect(try sync("- Task @due(2026-12-06) @start(2026-12-11)\n").output.isEmpty)
  }

  @Test func showsItsPlanAndAppliesJustThat() throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.contents()
    let shown = try sync(home, "--dry-run", "--exit-code")
    #expect(shown.status == 3)
    #expect(try home.scratch.contents() == before)
    let last = try #require(shown.output.split(separator: "\n").last)
    let number = String(last.dropFirst("plan ".count))
    #expect(number.count == 12)
    let wrong = try sync(home, "--apply", "000000000000")
    #expect(wrong.status == 4 && wrong.error.contains("the plan is now \(number)"))
    #expect(try sync(home, "--apply", number).status == 0)
    #expect(try sync(home, "--dry-run").output.isEmpty)
  }

  @Test func bringsAChangedPropertyOfAnotherProgramToTheOtherStore() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    let old = try home.scratch.text("cal/home/1.ics")
    let new = old.replacing("END:VTODO", with: "X-MOZ-LASTACK:20261123T080000Z\r\nEND:VTODO")
    try home.scratch.write("cal/home/1.ics", new)
    #expect(try sync(home).output == "sqlite:a.sqlite#home: changed: Call Ann; other properties\n")
    #expect(try sync(home).output.isEmpty)
    _ = try home.run("sync", "sqlite:a.sqlite", "vdir:third")
    #expect(try home.scratch.text("third/home/1.ics") == new)
  }

  @Test func keepsAnItemWhoseFileEndsInTheMiddle() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    let whole = try home.scratch.text("cal/home/1.ics")
    try home.scratch.write("cal/home/1.ics", String(whole.prefix(80)))
    let run = try sync(home)
    #expect(run.status == 65 && run.error.contains("home/1.ics cannot be read"))
    #expect(try home.printed("store", "search", "sqlite:a.sqlite").contains("Call Ann"))
    try home.scratch.write("cal/home/1.ics", whole)
    #expect(try sync(home).output.isEmpty)
  }

  /// The system gives this file's size, but not its bytes, as it does where a permission or a disk is missing.
  private static let unreadable = "/proc/self/mem"

  @Test func keepsAnItemWhoseFileCannotBeRead() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    try remove("cal/home/1.ics", home)
    try #require(symlink(Self.unreadable, home.scratch.path("cal/home/1.ics")) == 0)
    let run = try sync(home)
    #expect(run.status == 65 && run.error.contains("home/1.ics cannot be read"))
    #expect(try home.printed("store", "search", "sqlite:a.sqlite").contains("Call Ann"))
  }

  /// Where the file is damaged, its other items have other names, or are missing.
  @Test(arguments: ["END:VTODO\r\nBEGIN:VTODO\r\nUID:b", "UID:a"])
  func keepsAllItemsOfADamagedFile(damage: String) throws {
    let home = try StoreHome()
    let items = ["a", "b"].map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:Call \($0)\nEND:VTODO" }
    try home.item("cal/home/1.ics", items.joined(separator: "\n"))
    _ = try sync(home)
    let whole = try home.scratch.text("cal/home/1.ics")
    let cut = try #require(whole.firstRange(of: damage))
    try home.scratch.write("cal/home/1.ics", String(whole[..<cut.upperBound]))
    let run = try sync(home)
    #expect(run.status == 65 && run.output.isEmpty, "\(run.output) \(run.error)")
    #expect(run.error.contains("home/1.ics"))
    try home.scratch.write("cal/home/1.ics", whole)
    #expect(try sync(home).output.isEmpty)
    let found = try home.printed("store", "search", "sqlite:a.sqlite")
    #expect(found.contains("Call a") && found.contains("Call b"))
  }

  @Test(arguments: ["folder", "pipe", "link"])
  func keepsAnItemWhoseFileIsSomethingElseNow(kind: String) throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    let file = home.scratch.path("cal/home/1.ics")
    try remove("cal/home/1.ics", home)
    let result =
      switch kind {
      case "folder": mkdir(file, 0o700)
      case "pipe": mkfifo(file, 0o600)
      default: symlink("nowhere", file)
      }
    try #require(result == 0)
    let run = try sync(home)
    #expect(run.status == 65 && run.error.contains("home/1.ics cannot be read"))
    #expect(try home.printed("store", "search", "sqlite:a.sqlite").contains("Call Ann"))
  }

  @Test func refusesATaskFileThatIsAPipeNow() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- One\n")
    _ = try home.run("sync", "tasks:n", "sqlite:p.sqlite")
    try remove("n/a.taskpaper", home)
    try #require(mkfifo(home.scratch.path("n/a.taskpaper"), 0o600) == 0)
    let run = try home.run("sync", "tasks:n", "sqlite:p.sqlite")
    #expect(run.status == 69 && run.error.contains("it is not a file"), "\(run.error)")
  }

  @Test func reportsANewItemThatCannotBeRead() throws {
    let home = try StoreHome.withFolder()
    try home.scratch.write("cal/home/0.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Cut")
    let run = try sync(home)
    #expect(run.status == 65 && run.error.contains("home/0.ics cannot be read"))
    #expect(run.output.contains("Call Ann"))
  }

  @Test func noticesAnotherFileAtThePathOfTheStore() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- One\n- Two\n- Three\n")
    func sync() throws -> Run { try home.run("sync", "tasks:n", "sqlite:p.sqlite") }
    _ = try sync()
    for name in ["p.sqlite", "p.sqlite-wal", "p.sqlite-shm"] { try? remove(name, home) }
    for title in ["Other", "More", "Most"] {
      _ = try home.run("store", "add", "sqlite:p.sqlite", "--list", "a", title)
    }
    try home.scratch.write("n/a.taskpaper", "- One\n- Two\n- Three retyped\n")
    _ = try sync()
    let there = try home.printed("store", "search", "sqlite:p.sqlite")
    #expect(["Other", "More", "Most"].allSatisfy { there.contains($0) })
  }

  @Test func pairsTwoListsThatAreNamed() throws {
    let home = try StoreHome()
    try home.scratch.write("n/home.taskpaper", "- Call Ann\n")
    let run = try home.run("sync", "tasks:n#home", "sqlite:p.sqlite#Calendar")
    #expect(run.output == "sqlite:p.sqlite#Calendar: added: Call Ann\n")
    _ = try home.printed("store", "add", "sqlite:p.sqlite#Calendar", "Buy milk")
    #expect(
      try home.run("sync", "tasks:n#home", "sqlite:p.sqlite#Calendar").output
        == "tasks:n#home: added: Buy milk\n")
  }

  @Test func refusesAStoreThatIsGone() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    try remove("a.sqlite", home)
    let run = try sync(home)
    #expect(run.status == 4 && run.error.contains("sqlite:a.sqlite is missing, and was in sync"))
    #expect(!FileManager.default.fileExists(atPath: home.scratch.path("a.sqlite")))
    #expect(try sync(home, "--restore-lists").output.contains("added: Call Ann"))
  }

  @Test func pairsTheItemsOfAPhoneAgainAfterTheStateWasLost() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    func sync(_ options: String...) throws -> Run {
      try home.run(["sync", "tasks:n", "sqlite:p.sqlite"] + options)
    }
    _ = try sync()
    _ = try home.printed(
      "store", "add", "sqlite:p.sqlite#a", "Buy soil @due(2026-12-04) @started @priority(2)")
    _ = try sync()
    try remove(".local/state/duecal", home)
    _ = try sync("--yes")
    #expect(
      try home.scratch.text("n/a.taskpaper").components(separatedBy: "Buy soil").count == 2)
    #expect(
      try home.printed("store", "search", "sqlite:p.sqlite").components(separatedBy: "Buy soil")
        .count
        == 2)
  }

  @Test func keepsThePropertiesThatOnlyOneStoreHas() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    for (line, title) in [("X-OTHER:1", "Call Ann"), ("X-MORE:2", "Call Bob")] {
      let old = try home.scratch.text("cal/home/1.ics")
      let new = old.replacing("END:VTODO", with: "\(line)\r\nEND:VTODO")
      try home.scratch.write("cal/home/1.ics", new.replacing("Call Ann", with: title))
      _ = try sync(home)
    }
    let text = try home.printed("store", "export", "sqlite:a.sqlite#home")
    #expect(["X-OTHER:1", "X-MORE:2", "SUMMARY:Call Bob"].allSatisfy { text.contains($0) })
  }

  @Test func writesAChangeAsOnePropertyAndKeepsTheOthers() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    let old = try home.scratch.text("cal/home/1.ics")
    _ = try home.printed("store", "export", "sqlite:a.sqlite#home", "-o", "b.ics")
    try home.scratch.write(
      "b.ics", try home.scratch.text("b.ics").replacing("Call Ann", with: "Call Bob"))
    _ = try home.run("store", "import", "b.ics", "sqlite:a.sqlite#home", "--replace")
    let run = try sync(home)
    #expect(run.output == "vdir:cal#home: changed: Call Bob; title Call Ann → Call Bob\n")
    let new = try home.scratch.text("cal/home/1.ics")
    let changed = zip(old.split(separator: "\r\n"), new.split(separator: "\r\n")).filter {
      $0 != $1
    }
    #expect(changed.allSatisfy { $0.1.hasPrefix("SUMMARY") || $0.1.hasPrefix("DTSTAMP") })
  }

  @Test func showsThePlanOfAFirstSyncOfTwoFullStores() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("store", "add", "sqlite:a.sqlite", "--list", "home", "Mine")
    let run = try sync(home)
    #expect(run.status == 4 && run.error.contains("expected --yes"))
    #expect(run.output.contains("+ vdir:cal#home: Mine\n"))
    #expect(try sync(home, "--yes").status == 0)
    #expect(try home.printed("store", "show", "vdir:cal#home").contains("Mine"))
  }

  @Test func refusesToEmptyAStore() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    for name in ["home/1.ics", "home/2.ics", "team/e.ics"] { try remove("cal/\(name)", home) }
    let run = try sync(home)
    #expect(run.status == 4)
    #expect(run.error.contains("vdir:cal had items and is empty now"))
    #expect(run.error.contains("--allow-delete 3"))
    #expect(try home.printed("store", "show", "sqlite:a.sqlite").split(separator: "\n").count == 3)
    #expect(try sync(home, "--allow-delete", "3").status == 0)
  }

  @Test func listsAConflictAndRestoresTheOtherValue() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    for (title, store) in [("Call Bob", "vdir:cal#home"), ("Call Cem", "sqlite:a.sqlite#home")] {
      _ = try home.printed("store", "export", store, "-o", "c.ics")
      try home.scratch.write(
        "c.ics", try home.scratch.text("c.ics").replacing("Call Ann", with: title))
      _ = try home.run("store", "import", "c.ics", store, "--replace")
    }
    let run = try sync(home)
    #expect(run.error.contains("the title was changed in both stores; vdir:cal wins"))
    let listed = try sync(home, "--conflicts").output
    #expect(listed == "1  Call Bob  title  a: Call Bob  b: Call Cem  (a won)\n")
    #expect(try sync(home, "--resolve", "1", "--prefer", "b").status == 0)
    #expect(try home.printed("store", "show", "vdir:cal#home").contains("Call Cem"))
    #expect(try sync(home, "--conflicts").output.isEmpty)
  }

  @Test func callsADateThatWasChangedInBothStoresADate() throws {
    let home = try StoreHome.withFolder()
    _ = try sync(home)
    _ = try home.run("move", "call ann", "2026-12-10", "-f", "vdir:cal")
    _ = try home.run("move", "call ann", "2026-12-11", "-f", "sqlite:a.sqlite")
    let run = try sync(home)
    #expect(run.error.contains("the date was changed in both stores"), "\(run.error)")
  }

  @Test func bringsChangesIntoTaskFilesAndOutOfThem() throws {
    let home = try StoreHome()
    try home.scratch.write("notes/a.taskpaper", "Home:\n\t- Call Ann @due(2026-12-04 15:00)\n")
    func sync(_ zone: String = "Europe/Berlin", _ words: String...) throws -> Run {
      try home.run(
        ["sync", "tasks:notes", "sqlite:a.sqlite"] + words, environment: ["TZ": zone])
    }
    #expect(try sync().output == "sqlite:a.sqlite#a: added: Call Ann\n")
    #expect(try sync().output.isEmpty)
    _ = try home.printed("store", "add", "sqlite:a.sqlite#a", "Buy milk")
    #expect(try sync().output == "tasks:notes#a: added: Buy milk\n")
    #expect(
      try home.scratch.text("notes/a.taskpaper")
        == "Home:\n\t- Call Ann @due(2026-12-04 15:00)\n- Buy milk\n")
    let moved = try sync("Asia/Tokyo")
    #expect(moved.status == 4 && moved.error.contains("expected --zone Europe/Berlin"))
    #expect(try sync("Asia/Tokyo", "--zone", "Europe/Berlin").output.isEmpty)
  }

  private static let configuration = """
    [stores]
    phone = "sqlite:~/p.sqlite"
    [sync.notes]
    a = "tasks:~/n"
    b = "phone"
    pairs = [["inbox", "Tasks"]]
    [sync.folder]
    a = "phone"
    b = "vdir:~/v"
    lists = "existing"
    """

  /// A home with two task files, and a configuration with two syncs.
  private func configured() throws -> StoreHome {
    let home = try StoreHome()
    try home.scratch.write(".config/duecal/config.toml", Self.configuration)
    try home.scratch.write("n/inbox.taskpaper", "- Call Ann\n- Buy paint\n")
    try home.scratch.write("n/work.taskpaper", "- Plan\n")
    try home.scratch.write("v/Tasks/.keep", "")
    return home
  }

  private func syncs(_ home: StoreHome, _ words: String...) throws -> Run {
    try run(home, ["sync"] + words)
  }

  /// Runs a command with the configuration.
  private func run(_ home: StoreHome, _ words: [String]) throws -> Run {
    try home.run(
      words, environment: ["DUECAL_CONFIG": home.scratch.path(".config/duecal/config.toml")])
  }

  @Test func runsEachSyncOfTheConfiguration() throws {
    let home = try configured()
    let synced = try syncs(home)
    #expect(synced.status == 0 && synced.error.isEmpty)
    #expect(synced.output.contains("phone#Tasks: added: Call Ann\n"))
    #expect(synced.output.contains("phone#work: added: Plan\n"))
    #expect(synced.output.contains("vdir:~/v#Tasks: added: Call Ann\n"))
    #expect(!synced.output.contains("vdir:~/v#work"))
    #expect(try syncs(home).output.isEmpty)
    try home.scratch.write("n/work.taskpaper", "- Plan it\n")
    #expect(try syncs(home, "folder").output.isEmpty)
    #expect(try syncs(home, "notes").output.contains("phone#work: changed: Plan it"))
  }

  @Test(arguments: [["other"], ["--json"], ["--apply", "1"], ["a", "b", "c"]])
  func refusesSyncsThatAreNotInTheConfiguration(words: [String]) throws {
    let synced = try run(try configured(), ["sync"] + words)
    #expect(synced.status == 2 && synced.error.contains("expected"))
  }

  @Test func continuesWithOtherListsIfAFileIsUnsafe() throws {
    let home = try configured()
    _ = try syncs(home, "notes")
    try home.scratch.write("n/inbox.taskpaper", "")
    try home.scratch.write("n/work.taskpaper", "- Plan\n- More\n")
    let synced = try syncs(home, "notes")
    #expect(synced.status == 69 && synced.output == "phone#work: added: More\n")
    #expect(synced.error.contains("inbox.taskpaper: the file is empty; it had 2 items"))
    #expect(synced.error.split(separator: "\n").count == 1)
    try home.scratch.write("n/inbox.taskpaper", "- Call Ann\n- Buy paint\n")
    let next = try syncs(home, "notes")
    #expect(next.status == 0 && next.output.isEmpty)
  }

  @Test func leavesItemsAloneThatWereMovedFromAnUnsafeFile() throws {
    let home = try configured()
    _ = try syncs(home, "notes")
    try home.scratch.write("n/inbox.taskpaper", "")
    try home.scratch.write("n/work.taskpaper", "- Plan\n- Call Ann\n")
    #expect(try syncs(home, "notes").output.isEmpty)
    try home.scratch.write("n/inbox.taskpaper", "- Buy paint\n")
    #expect(try syncs(home, "notes").output == "phone#work: moved: Call Ann\n")
    #expect(try run(home, ["store", "show", "phone"]).output.split(separator: "\n").count == 3)
  }

  @Test func followsAFileThatIsRenamed() throws {
    let home = try configured()
    _ = try syncs(home, "notes")
    try FileManager.default.moveItem(
      atPath: home.scratch.path("n/work.taskpaper"), toPath: home.scratch.path("n/office.taskpaper")
    )
    let synced = try syncs(home, "notes")
    #expect(synced.status == 0 && synced.output.isEmpty && synced.error.isEmpty)
    _ = try run(home, ["store", "add", "phone#work", "More"])
    #expect(try syncs(home, "notes").status == 0)
    #expect(try home.scratch.text("n/office.taskpaper") == "- Plan\n- More\n")
  }

  @Test func movesASeriesThatIsCompletedTwiceOnOneDay() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "n/a.taskpaper", "- Water @due(2026-12-03) @repeat(every 3 days after done)\n")
    func sync() throws { _ = try home.run("sync", "tasks:n", "sqlite:p.sqlite") }
    try sync()
    for _ in 1...2 {
      _ = try home.printed("store", "export", "sqlite:p.sqlite", "-o", "p.ics")
      let text = try home.scratch.text("p.ics")
      try home.scratch.write(
        "p.ics", text.replacing("END:VTODO", with: "STATUS:COMPLETED\r\nEND:VTODO"))
      _ = try home.run("store", "import", "p.ics", "sqlite:p.sqlite#a", "--replace")
      try sync()
      #expect(try !home.printed("store", "export", "sqlite:p.sqlite").contains("STATUS:COMPLETED"))
    }
    let lines = try home.scratch.text("n/a.taskpaper").split(separator: "\n")
    #expect(lines.count == 3 && lines.count { $0.contains("@done") } == 2)
  }

  /// iOS completes an occurrence by a completed copy, and moves the series to its next date.
  @Test func countsACompletedCopyAndAMovedSeriesAsOneCompletion() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- Water @due(2026-12-01) @repeat(weekly)\n")
    func sync() throws -> String { try home.run("sync", "tasks:n", "vdir:v").output }
    _ = try sync()
    let name = try #require(try home.scratch.contents().keys.first { $0.hasSuffix(".ics") })
    let text = try home.scratch.text(name)
    try home.scratch.write(name, text.replacing(":20261201", with: ":20261208"))
    let copy = text.replacing(/UID:[-0-9a-f]+/, with: "UID:copy").replacing(
      "RRULE:FREQ=WEEKLY\r\n", with: ""
    )
    .replacing("END:VTODO", with: "STATUS:COMPLETED\r\nCOMPLETED:20261130T080000Z\r\nEND:VTODO")
    try home.scratch.write("v/a/copy.ics", copy)
    _ = try sync()
    let lines = try home.scratch.text("n/a.taskpaper").split(separator: "\n")
    #expect(lines.first == "- Water @due(2026-12-08) @repeat(weekly)")
    #expect(lines.count == 2 && lines.last?.contains("@due(2026-12-01) @done(2026-11-30") == true)
    #expect(try sync().isEmpty)
    #expect(try home.scratch.contents().keys.count { $0.hasSuffix(".ics") } == 2)
  }

  @Test func givesATimeThatIsAddedToALineItsZone() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "n/a.taskpaper",
      "- Call\n- Fly @due(2026-12-01)\n- Ring @due(2026-12-01) @tz(America/New_York)\n")
    func sync() throws {
      _ = try home.run(["sync", "tasks:n", "vdir:v"], environment: ["TZ": "Europe/Berlin"])
    }
    try sync()
    try home.scratch.write(
      "n/a.taskpaper",
      "- Call @due(2026-12-02 10:00)\n- Fly @due(2026-12-01 10:00)\n"
        + "- Ring @due(2026-12-01 10:00) @tz(America/New_York)\n")
    try sync()
    let texts = try home.printed("store", "export", "vdir:v")
    #expect(texts.contains("DUE;TZID=Europe/Berlin:20261202T100000"))
    #expect(texts.contains("DUE;TZID=Europe/Berlin:20261201T100000"))
    #expect(texts.contains("DUE;TZID=America/New_York:20261201T100000"))
  }

  @Test func goesOnAfterEachChange() throws {
    let home = try configured()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(binary))
    process.arguments = ["sync", "tasks:n", "vdir:v", "--watch", "--zone", "Europe/Berlin"]
    process.environment = ["HOME": home.scratch.url.path, "DUECAL_CONFIG": ""]
    process.currentDirectoryURL = home.scratch.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Other signals are blocked here.
    defer { kill(process.processIdentifier, SIGKILL) }
    func items(_ list: String) -> Int {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: home.scratch.path("v/\(list)"))
      return (names ?? []).count { $0.hasSuffix(".ics") }
    }
    func waits(for count: Int, in list: String) -> Bool {
      for _ in 0..<1200 where items(list) != count { usleep(100_000) }
      return items(list) == count
    }
    #expect(waits(for: 2, in: "inbox"))
    try home.scratch.write("n/inbox.taskpaper", "- Call Ann\n- Buy paint\n- Third\n")
    #expect(waits(for: 3, in: "inbox"))
    try home.scratch.write("n/work.taskpaper", "- Plan\n- More\n")
    #expect(waits(for: 2, in: "work"))
    #expect(process.isRunning)
  }

  @Test(arguments: [["--json"], ["--dry-run"], ["--conflicts"], ["--interval", "0"]])
  func refusesToGoOnWithOptionsForOneRun(options: [String]) throws {
    let run = try StoreHome().run(["sync", "tasks:n", "vdir:v", "--watch"] + options)
    #expect(run.status == 2)
  }

  @Test(arguments: ["--apply", "--resolve"])
  func refusesADryRunOfWhatIsToBeDone(option: String) throws {
    let home = try StoreHome.withFolder()
    let run = try sync(home, option, "1", "--prefer", "a", "--dry-run")
    #expect(run.status == 2 && run.error.contains("\(option) and --dry-run cannot be combined"))
  }

  @Test func needsAZoneOnlyForTaskFiles() throws {
    let home = try StoreHome.withFolder()
    try home.scratch.write("n/a.taskpaper", "- Call @due(2026-12-02 10:00)\n")
    let environment = ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]
    let stores = try home.run("sync", "vdir:cal", "sqlite:a.sqlite", environment: environment)
    #expect(stores.status == 0)
    let notes = try home.run("sync", "tasks:n", "sqlite:b.sqlite", environment: environment)
    #expect(notes.status == 78 && notes.error.contains("--zone"))
  }

  @Test func refusesOneStoreTwice() throws {
    let home = try StoreHome.withFolder()
    #expect(try home.run("sync", "vdir:cal", "vdir:./cal").status == 2)
  }

  @Test func asOneDocument() throws {
    let home = try StoreHome.withFolder()
    let text = try sync(home, "--json", "--dry-run").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(document.keys) == ["changes", "messages", "plan"])
  }
}
