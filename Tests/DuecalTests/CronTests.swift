import Foundation
import Testing

@Suite("Samples/cron")
struct CronTests {
  @Test func itIsSilentWhenAllIsWell() throws {
    let home = try Scratch()
    try home.write("notes/home.taskpaper", "- Call Ann @due(2026-12-03 15:00)\n")
    try home.write("www/index.html", "")
    for command in try Self.commands() {
      #expect(try cron(command, home) == "")
      #expect(try cron(command, home) == "")
    }
    #expect(try home.text("www/tasks.ics").contains("DUE;TZID=Europe/Berlin:20261203T150000"))
  }

  @Test func aMistakeIsSaidOnceADayAndTheRestIsDone() throws {
    let home = try Scratch()
    try home.write("notes/home.taskpaper", "- Call Ann @due(2026-13-03)\n- Mend the sink\n")
    try home.write("www/index.html", "")
    let said = try Self.commands().map { try cron($0, home) }
    #expect(said[0] == "")
    #expect(said[1].hasSuffix("2026 has no month 13; months are 1 to 12\n"))
    #expect(try home.text("www/tasks.ics").contains("Mend the sink"))
  }

  @Test func allElseIsMailedAtOnce() throws {
    let home = try Scratch()
    try home.write("notes/home.taskpaper", "- Call Ann\n")
    #expect(try cron(Self.commands()[0], home).contains("tasks.ics: cannot write"))
    let empty = try Scratch()
    try empty.write("www/index.html", "")
    #expect(try cron(Self.commands()[0], empty).contains("cannot read"))
  }

  /// The commands of the sample's lines: what follows the five fields of time.
  private static func commands() throws -> [String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Samples/cron/crontab")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let commands = lines.filter { $0.first == "*" || $0.first?.isNumber == true }
      .map { $0.split(separator: " ", maxSplits: 5).last.map(String.init) ?? "" }
    #expect(commands.count == 2 && !commands.contains { $0.contains("%") })
    return commands
  }

  /// What cron would mail: all that a command prints in cron's environment.
  private func cron(_ command: String, _ home: Scratch) throws -> String {
    let path = try #require(binary)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let run = try run(
      ["/usr/bin/env", "-i", "HOME=\(home.url.path)", "LOGNAME=ann", "SHELL=/bin/sh"]
        + ["PATH=\(folder):/usr/bin:/bin", "/bin/sh", "-c", command])
    return run.output + run.error
  }
}
