import Foundation
import Testing

@Suite("Files of the wrong kind")
struct WrongFileTests {
  private static let calendar = CalendarCheckTests.good
  private static let tasks = "Home:\n\t- Call Ann @due(2026-12-03)\n"

  /// Runs a command in a folder with its own home folder.
  private func run(
    _ scratch: Scratch, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Run {
    try duecal(
      arguments, in: scratch.url,
      environment: ["HOME": scratch.url.path].merging(environment) { $1 })
  }

  // MARK: Calendars and task files

  @Test(arguments: ["team.ics", "team.taskpaper", "team"], ["export", "outline", "resolve"])
  func aCalendarIsNoTaskFileHoweverItIsNamed(name: String, command: String) throws {
    let scratch = try Scratch()
    try scratch.write(name, Self.calendar)
    let before = try scratch.contents()
    let run = try run(scratch, command, name)
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(
      run.error
        == "\(name):1:1: error: this is a calendar; use `duecal import` to make tasks of it\n")
    #expect(try scratch.contents() == before)
  }

  @Test func aCalendarIsNeitherExportedNorAddedTo() throws {
    let scratch = try Scratch()
    try scratch.write("team.ics", Self.calendar)
    #expect(try run(scratch, "export", "team.ics", "-o", "oops.ics", "-q").status == 65)
    #expect(try run(scratch, "add", "x", "-f", "team.ics").status == 65)
    #expect(try scratch.text("team.ics") == Self.calendar)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("oops.ics")))
    #expect(try duecal(["export", "-"], input: Self.calendar).status == 65)
  }

  @Test func besideTaskFilesACalendarIsAMistakeInPart() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", Self.tasks)
    try scratch.write("team.ics", Self.calendar)
    let run = try run(scratch, "export", "a.taskpaper", "team.ics")
    #expect(run.status == 1 && run.output.contains("SUMMARY:Call Ann"))
  }

  @Test func tasksThatAreNamedAsACalendarAreTasks() throws {
    let scratch = try Scratch()
    try scratch.write("a.ics", Self.tasks)
    #expect(try run(scratch, "export", "a.ics").output.contains("SUMMARY:Call Ann"))
    let shown = try run(scratch, "show", "a.ics")
    #expect(shown.status == 65)
    #expect(shown.error.contains("this is a task file, not a calendar; expected a name such as"))
  }

  @Test(arguments: ["show", "import"])
  func aTaskFileIsNoCalendar(command: String) throws {
    let scratch = try Scratch()
    try scratch.write("home.taskpaper", Self.tasks)
    let run = try run(scratch, command, "home.taskpaper")
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(
      run.error
        == "home.taskpaper:1:1: error: this is a task file, not a calendar; use `duecal list` or "
        + "`duecal outline`\n")
  }

  // MARK: Stores

  @Test(arguments: [
    ["resolve"], ["archive"], ["outline"], ["undo"],
    ["undo", "a.taskpaper", "--to"], ["export", "a.taskpaper", "-o"], ["export", "vdir:v", "-o"],
    ["store", "export", "vdir:v", "-o"], ["import", "a.ics", "--into"],
    ["import", "a.ics", "--into", "a.taskpaper", "--among"],
  ])
  func aStoreIsNoFile(arguments: [String]) throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", Self.tasks)
    try scratch.write("a.ics", Self.calendar)
    try scratch.write("v/l/a.ics", Self.calendar)
    let before = try scratch.contents()
    for store in ["vdir:cal", "sqlite:x.db", "VDIR:cal", "caldav+https://ann@example.org/"] {
      let run = try duecal(
        arguments + [store], in: scratch.url, environment: ["HOME": scratch.url.path])
      #expect(run.status == 2, "\(arguments) \(store): \(run.error)")
      #expect(run.error.contains("is a store, not a file; `duecal "), "\(run.error)")
    }
    #expect(try scratch.contents() == before)
  }

  @Test(arguments: [
    ["add", "x", "-f"], ["done", "x", "-f"], ["undone", "x", "-f"], ["cancel", "x", "-f"],
    ["move", "x", "2026-12", "-f"], ["snooze", "x", "+1d", "-f"], ["tag", "x", "y", "-f"],
    ["edit", "x", "-f"],
  ])
  func aMissingStoreIsNotCreatedByAChange(arguments: [String]) throws {
    let scratch = try Scratch()
    for store in ["vdir:cal", "sqlite:x.db", "VDIR:cal", "tasks:notes"] {
      let run = try duecal(
        arguments + [store], in: scratch.url, environment: ["HOME": scratch.url.path])
      #expect(run.status == 66, "\(arguments) \(store): \(run.error)")
      #expect(run.error.contains("there is no such store"), "\(run.error)")
    }
    #expect(try scratch.contents().isEmpty)
  }

  @Test func aFileOfSuchANameIsGivenWithItsFolder() throws {
    let scratch = try Scratch()
    #expect(try run(scratch, "add", "x", "-f", "./vdir:x").status == 0)
    #expect(try scratch.text("vdir:x") == "- x\n")
    #expect(try run(scratch, "add", "x", "-f", "vdir:x").status == 66)
  }

  @Test func aStoreInTheVariableOrTheConfigurationIsRefused() throws {
    let scratch = try Scratch()
    for command in [["add", "x"], ["done", "x"], ["list"], ["export"]] {
      let run = try duecal(
        command, in: scratch.url,
        environment: ["HOME": scratch.url.path, "DUECAL_FILES": "a.taskpaper:vdir:cal"])
      #expect(run.status == 78, "\(command): \(run.error)")
      #expect(run.error.contains("DUECAL_FILES: \"vdir:cal\" is a store, not a file"))
    }
    for line in ["inbox = \"vdir:cal\"", "files = [\"vdir:cal\"]"] {
      let config = try scratch.write("config.toml", line)
      let run = try run(scratch, "add", "x", environment: ["DUECAL_CONFIG": config])
      #expect(run.status == 78 && run.error.contains("\"vdir:cal\" is a store"), "\(run.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("vdir")))
  }

  @Test func aNameOfAStoreIsNoFileUnlessThereIsOne() throws {
    let scratch = try Scratch()
    let config = try scratch.write("config.toml", "[stores]\nwork = \"vdir:~/cal\"\n")
    let world = ["DUECAL_CONFIG": config]
    let run = try run(scratch, "add", "x", "-f", "work", environment: world)
    #expect(run.status == 66 && run.error.contains("there is no such store"), "\(run.error)")
    try scratch.write("work", "- a\n")
    #expect(try self.run(scratch, "add", "x", "-f", "work", environment: world).status == 0)
    #expect(try scratch.text("work") == "- a\n- x\n")
  }

  // MARK: Bytes that are not text

  @Test func aFileThatIsNoTextIsAMistakeInPartWhereOthersWereDone() throws {
    let scratch = try Scratch()
    try scratch.write("good.taskpaper", Self.tasks)
    try scratch.write("a.ics", Self.calendar)
    try scratch.write("latin.taskpaper", Data([0x2D, 0x20, 0xFC, 0x0A]))
    for command in [
      ["export"], ["check"], ["outline"], ["list"], ["calendar"], ["resolve"],
      ["remind", "--from", "today", "--to", "today"], ["done", "call ann", "--dry-run", "-f"],
    ] {
      let option = command.last == "-f" ? ["-f"] : []
      let both = command + ["good.taskpaper"] + option + ["latin.taskpaper"]
      let environment = ["HOME": scratch.url.path]
      let run = try duecal(both, in: scratch.url, environment: environment)
      #expect(run.status == 1, "\(both): \(run.error)")
      #expect((run.output + run.error).contains("latin.taskpaper:1:3: error: the byte 0xFC"))
      let alone = try duecal(
        command + ["latin.taskpaper"], in: scratch.url, environment: environment)
      #expect(alone.status == 65, "\(command)")
    }
    #expect(try run(scratch, "list", "a.ics", "latin.taskpaper").status == 1)
    #expect(try run(scratch, "check", "a.ics", "latin.taskpaper").status == 1)
  }
}
