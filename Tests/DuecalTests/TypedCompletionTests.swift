import Foundation
import Testing

/// A line that is typed and completed with a tab, and the resulting last word.
struct Typed: CustomTestStringConvertible, Sendable {
  let line: String
  let word: String

  init(_ line: String, _ word: String) {
    self.line = line
    self.word = word
  }

  var testDescription: String { line }
}

/// A shell with the completion file that is installed for it.
struct TypingShell: CustomTestStringConvertible, Sendable {
  let name: String
  let file: String
  var testDescription: String { name }
}

private let shells = [
  TypingShell(name: "bash", file: "duecal.bash"), TypingShell(name: "zsh", file: "_duecal"),
  TypingShell(name: "fish", file: "duecal.fish"),
]

private let tasks = """
  Home:
  \t- Call Ann @phone @höhe(3)
  \tRepairs:
  \t\t- Mend it @home @home-office
  Work Place:
  \t- Write @Ann's
  R&D "new" (it's `here` $(touch ran) \\ 50%):
  \t- Try
  Tools: old:
  """

private let lines = [
  Typed("duecal export --tag ph", "phone"), Typed("duecal export --tag @ph", "@phone"),
  Typed("duecal export --tag=@ph", "--tag=@phone"), Typed("duecal export --tag \"@ph", "@phone"),
  Typed("duecal export --tag '@ph", "@phone"), Typed("duecal export --tag hö", "höhe"),
  Typed("duecal export --tag @ho", "@home"), Typed("duecal export --tag nothing", "nothing"),
  Typed("duecal export --project Ho", "Home"), Typed("duecal export --project Wo", "Work Place"),
  Typed("duecal export --project Work\\ ", "Work Place"),
  Typed("duecal export --project \"Work P", "Work Place"),
  Typed("duecal export --project 'Work", "Work Place"),
  Typed("duecal export --project Home\\ /", "Home / Repairs"),
  Typed("duecal export --project R\\&", "R&D \"new\" (it's `here` $(touch ran) \\ 50%)"),
  Typed("duecal export --project \"R&", "R&D \"new\" (it's `here` $(touch ran) \\ 50%)"),
  Typed("duecal export --project 'R&", "R&D \"new\" (it's `here` $(touch ran) \\ 50%)"),
  Typed("duecal export --project Tools:", "Tools: old"),
  Typed("duecal export --project Tools:\\ ", "Tools: old"),
  Typed("duecal import --project Rep", "Repairs"), Typed("duecal exp", "export"),
  Typed("duecal export --calendar-color tea", "teal"), Typed("duecal config sam", "sample"),
  Typed("duecal export other.taskpaper --tag el", "elsewhere"),
  Typed("duecal tag Mend\\ it @ph", "@phone"), Typed("duecal tag -q Mend\\ it hom", "home"),
  Typed("duecal tag Ca", "Call Ann"), Typed("duecal move Ca", "Call Ann"),
  Typed("duecal move Try Rep", "Repairs"), Typed("duecal move --position top Try Wo", "Work Place"),
  Typed("duecal check a\\ b@c", "a b@c.taskpaper"),
  Typed("duecal list tomo", "tomorrow"), Typed("duecal list --when over", "overdue"),
  Typed("duecal list othe", "other.taskpaper"), Typed("duecal calendar a\\ b@", "a b@c.taskpaper"),
  Typed("duecal remind --project Rep", "Repairs"), Typed("duecal remind --tag ph", "phone"),
  Typed("duecal ls tomo", "tomorrow"), Typed("duecal ls --tag ph", "phone"),
  Typed("duecal cal --when tomo", "tomorrow"), Typed("duecal ls othe", "other.taskpaper"),
  Typed("duecal list sqli", "sqlite:"), Typed("duecal snooze Try tomo", "tomorrow"),
  Typed("duecal move Try tomo", "tomorrow"), Typed("duecal export --to tomo", "tomorrow"),
]

@Suite("Typed completions")
struct TypedCompletionTests {
  /// The working directory is that of the shell; it contains a folder `Home`, to which no project must be completed.
  private func type(_ lines: [Typed], in shell: TypingShell, _ scratch: Scratch) throws -> [String]
  {
    let file = try scratch.write("notes/tasks.taskpaper", tasks)
    try scratch.write("Home/file", "")
    try scratch.write("other.taskpaper", "- There @elsewhere\n")
    try scratch.write("a b@c.taskpaper", "- a\n")
    let path = try #require(binary)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("duecal"), withDestinationPath: path)
    let script = projectFolder.appendingPathComponent("Shipping/completions/\(shell.file)").path
    let typing = projectFolder.appendingPathComponent("Tests/Shells/typed.py").path
    let run = try run(
      ["/usr/bin/env", "python3", typing, shell.name, script] + lines.map(\.line), in: scratch.url,
      environment: [
        "PATH": "\(scratch.url.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8", "DUECAL_FILES": file,
      ])
    #expect(run.status == 0, "\(run.error)")
    let printed = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    return stride(from: 1, to: printed.count, by: 2).map { index in
      String(printed[index].split(separator: "\u{241F}").last ?? "")
    }
  }

  @Test(arguments: shells) func aWordOfTheFilesIsCompletedAndQuoted(shell: TypingShell) throws {
    let scratch = try Scratch()
    let words = try type(lines, in: shell, scratch)
    try #require(words.count == lines.count)
    for (line, word) in zip(lines, words) { #expect(word == line.word, "\(line.line)") }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("ran")))
  }

  @Test func candidatesAreSilentWhereNothingCanBeRead() throws {
    let environment = [
      "DUECAL_FILES": "/proc/nowhere:/dev/zero:/etc", "DUECAL_CONFIG": "/proc/nowhere/config.toml",
    ]
    let run = try duecal(
      ["---completion", "export", "--", "--tag", "3", "0", "duecal", "export", "--tag", ""],
      environment: environment)
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
  }

  @Test func candidatesOfManyTasksComeSoon() throws {
    let scratch = try Scratch()
    let many = (0..<100_000).map { "- Task \($0) @tag\($0 % 100)\n" }.joined()
    let file = try scratch.write("many.taskpaper", many)
    let run = try duecal(
      ["---completion", "export", "--", "--tag", "3", "4", "duecal", "export", "--tag", "tag9"],
      environment: ["DUECAL_FILES": file])
    #expect(run.output.split(separator: "\n").count == 11)
    #expect(run.processorSeconds < 2)
  }

  @Test func theConfigurationSetsWhichFilesAreRead() throws {
    let scratch = try Scratch()
    let file = try scratch.write("t.taskpaper", "- a @mine\n")
    let config = try scratch.write("c.toml", "files = [\"\(file)\"]\n")
    let run = try duecal(
      ["---completion", "export", "--", "--tag", "3", "0", "duecal", "export", "--tag", ""],
      environment: ["DUECAL_CONFIG": config])
    #expect(run.output == "mine\n")
  }
}
