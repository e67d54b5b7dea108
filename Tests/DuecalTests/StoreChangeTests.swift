import Foundation
import Testing

/// The stores in which the items of a test are, all in a list `Home`.
enum ChangedStore: String, CaseIterable {
  case vdir = "vdir:cal"
  case sqlite = "sqlite:s.sqlite"
  case tasks = "tasks:notes"

  /// Puts lines into the list.
  func fill(_ home: StoreHome, _ lines: String) throws {
    if self == .tasks {
      try home.scratch.write("notes/Home.taskpaper", lines)
      return
    }
    try home.scratch.write("lines.taskpaper", lines)
    _ = try home.run(
      "export", "lines.taskpaper", "--undated", "todo", "--done", "include", "-o", "lines.ics")
    _ = try home.run("store", "add", rawValue, "--list", "Home")
    let filled = try home.run("store", "import", "lines.ics", "\(rawValue)#Home")
    #expect(filled.status == 0, "\(filled.error)")
  }

  /// The lines that `import` would write for the items, sorted.
  func lines(_ home: StoreHome) throws -> [String] {
    if self == .tasks {
      return try home.scratch.text("notes/Home.taskpaper").split(separator: "\n").map(String.init)
        .sorted()
    }
    return try home.run("import", rawValue).output.split(separator: "\n").map(String.init).sorted()
  }
}

/// A command, and the lines before and after it.
struct StoreChange: CustomTestStringConvertible, Sendable {
  let command: [String]
  let before: String
  let after: [String]

  init(_ command: String..., from before: String, to after: String...) {
    (self.command, self.before, self.after) = (command, before, after.sorted())
  }

  var testDescription: String { command.joined(separator: " ") }

  static let all = [
    StoreChange(
      "done", "ann", from: "- Call Ann @due(2026-12-05 15:00)",
      to: "- Call Ann @due(2026-12-05 15:00) @done(2026-12-03)"),
    StoreChange(
      "done", "rent", from: "- Pay rent @due(2026-12-01) @repeat(monthly)",
      to: "- Pay rent @due(2027-01-01) @repeat(monthly)",
      "- Pay rent @due(2026-12-01) @done(2026-12-03)"),
    StoreChange(
      "done", "rent", "--skip-past", from: "- Pay rent @due(2026-08-01) @repeat(monthly)",
      to: "- Pay rent @due(2027-01-01) @repeat(monthly)",
      "- Pay rent @due(2026-08-01) @done(2026-12-03)"),
    StoreChange(
      "done", "rent", from: "- Pay rent @due(2026-12-01) @repeat(monthly, 3 times)",
      to: "- Pay rent @due(2027-01-01) @repeat(monthly 2 times)",
      "- Pay rent @due(2026-12-01) @done(2026-12-03)"),
    StoreChange(
      "cancel", "ann", from: "- Call Ann @due(2026-12-05)",
      to: "- Call Ann @due(2026-12-05) @cancelled(2026-12-03)"),
    StoreChange(
      "cancel", "rent", "--once", from: "- Pay rent @due(2026-12-05) @repeat(weekly)",
      to: "- Pay rent @due(2026-12-12) @repeat(weekly)",
      "- Pay rent @due(2026-12-05) @cancelled(2026-12-03)"),
    StoreChange(
      "undone", "ann", from: "- Call Ann @due(2026-12-05) @done(2026-12-02)",
      to: "- Call Ann @due(2026-12-05)"),
    StoreChange(
      "snooze", "ann", "+1w", from: "- Call Ann @due(2026-12-05 15:00)",
      to: "- Call Ann @due(2026-12-12 15:00)"),
    StoreChange(
      "snooze", "rent", "+2d", from: "- Pay rent @due(2026-12-05) @repeat(weekly)",
      to: "- Pay rent @due(2026-12-12) @repeat(weekly)", "- Pay rent @due(2026-12-07)"),
    StoreChange(
      "snooze", "rent", "+2d", "--series", from: "- Pay rent @due(2026-12-05) @repeat(monthly)",
      to: "- Pay rent @due(2026-12-07) @repeat(monthly)"),
    StoreChange(
      "move", "ann", "2026-12-24", from: "- Call Ann @due(2026-12-05 15:00)",
      to: "- Call Ann @due(2026-12-24 15:00)"),
    StoreChange(
      "tag", "ann", "@phone", "priority=1", from: "- Call Ann @due(2026-12-05)",
      to: "- Call Ann @due(2026-12-05) @priority(1) @phone"),
    StoreChange(
      "tag", "ann", "--remove", "phone", from: "- Call Ann @due(2026-12-05) @phone @home",
      to: "- Call Ann @due(2026-12-05) @home"),
    StoreChange(
      "move", "ann", "2026-W51", from: "- Call Ann @due(2026-12-05)",
      to: "- Call Ann @due(2026-W51)"),
    StoreChange(
      "move", "ann", "2027-01", from: "- Call Ann @due(2026-W51) @phone",
      to: "- Call Ann @due(2027-01) @phone"),
    StoreChange(
      "move", "ann", "2027", from: "- Call Ann @due(2026-12-05 15:00) @start(2026-12-01 09:00)",
      to: "- Call Ann @due(2027) @start(2026-12-27 18:00)"),
    StoreChange(
      "move", "ann", "2026-12-24", from: "- Call Ann @due(2026-W51)",
      to: "- Call Ann @due(2026-12-24)"),
    StoreChange(
      "snooze", "ann", "+1w", from: "- Call Ann @due(2026-W50)", to: "- Call Ann @due(2026-W51)"),
    StoreChange(
      "tag", "ann", "due=2026-W51", "@phone", from: "- Call Ann",
      to: "- Call Ann @due(2026-W51) @phone"),
    StoreChange(
      "tag", "ann", "@phone", from: "- Call Ann @due(2026-W51)",
      to: "- Call Ann @due(2026-W51) @phone"),
    StoreChange(
      "done", "rent", from: "- Pay rent @due(2026-W49) @repeat(weekly)",
      to: "- Pay rent @due(2026-W50) @repeat(weekly)", "- Pay rent @due(2026-W49) @done(2026-12-03)"
    ),
    StoreChange(
      "move", "rent", "2026-12", "--series", from: "- Pay rent @due(2026-11-05) @repeat(monthly)",
      to: "- Pay rent @due(2026-12) @repeat(monthly)"),
    StoreChange(
      "move", "rent", "2026-W51", "--series",
      from: "- Pay rent @due(2026-12-05) @repeat(weekly) @start(2026-12-01)",
      to: "- Pay rent @due(2026-W51) @repeat(weekly) @start(2026-12-10)"),
    StoreChange(
      "done", "rent", from: "- Pay rent @due(2026-12) @repeat(monthly)",
      to: "- Pay rent @due(2027-01) @repeat(monthly)", "- Pay rent @due(2026-12) @done(2026-12-03)"),
    StoreChange(
      "tag", "ann", "@phone", from: "- Call Ann @due(2026-W51) @remind(1h)",
      to: "- Call Ann @due(2026-W51) @remind(1h) @phone"),
    StoreChange(
      "undone", "ann", from: "- Call Ann @due(2026-12-05) @progress(40) @done(2026-12-02)",
      to: "- Call Ann @due(2026-12-05) @progress(40)"),
    StoreChange(
      "undone", "rent", from: "- Pay rent @due(2026-12-01) @repeat(monthly) @done(2026-12-02)",
      to: "- Pay rent @due(2026-12-01) @repeat(monthly)"),
  ]
}

@Suite("Changes of tasks in stores")
struct StoreChangeTests {
  /// A line with its tags in alphabetical order, which a file and an import write in different orders.
  private func sorted(_ lines: [String]) -> [[String]] {
    lines.map { line in
      // A calendar has no date of a cancellation, and completes a day at noon.
      let line = line.replacing(/@cancelled\([^)]*\)/, with: "@cancelled")
        .replacing(" 12:00)", with: ")")
      let words = line.replacingOccurrences(of: ", ", with: " ").components(separatedBy: " @")
      return [words[0]] + words.dropFirst().sorted()
    }.sorted { $0.joined() < $1.joined() }
  }

  /// A calendar has no rule for a completed item, as in a feed; the hint of its line has it.
  @Test(arguments: ChangedStore.allCases)
  func completeASeriesForGoodAndCanBeUndone(store: ChangedStore) throws {
    let home = try StoreHome()
    try store.fill(home, "- Pay rent @due(2026-12-01) @repeat(monthly)\n")
    let before = try store.lines(home)
    _ = try home.run("done", "rent", "--for-good", "-f", store.rawValue)
    let after = ["- Pay rent @due(2026-12-01) @repeat(monthly) @done(2026-12-03)"]
    #expect(sorted(try store.lines(home)) == sorted(after))
    _ = try home.run("undo")
    #expect(try store.lines(home) == before)
    _ = try home.run("done", "rent", "--for-good", "-f", store.rawValue)
    _ = try home.run("undone", "rent", "-f", store.rawValue)
    #expect(try store.lines(home) == before)
  }

  @Test(arguments: ChangedStore.allCases, StoreChange.all)
  func areThoseOfLinesAndCanBeUndone(store: ChangedStore, change: StoreChange) throws {
    let home = try StoreHome()
    try store.fill(home, change.before + "\n")
    let before = try store.lines(home)
    let dry = try home.run(change.command + ["-f", store.rawValue, "--dry-run", "--exit-code"])
    #expect(dry.status == 3 && dry.output.contains("+- "), "\(dry.output)\(dry.error)")
    #expect(try store.lines(home) == before)
    let run = try home.run(change.command + ["-f", store.rawValue])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(sorted(try store.lines(home)) == sorted(change.after))
    let undo = try home.run("undo")
    #expect(undo.status == 0, "\(undo.error)")
    #expect(try store.lines(home) == before)
  }

  @Test(arguments: [ChangedStore.vdir, .sqlite])
  func nameTheListAndTheIDInsteadOfALine(store: ChangedStore) throws {
    let home = try StoreHome()
    try store.fill(home, "- Pay rent @due(2026-12-01) @repeat(monthly)\n")
    let first = try home.run("done", "rent", "-f", store.rawValue).output
    let parts = try #require(
      first.wholeMatch(of: /(.*): done: Pay rent \((\w+)\); next 2027-01-01\n/))
    #expect(parts.1 == "\(store.rawValue)#Home")
    // The ID of the series is the same after each step.
    let second = try home.run("done", String(parts.2), "-f", "\(store.rawValue)#Home").output
    #expect(second.contains("(\(parts.2)); next 2027-02-01"))
    let json = try home.run("done", "rent", "-f", store.rawValue, "--json").output
    #expect(json.contains("\"file\" : \"\(store.rawValue)#Home\""), "\(json)")
    #expect(json.contains("\"line\" : null"))
  }

  @Test func keepEveryOtherByteOfAnItem() throws {
    let home = try StoreHome.withFolder()
    let text = """
      BEGIN:VTODO
      UID:9
      DTSTAMP:20260101T000000Z
      X-OTHER;A="b,c":keep  me
      SUMMARY:Water the
        plants
      DUE;TZID=Europe/Berlin:20261204T090000
      RRULE:FREQ=DAILY
      ATTACH:https://example.org/a
      END:VTODO
      """
    try home.item("cal/home/9.ics", text)
    _ = try home.run("done", "water", "-f", "vdir:cal")
    let kept = try home.scratch.text("cal/home/9.ics").split(separator: "\r\n").map(String.init)
    for line in text.split(separator: "\n")
    where !line.hasPrefix("DUE") && !line.hasPrefix("DTSTAMP") {
      #expect(kept.contains(String(line)), "\(line)")
    }
    #expect(kept.contains("DUE;TZID=Europe/Berlin:20261205T090000"))
  }

  @Test func removeTheChangedOccurrenceOfADateThatIsDone() throws {
    let home = try StoreHome.withFolder()
    try home.item(
      "cal/home/9.ics",
      """
      BEGIN:VTODO
      UID:9
      DTSTAMP:20260101T000000Z
      SUMMARY:Choir
      DTSTART;VALUE=DATE:20261204
      DUE;VALUE=DATE:20261204
      RRULE:FREQ=WEEKLY
      END:VTODO
      BEGIN:VTODO
      UID:9
      RECURRENCE-ID;VALUE=DATE:20261204
      DTSTAMP:20260101T000000Z
      SUMMARY:Choir in town
      LOCATION:Town hall
      DTSTART;VALUE=DATE:20261205
      DUE;VALUE=DATE:20261205
      END:VTODO
      """)
    let run = try home.run("done", "choir", "-f", "vdir:cal")
    #expect(run.status == 0 && run.output.contains("next 2026-12-11"), "\(run.output)\(run.error)")
    let lines = try home.run("import", "vdir:cal#home").output
    #expect(lines.contains("- Choir @due(2026-12-11) @repeat(weekly)"))
    #expect(lines.contains("- Choir in town @due(2026-12-05)") && lines.contains("Town hall"))
    #expect(!(try home.scratch.text("cal/home/9.ics")).contains("RECURRENCE-ID"))
  }

  @Test func areRefusedWhereTheItemCannotBeThat() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(
      home, "- Meet @due(2026-12-07 10:00 - 11:00)\n- Call @due(2026-12-07)\n")
    let before = try ChangedStore.vdir.lines(home)
    for (words, reason) in [
      (["done", "meet"], "an event cannot be done"),
      (["move", "call", "2026-12-07 10:00 - 11:00"], "makes an event"),
      (["tag", "meet", "--remove", "due"], "without a date"),
      (["move", "meet", "2026-W51"], "an event cannot be a week"),
      (["tag", "meet", "due=2026-12-09"], "one day or time makes a reminder"),
      (["tag", "meet", "progress=40"], "Meet: the item cannot hold what was changed"),
    ] {
      let run = try home.run(words + ["-f", "vdir:cal"])
      #expect(run.status == 1 && run.error.contains(reason), "\(run.error)")
      #expect(run.output.isEmpty)
    }
    #expect(try ChangedStore.vdir.lines(home) == before)
  }

  @Test func areNotReportedWhereTheStoreRefusesThem() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, "- Call Ann @due(2026-12-05)\n- Call Bob @due(2026-12-10)\n")
    let before = try ChangedStore.vdir.lines(home)
    let run = try home.run("tag", "call", "start=2026-12-08", "--all", "-f", "vdir:cal")
    #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
    #expect(run.error.contains("Call Ann: the start is not before the due date"), "\(run.error)")
    #expect(try ChangedStore.vdir.lines(home) == before)
    let added = try home.run(
      "add", "x @due(2026-12-08) @start(2026-12-09)", "-f", "vdir:cal#Home")
    #expect(added.status == 0 && added.error.contains("is left out"), "\(added.error)")
    #expect(try ChangedStore.vdir.lines(home).contains("- x @due(2026-12-08)"))
  }

  @Test func moveTheStartThatOnlyTheLineOfAnItemHas() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- Late @due(2026-12-05) @start(2026-12-10)\n")
    _ = try home.run("sync", "tasks:n", "vdir:cal")
    let run = try home.run("snooze", "late", "+1d", "-f", "vdir:cal")
    #expect(run.status == 0, "\(run.error)")
    _ = try home.run("sync", "tasks:n", "vdir:cal")
    #expect(
      try home.scratch.text("n/a.taskpaper") == "- Late @due(2026-12-06) @start(2026-12-11)\n")
  }

  @Test func areNotUndoneWhereTheItemWasChangedSince() throws {
    let home = try StoreHome()
    try ChangedStore.sqlite.fill(home, "- Call Ann\n")
    _ = try home.run("tag", "ann", "@phone", "-f", "sqlite:s.sqlite")
    let other = ["HOME": home.scratch.path("other")]
    _ = try home.run(["tag", "ann", "@home", "-f", "sqlite:s.sqlite"], environment: other)
    let run = try home.run("undo")
    #expect(run.status == 1 && run.error.contains("was changed after run 1, and stays as it is"))
    let line = try #require(try ChangedStore.sqlite.lines(home).first)
    #expect(line.contains("@phone") && line.contains("@home"))
  }

  @Test func chooseAmongSeveralItemsAsAmongLines() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, "- Buy milk\n- Buy paint\n")
    let run = try home.run("done", "buy", "-f", "vdir:cal")
    #expect(run.status == 2 && run.error.contains("\"buy\" matches 2 tasks"))
    #expect(run.error.contains("vdir:cal#Home: Buy milk"))
    #expect(try home.run("done", "buy", "-f", "vdir:cal", "--all").status == 0)
    #expect(try home.run("undone", "--where", "@done", "--all", "-f", "vdir:cal").status == 0)
    #expect(try ChangedStore.vdir.lines(home) == ["- Buy milk", "- Buy paint"])
    #expect(try home.run("done", "nothing", "-f", "vdir:cal").status == 66)
  }

  @Test func acceptUIDsAndNamesOfTheConfiguration() throws {
    let home = try StoreHome.withFolder("[stores]\nwork = \"vdir:~/cal\"\n")
    let run = try home.run("done", "2", "-f", "work")
    #expect(run.status == 0 && run.output.hasPrefix("work#home: done: Buy paint ("), "\(run.error)")
    let variable = try home.run(["undone", "paint"], environment: ["DUECAL_FILES": "work"])
    #expect(variable.status == 0, "\(variable.error)")
  }

  @Test func moveAnItemToAnotherList() throws {
    let home = try StoreHome.withFolder()
    let text = try home.scratch.text("cal/home/2.ics")
    _ = try home.run("store", "add", "vdir:cal", "--list", "Later")
    let run = try home.run("move", "paint", "Later", "-f", "vdir:cal")
    #expect(run.output == "vdir:cal#Later: moved: Buy paint; to vdir:cal#Later\n", "\(run.error)")
    #expect(try home.run("store", "show", "vdir:cal#Later", "paint").output.contains("Buy paint"))
    #expect(try home.run("undo").output == "vdir:cal#home: moved: Buy paint\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.scratch.path("cal/home"))
    #expect(try names.contains { try home.scratch.text("cal/home/\($0)") == text })
    let missing = try home.run("move", "paint", "Nowhere", "-f", "vdir:cal")
    #expect(missing.status == 4 && missing.error.contains("expected one of"))
  }

  @Test func addToAListAsStoreAddDoes() throws {
    let home = try StoreHome.withFolder()
    let run = try home.run("add", "Call Bob tomorrow 3pm @phone", "-f", "vdir:cal#home")
    #expect(run.output == "vdir:cal#home: added: Call Bob; due 2026-12-04 15:00\n", "\(run.error)")
    #expect(try home.run("undo").output == "vdir:cal#home: removed: Call Bob\n")
    #expect(try home.run("add", "Call Bob", "-f", "vdir:new").status == 66)
    #expect(!FileManager.default.fileExists(atPath: home.scratch.path("vdir:new")))
    #expect(!FileManager.default.fileExists(atPath: home.scratch.path("new")))
  }

  @Test func leaveOutTagsThatTheItemCannotHaveAndSaySo() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, "- Meet @due(2026-12-07 10:00 - 11:00)\n")
    let run = try home.run("tag", "meet", "progress=40", "@work", "-f", "vdir:cal")
    #expect(run.status == 0 && run.output.contains("tagged: Meet"), "\(run.output)")
    #expect(
      run.error
        == "duecal: vdir:cal#Home: Meet: not kept: @progress(40): an event has no progress\n")
    #expect(
      try ChangedStore.vdir.lines(home) == ["- Meet @due(2026-12-07 10:00 - 11:00) @work"])
  }

  /// Alarms that count from another property than duecal would write.
  @Test(arguments: [
    ("DUE:20261204T140000Z", "TRIGGER:-PT15M"),
    ("DUE:20261204T140000Z", "TRIGGER;RELATED=START:-PT15M"),
    ("DUE:20261204T140000Z", "TRIGGER;RELATED=END:-PT15M"),
    ("DTSTART:20261204T130000Z\nDUE:20261204T140000Z", "TRIGGER;RELATED=START:-PT15M"),
    ("DTSTART:20261204T130000Z\nDUE:20261204T140000Z", "TRIGGER;RELATED=END:-PT15M"),
    (
      "DTSTART:20261204T140000Z\nDUE:20261204T140000Z\nRRULE:FREQ=WEEKLY",
      "TRIGGER;VALUE=DATE-TIME:20261204T134500Z"
    ),
  ])
  func removeAndReplaceEachAlarmThatIsReadAsATag(dates: String, trigger: String) throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Pay\n\(trigger)\nEND:VALARM"
    let text =
      "BEGIN:VTODO\nUID:1\nDTSTAMP:20261201T000000Z\nSUMMARY:Pay\n\(dates)\n\(alarm)\nEND:VTODO"
    for (words, count) in [
      (["--remove", "remind"], 0), (["remind=1h"], 1), (["due=2026-12-10"], 1),
    ] {
      let home = try StoreHome()
      try home.item("cal/home/1.ics", text)
      let run = try home.run(["tag", "pay"] + words + ["-f", "vdir:cal"])
      #expect(run.status == 0, "\(run.error)")
      let after = try home.scratch.text("cal/home/1.ics")
      #expect(after.components(separatedBy: "BEGIN:VALARM").count - 1 == count, "\(after)")
      #expect(words != ["remind=1h"] || after.contains("-PT1H\r\n"), "\(after)")
    }
  }

  @Test func addALineUnderTheNameOfTheCommand() throws {
    let home = try StoreHome()
    try ChangedStore.tasks.fill(home, "- Buy milk\n")
    _ = try home.run("add", "Call Bob", "-f", "tasks:notes#Home")
    let undo = try home.run("undo").output
    #expect(undo.contains("undone: add (run "), "\(undo)")
    #expect(try ChangedStore.tasks.lines(home) == ["- Buy milk"])
  }

  @Test func addEachItemThatTheStoreAcceptsAndReportTheOthers() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, "- Buy milk\n")
    _ = try home.run("tag", "milk", "@shop", "-f", "vdir:cal")
    let lines = "One @uid(u1)\nTwo @uid(u1)\nThree\n"
    let run = try home.run("add", "-", "-f", "vdir:cal#Home", input: lines)
    #expect(run.status == 1)
    #expect(run.output == "vdir:cal#Home: added: One\nvdir:cal#Home: added: Three\n")
    #expect(run.error.contains("vdir:cal#Home: Two: the list already has an item with this UID"))
    let undo = try home.run("undo")
    #expect(undo.output == "vdir:cal#Home: removed: Three\nvdir:cal#Home: removed: One\n")
    #expect(try ChangedStore.vdir.lines(home) == ["- Buy milk @shop"])
  }
}

@Suite("duecal edit: an item of a store")
struct StoreEditTests {
  /// Edits Call Ann with an editor that runs `sed` with a script.
  private func edit(_ home: StoreHome, _ script: String) throws -> Run {
    let editor = try home.scratch.write("editor.sh", "#!/bin/sh\nsed -i '\(script)' \"$1\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    return try home.run(
      ["edit", "call ann", "-f", "vdir:cal"], environment: ["EDITOR": "./editor.sh"])
  }

  @Test func writesOnlyWhatWasEdited() throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.text("cal/home/1.ics")
    let run = try edit(home, "s/Call Ann/Call Anna/; 1s/$/\\n\\tby phone/")
    #expect(
      run.status == 0 && run.output.hasPrefix("vdir:cal#home: edited: Call Ann ("), "\(run.error)")
    let after = try home.scratch.text("cal/home/1.ics")
    #expect(after.contains("SUMMARY:Call Anna\r\n") && after.contains("by phone"))
    for line in before.split(separator: "\r\n") where line.hasPrefix("X-") {
      #expect(after.contains(line))
    }
    _ = try home.run("undo")
    #expect(try home.scratch.text("cal/home/1.ics") == before)
  }

  @Test func keepsTheNotesThatWereNotEditedByteForByte() throws {
    let home = try StoreHome.withFolder()
    try home.item(
      "cal/home/1.ics",
      "BEGIN:VTODO\nUID:1\nDTSTAMP:20261201T000000Z\nSUMMARY:Call Ann\n"
        + "DESCRIPTION:\\none\\n  - two\\n\\n    three\\nfour\\n\nEND:VTODO")
    let run = try edit(home, "s/four/FOUR/; 1s/$/ @phone/")
    #expect(run.status == 0, "\(run.error)")
    let after = try home.scratch.text("cal/home/1.ics")
    #expect(
      after.contains("DESCRIPTION:\\none\\n  - two\\n\\n    three\\nFOUR\\n\r\n"), "\(after)")
  }

  @Test func keepsTheNotesOfAnAddedItemAsTheyWereTyped() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("store", "add", "vdir:cal#home", "Shop", "--note", "list\n  - milk\n\n\tb")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.scratch.path("cal/home"))
    let texts = try names.map { try home.scratch.text("cal/home/\($0)") }
    #expect(texts.contains { $0.contains("DESCRIPTION:list\\n  - milk\\n\\n\tb\r\n") }, "\(texts)")
  }

  @Test(arguments: ["s/@due(.*)/@due(25:99)/", "s/^- //", "1a- another task", "d"])
  func keepsATextThatCannotBeRead(script: String) throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.text("cal/home/1.ics")
    let run = try edit(home, script)
    #expect(run.status == 1 && run.error.contains("your text is kept in "), "\(run.error)")
    #expect(try home.scratch.text("cal/home/1.ics") == before)
  }

  @Test(arguments: [["-f", "vdir:cal"], ["-f", "lines.taskpaper"]])
  func saysTheSameOfAnEditorThatIsMissing(source: [String]) throws {
    let home = try StoreHome.withFolder()
    try home.scratch.write("lines.taskpaper", "- Call Ann\n")
    let run = try home.run(["edit", "call ann"] + source, environment: ["EDITOR": "./none"])
    #expect(run.status == 66)
    #expect(run.error == "duecal: \"./none\" cannot be run: No such file or directory\n")
  }

  @Test func changesNothingIfTheEditorFails() throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.text("cal/home/1.ics")
    let run = try home.run(
      ["edit", "call ann", "-f", "vdir:cal"], environment: ["EDITOR": "false"])
    #expect(run.status == 1 && run.error.contains("failed, so nothing is changed"))
    #expect(try home.scratch.text("cal/home/1.ics") == before)
  }
}
