import Foundation
import Testing

/// A home folder with a store, in which commands run.
struct StoreHome {
  let scratch: Scratch

  init(_ configuration: String = "") throws {
    scratch = try Scratch()
    try scratch.write("config.toml", configuration)
  }

  /// Runs a command on Thursday, 3 December 2026.
  func run(
    _ words: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(words, input: input, environment: environment)
  }

  func run(
    _ words: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    let world = [
      "HOME": scratch.url.path, "DUECAL_NOW": "2026-12-03T10:00:00Z",
      "DUECAL_CONFIG": scratch.path("config.toml"),
    ]
    return try duecal(
      words, input: input, in: scratch.url, environment: world.merging(environment) { $1 })
  }

  /// The output of a command that prints no message.
  func printed(_ words: String...) throws -> String {
    let world = [
      "HOME": scratch.url.path, "DUECAL_NOW": "2026-12-03T10:00:00Z",
      "DUECAL_CONFIG": scratch.path("config.toml"),
    ]
    let run = try duecal(words, in: scratch.url, environment: world)
    #expect(run.status == 0 && run.error.isEmpty, "\(words) \(run.error)")
    return run.output
  }

  /// Writes an item into a folder of items.
  @discardableResult
  func item(_ path: String, _ lines: String) throws -> String {
    try scratch.write(path, StoreHome.text(lines))
  }

  static func text(_ lines: String) -> String {
    let body = lines.split(separator: "\n").joined(separator: "\r\n")
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(body)\r\nEND:VCALENDAR\r\n"
  }

  /// Two lists: a reminder with a property of another program, and a series of events.
  static func withFolder(_ configuration: String = "") throws -> StoreHome {
    let home = try StoreHome(configuration)
    try home.item("cal/home/1.ics", reminder)
    try home.item(
      "cal/home/2.ics", "BEGIN:VTODO\nUID:2\nDTSTAMP:20261201T000000Z\nSUMMARY:Buy paint\nEND:VTODO"
    )
    try home.item("cal/team/e.ics", series)
    return home
  }

  static let reminder = """
    BEGIN:VTODO
    UID:1
    DTSTAMP:20261201T000000Z
    SUMMARY:Call Ann
    DUE;VALUE=DATE:20261203
    X-OTHER;A="b":kept
    END:VTODO
    """
  static let series = """
    BEGIN:VTIMEZONE
    TZID:Ours
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0130
    TZOFFSETTO:+0130
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:e
    DTSTAMP:20261201T000000Z
    SUMMARY:Planning
    DTSTART;TZID=Ours:20261207T100000
    RRULE:FREQ=WEEKLY;COUNT=3
    END:VEVENT
    BEGIN:VEVENT
    UID:e
    DTSTAMP:20261201T000000Z
    SUMMARY:Planning late
    RECURRENCE-ID;TZID=Ours:20261214T100000
    DTSTART;TZID=Ours:20261214T120000
    END:VEVENT
    """
}

@Suite("duecal store")
struct StoreCommandTests {
  /// Like cron jobs that start in the same minute.
  @Test(arguments: ["sqlite:new.sqlite", "vdir:."])
  func aListThatManyMakeAtOnceIsOne(_ store: String) throws {
    let home = try StoreHome()
    // Not a shell with `&`: its `wait` needs a signal that is blocked here.
    let ran = try run(
      [
        "/usr/bin/xargs", "-P", "5", "-I{}", try #require(binary), "store", "add", store, "--list",
        "Home", "Task {}",
      ],
      input: Data("1\n2\n3\n4\n5\n".utf8), in: home.scratch.url,
      environment: ["HOME": home.scratch.url.path, "DUECAL_NOW": "2026-12-03T10:00:00Z"])
    #expect(ran.error == "")
    let listed = try home.printed("store", "list", store)
    #expect(listed.split(separator: "\n").count == 1 && listed.contains("5 items"), "\(listed)")
  }

  @Test func addsToTheUsualFileAndShowsIt() throws {
    let home = try StoreHome()
    #expect(
      try home.printed("store", "add", "sqlite:", "--list", "Home") == "sqlite:#Home: added\n")
    let added = try home.printed("store", "add", "sqlite:#Home", "Call Ann tomorrow 3pm @phone")
    #expect(added == "sqlite:#Home: added: Call Ann; due 2026-12-04 15:00\n")
    let shown = try home.printed("store", "show", "sqlite:")
    #expect(shown == "sqlite:#Home: reminder Call Ann, 2026-12-04 15:00\n")
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: home.scratch.path(".local/share/duecal"))[.posixPermissions] as? Int
    #expect(mode == 0o700)
    let listed = try home.printed("store", "list")
    #expect(listed == "sqlite:#Home  1 item; takes reminders and events\n")
  }

  @Test func theWordsOfAnItemMeanWhatTheyMeanInATaskFile() throws {
    let home = try StoreHome()
    _ = try home.printed("store", "add", "sqlite:", "--list", "Home")
    _ = try home.printed(
      "store", "add", "sqlite:", "Planning", "--due", "2026-12-07 10:00 - 10:30", "--note",
      "with Bob")
    let all = try home.printed("store", "show", "sqlite:", "planning")
    #expect(all.contains("event Planning") && all.contains("with Bob"))
    let none = try home.run("store", "add", "sqlite:", "Party", "--as", "event")
    #expect(none.status == 2 && none.error.contains("an event needs a date"))
  }

  @Test func aListDeclaresWhatMayBeInIt() throws {
    let home = try StoreHome()
    let made = [
      "store", "add", "sqlite:a.sqlite", "--list", "Days", "--takes", "event", "--list-color",
      "teal",
    ]
    _ = try duecal(made, in: home.scratch.url)
    let refused = try home.run("store", "add", "sqlite:a.sqlite#Days", "Buy paint")
    #expect(refused.status == 77 && refused.error.contains("does not accept reminders"))
    let json = try home.printed("store", "list", "sqlite:a.sqlite", "--json")
    #expect(json.contains("\"color\" : \"#008080\"") && json.contains("\"items\" : 0"))
  }

  @Test func findsByWordsDatesKindAndProgress() throws {
    let home = try StoreHome.withFolder()
    func found(_ words: String...) throws -> [String] {
      let run = try duecal(
        ["store", "search", "vdir:cal"] + words, in: home.scratch.url,
        environment: ["DUECAL_NOW": "2026-12-03T10:00:00Z"])
      #expect(run.status == 0)
      return run.output.split(separator: "\n").map(String.init)
    }
    #expect(try found("ANN", "call") == ["vdir:cal#home: reminder Call Ann, 2026-12-03"])
    #expect(try found("--undated") == ["vdir:cal#home: reminder Buy paint"])
    #expect(try found("--open").count == 3)
    #expect(try found("--kind", "event", "--from", "2026-12-20", "--to", "2026-12-22").count == 1)
    #expect(try found("--kind", "event", "--to", "2026-12-05").isEmpty)
    #expect(try found("--done").isEmpty)
  }

  @Test func aNameThatFitsSeveralIsAskedFor() throws {
    let home = try StoreHome.withFolder()
    let run = try home.run("store", "show", "vdir:cal", "a")
    #expect(
      run.status == 2
        && run.error.contains("\"a\" matches 3 items; expected one of these, or --all"))
    let none = try home.run("store", "show", "vdir:cal", "boat")
    #expect(none.status == 66 && none.error.contains("no item matches \"boat\""))
    for name in ["e", "e.ics", "planning"] {
      #expect(try home.printed("store", "show", "vdir:cal#team", name).contains("uid       e"))
    }
  }

  @Test func anItemIsNamedAsDocumentsNameFiles() throws {
    let home = try StoreHome.withFolder()
    let text = try home.printed("store", "show", "vdir:cal#home", "call", "--json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let item = try #require((document["items"] as? [[String: Any]])?.first)
    #expect(item.count == 28)
    let source = try #require(item["source"] as? [String: Any])
    #expect(source["file"] as? String == "vdir:cal#home/1.ics" && source["line"] as? Int == 4)
  }

  @Test func removesWhatIsNamedAndNothingInADryRun() throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.contents()
    let dry = try home.run("store", "remove", "vdir:cal", "call", "--dry-run", "--exit-code")
    #expect(dry.status == 3 && dry.output == "- vdir:cal#home: Call Ann\n")
    #expect(try home.scratch.contents() == before)
    #expect(
      try home.printed("store", "remove", "vdir:cal", "call")
        == "vdir:cal#home: removed: Call Ann\n"
    )
    #expect(try home.scratch.contents()["cal/home/1.ics"] == nil)
    let refused = try home.run("store", "remove", "vdir:cal#home", "--list")
    #expect(refused.status == 4 && refused.error.contains("the list has 1 item"))
    #expect(
      try home.printed("store", "remove", "vdir:cal#home", "--list", "--all")
        == "vdir:cal#home: removed\n")
    #expect(
      try home.printed("store", "list", "vdir:cal")
        == "vdir:cal#team  1 item; takes reminders and events\n")
  }

  @Test func movesAndCopiesItemsWithAllThatIsInThem() throws {
    let home = try StoreHome.withFolder()
    let moved = try home.printed("store", "move", "vdir:cal#home", "sqlite:a.sqlite#New", "call")
    #expect(moved == "sqlite:a.sqlite#New: added\nsqlite:a.sqlite#New: moved: Call Ann\n")
    #expect(try home.scratch.contents()["cal/home/1.ics"] == nil)
    _ = try home.printed("store", "move", "sqlite:a.sqlite#New", "vdir:cal#team", "1")
    #expect(try home.scratch.text("cal/team/1.ics") == StoreHome.text(StoreHome.reminder))
    let copied = try home.printed("store", "copy", "vdir:cal#team", "vdir:cal#home", "--all")
    #expect(copied == "vdir:cal#home: copied: Call Ann\nvdir:cal#home: copied: Planning\n")
    let here = try home.run("store", "copy", "vdir:cal#team", "vdir:cal#team", "--all")
    #expect(here.status == 2)
  }

  @Test func shellsCompleteStoresAndTheirLists() throws {
    let home = try StoreHome.withFolder("[stores]\nwork = \"vdir:~/cal\"\n")
    func offered(_ typed: String) throws -> [String] {
      let words = [
        "---completion", "store", "show", "--", "positional@0", "3", "\(typed.utf8.count)",
      ]
      let run = try duecal(
        words + ["duecal", "store", "show", typed], in: home.scratch.url,
        environment: [
          "SAP_SHELL": "fish", "DUECAL_CONFIG": home.scratch.path("config.toml"),
          "HOME": home.scratch.url.path,
        ])
      return run.output.split(separator: "\n").map(String.init)
    }
    #expect(try offered("w") == ["work"])
    #expect(try offered("work#") == ["work#home", "work#team"])
    #expect(try offered("none#").isEmpty)
  }

  // MARK: Calendars

  @Test func exportsEachByteAndEachZoneOnce() throws {
    let home = try StoreHome.withFolder()
    try home.item(
      "cal/team/f.ics", StoreHome.series.replacingOccurrences(of: "UID:e", with: "UID:f"))
    let text = try home.printed("store", "export", "vdir:cal")
    #expect(text.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
    #expect(text.contains("X-OTHER;A=\"b\":kept\r\n"))
    #expect(try duecal(["check", "-"], input: text).status == 0)
    #expect(try home.printed("export", "vdir:cal") == text)
  }

  @Test func zonesOfOneNameThatDifferStayApart() throws {
    let home = try StoreHome.withFolder()
    let other = StoreHome.series.replacingOccurrences(of: "UID:e", with: "UID:f")
      .replacingOccurrences(of: "+0130", with: "+0200")
    try home.item("cal/team/f.ics", other)
    let text = try home.printed("store", "export", "vdir:cal#team")
    #expect(text.components(separatedBy: "BEGIN:VCALENDAR").count == 3)
    let shown = try duecal(["occurrences", "-", "--zone", "UTC"], input: text).output
    #expect(shown.contains("2026-12-07T08:00") && shown.contains("2026-12-07T08:30"))
  }

  @Test func aFileIsReplacedOnlyWhereItIsOurs() throws {
    let home = try StoreHome.withFolder()
    #expect(
      try home.run("store", "export", "vdir:cal", "-o", "a.ics", "-v").error.contains(
        "a.ics: written"))
    #expect(
      try home.run("store", "export", "vdir:cal", "-o", "a.ics", "-v").error.contains("unchanged"))
    let refused = try home.run("store", "export", "vdir:cal", "-o", "cal/home/1.ics")
    #expect(refused.status == 4 && refused.error.contains("would be overwritten"))
  }

  @Test func importsWhatIsNewAndWhatIsNotOlder() throws {
    let home = try StoreHome.withFolder()
    let text = try home.printed("store", "export", "vdir:cal")
    try home.scratch.write("a.ics", text)
    let first = try home.printed("store", "import", "a.ics", "sqlite:a.sqlite#New")
    #expect(first.split(separator: "\n").count == 4)
    #expect(try home.printed("store", "import", "a.ics", "sqlite:a.sqlite#New").isEmpty)
    let stamped = { (stamp: String, title: String) in
      StoreHome.text(
        "BEGIN:VTODO\nUID:2\nDTSTAMP:\(stamp)\nLAST-MODIFIED:\(stamp)\nSUMMARY:\(title)\nEND:VTODO")
    }
    try home.scratch.write("b.ics", stamped("20261202T000000Z", "Paint"))
    let changed = try home.printed("store", "import", "b.ics", "sqlite:a.sqlite#New")
    #expect(changed == "sqlite:a.sqlite#New: changed: Paint; title\n")
    try home.scratch.write("b.ics", stamped("20251202T000000Z", "Old"))
    let older = try home.run("store", "import", "b.ics", "sqlite:a.sqlite#New")
    #expect(older.status == 0 && older.output.isEmpty && older.error.contains("is left unchanged"))
    let forced = try home.printed("store", "import", "b.ics", "sqlite:a.sqlite#New", "--replace")
    #expect(forced == "sqlite:a.sqlite#New: changed: Old; title\n")
  }

  @Test func anItemOfAFileOfManyGetsATextOfItsOwn() throws {
    let home = try StoreHome.withFolder()
    try home.scratch.write("a.ics", try home.printed("store", "export", "vdir:cal"))
    try home.scratch.write("new/x/.keep", "")
    _ = try home.printed("store", "import", "a.ics", "vdir:new#x")
    let text = try home.scratch.text("new/x/1.ics")
    #expect(text.contains("X-OTHER;A=\"b\":kept\r\n") && !text.contains("Planning"))
  }
}
