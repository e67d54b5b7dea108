import Foundation
import Testing

@Suite("Changes of vaults and of their settings")
struct VaultChangeTests {
  private static let todo =
    "BEGIN:VTODO\nUID:2\nDTSTAMP:20261201T000000Z\nSUMMARY:Buy milk\nEND:VTODO"

  /// Changes the text of each item of a folder of calendars.
  private func change(_ vault: VaultHome, _ old: String, _ new: String) throws {
    for path in try vault.home.scratch.contents().keys where path.hasSuffix(".ics") {
      try vault.write(path, vault.text(path).replacingOccurrences(of: old, with: new))
    }
  }

  private func filter(_ filter: String, in vault: VaultHome) throws {
    let rest = "extensions = [\"md\"]\nzone = \"Europe/Berlin\"\n"
    try vault.write("config.toml", "\(rest)[markdown]\nfilter = \"\(filter)\"\n")
  }

  @Test func anImportReleasesALineThatAnotherFilterLeavesOut() throws {
    let vault = try VaultHome("[markdown]\nfilter = \"#task\"\n")
    try vault.write("vault/a.md", "")
    try vault.home.item("b.ics", Self.todo)
    let words = ["import", "b.ics", "--into", "vault/a.md", "--past", "delete"]
    #expect(try vault.home.run(words).status == 0)
    let line = "- [ ] #task Buy milk\n"
    #expect(try vault.text("vault/a.md") == line)
    try filter("#todo", in: vault)
    try change(vault, "SUMMARY:Buy milk", "DUE;VALUE=DATE:20261205\nSUMMARY:Buy oat milk")
    for _ in 0..<2 {
      let run = try vault.home.run(words)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.error)")
      #expect(try vault.text("vault/a.md") == line)
    }
    try filter("#task", in: vault)
    #expect(try vault.home.run(words).status == 0)
    #expect(try vault.text("vault/a.md") == "- [ ] #task Buy oat milk 📅 2026-12-05\n")
  }

  @Test func anImportRemovesNoLineThatAnotherFilterLeavesOut() throws {
    let vault = try VaultHome("[markdown]\nfilter = \"#task\"\n")
    try vault.write("vault/a.md", "")
    try vault.home.item("b.ics", Self.todo)
    let words = ["import", "b.ics", "--into", "vault/a.md"]
    #expect(try vault.home.run(words).status == 0)
    try filter("#todo", in: vault)
    try vault.home.item("b.ics", Self.todo.replacingOccurrences(of: "UID:2", with: "UID:3"))
    try change(vault, "Buy milk", "Call Ann")
    let line = "- [ ] #task Buy milk\n"
    for _ in 0..<2 {
      #expect(try vault.home.run(words).status == 0)
      #expect(try vault.text("vault/a.md") == line + "- [ ] #todo Call Ann\n")
    }
    try filter("#task", in: vault)
    #expect(try vault.home.run(words).status == 0)
    #expect(try !vault.text("vault/a.md").contains("Buy milk"))
  }

  @Test func aSyncReleasesALineThatAnotherFilterLeavesOut() throws {
    let vault = try VaultHome("[markdown]\nfilter = \"#task\"\n")
    let text = "- [ ] #task One 📅 2026-12-04\n- [ ] Two #task 📅 2026-12-05\n"
    try vault.write("vault/a.md", text)
    #expect(try vault.sync().status == 0)
    try filter("#todo", in: vault)
    try change(vault, "SUMMARY:", "SUMMARY:New ")
    for _ in 0..<2 {
      #expect(try vault.sync().status == 0)
      #expect(try vault.text("vault/a.md") == text)
      #expect(try vault.summaries() == ["New One", "New Two"])
    }
  }

  @Test(arguments: [
    ("setDoneDate", "STATUS:COMPLETED\r\nCOMPLETED:20261203T090000Z", "[x]", "✅"),
    ("setCancelledDate", "STATUS:CANCELLED", "[-]", "❌"),
  ])
  func aPhoneClosesALineWithoutItsDayIfThePluginSaysSo(
    _ setting: String, _ state: String, _ box: String, _ sign: String
  ) throws {
    for isSet in [false, true] {
      let vault = try VaultHome(plugin: "{\"\(setting)\": \(isSet)}")
      try vault.write("vault/a.md", "- [ ] One 📅 2026-12-04\n- [ ] Two [due:: 2026-12-05]\n")
      #expect(try vault.sync().status == 0)
      try change(vault, "SUMMARY:", "\(state)\r\nSUMMARY:")
      #expect(try vault.sync().status == 0)
      let text = try vault.text("vault/a.md")
      let field = setting == "setDoneDate" ? "completion" : "cancelled"
      let days = isSet ? [" \(sign) 2026-12-03", " [\(field):: 2026-12-03]"] : ["", ""]
      #expect(
        text.replacingOccurrences(of: "  [", with: " [")
          == "- \(box) One 📅 2026-12-04\(days[0])\n- \(box) Two [due:: 2026-12-05]\(days[1])\n")
      #expect(try vault.sync().output.isEmpty)
      #expect(try vault.text("vault/a.md") == text)
    }
  }

  @Test func checkLeavesTheEndsOfMonthsInSignsToThePlugin() throws {
    let vault = try VaultHome()
    try vault.write(
      "a.md", "- [ ] A 🔁 every month 📅 2026-08-31\n- [ ] B 🔁 every year 📅 2028-02-29\n")
    try vault.write("b.md", "- [ ] C @repeat(monthly) @due(2026-08-31)\n")
    #expect(try vault.home.run("check", "a.md").output.isEmpty)
    #expect(try vault.home.run("check", "b.md").output.contains("months without a day 31"))
  }

  @Test(arguments: ["# Home", "Home:"])
  func aTaskWithTheCategoryOfAnotherProjectGoesThere(_ home: String) throws {
    let isMarkdown = home.hasPrefix("#")
    let garden = isMarkdown ? "# Garden" : "Garden:"
    let (path, box) = isMarkdown ? ("vault/a.md", "- [ ]") : ("vault/a.taskpaper", "\t-")
    let vault = try VaultHome()
    let task = "\(box) One\n\t\(isMarkdown ? "" : "\t")with words\n"
    try vault.write(path, "\(home)\n\(task)\n\(garden)\n\(box) Two\n")
    #expect(try vault.sync().status == 0)
    try change(vault, "CATEGORIES:Home", "CATEGORIES:blue,Garden")
    #expect(try vault.sync().status == 0)
    let text = try vault.text(path)
    #expect(text.contains("\(garden)\n\(box) Two\n"))
    #expect(text.contains("\(box) One \(isMarkdown ? "#" : "@")blue\n"), "\(text)")
    #expect(text.hasSuffix("with words\n") && !text.contains("@Garden"), "\(text)")
    #expect(try vault.sync().output.isEmpty)
    #expect(try vault.text(path) == text)
  }

  @Test func aCategoryOfTwoProjectsOrOfNoneIsATag() throws {
    let vault = try VaultHome()
    try vault.write("vault/a.taskpaper", "Home:\n\t- One\nA:\n\tGarden:\nB:\n\tGarden:\n")
    try vault.write("vault/b.taskpaper", "Home:\n\t- Two\n\t\t- Part\nGarden:\n")
    #expect(try vault.sync().status == 0)
    for path in try vault.home.scratch.contents().keys where path.hasSuffix(".ics") {
      let name = try vault.text(path).contains("SUMMARY:Two") ? "blue" : "Garden"
      try vault.write(
        path,
        vault.text(path).replacingOccurrences(of: "CATEGORIES:Home", with: "CATEGORIES:\(name)"))
    }
    #expect(try vault.sync().status == 0)
    #expect(try vault.text("vault/a.taskpaper").hasPrefix("Home:\n\t- One @Garden\nA:\n"))
    #expect(
      try vault.text("vault/b.taskpaper")
        == "Home:\n\t- Two @blue\n\t\t- Part @Garden\nGarden:\n")
  }

  @Test func anImportIntoTaskPaperKeepsWhatTheMarkdownLineSays() throws {
    let vault = try VaultHome()
    let text = """
      - [-] One #tag 📅 2026-12-03 ❌ 2026-11-20
      - [ ] Two #x 🔁 every week when done 📅 2026-12-03
      - [x] Three ✅ 2026-11-20
      - [ ] Ask #ann today
      - [-] Four

      """
    try vault.write("vault/a.md", text)
    #expect(try vault.home.run("export", "vault", "-o", "f.ics").status == 0)
    #expect(try vault.home.run("import", "f.ics", "--into", "t.taskpaper").status == 0)
    let lines = """
      - One @due(2026-12-03) @tag @cancelled(2026-11-20)
      - Two @due(2026-12-03) @repeat(weekly after done) @x
      - Three @done(2026-11-20)
      - Ask #ann today @ann
      - Four @cancelled

      """
    #expect(try vault.text("t.taskpaper") == lines)
    try vault.write(
      "vault/a.md", text.replacingOccurrences(of: "📅 2026-12-03", with: "📅 2026-12-04"))
    #expect(try vault.home.run("export", "vault", "-o", "f.ics").status == 0)
    #expect(try vault.home.run("import", "f.ics", "--into", "t.taskpaper").status == 0)
    #expect(
      try vault.text("t.taskpaper")
        == lines.replacingOccurrences(of: "@due(2026-12-03)", with: "@due(2026-12-04)"))
  }
}
