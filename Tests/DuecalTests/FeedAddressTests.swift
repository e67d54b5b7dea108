import Foundation
import Testing

/// A home folder with task files and a configuration.
private struct FeedHome {
  let scratch: Scratch

  static let configuration = "files = [\"~/notes\"]  # mine\nzone = \"Europe/Berlin\""
  static let tasks = """
    Home:
    	- Call Ann @due(2026-12-03 15:00) @phone
    	- Water the plants
    Work:
    	- Plan @due(2026-12-04 09:00 - 10:00)
    """ + "\n"

  init(_ configuration: String? = Self.configuration) throws {
    scratch = try Scratch()
    try scratch.write("notes/home.taskpaper", Self.tasks)
    if let configuration { try scratch.write(Self.path, configuration) }
  }

  static let path = ".config/duecal/config.toml"
  static let table = ".local/state/duecal/serve/addresses/feeds"
  static let calendars = ".local/state/duecal/serve/feeds"

  func run(_ arguments: String...) throws -> Run {
    try duecal(arguments, in: scratch.url, environment: ["HOME": scratch.url.path])
  }

  var configuration: String { get throws { try scratch.text(Self.path) } }

  /// The lines of a calendar that begin with a name.
  func values(_ name: String, in file: String) throws -> [String] {
    try scratch.text(file).split(separator: "\r\n").filter { $0.hasPrefix("\(name):") }
      .map { String($0.dropFirst(name.utf8.count + 1)) }
  }
}

@Suite("Addresses of feeds")
struct FeedAddressTests {
  @Test func anAddressIsShownOnceAndOnlyItsHashIsKept() throws {
    let home = try FeedHome()
    let run = try home.run("feed", "add", "work", "--project", "Work")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    let address = try #require(
      run.output.wholeMatch(of: /http:\/\/127\.0\.0\.1:5233\/feeds\/([a-z2-9]{32})\/work\.ics\n/))
    let token = String(address.1)
    #expect(try home.run("export", "-q").status == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: home.scratch.url.path)
    #expect(names.contains(FeedHome.table))
    for name in names {
      let bytes = (try? Data(contentsOf: home.scratch.url.appendingPathComponent(name))) ?? Data()
      #expect(bytes.range(of: Data(token.utf8)) == nil, "\(name)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: home.scratch.path(FeedHome.table))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let list = try home.run("feed", "list")
    #expect(list.output.hasPrefix("work  has an address since 20"))
    #expect(!list.output.contains(token))
    let again = try home.run("feed", "add", "work")
    #expect(again.status == 4 && again.error.contains("has an address; expected another name"))
    let other = try home.run("feed", "add", "other")
    #expect(other.status == 0 && !other.output.contains(token))
  }

  @Test func theAddressIsThatOfTheServer() throws {
    let start = FeedHome.configuration + "\n[serve]\n"
    let host = try FeedHome(start + "address = \"[::1]:8008\"\nprefix = \"/tasks\"\n")
    #expect(try host.run("feed", "add", "a").output.hasPrefix("http://[::1]:8008/tasks/feeds/"))
    let socket = try FeedHome(start + "address = \"/run/duecal.socket\"\n")
    #expect(try socket.run("feed", "add", "Büro 2").output.hasPrefix("/feeds/"))
  }

  @Test(arguments: [
    "", "files = [\"~/notes\"]", "files = [\"~/notes\"]\n",
    "# nothing\r\nfiles = [\"~/notes\"]\r\n",
    "\u{FEFF}files = [\"~/notes\"]\n\n[feed.old] # old\nfile = \"~/old.ics\"\n# end",
  ])
  func allOtherBytesOfTheConfigurationStay(_ old: String) throws {
    let home = try FeedHome(old)
    let run = try home.run(
      "feed", "add", "my feed", "notes", "--where", "not \"a\\b\"", "--where", "@due", "--as",
      "event",
      "--name", "“Tasks”\t", "--calendar-color", "teal", "--plain", "--done", "30d", "--zone", "UTC"
    )
    #expect(run.status == 0, "\(run.error)")
    let new = try home.configuration
    #expect(new.utf8.starts(with: old.utf8))
    let ending = old.contains("\r\n") ? "\r\n" : "\n"
    let lines = new.utf8.dropFirst(old.utf8.count)
    let table = try #require(String(Substring(lines)))
    let expected = [
      "[feed.\"my feed\"]", "files = \"\(home.scratch.path("notes"))\"", "as = \"event\"",
      "where = [\"not \\\"a\\\\b\\\"\", \"@due\"]", "done = \"30d\"", "name = \"“Tasks”\\u0009\"",
      "calendar-color = \"teal\"", "plain = true", "zone = \"UTC\"",
    ]
    let before = old.isEmpty ? "" : old.utf8.last == UInt8(ascii: "\n") ? ending : ending + ending
    #expect(Array(table.utf8) == Array((before + expected.map { $0 + ending }.joined()).utf8))
    #expect(try home.run("config", "check").status == 0)
    #expect(try home.run("export", "--feed", "my feed").status == 0)
  }

  @Test func aMissingConfigurationIsCreated() throws {
    let home = try FeedHome(nil)
    let none = try home.run("feed", "add", "tasks")
    #expect(none.status == 2 && none.error.contains("no file is given"))
    #expect(throws: (any Error).self) { try home.configuration }
    #expect(try home.run("feed", "add", "tasks", "-f", "notes/home.taskpaper").status == 0)
    #expect(try home.configuration.hasPrefix("[feed.tasks]\nfiles = \""))
  }

  @Test func whatDoesNotFitIsRefusedAndNothingIsWritten() throws {
    let home = try FeedHome(
      FeedHome.configuration
        + "\n[feed.old]\nfile = \"~/old.ics\"\n[feed.parts]\nfile = \"~/parts\"\n"
        + "split = \"project\"\n")
    let before = try home.scratch.contents()
    let cases: [([String], Int32, String)] = [
      (["old", "--tag", "phone"], 2, "the configuration has [feed.old]"),
      (["old", "notes"], 2, "the configuration has [feed.old]"),
      (["parts"], 2, "with split it is several calendars"),
      (["new", "-"], 2, "standard input ends"),
      (["a/b"], 2, "is not a valid feed name"), ([".a"], 2, "is not a valid feed name"),
      ([""], 2, "is not a valid feed name"), (["a\nb"], 2, "is not a valid feed name"),
      ([String(repeating: "a", count: 101)], 2, "is not a valid feed name"),
      (["new", "--where", "not ("], 2, "--where"), (["new", "--refresh", "1s"], 2, "--refresh"),
      (["new", "--from", "missing.ics"], 66, "missing.ics"),
      (["new", "--from", "notes/home.taskpaper"], 65, "not a calendar that duecal export wrote"),
    ]
    for (arguments, status, sentence) in cases {
      let run = try duecal(
        ["feed", "add"] + arguments, in: home.scratch.url,
        environment: ["HOME": home.scratch.url.path])
      #expect(run.status == status && run.error.contains(sentence), "\(arguments) \(run.error)")
    }
    #expect(try home.scratch.contents() == before)
  }

  @Test func aTableThatTheFileCannotHaveIsReportedWithItsPlace() throws {
    let home = try FeedHome(FeedHome.configuration + "\nfeed = { a = { file = \"/tmp/a.ics\" } }\n")
    let before = try home.configuration
    let run = try home.run("feed", "add", "new")
    #expect(run.status == 78 && run.error.contains("config.toml:5:"), "\(run.error)")
    #expect(try home.configuration == before)
    #expect(try home.run("feed", "list").output == "a  has no address\n")
  }

  @Test func aRevokedFeedKeepsItsTableAndItsItems() throws {
    let home = try FeedHome()
    for name in ["work", "all"] { #expect(try home.run("feed", "add", name).status == 0) }
    #expect(try home.run("export", "-q").status == 0)
    let uids = try home.values("UID", in: "\(FeedHome.calendars)/work.ics")
    #expect(uids.count == 3)
    #expect(try home.run("feed", "revoke", "work").status == 0)
    #expect(
      try home.run("feed", "list").output.replacing(/[0-9-]{10}/, with: "DAY")
        == "work  has no address\nall   has an address since DAY\n")
    let wrong = try home.run("feed", "revoke", "work")
    #expect(wrong.status == 2 && wrong.error.contains("has no address; expected all"))
    #expect(try home.run("feed", "add", "work").status == 0)
    #expect(try home.run("export", "-q").status == 0)
    #expect(try home.values("UID", in: "\(FeedHome.calendars)/work.ics") == uids)
  }

  @Test func aFeedWithoutAFileIsWrittenOnlyIfItHasAnAddress() throws {
    let home = try FeedHome(FeedHome.configuration + "\n[feed.a]\n[feed.b]\nfile = \"~/b.ics\"\n")
    let run = try home.run("export")
    #expect(
      run.status == 0 && run.error.contains("feed.a: the feed has neither a file nor an address"))
    #expect(try home.values("UID", in: "b.ics").count == 3)
    #expect(try home.run("export", "-q").error.isEmpty)
    let named = try home.run("export", "--feed", "a", "-q")
    #expect(named.status == 78 && named.error.contains("expected file = "))
    #expect(try home.run("config", "check").status == 0)
    #expect(try home.run("feed", "add", "a").status == 0)
    #expect(try home.run("export").error.isEmpty)
    #expect(try home.values("UID", in: "\(FeedHome.calendars)/a.ics").count == 3)
    let mode = try FileManager.default.attributesOfItem(
      atPath: home.scratch.path("\(FeedHome.calendars)/a.ics"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test func theBytesAreThoseOfAnExportWithTheSameOptions() throws {
    let home = try FeedHome()
    let options = ["--where", "not @done", "--name", "Tasks", "--as", "both"]
    #expect(
      try duecal(
        ["feed", "add", "both"] + options, in: home.scratch.url,
        environment: ["HOME": home.scratch.url.path]
      ).status == 0)
    for edit in ["", "- New\n", "- New @done\n- Another @due(2026-12-24)\n"] {
      try home.scratch.write("notes/home.taskpaper", FeedHome.tasks + edit)
      #expect(try home.run("export", "--feed", "both", "-q").status == 0)
      let own = try duecal(
        ["export", "notes", "-o", "own.ics", "-q"] + options, in: home.scratch.url,
        environment: ["HOME": home.scratch.url.path])
      #expect(own.status == 0)
      let (served, exported) = (
        try home.scratch.text("\(FeedHome.calendars)/both.ics"), try home.scratch.text("own.ics")
      )
      #expect(served == exported && !served.isEmpty)
    }
  }

  @Test(arguments: [[], ["--project", "Home"]])
  func anotherCalendarIsContinued(_ options: [String]) throws {
    let home = try FeedHome()
    func run(_ arguments: [String]) throws {
      let run = try duecal(
        arguments + options, in: home.scratch.url, environment: ["HOME": home.scratch.url.path])
      #expect(run.status == 0, "\(run.error)")
    }
    let export = ["export", "notes", "-o", "old.ics", "-q"]
    try run(export)
    let first = FeedHome.tasks.replacing("Call Ann", with: "Call Anne")
    try home.scratch.write("notes/home.taskpaper", first)
    try run(export)
    let uids = try home.values("UID", in: "old.ics")
    #expect(try home.values("SEQUENCE", in: "old.ics").first == "1")
    try run(["feed", "add", "new", "--from", "old.ics"])
    let file = "\(FeedHome.calendars)/new.ics"
    #expect(try home.scratch.text(file) == home.scratch.text("old.ics"))
    // The line is found by what the state knows of it, because a filtered feed does not contain it.
    try home.scratch.write(
      "notes/home.taskpaper", first.replacing("Call Anne", with: "Ring her @x @y(2) again"))
    #expect(try home.run("export", "--feed", "new", "-q").status == 0)
    try run(export)
    #expect(try home.values("UID", in: file) == home.values("UID", in: "old.ics"))
    #expect(try home.values("SEQUENCE", in: file) == home.values("SEQUENCE", in: "old.ics"))
    #expect(try home.values("UID", in: file) == uids)
    #expect(try home.values("SEQUENCE", in: file).first == "2")
    let again = try home.run("feed", "revoke", "new")
    #expect(again.status == 0)
    let refused = try home.run("feed", "add", "new", "--from", "old.ics")
    #expect(refused.status == 4 && refused.error.contains("has UIDs of its own"))
  }

  @Test func aFeedGoesOnWithItsOwnFile() throws {
    let home = try FeedHome(FeedHome.configuration + "\n[feed.a]\nfile = \"~/a.ics\"\n")
    #expect(try home.run("export", "-q").status == 0)
    let before = try home.scratch.text("a.ics")
    #expect(try home.run("feed", "add", "a", "--from", "a.ics").status == 0)
    #expect(try home.scratch.text("a.ics") == before)
  }

  @Test func linesOfTheTableThatNobodyUnderstandsStay() throws {
    let home = try FeedHome()
    try home.scratch.write(FeedHome.table, "later version: 2\n\nabc def")
    #expect(try home.run("feed", "list").output.isEmpty)
    #expect(try home.run("feed", "add", "a").status == 0)
    #expect(try home.run("feed", "revoke", "a").status == 0)
    #expect(try home.scratch.text(FeedHome.table) == "later version: 2\nabc def\n")
  }

  @Test func theListIsAlsoADocument() throws {
    let home = try FeedHome(FeedHome.configuration + "\n[feed.a]\n")
    #expect(try home.run("feed", "add", "b").status == 0)
    let text = try home.run("feed", "list", "--json").output
    let found = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let feeds = try #require(found?["feeds"] as? [[String: Any]])
    #expect(feeds.map { $0["name"] as? String } == ["a", "b"])
    #expect(feeds[0]["address"] is NSNull || feeds[0]["address"] == nil)
    #expect(feeds[1]["address"] as? String != nil && feeds[1]["configured"] as? Bool == true)
  }
}
