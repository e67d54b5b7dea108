import Foundation
import Testing

/// The commands in the tables for people who come from other programs.
private let commands: [String] = {
  let page = projectFolder.appendingPathComponent("Docs/Switching.md")
  let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
  return text.split(separator: "\n").filter { $0.hasPrefix("|") }.flatMap { row in
    row.split(separator: "`").map(String.init).filter { $0.hasPrefix("duecal ") }
  }
}()

@Suite("Coming from other programs")
struct SwitchingTests {
  @Test func thePageHasCommands() {
    #expect(commands.count > 60)
  }

  @Test(arguments: commands) func aCommandOfThePageWorks(command: String) throws {
    let world = try world()
    // There is something to reopen and to take back.
    let place = command.split(separator: " -f ").dropFirst().first.map { " -f \($0)" } ?? ""
    if command.hasPrefix("duecal undo") { _ = try shell("duecal done rent\(place)", in: world) }
    let run = try shell(command, in: world)
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  /// A home folder with a task file, two calendars of a store, and two files of calendars.
  private func world() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "tasks.taskpaper",
      Data("Home:\n\t- Pay rent @due(2026-12-01) @priority(2)\n\t- Old @done\nGarden:\n".utf8))
    let setup = """
      mkdir calendars && duecal store add vdir:calendars --list Home \
      && duecal store add vdir:calendars --list Work \
      && duecal add 'Pay rent' --due 2026-12-01 -f vdir:calendars#Home \
      && duecal add 'Planning @event' --due '2026-12-07 10:00' -f vdir:calendars#Work \
      && duecal export -o x.ics && cp x.ics invitation.ics && cp x.ics tasks.ics && mkdir notes
      """
    let run = try shell(setup, in: scratch)
    #expect(run.status == 0, "\(run.error)")
    return scratch
  }

  private func shell(_ command: String, in world: Scratch) throws -> Run {
    try DuecalTests.shell(
      command, in: world,
      environment: [
        "EDITOR": "true", "DUECAL_NOW": "2026-11-25T08:15:00Z",
        "DUECAL_FILES": world.path("tasks.taskpaper"),
      ])
  }
}
