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

  @Test func aMistakeIsReportedOnceADayAndTheRestIsDone() throws {
    let home = try Scratch()
    try home.write("notes/home.taskpaper", "- Call Ann @due(2026-13-03)\n- Mend the sink\n")
    try home.write("www/index.html", "")
    let outputs = try Self.commands().map { try cron($0, home) }
    #expect(outputs[0] == "")
    #expect(outputs[1].hasSuffix("2026 has no month 13; months are 1 to 12\n"))
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

  @Test func theLineInREADMEWorksWithoutAPathOfItsOwn() throws {
    let lines = try Self.lines("README.md").filter { $0.hasPrefix("*/5 ") }
    try #require(lines.count == 1)
    let path = try #require(binary)
    let command = Self.command(lines[0]).replacingOccurrences(
      of: "/usr/local/bin/duecal", with: path)
    let home = try Scratch()
    try home.write("notes/home.taskpaper", "- Call Ann @due(2026-13-03)\n- Mend the sink\n")
    #expect(try cron(command, home, path: "").contains("tasks.ics: cannot write"))
    try home.write("www/index.html", "")
    #expect(try cron(command, home, path: "") == "")
    #expect(try home.text("www/tasks.ics").contains("Mend the sink"))
  }

  // MARK: Importing

  @Test func calendarsComeEveryHourWithoutAWord() throws {
    let home = try calendars()
    let command = try Self.imports()[0]
    for _ in 0..<2 { #expect(try cron(command, home) == "") }
    let tasks = try home.text("notes/calendar.taskpaper")
    #expect(tasks.hasPrefix("Calendar:\n\t- "))
    for title in ["Write the report", "Water the plants", "New Year"] {
      #expect(tasks.contains("- \(title) "))
    }
  }

  @Test func aLogHasALineForEachChangeAndNoneWhereNothingChanged() throws {
    let home = try calendars()
    let command = try Self.imports()[1]
    for _ in 0..<2 { #expect(try cron(command, home) == "") }
    let lines = try home.text("calendar.log").split(separator: "\n")
    #expect(lines.count { $0.contains(": added: ") } == 12)
    #expect(lines.allSatisfy { $0.hasPrefix("20") })
    #expect(lines.count == 13 && lines.last?.contains("not kept: TRANSP") == true)
  }

  @Test func anImportThatComesSecondWaitsForTheNextHour() throws {
    let home = try calendars()
    try home.write(".local/state/duecal/there", "")
    for command in try Self.imports() {
      let locked = "flock '\(home.path(".local/state/duecal"))' sh -c '\(quoted(command))'"
      #expect(try cron(locked, home) == "")
    }
    #expect(!FileManager.default.fileExists(atPath: home.path("notes/calendar.taskpaper")))
  }

  @Test func aCalendarThatIsGoneIsMailedAndTheOthersCome() throws {
    let home = try calendars()
    try FileManager.default.removeItem(atPath: home.path("calendars/family.ics"))
    #expect(try cron(Self.imports()[0], home).contains("family.ics: cannot read"))
    #expect(try home.text("notes/calendar.taskpaper").contains("New Year"))
  }

  // MARK: Reminding

  @Test func remindersComeOnTheDesktopAndByMail() throws {
    let home = try Scratch()
    try home.write(
      "notes/home.taskpaper", "- Call Ann @due(2026-12-03 15:00)\n- x @due(2026-13-01)\n")
    try home.write("calendars/family.ics", calendar([todo("1", "Dine", "DUE:20261203T140000Z")]))
    for name in ["notify-send", "mail"] {
      let script = "#!/bin/sh\nprintf '[%s]' \"$@\" >>\"$HOME/\(name).log\"\n"
      chmod(try home.write("bin/\(name)", script), 0o755)
    }
    let commands = try Self.commands(of: "Samples/cron/remind.crontab")
    for _ in 0..<2 {
      for command in commands {
        let now = "export DUECAL_NOW=2026-12-03T14:00:00Z PATH=\"$HOME/bin:$PATH\"; "
        #expect(try cron(now + command, home) == "")
      }
    }
    let mails = try home.text("mail.log")
    #expect(mails.hasPrefix("[-s][Reminder: Dine, due 2026-12-03 15:00][ann@example.com]"))
    #expect(mails.components(separatedBy: "Call Ann").count == 2)
    #expect(try home.text("notify-send.log").components(separatedBy: "[Call Ann]").count == 2)
  }

  @Test func aReminderThatCannotBeMailedIsMailedByCronAndComesAgain() throws {
    let home = try Scratch()
    try home.write("notes/home.taskpaper", "- Call Ann @due(2026-12-03 15:00)\n")
    try home.write("calendars/family.ics", calendar([]))
    chmod(try home.write("bin/mail", "#!/bin/sh\nexit 1\n"), 0o755)
    let command = try Self.commands(of: "Samples/cron/remind.crontab")[1]
    let now = "export DUECAL_NOW=2026-12-03T14:00:00Z PATH=\"$HOME/bin:$PATH\"; "
    for _ in 0..<2 { #expect(try cron(now + command, home).contains("mail ended with 1")) }
  }

  /// A home folder with the sample's calendars.
  private func calendars() throws -> Scratch {
    let home = try Scratch()
    for name in ["office", "family", "holidays"] {
      let file = projectFolder.appendingPathComponent("Samples/calendars/\(name).ics")
      try home.write("calendars/\(name).ics", try Data(contentsOf: file))
    }
    try home.write("notes/home.taskpaper", "")
    return home
  }

  /// The two commands of the sample that imports, with a file in place of the URL.
  private static func imports() throws -> [String] {
    let commands = try lines("Samples/cron/import.crontab")
      .map { $0.hasPrefix("# 7 ") ? $0.dropFirst(2) : $0 }.filter { $0.hasPrefix("7 ") }.map(
        command)
    #expect(commands.count == 2 && !commands.contains { $0.contains("%") })
    return commands.map {
      $0.replacingOccurrences(of: "https://calendar.example.com", with: "\"$HOME\"/calendars")
    }
  }

  /// A text quoted for a shell.
  private func quoted(_ text: String) -> String {
    text.replacingOccurrences(of: "'", with: "'\\''")
  }

  // MARK: The samples

  /// The commands in the sample's lines.
  private static func commands(of sample: String = "Samples/cron/crontab") throws -> [String] {
    let commands = try lines(sample)
      .filter { $0.first == "*" || $0.first?.isNumber == true }.map(command)
    #expect(commands.count == 2 && !commands.contains { $0.contains("%") })
    return commands
  }

  private static func lines(_ name: String) throws -> [Substring] {
    try String(contentsOf: projectFolder.appendingPathComponent(name), encoding: .utf8)
      .split(separator: "\n")
  }

  /// The text after the five fields of time.
  private static func command(_ line: Substring) -> String {
    line.split(separator: " ", maxSplits: 5).last.map(String.init) ?? ""
  }

  /// The text that cron would mail: all output of a command in cron's environment.
  private func cron(_ command: String, _ home: Scratch) throws -> String {
    let path = try #require(binary)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return try cron(command, home, path: folder + ":")
  }

  private func cron(_ command: String, _ home: Scratch, path: String) throws -> String {
    let run = try run(
      ["/usr/bin/env", "-i", "HOME=\(home.url.path)", "LOGNAME=ann", "SHELL=/bin/sh"]
        + ["PATH=\(path)/usr/bin:/bin", "/bin/sh", "-c", command])
    return run.output + run.error
  }
}
