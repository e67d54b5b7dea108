import Foundation
import Testing

private let tasks = """
  Home:
  \t- Call Ann @due(2026-12-03 15:00) @remind(15m)
  \t- Pay rent @due(2026-12-01)
  Work:
  \t- Write the page

  """

/// A folder with a task file and its feed, as a cron job uses them.
private struct Cron {
  let scratch: Scratch
  var options: [String] = ["--zone", "Europe/Berlin"]

  init(_ text: String = tasks) throws {
    scratch = try Scratch()
    try scratch.write("notes/home.taskpaper", text)
  }

  var output: String { scratch.path("feed.ics") }

  func edit(_ text: String) throws { try scratch.write("notes/home.taskpaper", text) }

  func run(_ more: String..., environment: [String: String] = [:]) throws -> Run {
    try duecal(
      ["export", scratch.path("notes"), "-o", output] + options + more, environment: environment)
  }

  func feed() throws -> String { try scratch.text("feed.ics") }

  func values(_ name: String) throws -> [String] {
    try feed().split(separator: "\r\n").filter { $0.hasPrefix(name + ":") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}

@Suite("A feed from cron")
struct FeedCommandTests {
  @Test func aRetypedTitleIsTheSameItem() throws {
    let cron = try Cron()
    #expect(try cron.run("-q").status == 0)
    let before = try cron.values("UID")
    try cron.edit(tasks.replacingOccurrences(of: "Call Ann", with: "Call Anne"))
    let run = try cron.run("-q")
    #expect(run.status == 0)
    #expect(run.error.isEmpty && run.output.isEmpty)
    #expect(try cron.values("UID") == before)
    #expect(try cron.values("SEQUENCE") == ["1", "0", "0"])
  }

  /// As Docs/FeedMemory.md explains, a feed is its own memory, and no longer contains removed items.
  @Test func anItemThatComesBackHasItsFirstNameAndNoHistory() throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let names = try cron.values("UID")
    let changed = tasks.replacingOccurrences(of: "15:00", with: "16:00")
    for text in [changed, changed.replacingOccurrences(of: "\t- Call Ann", with: "\tCall Ann")] {
      try cron.edit(text)
      #expect(try cron.run().status == 0)
    }
    #expect(try cron.values("UID") == Array(names.dropFirst()))
    try cron.edit(changed)
    #expect(try cron.run().status == 0)
    #expect(try cron.values("UID") == names)
    #expect(try cron.values("SEQUENCE").first == "0")
  }

  @Test func aDryRunReportsWhatWouldChangeAndWritesNothing() throws {
    let cron = try Cron()
    #expect(try cron.run("--dry-run", "--exit-code").status == 3)
    #expect(!FileManager.default.fileExists(atPath: cron.output))
    #expect(try cron.run().status == 0)
    #expect(try cron.run("--dry-run", "--exit-code").status == 0)
    try cron.edit(
      tasks.replacingOccurrences(of: "Pay rent", with: "Pay the rent")
        .replacingOccurrences(of: "Work:\n\t- Write the page\n", with: "")
        .replacingOccurrences(of: "Home:\n", with: "Home:\n\t- Buy bread, milk and honey\n"))
    let before = try cron.feed()
    let run = try cron.run("--dry-run", "--exit-code")
    #expect(run.status == 3)
    #expect(
      run.output == """
        + Buy bread, milk and honey
        ~ Pay the rent (SUMMARY, X-DUECAL-LINE)
        - Write the page

        """)
    #expect(try cron.feed() == before)
  }

  @Test(arguments: ["", "\n\n", "Only a note.\n"])
  func anEmptiedSourceEmptiesNoFeed(text: String) throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let before = try cron.feed()
    try cron.edit(text)
    let run = try cron.run("-q")
    #expect(run.status == 4)
    #expect(run.errorLines.count == 1)
    #expect(try cron.feed() == before)
    #expect(try cron.run("--allow-empty").status == 0)
    #expect(try cron.values("UID").isEmpty)
  }

  @Test func aSourceThatIsGoneEmptiesNoFeed() throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let before = try cron.feed()
    try FileManager.default.removeItem(atPath: cron.scratch.path("notes"))
    let run = try cron.run("-q")
    #expect([4, 66].contains(run.status))
    #expect(run.error.contains("nothing is written"))
    #expect(try cron.feed() == before)
  }

  @Test func itemsOfAFileThatCannotBeReadStay() throws {
    let cron = try Cron()
    try cron.scratch.write("notes/work.taskpaper", "- other\n")
    #expect(try cron.run().status == 0)
    try cron.scratch.write("notes/work.taskpaper", Data([0x2D, 0x20, 0xFF]))
    try cron.edit(tasks.replacingOccurrences(of: "Pay rent", with: "Pay the rent"))
    #expect(try cron.run("-q").status == 1)
    #expect(try cron.values("SUMMARY") == ["Call Ann", "Pay the rent", "Write the page", "other"])
  }

  @Test func halfADateLeavesTheItemAsItWas() throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let before = try cron.feed()
    try cron.edit(tasks.replacingOccurrences(of: "(2026-12-03 15:00)", with: "(2026-12-0"))
    let run = try cron.run("-q")
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("home.taskpaper:2:13: error:"))
    #expect(try cron.feed() == before)
  }

  @Test func aFeedStaysInItsZoneOnAnotherMachine() throws {
    var cron = try Cron()
    #expect(try cron.run().status == 0)
    let before = try cron.feed()
    cron.options = []
    let run = try cron.run(environment: ["TZ": "Asia/Tokyo"])
    #expect(run.status == 0)
    #expect(run.error.contains("keeps the zone Europe/Berlin"))
    #expect(try cron.feed() == before)
    #expect(try cron.run("--zone", "Asia/Tokyo").status == 0)
    #expect(try cron.feed().contains("TZID=Asia/Tokyo"))
  }

  @Test func anotherNameOfTheSameZoneIsNotReported() throws {
    var cron = try Cron()
    cron.options = []
    #expect(try cron.run("--zone", "UTC").status == 0)
    let before = try cron.feed()
    let run = try cron.run(environment: ["TZ": "Etc/UTC"])
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(try cron.feed() == before)
  }

  @Test func aCalendarOfSomebodyElseIsNotReplaced() throws {
    let cron = try Cron()
    let other = "BEGIN:VCALENDAR\r\nPRODID:-//Other//EN\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
    try cron.scratch.write("feed.ics", other)
    #expect(try cron.run().status == 4)
    #expect(try cron.feed() == other)
  }

  @Test func aTruncatedFeedIsReportedAndWrittenWhole() throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let before = try cron.feed()
    try cron.scratch.write("feed.ics", String(before.prefix(before.count / 2)))
    let run = try cron.run()
    #expect(run.status == 0)
    #expect(run.error.contains("is cut off"))
    #expect(try cron.feed() == before)
  }

  @Test func aFolderHasACalendarForEachProject() throws {
    let cron = try Cron()
    let folder = cron.scratch.path("calendars")
    func export(_ split: String) throws -> Run {
      try duecal(
        ["export", cron.scratch.path("notes"), "--split", split, "-o", folder] + cron.options)
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
    #expect(try export("project").status == 0)
    #expect(try names() == ["Home.ics", "Work.ics"])
    #expect(try cron.scratch.text("calendars/Work.ics").contains("X-WR-CALNAME:Work"))
    let before = try cron.scratch.contents()
    #expect(try export("project").status == 0)
    #expect(try cron.scratch.contents() == before)
    let uid = try cron.scratch.text("calendars/Work.ics").split(separator: "\r\n")
      .first { $0.hasPrefix("UID:") }
    try cron.edit(tasks.replacingOccurrences(of: "Work:\n", with: ""))
    try cron.scratch.write("calendars/other.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    #expect(try export("project").status == 0)
    #expect(try names() == ["Home.ics", "other.ics"])
    #expect(try cron.scratch.text("calendars/Home.ics").contains(uid ?? "-"))
    #expect(try export("file").status == 0)
    #expect(try names() == ["home.ics", "other.ics"])
  }

  @Test func anEmptiedFileAmongOthersStopsTheExport() throws {
    let cron = try Cron()
    try cron.scratch.write("notes/more.taskpaper", "- One more\n")
    #expect(try cron.run().status == 0)
    let before = try cron.feed()
    for text in ["", "\n", "only a note\n"] {
      try cron.scratch.write("notes/more.taskpaper", text)
      let run = try cron.run()
      #expect(run.status == 4)
      #expect(run.error.contains("more.taskpaper with 1 item of"))
      #expect(try cron.feed() == before)
    }
    try cron.scratch.write("notes/else.taskpaper", "- One more\n")
    #expect(try cron.run().status == 0)  // the item has only moved
    try FileManager.default.removeItem(atPath: cron.scratch.path("notes/else.taskpaper"))
    #expect(try cron.run().status == 4)
    #expect(try cron.run("--allow-empty").status == 0)
    #expect(try cron.run().status == 0)
  }

  @Test func aDryRunAsJSONIsOneDocument() throws {
    let cron = try Cron()
    let run = try cron.run("--dry-run", "--json", "--exit-code")
    #expect(run.status == 3)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(document["changes"] as? [[String: Any]])
    #expect(changes.allSatisfy { $0["kind"] as? String == "added" })
    #expect(changes.count == (document["items"] as? [Any])?.count)
    #expect(try cron.run("--json").output.contains("\"changes\"") == false)
  }

  @Test func aDryRunReportsAChangeOfTheCalendarItself() throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let run = try cron.run("--name", "New", "--dry-run", "--exit-code")
    #expect(run.status == 3)
    #expect(run.output.hasPrefix("~ ") && run.output.hasSuffix(".ics\n"))
  }

  @Test func aFileInTheWayOfACalendarIsRefusedAlsoInADryRun() throws {
    let cron = try Cron()
    try cron.scratch.write("calendars/Work.ics", "precious")
    let arguments = ["--split", "project", "-o", cron.scratch.path("calendars")] + cron.options
    for more in [["--dry-run", "--exit-code"], []] {
      let run = try duecal(["export", cron.scratch.path("notes")] + arguments + more)
      #expect(run.status == 4)
      #expect(try cron.scratch.text("calendars/Work.ics") == "precious")
    }
  }

  @Test func aFeedHasItsNameColourAndHowOftenToFetchIt() throws {
    let cron = try Cron()
    #expect(
      try cron.run("--name", "Tasks", "--calendar-color", "steelblue", "--refresh", "1h").status
        == 0)
    for line in [
      "NAME:Tasks", "X-WR-CALNAME:Tasks", "COLOR:steelblue", "X-APPLE-CALENDAR-COLOR:#4682B4",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
      "X-WR-TIMEZONE:Europe/Berlin",
    ] {
      #expect(try cron.feed().contains("\r\n\(line)\r\n"), "\(line)")
    }
    #expect(try cron.run("--calendar-color", "nonsense").status == 2)
    #expect(try cron.run("--refresh", "soon").status == 2)
  }

  @Test func twoRunsAtOnceDoNoHarm() async throws {
    let cron = try Cron()
    #expect(try cron.run().status == 0)
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<8 { group.addTask { try cron.run("-q").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 0 || $0 == 75 })
    #expect(try cron.values("UID").count == 3)
  }

  @Test(arguments: [[], ["--as", "event"], ["--where", "not @private"]])
  func twoLinesWhoseDatesAreTypedOneAfterTheOtherKeepTheirItems(options: [String]) throws {
    var cron = try Cron("- Milk @due(2026-12-15)\n- Pool @due(2026-12-07)\n")
    cron.options += options
    _ = try cron.run()
    let (titles, names) = (try cron.values("SUMMARY"), try cron.values("UID"))
    for text in [
      "- Milk @due(2026-12\n- Pool @due(2026-12-07)\n",
      "- Milk @due(2026-12-15)\n- Pool @due(2026-12\n",
      "- Milk @due(2026-12\n- Pool @due(2026\n",
      "- Milk @due(2026-12-15)\n- Pool @due(2026-12-07)\n",
    ] {
      try cron.edit(text)
      _ = try cron.run("-q")
      #expect(try cron.values("SUMMARY") == titles, "\(text)")
      #expect(try cron.values("UID") == names, "\(text)")
    }
  }
}
