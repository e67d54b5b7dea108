import Foundation
import Testing

/// An example in the help of a command.
struct HelpExample: CustomTestStringConvertible, Sendable {
  let testDescription: String
}

/// The words of a command of duecal.
struct CommandName: CustomTestStringConvertible, Sendable {
  let words: [String]
  var testDescription: String { (["duecal"] + words).joined(separator: " ") }

  /// The examples in its help.
  fileprivate var examples: [HelpExample] {
    let help = (try? duecal(words + ["--help"]).output) ?? ""
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .map { HelpExample(testDescription: String($0.dropFirst(2))) }
  }
}

/// The output of `--experimental-dump-help` for a command.
private struct DumpedHelp: Decodable {
  struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?

    /// The command and its subcommands, without `help`.
    func names(below words: [String]) -> [CommandName] {
      [CommandName(words: words)]
        + (subcommands ?? []).filter { $0.commandName != "help" }
        .flatMap { $0.names(below: words + [$0.commandName]) }
    }
  }
  let command: Command
}

/// All commands, as the command itself lists them.
private let commands: [CommandName] = {
  let dump = Data(((try? duecal(["--experimental-dump-help"]).output) ?? "").utf8)
  return (try? JSONDecoder().decode(DumpedHelp.self, from: dump).command.names(below: [])) ?? []
}()

/// The examples of all commands, without those that need a network.
private let examples = commands.flatMap(\.examples).filter { example in
  !example.testDescription.contains("://") && !example.testDescription.hasPrefix("duecal serve")
}

@Suite("Help")
struct HelpTests {
  @Test(arguments: commands) func everyCommandHasExamples(command: CommandName) {
    #expect(!command.examples.isEmpty)
    #expect(command.examples.allSatisfy { $0.testDescription.contains("duecal ") })
  }

  @Test func allCommandsAreFound() {
    #expect(commands.count > 10 && examples.count > 25)
  }

  @Test(arguments: examples) func anExampleOfHelpWorks(example: HelpExample) throws {
    let scratch = try home()
    let line = try example.testDescription.replacing(
      "xfjt", with: shortName(of: "Call Ann", scratch))
    if line.hasPrefix("duecal redo") { _ = try shell("duecal undo", scratch) }
    if line.hasPrefix("duecal state restore") {
      _ = try shell("duecal state backup state.tar", scratch)
    }
    let run = try shell(line, scratch)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
  }

  /// Runs a shell command in the home folder, on Thursday, 3 December 2026.
  private func shell(_ line: String, _ home: Scratch) throws -> Run {
    try DuecalTests.shell(
      line, in: home,
      environment: ["DUECAL_NOW": "2026-12-03T10:00:00Z", "EDITOR": "true"])
  }

  /// The ID of a task in `list --ids`.
  private func shortName(of title: String, _ home: Scratch) throws -> String {
    let listed = try shell("duecal list all --done --format '{id} {title}'", home).output
    let line = try #require(listed.split(separator: "\n").first { $0.hasSuffix(" \(title)") })
    return String(line.prefix { $0 != " " })
  }

  @Test func theVersionNamesTheCommitAndLibical() throws {
    let words = try duecal(["--version"]).output.split { " \n".contains($0) }.map(String.init)
    try #require(words.count == 5 || words.count == 6)
    #expect(words[0] == "duecal" && words[2].hasPrefix("(") && words[words.count - 2] == "libical")
    #expect(words[1].split(separator: ".").count == 3)
    #expect((words.last ?? "").split(separator: ".").count == 3)
  }

  @Test(.enabled(if: canHideProcesses)) func argumentsAreFoundWhereThereIsNoProc() throws {
    let path = try #require(binary)
    let run = try hidingProcesses("exec '\(path)' export - --plain", input: "- Call Ann\n")
    #expect(run.status == 0)
    #expect(run.output.contains("SUMMARY:Call Ann"))
  }

  /// The tasks of the examples.
  private static let tasks = """
    Inbox:
    \t- Call Ann @due(2026-12-03 15:00) @someday
    \t- Buy a boat
    \t- Buy paint
    \t- Sort the papers @done(2026-11-20)
    Home:
    \t- Choir @due(2026-12-02 19:00) @repeat(weekly)
    \tKitchen:
    \t\t- Sweep @errand
    \tBills:
    \t\t- Pay rent @due(2026-12-01) @repeat(monthly)
    Groceries:
    \t- Milk
    - Sent @done(2026-10-01)

    """

  /// A home folder with all files that the examples name.
  private func home() throws -> Scratch {
    let scratch = try Scratch()
    let tasks = "Home:\n\t- Call Ann @due(2026-12-03 15:00)\n\t- Old @done(2026-10-01)\n"
    for name in ["home.taskpaper", "notes/home.taskpaper"] { try scratch.write(name, tasks) }
    try scratch.write("tasks.taskpaper", Self.tasks)
    try scratch.write("inbox.taskpaper", "- Soon @due(tomorrow)\n")
    try scratch.write("notes.txt", "TODO mend it\n")
    try scratch.write(
      ".config/duecal/config.toml",
      "files = [\"~/tasks.taskpaper\"]\ninbox = \"~/tasks.taskpaper\"\n"
        + "[stores]\nwork = \"vdir:~/work\"\n")
    for program in ["code", "mail", "notify-send"] {
      let path = try scratch.write("bin/\(program)", "#!/bin/sh\n")
      chmod(path, 0o755)
    }
    try scratch.write("www/index.html", "")
    try scratch.write(
      ".local/state/duecal/serve/addresses/feeds",
      "\(String(repeating: "0", count: 64)) 2026-12-01T10:00:00Z calls\n")
    try scratch.write("config.toml", "zone = \"Europe/Berlin\"\n")
    let calendar = try duecal(["export", scratch.path("home.taskpaper")]).output
      .replacing(/UID:.*/, maxReplacements: 1) { _ in "UID:1234" }
    for name in ["calendar.ics", "calendars/office/calendar.ics", "calendars/office.ics"] {
      try scratch.write(name, calendar)
    }
    for list in ["Home", "Inbox", "Old", "Team"] {
      try scratch.write("work/\(list)/1234.ics", calendar)
    }
    let lists = try shell("duecal store add sqlite: --list Home Water the plants", scratch)
    #expect(lists.status == 0, "\(lists.error)")
    let state = scratch.path(".local/state/duecal")
    _ = try insert("Bob", into: [scratch.path("home.taskpaper")], state: state)
    return scratch
  }
}

/// True where a test can run a command without `/proc`.
private let canHideProcesses = (try? hidingProcesses("exit 7").status) == 7

private func hidingProcesses(_ script: String, input: String = "") throws -> Run {
  try run(
    ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs none /proc && \(script)"],
    input: Data(input.utf8))
}
