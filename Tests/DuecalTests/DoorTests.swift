import Foundation
import Testing

@Suite("Doors: private words, pipes and hostile names")
struct DoorTests {
  private static let secrets = """
    Divorce: @class(private)
    	- see lawyer @due(2027-01-12)
    	- buy milk @class(public) @due(2027-01-12)
    - secret parent @class(private)
    	- public part @class(public) @due(2027-01-13)

    """

  /// Every file of a store as one text.
  private func texts(_ home: StoreHome, in folder: String) throws -> String {
    let root = home.scratch.url.appendingPathComponent(folder)
    let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }
    return files.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  @Test func aPrivateParentLeavesNoWordInAStore() throws {
    let home = try StoreHome()
    try home.scratch.write("n/Home.taskpaper", Self.secrets)
    let run = try home.run("sync", "tasks:n", "vdir:v")
    #expect(run.status == 0 && !run.output.contains("Divorce"))
    let stored = try texts(home, in: "v")
    #expect(stored.contains("SUMMARY:buy milk") && stored.contains("SUMMARY:public part"))
    for word in ["Divorce", "lawyer", "secret", "RELATED-TO"] { #expect(!stored.contains(word)) }
    #expect(try home.run("sync", "tasks:n", "vdir:v").output.isEmpty)
  }

  @Test func aParentThatBecomesPrivateLeavesItsPublicParts() throws {
    let home = try StoreHome()
    let text = "Home:\n\t- trip @class(public)\n\t\t- pack @class(public)\n"
    try home.scratch.write("n/a.taskpaper", text)
    #expect(try home.run("sync", "tasks:n", "vdir:v", "-q").status == 0)
    for path in try home.scratch.contents().keys where path.hasSuffix(".ics") {
      let own = "CATEGORIES:Home,blue\r\nRELATED-TO;RELTYPE=SIBLING:x"
      let changed = try home.scratch.text(path)
        .replacingOccurrences(of: "CATEGORIES:Home", with: own)
      try home.scratch.write(path, changed)
    }
    #expect(try home.run("sync", "tasks:n", "vdir:v", "-q").status == 0)
    let hidden = try home.scratch.text("n/a.taskpaper")
      .replacingOccurrences(of: "Home:", with: "Home: @class(private)")
      .replacingOccurrences(of: "trip @class(public)", with: "trip @class(private)")
    try home.scratch.write("n/a.taskpaper", hidden)
    #expect(try home.run("sync", "tasks:n", "vdir:v", "-q").status == 0)
    let files = try home.scratch.contents().keys.filter { $0.hasSuffix(".ics") }
    let part = try #require(
      try files.map { try home.scratch.text($0) }.first { $0.contains("SUMMARY:pack") })
    #expect(!part.contains("Home") && !part.contains("RELATED-TO:"), "\(part)")
    #expect(part.contains("CATEGORIES:blue") && part.contains("RELTYPE=SIBLING:x"), "\(part)")
    #expect(try home.run("sync", "tasks:n", "vdir:v").output.isEmpty)
  }

  @Test func aPublicParentStaysOne() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "Home:\n\t- trip\n\t\t- pack @class(public)\n")
    #expect(try home.run("sync", "tasks:n", "vdir:v", "-q").status == 0)
    let stored = try texts(home, in: "v")
    #expect(stored.contains("RELATED-TO:") && stored.contains("CATEGORIES:Home"))
  }

  @Test func aPrivateProjectLeavesNoWordInJSON() throws {
    let home = try StoreHome()
    try home.scratch.write("a.taskpaper", Self.secrets)
    for words in [["export", "a.taskpaper", "--json"], ["export", "a.taskpaper"]] {
      let run = try home.run(words)
      #expect(run.status == 0 && run.output.contains("buy milk"))
      for word in ["Divorce", "lawyer", "secret"] { #expect(!run.output.contains(word)) }
    }
  }

  /// What no shell may do with a name in an offered command: run a part of it, or find no file.
  @Test(arguments: [
    "it's; touch pwned; echo '", "$(touch pwned)", "`touch pwned`", "a b", "\" ; touch pwned; \"",
    "-n", "a\u{202E}b", "a\\'b", "x&touch pwned&", "*", "ä",
  ])
  func anOfferedCommandSurvivesAShell(_ name: String) throws {
    let home = try StoreHome()
    let file = "n/\(name).taskpaper"
    try home.scratch.write("n/ok.taskpaper", "- c\n")
    try home.scratch.write(file, "- a\n- b\n")
    #expect(try home.run("sync", "tasks:n", "vdir:v", "-q").status == 0)
    try home.scratch.write(file, "")
    let message = try home.run("sync", "tasks:n", "vdir:v").error
    let offered = try #require(message.firstMatch(of: /`(duecal .*)`/)?.1)
    let world = [
      "DUECAL_NOW": "2026-12-03T10:00:00Z", "DUECAL_CONFIG": home.scratch.path("config.toml"),
    ]
    let script = "/bin/bash -c \"$(cat offered)\""
    try home.scratch.write("offered", String(offered))
    let run = try shell(script, in: home.scratch, environment: world)
    #expect(run.status == 0, "\(offered): \(run.error)")
    #expect(!FileManager.default.fileExists(atPath: home.scratch.path("pwned")))
    #expect(try home.run("sync", "tasks:n", "vdir:v", "--allow-delete", "2").status == 0)
  }

  @Test func aPipeInAFolderHangsNoCommand() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- a @due(2026-12-04)\n")
    #expect(try home.run("export", "n", "--split", "file", "-o", "out").status == 0)
    for name in ["n/b.taskpaper", "n/.a.taskpaper.swp", "n/.#a.taskpaper", "out/b.ics", "n/c.md"] {
      try #require(mkfifo(home.scratch.path(name), 0o600) == 0)
    }
    for words in [
      ["list", "all", "n"], ["export", "n", "--split", "file", "-o", "out"], ["check", "n"],
      ["done", "a", "-f", "n/a.taskpaper"], ["undo"], ["sync", "tasks:n", "vdir:v"],
      ["import", "out", "--into", "n/new.taskpaper", "--among", "n"],
    ] {
      let run = try home.run(words)
      #expect(run.seconds < 20, "\(words)")
    }
  }

  @Test func anOwnFeedThatIsImportedDoesNotGrow() throws {
    for among in [[], ["--among", "n"]] {
      let home = try StoreHome()
      try home.scratch.write("n/Home.taskpaper", "Home:\n\t- one @due(2027-01-12)\n")
      try home.scratch.write("n/Work.taskpaper", "Work:\n\t- w1 @due(2027-01-12)\n\t\t- w2\n")
      var seen: [String] = []
      for _ in 0..<4 {
        #expect(try home.run("export", "n", "-o", "f.ics", "-q").status == 0)
        let pull = ["import", "f.ics", "--into", "n/Home.taskpaper", "-q"] + among
        #expect(try home.run(pull).status == 0)
        seen.append(try home.scratch.text("f.ics") + home.scratch.text("n/Home.taskpaper"))
      }
      #expect(Set(seen.dropFirst()).count == 1)
      #expect(seen[3].components(separatedBy: "BEGIN:VTODO").count == 4)
      if !among.isEmpty { #expect(!(try home.scratch.text("n/Home.taskpaper").contains("Work"))) }
    }
  }

  @Test func aPasswordInAnAddressOfTheConfigurationIsRefused() throws {
    for scheme in ["http", "https", "webcal"] {
      let home = try StoreHome("[stores]\nteam = \"\(scheme)://ann:secret@example.org/t.ics\"\n")
      let run = try home.run("config", "check")
      #expect(run.status == 78)
      #expect((run.output + run.error).contains("the address contains a password"))
      #expect(!run.error.contains("secret") && !run.output.contains("secret"))
    }
    let home = try StoreHome("[stores]\nteam = \"https://ann@example.org/t.ics\"\n")
    #expect(try home.run("config", "check").status == 0)
  }

  @Test(arguments: [
    "inbox = \"ADDRESS\"", "files = [\"ADDRESS\"]",
    "[sync]\nx = {a = \"ADDRESS\", b = \"memory:\"}",
    "[feed.x]\nfiles = [\"ADDRESS\"]\nfile = \"/x.ics\"", "[stores]\nx = \"ftp://ann:secret@b\"",
    "zone = \"ADDRESS\"", "\"ADDRESS\" = 1",
  ])
  func aFaultOfTheConfigurationShowsNoPassword(_ text: String) throws {
    let address = "http://ann:\(String(repeating: "secret", count: 15))@example.org/x"
    for address in [address, "https://ann:sec/ret@example.org/x"] {
      let home = try StoreHome(text.replacingOccurrences(of: "ADDRESS", with: address) + "\n")
      for words in [["config", "check"], ["list"], ["config", "show"]] {
        let run = try home.run(words)
        #expect(run.status == 78, "\(words)")
        let shown = run.output + run.error
        #expect(!shown.contains("secret") && !shown.contains("sec/"), "\(shown)")
      }
    }
  }

  @Test(arguments: [
    ["sync", "ADDRESS", "vdir:y"], ["sync", "ADDRESS"], ["store", "add", "ADDRESS", "hi"],
    ["config", "check", "ADDRESS"], ["--config", "ADDRESS", "list"], ["undo", "ADDRESS"],
    ["store", "show", "vdir:ADDRESS"], ["ADDRESS"], ["list", "x", "--json", "ADDRESS"],
  ])
  func noMessageShowsThePasswordOfAnAddress(_ words: [String]) throws {
    let home = try StoreHome("")
    let run = try home.run(
      words.map { $0.replacingOccurrences(of: "ADDRESS", with: "http://ann:secret@example.org/x") })
    #expect(run.status != 0 && !(run.output + run.error).contains("secret"), "\(run.error)")
  }
}
