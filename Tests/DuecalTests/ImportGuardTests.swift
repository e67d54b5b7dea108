import Foundation
import Testing

@Suite("Import: guards and statuses")
struct ImportGuardTests {
  private static let many = (1...60).map { todo("\($0)@h", "Task \($0)") }

  private func home() throws -> ImportHome {
    let home = try ImportHome()
    try home.setCalendar(Self.many)
    #expect(try home.pull().status == 0)
    return home
  }

  /// Expects that a run deletes nothing, and checks its exit status.
  private func expectRefusal(
    _ home: ImportHome, _ status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try home.tasks
    let run = try home.pull("--removed", "delete")
    #expect(run.status == status, sourceLocation: sourceLocation)
    #expect(!run.error.isEmpty, sourceLocation: sourceLocation)
    #expect(try home.tasks == before, sourceLocation: sourceLocation)
  }

  // MARK: Likely accidents

  @Test(arguments: ["", "<html><body>Log in</body></html>\n", "\u{1F}\u{8B}", "BEGIN:VCARD\r\n"])
  func whatIsNoCalendarDeletesNothing(text: String) throws {
    let home = try home()
    try home.scratch.write("calendar.ics", text)
    try expectRefusal(home, 65)
  }

  @Test func anEmptyCalendarDeletesNothing() throws {
    let home = try home()
    try home.setCalendar([])
    try expectRefusal(home, 4)
    #expect(try home.pull().status == 4)
    #expect(try home.pull("--removed", "delete", "--allow-delete", "60").status == 0)
    #expect(try home.tasks.isEmpty)
  }

  @Test func aCalendarThatWasCutOffDeletesNothing() throws {
    let home = try home()
    let whole = Data(try home.scratch.text("calendar.ics").utf8)
    for length in [40, 100, 1000, 4000, whole.count - 10] {
      try home.scratch.write("calendar.ics", whole.prefix(length))
      let before = try home.tasks
      #expect(try home.pull("--removed", "delete").status != 0)
      #expect(try home.tasks == before)
    }
  }

  @Test func aCalendarThatIsGoneDeletesNothing() throws {
    let home = try home()
    try FileManager.default.removeItem(atPath: home.scratch.path("calendar.ics"))
    try expectRefusal(home, 66)
  }

  @Test func anEmptyFolderDeletesNothing() throws {
    let home = try ImportHome()
    try home.setCalendar(Self.many, "calendars/a.ics")
    let arguments = ["import", "calendars", "--into", "tasks.taskpaper", "--removed", "delete"]
    #expect(try home.run(arguments).status == 0)
    let before = try home.tasks
    try FileManager.default.removeItem(atPath: home.scratch.path("calendars/a.ics"))
    #expect(try home.run(arguments).status == 66)
    #expect(try home.tasks == before)
  }

  @Test func ofManyThatAreGoneNoneGoesUnlessAllowed() throws {
    let home = try home()
    try home.setCalendar(Array(Self.many.prefix(47)))
    try expectRefusal(home, 4)
    #expect(try home.pull("--removed", "delete").error.contains("--allow-delete 13"))
    #expect(try home.pull("--removed", "delete", "--allow-delete", "12").status == 4)
    #expect(try home.pull("--removed", "delete", "--allow-delete", "13").status == 0)
    #expect(try home.tasks.split(separator: "\n").count == 47)
  }

  @Test func aFifthMayGo() throws {
    let home = try home()
    try home.setCalendar(Array(Self.many.prefix(48)))
    #expect(try home.pull("--removed", "delete").status == 0)
    #expect(try home.tasks.split(separator: "\n").count == 48)
  }

  @Test func anEmptiedFileIsNotFilledAgain() throws {
    let home = try home()
    try home.write("")
    #expect(try home.pull().status == 0)
    #expect(try home.tasks.isEmpty)
  }

  // MARK: Statuses

  @Test(arguments: [
    ["import"], ["import", "a.ics", "--only", "all"], ["import", "a.ics", "--from", "2026-02-30"],
    ["import", "a.ics", "--status", "perhaps"], ["import", "a.ics", "--notes", "-1"],
    ["import", "a.ics", "--from", "2026-12-02", "--to", "2026-12-01"],
    ["import", "a.ics", "--expand", "--from", "today"], ["import", "a.ics", "--zone", "Mars/Base"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let home = try ImportHome()
    try home.setCalendar([todo("1", "Call Ann")], "a.ics")
    let run = try home.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.error.isEmpty)
  }

  @Test func aCalendarThatCannotBeReadIsReportedAndTheOthersAreImported() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    let run = try home.run(["import", "nowhere.ics", "calendar.ics", "--into", "tasks.taskpaper"])
    #expect(run.status == 66)
    #expect(run.errorLines == ["duecal: nowhere.ics: cannot read: No such file or directory"])
    #expect(try home.tasks == "- Call Ann\n")
  }

  @Test func aFileThatIsNoTextIsNotTouched() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    try home.scratch.write("tasks.taskpaper", Data([0x2D, 0x20, 0xFF, 0x0A]))
    let before = try home.scratch.contents()["tasks.taskpaper"]
    #expect(try home.pull().status == 65)
    #expect(try home.scratch.contents()["tasks.taskpaper"] == before)
  }

  @Test func aFileWhoseFolderIsMissingCannotBeMade() throws {
    let home = try ImportHome(todo("1", "Call Ann"))
    let run = try home.run(["import", "calendar.ics", "--into", "nowhere/tasks.taskpaper"])
    #expect(run.status == 73)
  }

  @Test func anotherRunHasTheState() throws {
    let home = try home()
    let path = try #require(binary)
    let state = home.scratch.path(".local/state/duecal")
    let run = try run(
      ["/usr/bin/flock", state, path, "import", home.scratch.path("calendar.ics"), "--into", "a"],
      environment: ["HOME": home.scratch.url.path])
    #expect(run.status == 75)
  }

  @Test func withoutAHomeThereIsNoState() throws {
    let scratch = try Scratch()
    let file = try scratch.write("calendar.ics", calendar([todo("1", "Call Ann")]))
    let run = try duecal(["import", file, "--into", scratch.path("tasks.taskpaper")])
    #expect(run.status == 78)
    #expect(try duecal(["import", file]).output == "- Call Ann\n")
  }
}
