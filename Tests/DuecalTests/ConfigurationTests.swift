import Foundation
import Testing

/// A configuration with an error, and the beginning of its message after the file's name.
struct Fault: CustomTestStringConvertible, Sendable {
  let text: String
  let reported: String

  init(_ text: String, _ reported: String) {
    self.text = text
    self.reported = reported
  }

  var testDescription: String { text }
}

private let faults = [
  Fault("zoen = \"UTC\"", "1:1: error: there is no key \"zoen\"; expected zone"),
  Fault("zone = 3", "1:8: error: zone: 3 is not valid here; expected the name of a zone"),
  Fault("zone = \"Mars/Base\"", "1:8: error: zone: there is no time zone \"Mars/Base\""),
  Fault("\n  files = \"x\"", "2:11: error: files: \"x\" is not valid here; expected a list"),
  Fault("files = [\"/a\", 3]", "1:16: error: files: 3 is not valid here; expected a list"),
  Fault(
    "files = [\"notes\"]", "1:10: error: files: \"notes\" is not a path that begins with / or ~/"),
  Fault(
    "inbox = \"~ann/x\"", "1:9: error: inbox: \"~ann/x\" is not a path that begins with / or ~/"),
  Fault("day-starts = \"24:00\"", "1:14: error: day-starts: \"24:00\" is not valid here"),
  Fault("day-starts = \"9\"", "1:14: error: day-starts: \"9\" is not valid here"),
  Fault("day-starts = \"+9:00\"", "1:14: error: day-starts: \"+9:00\" is not valid here"),
  Fault("dates = \"ymd\"", "1:9: error: dates: \"ymd\" is not valid here; expected \"dmy\" or"),
  Fault("[days]\npayday = \"soon\"", "2:10: error: days.payday: \"soon\" is not valid here"),
  Fault("[days]\npayday = [\"soon\"]", "2:10: error: days.payday: a list is not valid here"),
  Fault("priority-scale = 5", "1:18: error: priority-scale: 5 is not valid here; expected 3 or 9"),
  Fault("first-weekday = \"mo\"", "1:17: error: first-weekday: \"mo\" is not valid here"),
  Fault("color = \"teal\"", "1:9: error: color: \"teal\" is not valid here; expected \"auto\""),
  Fault("recurring-due = true", "1:17: error: recurring-due: true or false is not valid here"),
  Fault("[lists]", "1:2: error: there is no table [lists]; expected list"),
  Fault(
    "[list]\nfromat = \"x\"", "2:1: error: there is no key \"list.fromat\"; expected list.format"),
  Fault("[list]\nzone = \"UTC\"", "2:1: error: zone is in the table [list]; expected above"),
  Fault("[aliases]\nwhen = [\"x\"]", "2:1: error: @when is not a tag of duecal"),
  Fault("[aliases]\ndue = \"x\"", "2:7: error: aliases.due: \"x\" is not valid here"),
  Fault("[aliases]\ndue = [\"start\"]", "2:8: error: aliases: \"start\" already means @start"),
  Fault("[aliases]\ndue = [\"@x\"]", "2:8: error: aliases: \"@x\" is not a tag name"),
  Fault("[aliases]\ndue = [\"id\"]", "2:8: error: aliases: \"id\" is reserved by TaskPaper"),
  Fault(
    "[aliases]\ndue = [\"x\"]\nstart = [\"x\"]", "3:10: error: aliases: \"x\" already means @due"),
  Fault(
    "[aliases]\ndue = [\"\(String(repeating: "x", count: 32))\"]", "2:8: error: aliases: \"xxx"),
  Fault("[stores]\nteam = 1", "2:8: error: stores.team: 1 is not valid here; expected an address"),
  Fault("[stores]\nteam = \"x\"", "2:8: error: stores.team: \"x\" is not valid here"),
  Fault("[stores]\nweek = \"memory:\"", "2:1: error: stores: \"week\" is also a period"),
  Fault("[stores]\n\"a#b\" = \"memory:\"", "2:1: error: stores: \"a#b\" is not a valid store name"),
  Fault(
    "[stores]\na = \"caldav+https://ann:b@example.org/\"",
    "2:5: error: stores.a: the address contains a password"),
  Fault("[stores]\na = \"vdir:x\"", "2:5: error: stores.a: \"x\" is not a path that begins with /"),
  Fault(
    "stores = {a = {password-keyring = true}}", "1:11: error: stores.a: the address is missing"),
  Fault(
    "[stores]\na = {address = \"memory:\", password-keyring = true}",
    "2:1: error: stores.a: only a server takes a password"),
  Fault(
    "[stores]\na = {address = \"caldav+https://b/\", password-keyring = true, password-file = \"/x\"}",
    "2:1: error: stores.a: its password is given in several ways"),
  Fault(
    "[stores]\na = {address = \"caldav+https://b/\", password-comand = [\"x\"]}",
    "2:37: error: a store has no key \"password-comand\"; expected password-command"),
  Fault(
    "[stores]\na = {address = \"caldav+https://b/\", password-command = \"x\"}",
    "2:56: error: stores.a.password-command: \"x\" is not valid here; expected a command"),
  Fault("zone", "1:5: error: found the end of the line; expected = after a key"),
]

/// As many names as a file may contain, which are read in one pass.
private let crowds = [
  "[stores]\n" + (0..<80_000).map { "a\($0)=\"/x\"\n" }.joined(),
  "stores = {" + (0..<80_000).map { "a\($0)=\"/x\"" }.joined(separator: ",") + "}",
  "[aliases]\ndue = [" + (0..<100_000).map { "\"b\($0)\"" }.joined(separator: ",") + "]",
]

@Suite("Configuration")
struct ConfigurationTests {
  @Test(.timeLimit(.minutes(1)), arguments: crowds.indices)
  func aCrowdOfNamesIsReadInOnePass(number: Int) throws {
    let run = try duecal(["list", "-"], crowds[number], input: "- a @due(2026-12-05)")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
  }

  /// Runs a command with a configuration, and without a zone in the environment.
  private func duecal(
    _ arguments: [String], _ configuration: String, input: String = "",
    environment: [String: String] = [:]
  ) throws -> Run {
    let scratch = try Scratch()
    let file = try scratch.write("config.toml", configuration)
    return try DuecalTests.duecal(
      arguments, input: input, environment: ["DUECAL_CONFIG": file].merging(environment) { $1 })
  }

  // MARK: The file

  @Test(arguments: faults) func aFaultIsReportedWithItsPlace(fault: Fault) throws {
    let scratch = try Scratch()
    let file = try scratch.write("config.toml", fault.text + "\n")
    let check = try DuecalTests.duecal(["config", "check", file])
    #expect(check.status == 78)
    #expect(check.output.hasPrefix("\(file):\(fault.reported)"), "\(check.output)")
    #expect(check.output.split(separator: "\n").count == 1 && check.error.isEmpty)
  }

  @Test(arguments: [
    ["export", "-"], ["check", "-"], ["outline", "-"], ["show", "-"], ["import", "-"], ["undo"],
    ["verify", "-"], ["occurrences", "daily", "--start", "2026-12-01"], ["config", "show"],
  ])
  func nothingIsDoneWithHalfAConfiguration(command: [String]) throws {
    let run = try duecal(command, "zone = \"Europe/Berlin\"\ncolor = 1\n", input: "- a\n")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("config.toml:2:9: error: color: 1 is not valid here; expected "))
  }

  @Test func datesThatAreTypedFollowIt() throws {
    let home = try ChangeHome("- a @due(2026-12-07 09:00)\n")
    let file = try home.scratch.write(
      "config.toml", "dates = \"dmy\"\n[days]\n\"New Year's Eve\" = \"31 dec\"\n")
    func run(_ words: String...) throws {
      let run = try home.run(words, environment: ["DUECAL_CONFIG": file])
      #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    }
    try run("add", "Dinner on New Year's Eve at 7pm")
    try run("add", "Call Ann on 8.12. at 17:00")
    try run("add", "Pay", "--due", "9/12")
    #expect(
      try home.text
        == "- a @due(2026-12-07 09:00)\n- Dinner @due(2026-12-31 19:00)\n"
        + "- Call Ann @due(2026-12-08 17:00)\n- Pay @due(2026-12-09)\n")
    try run("snooze", "a", "on the 12th")
    #expect(try home.text.hasPrefix("- a @due(2026-12-12 09:00)"))
    try run("snooze", "a", "24.12.")
    #expect(try home.text.hasPrefix("- a @due(2026-12-24 09:00)"))
    try run("move", "a", "new year’s eve")
    #expect(try home.text.hasPrefix("- a @due(2026-12-31 09:00)"))
    for words in [["list", "31/12"], ["list", "--when", "31.12."]] {
      let list = try home.run(words, environment: ["DUECAL_CONFIG": file])
      #expect(list.output.hasPrefix("Thursday 31 December 2026\n"))
    }
    let export = try home.run(
      ["export", "--from", "31.12.", "--to", "new year's eve", "home.taskpaper"],
      environment: ["DUECAL_CONFIG": file])
    #expect(export.output.components(separatedBy: "BEGIN:VTODO").count == 3)
    let dates = try home.run(
      ["occurrences", "weekly", "--start", "2026-12-01", "--from", "5.12.", "--count", "1"],
      environment: ["DUECAL_CONFIG": file])
    #expect(dates.output == "2026-12-08\n")
    let shown = try home.run(["config", "show"], environment: ["DUECAL_CONFIG": file]).output
    #expect(shown.contains("dates = \"dmy\"") && shown.contains("\"New Year's Eve\" = \"31 dec\""))
    // In a file such a date stays an error.
    let check = try home.run(
      ["check", "-"], input: "- a @due(5.12.)\n", environment: ["DUECAL_CONFIG": file])
    #expect(check.status == 1 && check.output.contains("error"), "\(check.status) \(check.output)")
  }

  @Test func theFileIsInTheFolderOfTheDesktopAndMayBeMissing() throws {
    let scratch = try Scratch()
    let home = ["HOME": scratch.url.path]
    func shown(_ environment: [String: String]) throws -> String {
      try DuecalTests.duecal(["config", "show"], environment: environment).output
    }
    #expect(try shown(home).contains("# there is no configuration, and none is needed"))
    #expect(try shown(home.merging(["DUECAL_CONFIG": ""]) { $1 }).contains("none is needed"))
    try scratch.write(".config/duecal/config.toml", "zone = \"Asia/Tokyo\"\n")
    #expect(try shown(home).contains("zone = \"Asia/Tokyo\""))
    try scratch.write("xdg/duecal/config.toml", "zone = \"Asia/Seoul\"\n")
    let xdg = home.merging(["XDG_CONFIG_HOME": scratch.path("xdg")]) { $1 }
    #expect(try shown(xdg).contains("zone = \"Asia/Seoul\""))
    #expect(try shown(xdg.merging(["DUECAL_CONFIG": ""]) { $1 }).contains("none is needed"))
    let other = try scratch.write("other.toml", "zone = \"Asia/Kabul\"\n")
    let named = xdg.merging(["DUECAL_CONFIG": other]) { $1 }
    #expect(try shown(named).contains("zone = \"Asia/Kabul\""))
    #expect(
      try DuecalTests.duecal(["--config", other, "config", "show"], environment: xdg).output
        .contains("zone = \"Asia/Kabul\""))
  }

  @Test func aFileThatIsNamedHasToBeThere() throws {
    let run = try DuecalTests.duecal(
      ["check", "-"], environment: ["DUECAL_CONFIG": "/proc/nowhere"])
    #expect(run.status == 78)
    #expect(run.error == "duecal: /proc/nowhere: cannot read: No such file or directory\n")
    #expect(try DuecalTests.duecal(["config", "check", "/proc/nowhere"]).status == 66)
    #expect(try DuecalTests.duecal(["config", "check", "-f", "/proc/nowhere"]).status == 66)
    #expect(try DuecalTests.duecal(["config", "check", "a", "-f", "b"]).status == 2)
  }

  @Test func helpAndVersionReadNone() throws {
    let environment = ["DUECAL_CONFIG": "/proc/nowhere"]
    for command in [["--version"], ["--help"], ["help", "export"], ["config", "sample"]] {
      #expect(try DuecalTests.duecal(command, environment: environment).status == 0)
    }
  }

  // MARK: The sample

  @Test func theSampleIsTheOneThatIsShipped() throws {
    let file = projectFolder.appendingPathComponent("Samples/config.toml")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try DuecalTests.duecal(["config", "sample"]).output == text)
    #expect(try DuecalTests.duecal(["config", "check", file.path]).output.hasSuffix("no faults\n"))
  }

  @Test func everyKeyOfTheSampleIsRightOnceItsSignIsTakenAway() throws {
    let scratch = try Scratch()
    let sample = try DuecalTests.duecal(["config", "sample"]).output
    let keys = sample.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
      .map { String($0.dropFirst()) }
    #expect(keys.count == 48)
    let environment = ["HOME": "/home/ann"]
    func faults(_ text: String) throws -> String {
      let file = try scratch.write("config.toml", text)
      return try DuecalTests.duecal(["config", "check", file], environment: environment).output
    }
    #expect(try faults(keys.joined(separator: "\n")).hasSuffix("no faults\n"))
    var heading = ""
    for key in keys {
      if key.hasPrefix("[") { heading = key + "\n" }
      let text = key.hasPrefix("[") ? key : heading + key
      #expect(try faults(text).hasSuffix("no faults\n"), "\(key)")
      // A feed needs its file.
      if key.hasPrefix("file =") { heading += key + "\n" }
    }
  }

  @Test func whatIsShownIsAConfiguration() throws {
    let scratch = try Scratch()
    let text = """
      files = ["/a \\"b\\"", "~/c"]
      zone = "Asia/Tokyo"
      [aliases]
      due = ["bis"]
      [stores]
      "my team" = "https://example.org/a.ics"
      work = { address = "caldav+http://ann@example.org/", password-command = ["pass", "a b"], unencrypted = true }
      """
    let shown = try duecal(["config", "show"], text, environment: ["HOME": "/home/ann"]).output
    #expect(shown.contains("files = [\"/a \\\"b\\\"\", \"/home/ann/c\"]"))
    #expect(shown.contains("# line 4\n") && shown.contains("# default\n"))
    let file = try scratch.write("shown.toml", shown)
    #expect(try DuecalTests.duecal(["config", "check", file]).status == 0)
  }

  @Test func whereAValueComesFromIsShown() throws {
    let shown = try duecal(
      ["config", "show"], "color = \"always\"\npager = \"more\"\nfiles = [\"/a\"]\n",
      environment: ["NO_COLOR": "1", "DUECAL_FILES": "/b", "TZ": "Asia/Tokyo"]
    ).output
    func line(_ key: String) -> String {
      shown.split(separator: "\n").first { $0.hasPrefix("\(key) = ") }.map(String.init) ?? ""
    }
    #expect(line("color").hasPrefix("color = \"never\"") && line("color").hasSuffix("# NO_COLOR"))
    #expect(line("files").hasPrefix("files = [\"/b\"]") && line("files").hasSuffix("DUECAL_FILES"))
    #expect(line("zone").hasPrefix("zone = \"Asia/Tokyo\"") && line("zone").hasSuffix("# TZ"))
    #expect(line("pager").hasSuffix("# line 2"))
  }

  // MARK: Its effects

  @Test func filesAreReadWhereNoneIsNamed() throws {
    let scratch = try Scratch()
    let (mine, other) = (
      try scratch.write("mine.taskpaper", "- Mine\n"), try scratch.write("o.taskpaper", "- Other\n")
    )
    let text = "files = [\"~/mine.taskpaper\"]\n"
    let home = ["HOME": scratch.url.path]
    for command in ["outline", "export"] {
      #expect(try duecal([command], text, environment: home).output.contains("Mine"))
      #expect(!(try duecal([command, other], text, environment: home).output.contains("Mine")))
      let named = home.merging(["DUECAL_FILES": "\(other):\(mine)"]) { $1 }
      #expect(try duecal([command], text, environment: named).output.contains("Other"))
      let input = try duecal([command, "-"], text, input: "- Said\n", environment: home).output
      #expect(input.contains("Said") && !input.contains("Mine"))
      #expect(try duecal([command], "").status == 2)
    }
    #expect(try duecal(["check"], text, environment: home).status == 0)
    try scratch.write("mine.taskpaper", "- Mine @due(x)\n")
    #expect(try duecal(["check"], text, environment: home).output.contains("mine.taskpaper:1:"))
  }

  @Test func theZoneCountsBeforeThatOfTheSystemAndAfterTheOption() throws {
    let task = "- a @due(2026-12-01 10:00)\n"
    let text = "zone = \"Asia/Tokyo\"\n"
    func zone(_ arguments: [String], _ text: String) throws -> Bool {
      try duecal(["export", "-"] + arguments, text, input: task).output
        .contains("DUE;TZID=Asia/Tokyo:")
    }
    #expect(try zone([], text))
    #expect(try !zone(["--zone", "Europe/Paris"], text))
    #expect(try !zone([], ""))
    let checked = try duecal(
      ["check", "-"], "zone = \"Europe/Paris\"\n", input: "- a @due(2026-03-29 02:30)\n",
      environment: ["TZ": "Asia/Tokyo"])
    #expect(checked.output.contains("clocks in Europe/Paris skip"))
    let calendar = try duecal(["export", "-"], text, input: task).output
    let imported = try duecal(["import", "-"], "zone = \"UTC\"\n", input: calendar).output
    #expect(imported.contains("@due(2026-12-01 10:00) @tz(Asia/Tokyo)"))
    #expect(try !duecal(["import", "-"], text, input: calendar).output.contains("@tz"))
    let shown = try duecal(["occurrences", "-"], text, input: calendar).output
    #expect(!shown.contains("Asia/Tokyo"))
    #expect(
      try duecal(["occurrences", "-", "--json"], "", input: calendar).output.contains("Asia/Tokyo"))
  }

  @Test func aFeedKeepsItsZoneUnlessSomebodyNamesAnother() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- a @due(2026-12-01 10:00)\n")
    let feed = scratch.path("a.ics")
    func export(_ text: String, _ environment: [String: String]) throws -> String {
      let run = try duecal(["export", file, "-o", feed, "-q"], text, environment: environment)
      #expect(run.status == 0)
      return try scratch.text("a.ics")
    }
    let first = try export("", ["TZ": "Europe/Paris"])
    #expect(try export("", ["TZ": "Asia/Tokyo"]) == first)
    #expect(try export("zone = \"Asia/Tokyo\"\n", [:]).contains("TZID=Asia/Tokyo:"))
    #expect(try export("", ["TZ": "Europe/Paris"]).contains("TZID=Asia/Tokyo:"))
  }

  @Test func alarmsOfDaysCountFromTheBeginningOfDays() throws {
    let task = "- a @due(2026-12-01) @remind(1h)\n"
    let text = "day-starts = \"7:30\"\n"
    func trigger(_ text: String) throws -> String {
      let lines = try duecal(["export", "-"], text, input: task).output.split(separator: "\r\n")
      return lines.first { $0.hasPrefix("TRIGGER") }.map(String.init) ?? ""
    }
    #expect(try trigger("").hasSuffix(":PT8H"))
    #expect(try trigger(text).hasSuffix(":PT6H30M"))
    let line = "- a @due(2026-12-01) @remind\n"
    let calendar = try duecal(["export", "-", "--plain"], text, input: line).output
    #expect(try duecal(["import", "-"], text, input: calendar).output == line)
    #expect(try duecal(["import", "-"], "", input: calendar).output.contains("@remind(07:30)"))
  }

  @Test func aScaleOfThreeIsReadAndWritten() throws {
    let text = "priority-scale = 3\n"
    for (number, priority) in [(1, 1), (2, 5), (3, 9)] {
      let line = "- a @priority(\(number))\n"
      let calendar = try duecal(["export", "-", "--plain"], text, input: line).output
      #expect(calendar.contains("\r\nPRIORITY:\(priority)\r\n"))
      #expect(try duecal(["import", "-"], text, input: calendar).output == line)
    }
    #expect(try duecal(["check", "-"], text, input: "- a @priority(5)\n").status == 1)
    let calendar = try duecal(["export", "-", "--plain"], "", input: "- a @priority(4)\n").output
    let imported = try duecal(["import", "-"], text, input: calendar)
    #expect(imported.output == "- a @priority(1)\n")
    #expect(imported.error.contains("PRIORITY"))
  }

  @Test func aliasesAreReadAndNeverWritten() throws {
    let text = "[aliases]\ndue = [\"fällig\", \"bis\"]\ntz = [\"zone\"]\n"
    let line = "- a @bis(2026-12-01 10:00) @zone(Asia/Tokyo)\n"
    let calendar = try duecal(["export", "-"], text, input: line).output
    #expect(calendar.contains("DUE;TZID=Asia/Tokyo:20261201T100000"))
    #expect(!calendar.contains("CATEGORIES"))
    #expect(try duecal(["import", "-"], text, input: calendar).output == line)
    #expect(
      try duecal(["export", "-"], "", input: "- a @fällig(2026-12-01)\n").output
        .contains("CATEGORIES:fällig"))
    let checked = try duecal(["check", "-"], text, input: "- a @fällig(2026-13-01)\n")
    #expect(checked.status == 1)
  }

  @Test func aWordOfACalendarIsNoAlias() throws {
    let calendar = try duecal(["export", "-", "--plain"], "", input: "- a @bis\n").output
    let imported = try duecal(["import", "-"], "[aliases]\ndue = [\"bis\"]\n", input: calendar)
    #expect(imported.output == "- a @tags(bis)\n")
  }

  @Test func howSeriesAreAnchoredIsSetOnce() throws {
    let task = "- a @due(2026-12-01) @repeat(daily)\n"
    let text = "recurring-due = \"equal\"\n"
    let scratch = try Scratch()
    func exported(_ arguments: [String], _ text: String) throws -> String {
      let path = scratch.path("a.ics")
      _ = try duecal(["export", "-", "-o", path] + arguments, text, input: task)
      defer { try? FileManager.default.removeItem(atPath: path) }
      return try scratch.text("a.ics")
    }
    #expect(try exported([], text).contains("DUE;VALUE=DATE:20261201"))
    #expect(try exported(["--recurring-due", "duration"], text).contains("DURATION:P1D"))
    #expect(try exported([], "").contains("DUE;VALUE=DATE:20261201"))
  }

  @Test func listsHaveTheFormatAndTheWeekThatAreSet() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- Call Ann @due(2026-12-06)\n")
    let now = ["DUECAL_NOW": "2026-12-06T10:00:00Z"]
    func list(_ arguments: [String], _ text: String) throws -> String {
      try duecal(["list"] + arguments + [file], text, environment: now).output
    }
    let format = "[list]\nformat = '{title}|{due}'\n"
    #expect(try list(["today"], format) == "Call Ann|2026-12-06\n")
    #expect(try list(["today", "--format", "{title}"], format) == "Call Ann\n")
    #expect(try list(["today", "--json"], format).hasPrefix("{"))
    let fault = try duecal(["list", file], "[list]\nformat = '{titel}'\n")
    #expect(fault.status == 78 && fault.error.contains("config.toml:2:10: error: list.format: "))
    let calendar = ["calendar", file]
    let sunday = try duecal(calendar, "first-weekday = \"sunday\"\n", environment: now).output
    let monday = try duecal(calendar, "", environment: now).output
    #expect(sunday != monday)
    let option = calendar + ["--first-weekday", "monday"]
    #expect(try duecal(option, "first-weekday = \"sunday\"\n", environment: now).output == monday)
  }

  @Test func listsReadAliasesAndTheZoneThatAreSet() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- Call Ann @bis(2026-12-06)\n")
    let text = "files = [\"\(file)\"]\nzone = \"Asia/Tokyo\"\n[aliases]\ndue = [\"bis\"]\n"
    // It is already the next day in Tokyo.
    let run = try duecal(
      ["list", "today"], text, environment: ["DUECAL_NOW": "2026-12-05T20:00:00Z"])
    #expect(run.status == 0 && run.output.contains("Call Ann"))
  }
}
