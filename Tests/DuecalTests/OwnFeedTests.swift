import Foundation
import Testing

@Suite("A feed and the files that it is made from")
struct OwnFeedTests {
  /// The options of a feed, by which it has hints or not, and to-dos or events.
  private static let forms: [[String]] = [
    [], ["--tag", "x"], ["--plain"], ["--as", "event"], ["--as", "both"],
    ["--plain", "--as", "event"], ["--tag", "x", "--as", "both"],
  ]

  private static let lines = [
    "taskpaper": """
    - a @due(2027-W03) @x
    - b @due(2027-01) @x
    - c @due(2027-01-12 10:00 - 11:00) @x
    - d @due(2027-01-12 thru 2027-01-14) @x
    - e @due(2027-01-05) @repeat(weekly) @x
    - f @due(2027-01-05) @repeat(every 2 weeks after done) @x
    - g @due(2027-01-05) @done(2027-01-04) @x
    - h @due(2027-01-05) @cancelled @x
    - q @due(tomorrow) @x
    - same @due(2027-01-05) @x
    - same @due(2027-02) @x
    Home:
    \t- j @due(2027-01-12) @x
    \t\t- k @due(2027-W04) @priority(1) @x
    \t\t\twords

    """,
    "md": """
    - [ ] a 📅 2027-01-05 #x
    - [-] b 📅 2027-01-05 ❌ 2027-01-02 #x
    - [x] c 📅 2027-01-05 ✅ 2027-01-04 #x
    - [ ] d 🔁 every week when done ⏳ 2027-01-05 #x
    - [ ] e 🔁 every month 📅 2027-01-30 #x
    - [ ] f 🔁 every year 📅 2028-02-29 #x
    - [ ] g 🔁 every 3 months 📅 2027-01-31 #x
    - [ ] h 🔺 🛫 2027-01-02 ⏳ 2027-01-03 📅 2027-01-05 #x
    - [ ] j #x @due(2027-W03)
    - [ ] k #x [due:: 2027-01-05]

    # Home

    - [ ] l #x 🆔 abc 📅 2027-01-05
      - [ ] m #x ⛔ abc 📅 2027-01-06

    """,
  ]

  /// Exports and imports some times; the own file and the feed after each round.
  private func rounds(
    _ home: StoreHome, _ ending: String, _ form: [String], count: Int = 3
  ) throws -> [String] {
    let export = ["export", "n", "--extension", ending, "-o", "f.ics", "-q"] + form
    return try (0..<count).map { _ in
      // `tomorrow` is reported.
      #expect(try [0, 1].contains(home.run(export).status))
      #expect(try home.run("import", "f.ics", "--into", "n/A.\(ending)", "-q").status == 0)
      return try home.scratch.text("f.ics") + home.scratch.text("n/A.\(ending)")
    }
  }

  private func itemCount(_ text: String) -> Int {
    text.split(whereSeparator: \.isNewline).count { $0.hasPrefix("UID:") }
  }

  @Test(arguments: Self.forms, ["taskpaper", "md"])
  func anImportOfItChangesNoByteOfItsFile(_ form: [String], _ ending: String) throws {
    let home = try StoreHome()
    let text = try #require(Self.lines[ending])
    try home.scratch.write("n/A.\(ending)", text)
    let seen = try rounds(home, ending, form)
    #expect(try home.scratch.text("n/A.\(ending)") == text)
    // A task that is done, or without a day, is not an event.
    let count = form.contains("event") ? 9 : 12
    #expect(Set(seen).count == 1 && itemCount(seen[0]) >= count)
  }

  @Test(arguments: Self.forms, ["taskpaper", "md"])
  func theFeedOfAFolderIsStableFromTheSecondRoundOn(_ form: [String], _ ending: String) throws {
    let home = try StoreHome()
    let text = try #require(Self.lines[ending])
    let one = ending == "md" ? "- [ ] one #x 📅 2027-01-12\n" : "- one @due(2027-W02) @x\n"
    try home.scratch.write("n/A.\(ending)", one)
    try home.scratch.write("n/B.\(ending)", text)
    let seen = try rounds(home, ending, form)
    #expect(try home.scratch.text("n/B.\(ending)") == text)
    #expect(seen[1] == seen[2] && itemCount(seen[0]) == itemCount(seen[2]))
    #expect(try home.scratch.text("n/A.\(ending)").hasPrefix(one))
  }

  @Test func aLineThatWasRenamedStaysTheLineOfItsItem() throws {
    let home = try StoreHome()
    try home.scratch.write("n/A.taskpaper", "- a @due(2027-W03) @x\n- b @due(2027-02) @x\n")
    let export = ["export", "n", "--tag", "x", "-o", "f.ics", "-q"]
    #expect(try home.run(export).status == 0)
    let text = "- a new name @due(2027-W03) @x\n- b @due(2027-03) @x\n"
    try home.scratch.write("n/A.taskpaper", text)
    #expect(try home.run(export).status == 0)
    #expect(try home.run("import", "f.ics", "--into", "n/A.taskpaper", "-q").status == 0)
    #expect(try home.scratch.text("n/A.taskpaper") == text)
    try home.scratch.write(
      "n/A.taskpaper", text.replacingOccurrences(of: "2027-03", with: "2027-04"))
    let stale = try home.run("import", "f.ics", "--into", "n/A.taskpaper", "-q")
    #expect(stale.status == 0)
    #expect(try home.scratch.text("n/A.taskpaper").contains("- b @due(2027-04) @x\n"))
  }

  @Test(arguments: [[], ["--tag", "x"], ["--plain", "--as", "event"]])
  func aFeedThatIsOlderThanItsFileAddsNoLine(_ form: [String]) throws {
    let home = try StoreHome()
    try home.scratch.write(
      "n/A.taskpaper", "Home:\n\t- a @due(2027-01-12) @x\n- b @due(2027-02) @x\n")
    #expect(try home.run(["export", "n", "-o", "f.ics", "-q"] + form).status == 0)
    let text = "Home:\n\t- a @due(2027-01-15 10:00) @x\n- b @due(2027-02) @x\n"
    try home.scratch.write("n/A.taskpaper", text)
    #expect(try home.run("import", "f.ics", "--into", "n/A.taskpaper", "-q").status == 0)
    #expect(try home.scratch.text("n/A.taskpaper") == text)
  }

  @Test func linesStayInOtherFeedsAfterAnImport() throws {
    let home = try StoreHome()
    try home.scratch.write("n/A.taskpaper", "- a @due(2027-W03) @x\n")
    _ = try rounds(home, "taskpaper", ["--plain"], count: 2)
    let other = try home.run("export", "n")
    #expect(itemCount(other.output) == 1 && other.error.isEmpty)
  }

  @Test func aFeedThatLosesAllItemsToAnImportIsRefused() throws {
    let home = try StoreHome()
    try home.scratch.write("n/A.taskpaper", "- a @due(2027-01-12)\n")
    #expect(try home.run("export", "n", "-o", "f.ics").status == 0)
    let feed = try home.scratch.text("f.ics")
    try home.scratch.write(
      "team.ics",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Example//EN
      BEGIN:VTODO
      UID:team-1
      DTSTAMP:20261101T000000Z
      SUMMARY:a
      DUE;VALUE=DATE:20270112
      END:VTODO
      END:VCALENDAR

      """)
    #expect(try home.run("import", "team.ics", "--into", "n/A.taskpaper").status == 0)
    let run = try home.run("export", "n", "-o", "f.ics")
    #expect(run.status == 4)
    #expect(
      run.error.contains("f.ics would lose all its items, because lines of an import have their"),
      "\(run.error)")
    #expect(try home.scratch.text("f.ics") == feed)
    #expect(try home.run("export", "n", "-o", "f.ics", "--allow-empty").status == 0)
    #expect(itemCount(try home.scratch.text("f.ics")) == 0)
  }

  @Test func theItemsOfAFileThatIsNewlyExcludedLeaveTheFeed() throws {
    let home = try StoreHome()
    try home.scratch.write("n/A.taskpaper", "- a\n")
    try home.scratch.write("n/B.taskpaper", "- b\n- c\n")
    #expect(try home.run("export", "n", "-o", "f.ics").status == 0)
    try home.scratch.write("config.toml", "exclude = [\"B.taskpaper\"]\n")
    let run = try home.run("export", "n", "-o", "f.ics")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(itemCount(try home.scratch.text("f.ics")) == 1)
    try home.scratch.write("config.toml", "")
    #expect(try home.run("export", "n", "-o", "f.ics").status == 0)
    #expect(itemCount(try home.scratch.text("f.ics")) == 3)
    // Other paths than before are no exclusion.
    #expect(try home.run("export", "n/A.taskpaper", "-o", "f.ics").status == 4)
  }

  @Test func theOnlyFileOfAFolderIsNamedWhenItIsEmpty() throws {
    let home = try StoreHome()
    try home.scratch.write("n/A.taskpaper", "- a\n")
    #expect(try home.run("export", "n", "-o", "f.ics").status == 0)
    try home.scratch.write("n/A.taskpaper", "")
    let run = try home.run("export", "n", "-o", "f.ics")
    #expect(run.status == 4)
    #expect(
      run.error.contains("n/A.taskpaper is empty or gone, and f.ics has 1 item;"), "\(run.error)")
  }
}
