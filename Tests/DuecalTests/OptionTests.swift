import Foundation
import Testing

/// A way to name a file that a command works with.
private let namedBothWays: [[String]] = [
  ["list", "all"], ["calendar"], ["check"], ["export"], ["resolve", "-n"], ["archive", "-n"],
  ["remind", "--next"], ["outline"], ["verify"], ["projects"], ["tags"],
]

@Suite("Options of all commands")
struct OptionTests {
  private static let tasks = "Home:\n\t- Call Ann @due(2026-12-07 09:00) @phone\n\t- Sent @done\n"

  private func home() throws -> ChangeHome {
    let home = try ChangeHome(Self.tasks)
    try home.scratch.write("other.taskpaper", "Work:\n\t- Write @due(2026-12-08) @desk\n")
    return home
  }

  // MARK: Files

  @Test(arguments: namedBothWays) func aFileIsAnArgumentOrAnOption(command: [String]) throws {
    let home = try home()
    let named = try home.run(command + ["other.taskpaper"])
    #expect(named.status == 0, "\(named.error)")
    for option in [["-f", "other.taskpaper"], ["--file", "other.taskpaper"]] {
      let run = try home.run(command + option)
      #expect(run.status == named.status && run.error == named.error)
      #expect(run.output == named.output)
    }
  }

  @Test func optionsAddFilesToThoseOfArguments() throws {
    let home = try home()
    let run = try home.run(["list", "all", "home.taskpaper", "-f", "other.taskpaper"])
    #expect(run.output.contains("Call Ann") && run.output.contains("Write"))
  }

  @Test func calendarsAreNamedBothWaysToo() throws {
    let home = try home()
    let calendar = try home.run(["export", "home.taskpaper"]).output
    try home.scratch.write("home.ics", calendar)
    for command in ["import", "show"] {
      let named = try home.run([command, "home.ics"])
      #expect(named.status == 0 && !named.output.isEmpty)
      #expect(try home.run([command, "-f", "home.ics"]).output == named.output)
    }
    #expect(try home.run(["import"]).status == 2)
    #expect(try home.run(["verify"]).status == 2 && home.run(["show"]).status == 2)
  }

  @Test func undoTakesItsFileBothWays() throws {
    let home = try home()
    try home.change("done", "ann")
    #expect(try home.run(["undo", "-f", "other.taskpaper"]).status != 0)
    #expect(try home.run(["undo", "home.taskpaper", "-f", "home.taskpaper"]).status == 2)
    try home.change("undo", "-f", "home.taskpaper")
    #expect(try home.text == Self.tasks)
  }

  @Test func aTaskGoesIntoOneFile() throws {
    let home = try home()
    let run = try home.run(["add", "x", "-f", "a.taskpaper", "-f", "b.taskpaper"])
    #expect(run.status == 2 && run.error.contains("one file"))
  }

  // MARK: One meaning each

  @Test func nIsTheDryRun() throws {
    let home = try home()
    for command in [
      ["add", "x"], ["done", "ann"], ["cancel", "ann"], ["snooze", "ann", "+1d"],
      ["move", "ann", "Work", "--create"], ["tag", "ann", "x"], ["archive"], ["remind"],
      ["export", "-o", "x.ics"], ["import", "other.ics", "--into", "home.taskpaper"],
    ] {
      try home.scratch.write("other.ics", home.run(["export", "other.taskpaper"]).output)
      let long = try home.run(command + ["--dry-run"])
      let short = try home.run(command + ["-n"])
      #expect(long.status == 0 && short.status == 0, "\(command): \(short.error)")
      #expect(long.output == short.output)
      #expect(try home.text == Self.tasks)
    }
    try home.change("done", "ann")
    #expect(try home.run(["undo", "-n"]).output.contains("-\t- Call Ann"))
    #expect(try home.text != Self.tasks)
  }

  @Test func placesAndTimesHaveOptionsOfTheirOwn() throws {
    let home = try home()
    try home.change("add", "First", "--position", "top")
    try home.change("add", "Second", "--project", "Home", "--position", "top")
    #expect(try home.text.hasPrefix("- First\nHome:\n\t- Second\n"))
    try home.change("move", "first", "Home", "--position", "top")
    #expect(try home.text.hasPrefix("Home:\n\t- First\n"))
    #expect(try home.run(["done", "first", "--at", "yesterday"]).status == 0)
    #expect(try home.text.contains("@done(2026-12-04)"))
  }

  @Test func colorIsThatOfOutput() throws {
    let home = try home()
    let run = try home.run(["export", "--color", "always", "--calendar-color", "teal"])
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.output.contains("COLOR:teal\r\n"))
    let wrong = try home.run(["export", "--calendar-color", "lightbleu"])
    #expect(wrong.status == 2 && wrong.error.contains("expected a CSS colour name such as teal"))
  }

  // MARK: Old names

  private static let renamed: [(arguments: [String], hint: String, sets: String)] = [
    (["export", "--color", "red"], "--color red is now --calendar-color red", "COLOR:red"),
    (["export", "--color=#ff0000"], "--color #ff0000 is now --calendar-color #ff0000", "#FF0000"),
    (["add", "x", "--at", "top", "-n"], "--at top is now --position top", "@@ -1,3 +1,4 @@\n+- x"),
    (["add", "x", "--under=Home", "-n"], "--under Home is now --project Home", "+\t- x"),
    (
      ["import", "other.ics", "--into", "new.taskpaper", "--under", "A / B", "-n"],
      "--under \"A / B\" is now --project \"A / B\"", "+A:"
    ),
  ]

  @Test(arguments: renamed.indices) func anOldNameWorksAndIsSaid(index: Int) throws {
    let (arguments, hint, sets) = Self.renamed[index]
    let home = try home()
    try home.scratch.write("other.ics", home.run(["export", "other.taskpaper"]).output)
    let run = try home.run(arguments)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error == "duecal: \(hint)\n")
    #expect(run.output.contains(sets), "\(run.output)")
    #expect(try home.run(arguments + ["-q"]).error.isEmpty)
  }

  @Test func whatIsNoOptionKeepsItsName() throws {
    let home = try home()
    try home.change("add", "--", "x", "--at", "top")
    #expect(try home.text.contains("- x --at top"))
    let run = try home.run(["done", "ann", "--at", "top"])
    #expect(run.status == 2 && !run.error.contains("--position"))
    #expect(try home.run(["list", "--color", "red"]).error.contains("'--color "))
  }
}

@Suite("Paths and times as a person reads them")
struct ShownPathTests {
  @Test func aTerminalShowsTheHomeFolderAsATilde() throws {
    let home = try ChangeHome("- a @due(x)\n- b\n")
    let path = home.scratch.path(ChangeHome.name)
    #expect(try onTerminal(["check", path], in: home.scratch.url).hasPrefix("~/home.taskpaper:1:"))
    let done = try onTerminal(["done", "b", "-f", path], in: home.scratch.url)
    #expect(done.contains("~/home.taskpaper:2: done: b") && !done.contains(path))
    let missing = try onTerminal(["list", path + "x"], in: home.scratch.url)
    #expect(missing.contains("duecal: ~/home.taskpaperx: "))
    let json = try onTerminal(["check", path, "--json"], in: home.scratch.url)
    #expect(json.contains(path) && !json.contains("~"))
  }

  @Test func aPipeHasTheWholePath() throws {
    let home = try ChangeHome("- a @due(x)\n- b\n")
    let path = home.scratch.path(ChangeHome.name)
    #expect(try home.run(["check", path]).output.hasPrefix("\(path):1:"))
    #expect(try home.run(["done", "b", "-f", path]).output.hasPrefix("\(path):2:"))
  }

  @Test func undoListsTimesOfTheZone() throws {
    let home = try ChangeHome("- a\n")
    try home.change("done", "a")
    #expect(try home.change("undo", "--list").contains("\t2026-12-05 11:00\t"))
    let elsewhere = try home.run(["undo", "--list", "--zone", "Asia/Tokyo"])
    #expect(elsewhere.output.contains("\t2026-12-05 19:00\t"))
    let folder = try Scratch()
    let shown = try onTerminal(
      ["undo", "--list"], in: folder.url, environment: ["HOME": home.scratch.url.path])
    #expect(shown.contains("~/home.taskpaper"))
  }
}
