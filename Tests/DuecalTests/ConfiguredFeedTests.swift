import Foundation
import Testing

/// A home folder with task files and a configuration with feeds.
private struct FeedHome {
  let scratch: Scratch

  init(_ feeds: String, tasks: String = FeedHome.tasks) throws {
    scratch = try Scratch()
    try scratch.write("notes/home.taskpaper", tasks)
    try scratch.write("www/index.html", "")
    try configure(feeds)
  }

  static let tasks = """
    Home:
    	- Call Ann @due(2026-12-03 15:00) @phone
    Work:
    	- Plan @due(2026-12-04 09:00 - 10:00)
    """ + "\n"

  func configure(_ feeds: String) throws {
    let text = "files = [\"~/notes\"]\nzone = \"Europe/Berlin\"\n\(feeds)\n"
    try scratch.write(".config/duecal/config.toml", text)
  }

  func run(_ arguments: String...) throws -> Run {
    try duecal(arguments, in: scratch.url, environment: ["HOME": scratch.url.path])
  }

  func titles(_ name: String) throws -> [String] {
    try scratch.text(name).split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }
      .map { String($0.dropFirst(8)) }
  }
}

@Suite("Feeds of the configuration")
struct ConfiguredFeedTests {
  private static let two = """
    [feed.all]
    file = "~/www/all.ics"
    name = "Tasks"
    [feed.work]
    file = "~/www/work.ics"
    project = "Work"
    as = "event"
    """

  @Test func anExportWithoutArgumentsWritesAllFeeds() throws {
    let home = try FeedHome(Self.two)
    let run = try home.run("export")
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
    #expect(try home.titles("www/all.ics") == ["Call Ann", "Plan"])
    #expect(try home.titles("www/work.ics") == ["Plan"])
    #expect(try home.scratch.text("www/all.ics").contains("X-WR-CALNAME:Tasks"))
    let verbose = try home.run("export", "-v")
    #expect(verbose.error.contains("www/all.ics: unchanged"))
    #expect(verbose.error.contains("www/work.ics: unchanged"))
  }

  @Test func oneFeedIsWrittenByItsName() throws {
    let home = try FeedHome(Self.two)
    #expect(try home.run("export", "--feed", "work", "-q").status == 0)
    #expect(throws: (any Error).self) { try home.scratch.text("www/all.ics") }
    #expect(try home.titles("www/work.ics") == ["Plan"])
    let wrong = try home.run("export", "--feed", "wrok")
    #expect(wrong.status == 2)
    #expect(wrong.error.contains("no feed \"wrok\"; expected work"))
    #expect(try home.run("export", "--feed", "work", "--as", "todo").status == 2)
    #expect(try home.run("export", "--feed", "work", "--json").output.contains("\"Plan\""))
    #expect(try home.run("export", "--feed", "work", "--feed", "all", "--json").status == 2)
  }

  @Test func argumentsPrintTheUsualFilesAsBefore() throws {
    let home = try FeedHome(Self.two)
    #expect(try home.run("export", "--as", "event").output.contains("SUMMARY:Call Ann"))
    #expect(try home.run("export", "notes").output.contains("SUMMARY:Call Ann"))
    #expect(try home.run("export", "--json").output.contains("\"Call Ann\""))
    #expect(try home.run("export", "-o", "mine.ics").status == 0)
    #expect(try home.scratch.contents().keys.allSatisfy { !$0.hasPrefix("www/all") })
    let none = try FeedHome("")
    #expect(try none.run("export").output.contains("SUMMARY:Call Ann"))
    #expect(try none.run("export", "--dry-run").status == 2)
    #expect(try none.run("export", "--feed", "x").error.contains("expected a table [feed.NAME]"))
  }

  @Test func anErrorOfOneFeedDoesNotStopTheOthers() throws {
    let home = try FeedHome(
      """
      [feed.a]
      file = "~/gone/a.ics"
      [feed.b]
      file = "~/www/b.ics"
      project = "Wrok"
      [feed.c]
      file = "~/www/c.ics"
      tag = "typo"
      [feed.d]
      file = "~/www/d.ics"
      """)
    let run = try home.run("export", "-q")
    #expect(run.status == 4 || run.status == 73)
    #expect(run.error.contains("feed.a: "))
    #expect(run.error.contains("feed.b: --project: there is no project \"Wrok\""))
    #expect(run.error.contains("feed.c: --tag: no line has the tag \"typo\""))
    #expect(try home.titles("www/d.ics") == ["Call Ann", "Plan"])
  }

  @Test func aMistakeOfALineIsReportedOnceForAllFeedsAndInEachRun() throws {
    let home = try FeedHome(
      "[feed.a]\nfile = \"~/www/a.ics\"\n[feed.b]\nfile = \"~/www/b.ics\"",
      tasks: "- A @due(2026-13-01)\n- B\n")
    for _ in 0..<3 {
      let run = try home.run("export", "-q")
      #expect(run.status == 1)
      #expect(run.errorLines.count == 1)
      #expect(try home.titles("www/b.ics") == ["A", "B"])
    }
    let one = try home.run("export", "--feed", "b", "-q")
    #expect(one.status == 1 && one.errorLines.count == 1)
  }

  @Test func aDryRunComparesAllFeeds() throws {
    let home = try FeedHome(Self.two)
    let run = try home.run("export", "--dry-run", "--exit-code")
    #expect(run.status == 3)
    #expect(run.output == "+ Call Ann\n+ Plan\n+ Plan\n")
    #expect(try home.run("export").status == 0)
    #expect(try home.run("export", "-n", "--exit-code").status == 0)
  }

  @Test func aFeedTakesFilesOptionsAndAFolder() throws {
    let home = try FeedHome(
      """
      [feed.split]
      file = "~/www/split"
      split = "project"
      files = ["~/notes/home.taskpaper"]
      [feed.events]
      file = "~/www/events.ics"
      where = ["not @done", "@due"]
      zone = "Asia/Tokyo"
      done = "30d"
      from = "2026-01-01"
      refresh = "1h"
      calendar-color = "teal"
      alarms = "keep"
      plain = true
      archive = false
      """)
    let run = try home.run("export")
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.titles("www/split/Home.ics") == ["Call Ann"])
    let events = try home.scratch.text("www/events.ics")
    #expect(events.contains("TZID=Asia/Tokyo") && events.contains("COLOR:teal"))
    #expect(!events.contains("X-DUECAL-LINE"))
  }

  @Test func aFeedThatWouldLoseItsItemsStaysUntilThatIsAllowed() throws {
    let home = try FeedHome(Self.two)
    #expect(try home.run("export").status == 0)
    try home.scratch.write("notes/home.taskpaper", "")
    let run = try home.run("export", "-q")
    #expect(run.status == 4)
    #expect(try home.titles("www/all.ics") == ["Call Ann", "Plan"])
    #expect(run.error.contains("feed.all: ") && run.error.contains("feed.work: "))
    let allowed = try home.run("export", "--feed", "all", "--allow-empty")
    #expect(allowed.status == 0, "\(allowed.error)")
    #expect(try home.titles("www/all.ics").isEmpty)
  }

  @Test(arguments: [
    ("[feed.a]\nfile = \"x.ics\"", "2:8: error: feed.a.file: \"x.ics\" is not a path that begins"),
    ("[feed.a]\nfiel = \"/x\"", "2:1: error: a feed has no key \"fiel\"; expected file"),
    ("[feed.a]\nfile = \"/x\"\nas = \"events\"", "3:6: error: feed.a.as: \"events\" is not valid"),
    ("[feed.a]\nfile = \"/x\"\nplain = \"yes\"", "3:9: error: feed.a.plain: \"yes\" is not valid"),
    ("[feed.a]\nfile = \"/x\"\nwhere = \"not (\"", "3:9: error: feed.a.where: \"not (\": "),
    ("[feed.a]\nfile = \"/x\"\nfrom = \"soon\"", "3:8: error: feed.a.from: \"soon\" is not valid"),
    ("[feed.a]\nfile = \"/x\"\nzone = \"Mars/Base\"", "3:8: error: feed.a.zone: there is no time"),
    ("[feed.a]\nfile = \"/x\"\nrefresh = \"1s\"", "3:11: error: feed.a.refresh: \"1s\" is not"),
    ("[feed.a]\nfile = \"/x\"\nclass = \"secret\"", "3:9: error: feed.a.class: \"secret\" is not"),
    (
      "[feed.a]\nfile = \"/x\"\nfiles = \"home\"",
      "3:9: error: feed.a.files: \"home\" is not a path"
    ),
    ("[feed.a]\nfile = \"/x\"\nname = [\"b\"]", "3:8: error: feed.a.name: a list is not valid"),
    ("[feed.a]\nfile = \"/x\"\n[feed.b]\nfile = \"/x\"", "4:8: error: feed.b.file: feed.a writes"),
    ("[feed]\na = \"/x\"", "2:5: error: feed.a: \"/x\" is not valid here; expected a table"),
    (
      "[feed.a]\nfile = \"/x\"\nfrom = \"2026-12-02\"\nto = \"2026-12-01\"",
      "1:1: error: feed.a: --from is after --to"
    ),
  ])
  func aMistakeIsReportedWithItsPlace(text: String, reported: String) throws {
    let scratch = try Scratch()
    try scratch.write("c.toml", text + "\n")
    let run = try duecal(["config", "check", "c.toml"], in: scratch.url)
    #expect(run.status == 78)
    #expect(run.output.hasPrefix("c.toml:\(reported)"), "\(run.output)")
    #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
  }

  @Test func feedsAreShownAsAValidConfiguration() throws {
    let home = try FeedHome(
      "[feed.\"a b\"]\nfile = \"~/www/x.ics\"\ntag = [\"phone\", \"shop\"]\nplain = true")
    let shown = try home.run("config", "show")
    #expect(shown.output.contains("[feed]\n\"a b\" = { file = \""))
    #expect(shown.output.contains("tag = [\"phone\", \"shop\"], plain = true }"))
    try home.scratch.write("again.toml", shown.output)
    #expect(try home.run("config", "check", "again.toml").status == 0)
  }

  /// The options of `duecal export` that are about one run, and those that have another name in a feed.
  private static let others: Set<String> = [
    "output", "file", "feed", "json", "dry-run", "exit-code", "quiet", "verbose", "color", "help",
    "version",
  ]

  /// Values of options that take one.
  private static let values = [
    "as": "event", "done": "30d", "undated": "skip", "from": "2026-01-01", "to": "today",
    "class": "private", "where": "not @done", "split": "file", "calendar-color": "#00AA77",
    "refresh": "2h30m", "times": "utc", "recurring-due": "duration", "alarms": "strip",
    "zone": "Europe/Berlin", "dialect": "markdown",
  ]

  @Test func everyOptionOfTheExportIsAKeyOfAFeed() throws {
    let help = try duecal(["export", "--help"]).output
    let lines = help.split(separator: "\n").map { $0.drop { $0 == " " } }
    var keys: [String] = []
    for line in lines where line.hasPrefix("--") || line.hasPrefix("-") && line.contains(", --") {
      let words = line.split(whereSeparator: { " ,/".contains($0) })
      guard let option = words.first(where: { $0.hasPrefix("--") })?.dropFirst(2) else { continue }
      let isKnown = keys.contains { $0.hasPrefix("\(option) = ") }
      if isKnown || Self.others.contains(String(option)) { continue }
      let takesValue = help.contains("--\(option) <")
      keys.append(
        "\(option) = " + (takesValue ? "\"\(Self.values[String(option)] ?? "x")\"" : "true"))
    }
    #expect(keys.count > 20, "\(keys)")
    let scratch = try Scratch()
    try scratch.write("c.toml", "[feed.a]\nfile = \"/x\"\n" + keys.joined(separator: "\n") + "\n")
    let run = try duecal(["config", "check", "c.toml"], in: scratch.url)
    #expect(run.status == 0, "\(run.output)")
  }
}
