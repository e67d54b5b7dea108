import Foundation
import Testing

@Suite("Messages of a sync")
struct SyncMessageTests {
  private let home: StoreHome

  init() throws { home = try StoreHome() }

  private func sync(_ stores: [String], _ options: String...) throws -> Run {
    try home.run(["sync"] + stores + options)
  }

  /// A phone that changes a line of its item.
  private func phone(_ old: String, _ new: String) throws {
    let folder = home.scratch.url.appendingPathComponent("v/a")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".ics") {
      let text = try home.scratch.text("v/a/\(name)")
      try home.scratch.write("v/a/\(name)", text.replacing(old, with: new))
    }
  }

  @Test func aFolderOrAFileNeedsNoScheme() throws {
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    #expect(try sync(["n", "vdir:v"]).output == "vdir:v#a: added: Call Ann\n")
    #expect(try sync(["./n/", "vdir:v"]).output.isEmpty)
    #expect(try sync(["n#a", "vdir:w#a"]).output == "vdir:w#a: added: Call Ann\n")
    try home.scratch.write("one.taskpaper", "- Buy milk\n")
    #expect(try sync(["vdir:x", "one.taskpaper"]).output == "vdir:x#one: added: Buy milk\n")
    let home = try StoreHome("[sync.all]\na = \"~/n\"\nb = \"vdir:~/v\"\n")
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    #expect(try home.run("sync").output == "vdir:~/v#a: added: Call Ann\n")
  }

  @Test func whatIsNoFolderOfTaskFilesIsNamed() throws {
    try home.item("cal/home/1.ics", StoreHome.reminder)
    let run = try sync(["cal", "sqlite:a.sqlite"])
    #expect(run.status == 2 && run.error.contains("this folder has calendars; expected vdir:cal"))
    #expect(try sync(["cal/home/1.ics", "sqlite:a.sqlite"]).status == 2)
    #expect(try sync(["nothing", "sqlite:a.sqlite"]).error.contains("is not a store"))
  }

  @Test func aStartThatIsTooLateIsLeftOutOnceInBothStores() throws {
    try home.scratch.write("n/a.taskpaper", "Home:\n\t- Pack @start(2026-11-28) @due(2026-11-30)\n")
    _ = try sync(["n", "vdir:v"])
    try phone("DUE;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261127")
    let run = try sync(["n", "vdir:v"])
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error
        == "n/a.taskpaper:2:2: warning: \"Pack\": the start 2026-11-28 does not fit the other dates, so both "
        + "stores leave it out\n")
    #expect(try home.scratch.text("n/a.taskpaper") == "Home:\n\t- Pack @due(2026-11-27)\n")
    #expect(try !home.printed("store", "export", "vdir:v#a").contains("DTSTART"))
    let next = try sync(["n", "vdir:v"])
    #expect(next.status == 0 && next.output.isEmpty && next.error.isEmpty)
  }

  @Test func anItemOfAPhoneThatStartsTooLateArrivesWithoutItsStart() throws {
    try home.scratch.write("n/a.taskpaper", "- Pack\n")
    _ = try sync(["n", "vdir:v"])
    try home.item(
      "v/a/new.ics",
      "BEGIN:VTODO\nUID:new\nDTSTAMP:20261201T000000Z\nSUMMARY:Odd\n"
        + "DTSTART;VALUE=DATE:20261205\nDUE;VALUE=DATE:20261201\nEND:VTODO")
    let run = try sync(["n", "vdir:v"])
    #expect(run.status == 0 && run.output == "tasks:n#a: added: Odd\n")
    #expect(
      run.error.contains(
        "the start 2026-12-05 does not fit the other dates, so tasks:n leaves it out"))
    #expect(try home.scratch.text("n/a.taskpaper") == "- Pack\n- Odd @due(2026-12-01)\n")
    let next = try sync(["n", "vdir:v"])
    #expect(next.status == 0 && next.output.isEmpty && next.error.isEmpty, "\(next.error)")
  }

  @Test func aConflictNamesItsLine() throws {
    try home.scratch.write("n/a.taskpaper", "Home:\n\t- Pack\n")
    _ = try sync(["n", "vdir:v"])
    try phone("SUMMARY:Pack", "SUMMARY:Pack bags")
    try home.scratch.write("n/a.taskpaper", "Home:\n\t- Eat\n\t- Pack all\n")
    let run = try sync(["n", "vdir:v"])
    #expect(
      run.error.hasPrefix("n/a.taskpaper:3:2: warning: \"Pack all\": the title was changed"),
      "\(run.error)")
  }

  @Test func aChangedParentIsInWords() throws {
    try home.scratch.write("n/a.taskpaper", "- Big job\n\t- Part\n")
    _ = try sync(["n", "sqlite:p.sqlite"])
    try home.scratch.write("n/a.taskpaper", "- Big job\n- Part\n")
    let out = try sync(["n", "sqlite:p.sqlite"]).output
    #expect(out == "sqlite:p.sqlite#a: changed: Part; no longer part of another item\n")
    try home.scratch.write("n/a.taskpaper", "- Big job\n\t- Part\n")
    let back = try sync(["n", "sqlite:p.sqlite"]).output
    #expect(back == "sqlite:p.sqlite#a: changed: Part; part of another item\n")
  }

  @Test func aStoreThatIsGoneIsReportedOnceToCron() throws {
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    _ = try sync(["n", "vdir:v"])
    try FileManager.default.moveItem(
      atPath: home.scratch.path("v"), toPath: home.scratch.path("w"))
    #expect(try sync(["n", "vdir:v"], "-q").error.contains("vdir:v is missing"))
    let second = try sync(["n", "vdir:v"], "-q")
    #expect(second.status == 4 && second.error.isEmpty)
    #expect(try sync(["n", "vdir:v"]).error.contains("vdir:v is missing"))
  }

  /// `n/a.taskpaper` is missing; the reason is the same wherever the lines of other messages are.
  @Test func anUnsafeFileIsReportedOnceToCron() throws {
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    try home.scratch.write("n/b.taskpaper", "- Call Bob\n")
    _ = try sync(["n", "vdir:v"])
    try FileManager.default.removeItem(atPath: home.scratch.path("n/a.taskpaper"))
    let first = try sync(["n", "vdir:v"], "-q")
    #expect(first.status == 69 && first.error.contains("a.taskpaper"))
    let second = try sync(["n", "vdir:v"], "-q")
    #expect(second.status == 69 && second.error.isEmpty)
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    #expect(try sync(["n", "vdir:v"], "-q").status == 0)
    try FileManager.default.removeItem(atPath: home.scratch.path("n/a.taskpaper"))
    #expect(try sync(["n", "vdir:v"], "-q").error.contains("a.taskpaper"))
  }
}

@Suite("A folder that khal and todoman read")
struct MixedFolderTests {
  private let home: StoreHome

  init() throws {
    home = try StoreHome()
    try home.scratch.write(
      "n/a.taskpaper", "- Call Ann\n- Dentist @due(2026-12-04 09:00 - 09:30)\n")
  }

  private var folders: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: home.scratch.path("v")).sorted()
    }
  }

  @Test func hasOneFolderForBothKinds() throws {
    let plan = try home.run("sync", "tasks:n", "vdir:v", "--dry-run").output
    #expect(
      plan.hasPrefix("+ vdir:v#a\n+ vdir:v#a: Call Ann\n+ vdir:v#a: Dentist\nplan "), "\(plan)")
    _ = try home.run("sync", "tasks:n", "vdir:v")
    #expect(try folders == ["a"])
    #expect(try home.run("sync", "tasks:n", "vdir:v").output.isEmpty)
    try home.scratch.write(
      "n/a.taskpaper", "- Call Ann @done\n- Dentist @due(2026-12-05 09:00 - 09:30)\n")
    _ = try home.run("sync", "tasks:n", "vdir:v")
    #expect(try folders == ["a"])
  }

  @Test func getsItsOtherKindLater() throws {
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n")
    _ = try home.run("sync", "tasks:n", "vdir:v")
    try home.scratch.write(
      "n/a.taskpaper", "- Call Ann\n- Dentist @due(2026-12-04 09:00 - 09:30)\n")
    #expect(try home.run("sync", "tasks:n", "vdir:v").output == "vdir:v#a: added: Dentist\n")
    #expect(try folders == ["a"])
  }

  /// Two folders as an earlier version made them.
  @Test func stayAsTheyAreIfThereAreTwo() throws {
    for (folder, kind) in [("a", "VTODO"), ("a-2", "VEVENT")] {
      try home.scratch.write("v/\(folder)/displayname", "a")
      try home.scratch.write("v/\(folder)/duecal-kinds", kind)
    }
    _ = try home.run("sync", "tasks:n", "vdir:v")
    for name in ["a", "a-2"] {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: home.scratch.path("v/\(name)"))
      #expect(files.count { $0.hasSuffix(".ics") } == 1)
    }
    #expect(try folders == ["a", "a-2"])
  }

  @Test func hasOneFolderAfterACopyToo() throws {
    let plan = try home.run("copy", "tasks:n", "vdir:v", "--dry-run").output
    #expect(plan == "+ vdir:v#a\n+ vdir:v#a: Call Ann\n+ vdir:v#a: Dentist\n")
    let run = try home.run("copy", "tasks:n", "vdir:v")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(try folders == ["a"])
  }

  @Test func twoListsOfAFileAreTwoLinesOfAPlanElsewhere() throws {
    let plan = try home.run("sync", "tasks:n", "sqlite:p.sqlite", "--dry-run").output
    #expect(plan.hasPrefix("+ sqlite:p.sqlite#a\n+ sqlite:p.sqlite#a (events)\n"), "\(plan)")
  }
}
