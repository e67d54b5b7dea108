import Foundation
import Testing

/// An example that a command's help has.
struct HelpExample: CustomTestStringConvertible, Sendable {
  let testDescription: String
}

/// A command of duecal, as it is called.
struct CommandName: CustomTestStringConvertible, Sendable {
  let words: [String]
  var testDescription: String { (["duecal"] + words).joined(separator: " ") }

  /// The examples that its help has.
  fileprivate var examples: [HelpExample] {
    let help = (try? duecal(words + ["--help"]).output) ?? ""
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .map { HelpExample(testDescription: String($0.dropFirst(2))) }
  }
}

/// What `--experimental-dump-help` says of a command.
private struct DumpedHelp: Decodable {
  struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?

    /// The command and those below it, but for `help`.
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

/// The examples of all commands, but for those that need a network.
private let examples = commands.flatMap(\.examples).filter { !$0.testDescription.contains("://") }

@Suite("Help")
struct HelpTests {
  @Test(arguments: commands) func everyCommandHasExamples(command: CommandName) {
    #expect(!command.examples.isEmpty)
    #expect(command.examples.allSatisfy { $0.testDescription.hasPrefix("duecal ") })
  }

  @Test func allCommandsAreFound() {
    #expect(commands.count > 10 && examples.count > 25)
  }

  @Test(arguments: examples) func anExampleOfHelpWorks(example: HelpExample) throws {
    let path = try #require(binary)
    let scratch = try home()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let run = try run(
      ["/bin/sh", "-c", example.testDescription], in: scratch.url,
      environment: [
        "PATH": "\(folder):/usr/bin:/bin", "HOME": scratch.url.path,
        "DUECAL_FILES": "tasks.taskpaper", "EDITOR": "true",
      ])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
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

  /// What the examples change.
  private static let changed = """
    Home:
    \t- Call Ann @due(2026-12-03 15:00) @someday
    \t- Buy a boat
    \t- Buy paint
    \t- Sort the papers @done(2026-01-05)
    \tKitchen:
    Bills:
    \t- Pay rent @due(2026-01-01) @repeat(monthly) @errand
    Choir:
    \t- Choir @due(2026-01-08 19:30) @repeat(weekly)
    Inbox:
    \t- Think about it
    Groceries:
    \t- Bread

    """

  /// A home with all that the examples name.
  private func home() throws -> Scratch {
    let scratch = try Scratch()
    let tasks = "Home:\n\t- Call Ann @due(2026-12-03 15:00)\n"
    for name in ["home.taskpaper", "notes/home.taskpaper"] { try scratch.write(name, tasks) }
    try scratch.write("tasks.taskpaper", Self.changed)
    try scratch.write("inbox.taskpaper", "- plan @due(tomorrow)\n")
    try scratch.write("notes.txt", "TODO: call back\nnothing\n")
    try scratch.write("www/index.html", "")
    try scratch.write("config.toml", "zone = \"Europe/Berlin\"\n")
    let calendar = try duecal(["export", scratch.path("home.taskpaper")]).output
      .replacing(/UID:.*/) { _ in "UID:1234" }
    for name in ["calendar.ics", "calendars/office/calendar.ics"] {
      try scratch.write(name, calendar)
    }
    let state = scratch.path(".local/state/duecal")
    _ = try insert("Bob", into: [scratch.path("home.taskpaper")], state: state)
    return scratch
  }
}

/// True where a test may have a world of its own without `/proc`.
private let canHideProcesses = (try? hidingProcesses("exit 7").status) == 7

private func hidingProcesses(_ script: String, input: String = "") throws -> Run {
  try run(
    ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs none /proc && \(script)"],
    input: Data(input.utf8))
}
