import Foundation
import Testing

/// A home folder with a vault of Obsidian in `vault`, and commands that read it.
struct VaultHome {
  let home: StoreHome

  init(_ configuration: String = "", plugin: String? = nil) throws {
    home = try StoreHome("extensions = [\"md\"]\nzone = \"Europe/Berlin\"\n" + configuration)
    if let plugin {
      try write("vault/.obsidian/plugins/obsidian-tasks-plugin/data.json", plugin)
    }
  }

  func write(_ path: String, _ text: String) throws { try home.scratch.write(path, text) }

  func text(_ path: String) throws -> String { try home.scratch.text(path) }

  /// The texts of all items that a folder of calendars has.
  func items(_ folder: String = "phone") throws -> [String] {
    try home.scratch.contents().filter {
      $0.key.hasPrefix("\(folder)/") && $0.key.hasSuffix(".ics")
    }
    .map { try text($0.key) }
  }

  /// The summaries of all items that a folder of calendars has.
  func summaries(_ folder: String = "phone") throws -> [String] {
    try items(folder).flatMap { $0.split(separator: "\r\n") }.filter { $0.hasPrefix("SUMMARY:") }
      .map { String($0.dropFirst(8)) }.sorted()
  }

  func sync(_ more: String...) throws -> Run {
    try home.run(["sync", "tasks:vault", "vdir:phone"] + more)
  }
}

@Suite("The settings of a vault")
struct VaultSettingsTests {
  private static let filtered = """
    # A

    - [ ] #task Call Ann #phone 📅 2026-12-03
    - [ ] Buy milk 📅 2026-12-03
    - [ ] Pay rent #task 📅 2026-12-03
    - [ ] Nested #task/home 📅 2026-12-03

    """

  @Test(arguments: ["[markdown]\nfilter = \"#task\"\n", ""])
  func linesWithoutTheFilterAreNoTasks(_ configuration: String) throws {
    let plugin = configuration.isEmpty ? "{\"globalFilter\": \"#task\"}" : nil
    let vault = try VaultHome(configuration, plugin: plugin)
    try vault.write("vault/a.md", Self.filtered)
    let list = try vault.home.printed("list", "2026-12-03", "vault")
    #expect(list.contains("Call Ann #phone") && list.contains("Pay rent"))
    #expect(list.contains("Nested #task/home") && !list.contains("milk"))
    #expect(!list.contains("#task "), "\(list)")
    let feed = try vault.home.printed("export", "vault", "--plain")
    #expect(feed.contains("SUMMARY:Call Ann #phone\r\n") && feed.contains("SUMMARY:Pay rent\r\n"))
    #expect(feed.contains("CATEGORIES:phone,A\r\n") && !feed.contains("milk"))
    #expect(try vault.home.printed("tags", "vault").contains("phone"))
  }

  @Test func theConfigurationOverridesTheVault() throws {
    let vault = try VaultHome(
      "[markdown]\nfilter = \"\"\n", plugin: "{\"globalFilter\": \"#task\"}")
    try vault.write("vault/a.md", Self.filtered)
    #expect(try vault.home.printed("list", "2026-12-03", "vault").contains("Buy milk"))
  }

  @Test func newLinesGetTheFilter() throws {
    let vault = try VaultHome("[markdown]\nfilter = \"#task\"\n")
    try vault.write("vault/a.md", "")
    _ = try vault.home.run("add", "-f", "vault/a.md", "Call Ann on 4 December 2026")
    #expect(try vault.text("vault/a.md") == "- [ ] #task Call Ann 📅 2026-12-04\n")
    try vault.home.item(
      "b.ics", "BEGIN:VTODO\nUID:2\nDTSTAMP:20261201T000000Z\nSUMMARY:Buy milk\nEND:VTODO")
    _ = try vault.home.run("import", "b.ics", "--into", "vault/a.md")
    #expect(try vault.text("vault/a.md").hasSuffix("- [ ] #task Buy milk\n"))
  }

  @Test func aNewTitleKeepsTheFilterWhereItWas() throws {
    let vault = try VaultHome("[markdown]\nfilter = \"#task\"\n")
    try vault.write("vault/a.md", "- [ ] #task One 📅 2026-12-04\n- [ ] Two #task 📅 2026-12-05\n")
    _ = try vault.sync()
    #expect(try vault.summaries() == ["One", "Two"])
    for path in try vault.home.scratch.contents().keys where path.hasSuffix(".ics") {
      try vault.write(
        path, vault.text(path).replacingOccurrences(of: "SUMMARY:", with: "SUMMARY:New "))
    }
    let run = try vault.sync()
    #expect(run.status == 0, "\(run.error)")
    #expect(
      try vault.text("vault/a.md")
        == "- [ ] #task New One 📅 2026-12-04\n- [ ] New Two #task 📅 2026-12-05\n")
    #expect(try vault.sync().output.isEmpty)
  }

  @Test(arguments: [
    ("", "📅 2026-12-04"), ("fields = \"signs\"", "📅 2026-12-04"),
    ("fields = \"dataview\"", " [due:: 2026-12-04]"), ("fields = \"tags\"", "@due(2026-12-04)"),
  ])
  func aLineWithoutFieldsGetsTheFormOfTheConfiguration(_ key: String, _ due: String) throws {
    let vault = try VaultHome("[markdown]\n\(key)\n")
    try vault.write("vault/a.md", "- [ ] Old\n")
    _ = try vault.home.run("add", "-f", "vault/a.md", "Call Ann on 4 December 2026")
    #expect(try vault.text("vault/a.md") == "- [ ] Old\n- [ ] Call Ann \(due)\n")
  }

  @Test func aFileWithoutFieldsGetsTheFormOfItsFolder() throws {
    let vault = try VaultHome("files = [\"~/vault\"]\n")
    try vault.write("vault/x/b.md", "- [ ] Pay [due:: 2026-12-04]\n- [ ] Buy [due:: 2026-12-05]\n")
    try vault.write("vault/c.md", "- [ ] Ask 📅 2026-12-04\n")
    try vault.write("vault/a.md", "# A\n")
    _ = try vault.home.run("add", "-f", "vault/a.md", "Call Ann on 4 December 2026")
    #expect(try vault.text("vault/a.md").contains("Call Ann  [due:: 2026-12-04]"))
  }

  @Test func thePluginDecidesFormAndCreatedDay() throws {
    let vault = try VaultHome(plugin: "{\"taskFormat\": \"dataview\", \"setCreatedDate\": true}")
    try vault.write("vault/a.md", "")
    _ = try vault.home.run("add", "-f", "vault/a.md", "Call Ann on 4 December 2026")
    #expect(
      try vault.text("vault/a.md")
        == "- [ ] Call Ann  [created:: 2026-12-03]  [due:: 2026-12-04]\n")
  }

  @Test func aNewLineOfACalendarHasItsCreatedDay() throws {
    let vault = try VaultHome(plugin: "{\"setCreatedDate\": true}")
    try vault.write("vault/a.md", "- [ ] Old 📅 2026-12-04\n")
    let todo = "BEGIN:VTODO\nUID:1\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nDUE;VALUE=DATE:20261205"
    try vault.home.item("c.ics", todo + "\nCREATED:20261130T230000Z\nEND:VTODO")
    #expect(try vault.home.run("import", "c.ics", "--into", "vault/a.md").status == 0)
    let line = "- [ ] New ➕ 2026-12-01 📅 2026-12-05\n"
    #expect(try vault.text("vault/a.md") == "- [ ] Old 📅 2026-12-04\n" + line)
    #expect(try vault.home.run("import", "c.ics", "--into", "vault/a.md").output.isEmpty)
    try vault.write("vault/a.md", "- [ ] Old 📅 2026-12-04\n")
    #expect(try vault.sync().status == 0)
    try vault.home.item(
      "phone/a/new.ics", todo.replacingOccurrences(of: "UID:1", with: "UID:9") + "\nEND:VTODO")
    #expect(try vault.sync().status == 0)
    #expect(
      try vault.text("vault/a.md").hasSuffix("- [ ] New ➕ 2026-12-03 📅 2026-12-05\n"))
    #expect(try vault.sync().output.isEmpty)
  }

  @Test(arguments: [true, false])
  func aCompletedCopyIsAboveOrBelowAsInThePlugin(_ isBelow: Bool) throws {
    let vault = try VaultHome(plugin: "{\"recurrenceOnNextLine\": \(isBelow)}")
    try vault.write("vault/a.md", "- [ ] Water 🔁 every week 📅 2026-12-03\n- [ ] Last\n")
    #expect(try vault.sync().status == 0)
    let paths = try vault.home.scratch.contents().keys.filter { $0.hasSuffix(".ics") }
    let path = try #require(try paths.first { try vault.text($0).contains("SUMMARY:Water") })
    let text = try vault.text(path)
    let lines = text.components(separatedBy: "\r\n").filter {
      !$0.hasPrefix("X-DUECAL") && !$0.hasPrefix(" ")
    }
    let copy = lines.filter { !$0.hasPrefix("RRULE") }.map {
      $0.hasPrefix("UID:") ? "UID:copy\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261203T090000Z" : $0
    }
    try vault.write("phone/a/copy.ics", copy.joined(separator: "\r\n"))
    try vault.write(
      path, text.replacingOccurrences(of: "DATE:20261203", with: "DATE:20261210"))
    #expect(try vault.sync().status == 0)
    let (next, done) = (
      "- [ ] Water 🔁 every week 📅 2026-12-10\n",
      "- [x] Water 🔁 every week 📅 2026-12-03 ✅ 2026-12-03\n"
    )
    #expect(try vault.text("vault/a.md") == (isBelow ? done + next : next + done) + "- [ ] Last\n")
  }

  @Test func customStatusesMeanWhatTheyMeanInThePlugin() throws {
    let vault = try VaultHome(
      plugin: """
        {"statusSettings": {"customStatuses": [
          {"symbol": "D", "nextStatusSymbol": " ", "type": "DONE"},
          {"symbol": "i", "nextStatusSymbol": " ", "type": "NON_TASK"},
          {"symbol": "w", "nextStatusSymbol": "x", "type": "IN_PROGRESS"}]}}
        """)
    try vault.write(
      "vault/a.md",
      "- [D] Done 📅 2026-12-03\n- [i] Info 📅 2026-12-03\n- [w] Work 📅 2026-12-03\n- [z] Odd 📅 2026-12-03\n"
    )
    let feed = try vault.home.printed("export", "vault", "--plain")
    #expect(feed.contains("STATUS:COMPLETED") && feed.contains("STATUS:IN-PROCESS"))
    #expect(!feed.contains("Info") && feed.contains("SUMMARY:Odd"))
  }

  // MARK: #tags

  @Test func hashTagsAreTags() throws {
    let vault = try VaultHome()
    try vault.write(
      "vault/a.md",
      "- [ ] Buy #errand milk 📅 2026-12-03\n- [ ] See [[A #b]] `#c` x#d #1 📅 2026-12-03 #café\n")
    let home = vault.home
    #expect(try home.printed("list", "all", "vault", "--tag", "errand").contains("milk"))
    #expect(!(try home.printed("list", "all", "vault", "--tag", "errand").contains("See")))
    #expect(try home.printed("list", "all", "vault", "--where", "@café").contains("See"))
    let tags = try home.printed("tags", "vault")
    #expect(tags.contains("errand") && tags.contains("café"))
    #expect(!["b", "c", "d", "1"].contains { tags.contains("\n\($0) ") }, "\(tags)")
    let feed = try home.printed("export", "vault", "--plain")
    #expect(feed.contains("CATEGORIES:errand\r\n") && feed.contains("CATEGORIES:café\r\n"))
    #expect(feed.contains("SUMMARY:Buy #errand milk\r\n"))
  }

  @Test func categoriesComeBackAsHashTagsAndNothingIsDoubled() throws {
    let vault = try VaultHome()
    let text = "- [ ] Buy milk #errand 📅 2026-12-04\n- [ ] Call #ann 📅 2026-12-05\n"
    try vault.write("vault/a.md", text)
    for options in [["--plain"], []] {
      _ = try vault.home.run(["export", "vault", "-o", "a.ics"] + options)
      _ = try vault.home.run("import", "a.ics", "--into", "new\(options.count).md")
      #expect(try vault.text("new\(options.count).md") == text)
    }
    try vault.home.item(
      "b.ics",
      "BEGIN:VTODO\nUID:2\nDTSTAMP:20261201T000000Z\nSUMMARY:Pay\nDUE;VALUE=DATE:20261204\nCATEGORIES:bills,Home Office\nEND:VTODO"
    )
    _ = try vault.home.run("import", "b.ics", "--into", "b.md")
    #expect(try vault.text("b.md") == "- [ ] Pay #bills @tags(Home Office) 📅 2026-12-04\n")
  }

  @Test func aPhoneAddsAndRemovesHashTags() throws {
    let vault = try VaultHome()
    try vault.write("vault/a.md", "- [ ] Buy milk 📅 2026-12-04\n")
    _ = try vault.sync()
    func change(_ old: String, _ new: String) throws {
      let contents = try vault.home.scratch.contents()
      let path = try #require(contents.keys.first { $0.hasSuffix(".ics") })
      try vault.write(path, try vault.text(path).replacingOccurrences(of: old, with: new))
      #expect(try vault.sync().status == 0)
    }
    try change("SUMMARY:", "CATEGORIES:errand\r\nSUMMARY:")
    #expect(try vault.text("vault/a.md") == "- [ ] Buy milk #errand 📅 2026-12-04\n")
    #expect(try vault.sync().output.isEmpty)
    try change("SUMMARY:Buy milk", "SUMMARY:Buy oat milk")
    #expect(try vault.text("vault/a.md") == "- [ ] Buy oat milk #errand 📅 2026-12-04\n")
    try change("CATEGORIES:errand\r\n", "")
    #expect(try vault.text("vault/a.md") == "- [ ] Buy oat milk 📅 2026-12-04\n")
    #expect(try vault.sync().output.isEmpty)
  }

  // MARK: Lists

  @Test func aListNamesTheFileWhereHeadingsRepeat() throws {
    let vault = try VaultHome()
    for day in ["2026-12-01", "2026-12-02"] {
      try vault.write(
        "vault/daily/\(day).md", "# Tasks\n\n- [ ] Of \(day) 📅 2026-12-03\n\n# Empty\n")
    }
    try vault.write("vault/p.md", "# Garden\n\n- [ ] Dig 📅 2026-12-03\n")
    let list = try vault.home.printed("list", "2026-12-03", "vault")
    #expect(list.contains("2026-12-01 / Tasks") && list.contains("2026-12-02 / Tasks"))
    #expect(list.contains("Garden") && !list.contains("p / Garden"), "\(list)")
    let projects = try vault.home.printed("projects", "vault")
    #expect(projects.contains("Tasks") && !projects.contains("Empty"))
    #expect(
      try vault.home.printed("list", "all", "vault", "--where", "@file contains daily")
        .contains("Of 2026-12-01"))
  }

  @Test func anImportWritesHeadings() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "t.taskpaper",
      "- Root @due(2026-12-04)\nWork:\n\t- Plan @due(2026-12-05)\n\tGoals:\n\t\t- Run @due(2026-12-06)\n"
    )
    _ = try home.run("export", "t.taskpaper", "-o", "t.ics")
    _ = try home.run("import", "t.ics", "--into", "z.md")
    let text = try home.scratch.text("z.md")
    #expect(
      text == """
        - [ ] Root 📅 2026-12-04

        # Work
        - [ ] Plan 📅 2026-12-05

        ## Goals
        - [ ] Run 📅 2026-12-06

        """)
    let again = try home.run("import", "t.ics", "--into", "z.md")
    #expect(again.status == 0)
    #expect(try home.scratch.text("z.md") == text)
    try home.item(
      "e.ics", "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:New\nEND:VTODO")
    _ = try home.run("import", "e.ics", "--into", "z.md", "--project", "Work")
    #expect(try home.scratch.text("z.md").contains("- [ ] Plan 📅 2026-12-05\n- [ ] New\n"))
    _ = try home.run("import", "e.ics", "--into", "y.md", "--project", "Work")
    #expect(try home.scratch.text("y.md") == "# Work\n- [ ] New\n")
  }
}
