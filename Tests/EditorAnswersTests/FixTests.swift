import Diagnostics
import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

/// Lines with one message each, and the fixes that are offered for it; now is Wednesday, 25 November 2026.
struct FixTests {
  /// A line, the fixes of its first message, and the line after the first of them.
  typealias Case = (line: String, titles: [String], after: String?)

  static let cases: [Case] = [
    // Dates
    (
      "- a @due(2026-02-30 15:00)", ["Write 2026-02-28 15:00", "Remove @due"],
      "- a @due(2026-02-28 15:00)"
    ),
    ("- a @due(someday)", ["Remove @due"], "- a"),
    ("- a @due", ["Remove @due"], "- a"),
    ("- a @due (2026-12-01)", ["Write @due(2026-12-01)", "Remove @due"], "- a @due(2026-12-01)"),
    ("- a @due(tomorrow)", ["Write 2026-11-26"], "- a @due(2026-11-26)"),
    ("- a @due(4 jan 2027)", ["Write 2027-01-04"], "- a @due(2027-01-04)"),
    (
      "- a @due(2026-12-04 10:00 - 09:00)",
      ["Write 2026-12-04 10:00 thru 2026-12-05 09:00", "Write 2026-12-04 10:00", "Remove @due"],
      "- a @due(2026-12-04 10:00 thru 2026-12-05 09:00)"
    ),
    (
      "- a @start(2026-12-04 thru 2026-12-05)", ["Write 2026-12-04", "Remove @start"],
      "- a @start(2026-12-04)"
    ),
    (
      "- a @due(2026-12-01) @start(2026-12-02)", ["Remove @start"], "- a @due(2026-12-01)"
    ),
    (
      "- a @done(2026-12-04 thru 2026-12-05)", ["Write 2026-12-04", "Write @done"],
      "- a @done(2026-12-04)"
    ),
    ("- a @due(2026-12-01) @due(2026-12-02)", ["Remove @due"], "- a @due(2026-12-01)"),
    // Tasks without text
    ("- @home @due(2026-12-01)", ["Write Untitled"], "- Untitled @home @due(2026-12-01)"),
    ("- ", ["Write Untitled"], "- Untitled"),
    // Dates in other forms
    (
      "- a @due(26-12-01)", ["Write 2026-12-01", "Write 2001-12-26", "Remove @due"],
      "- a @due(2026-12-01)"
    ),
    (
      "- a @due(12/01/2026 10.30)",
      ["Write 2026-12-01 10:30", "Write 2026-01-12 10:30", "Remove @due"],
      "- a @due(2026-12-01 10:30)"
    ),
    (
      "- a @done(1.12.2026)", ["Write 2026-12-01", "Write @done"],
      "- a @done(2026-12-01)"
    ),
    (
      "- a @due(2026-12-01T10:00:00.000+02:00)", ["Write 2026-12-01 08:00", "Remove @due"],
      "- a @due(2026-12-01 08:00)"
    ),
    (
      "- a @due(2026-12-01 10:00+05:30) @tz(America/New_York)",
      ["Write 2026-11-30 23:30", "Remove @due"],
      "- a @due(2026-11-30 23:30) @tz(America/New_York)"
    ),
    (
      "- a @due(2026-12-07) @repeat(weekly) @except(2026-12-14, 2026/12/21 9.30)",
      ["Write 2026-12-21 09:30", "Remove 2026/12/21 9.30"],
      "- a @due(2026-12-07) @repeat(weekly) @except(2026-12-14, 2026-12-21 09:30)"
    ),
    (
      "- a @due(2026-12-07) @repeat(weekly) @except(2026/12/14, 2026-12-21)",
      ["Write 2026-12-14", "Remove 2026/12/14"],
      "- a @due(2026-12-07) @repeat(weekly) @except(2026-12-14, 2026-12-21)"
    ),
    ("- a @due(2026-10-25T01:30Z) @tz(Europe/Berlin)", ["Remove @due"], "- a @tz(Europe/Berlin)"),
    ("- a @due(2026/12/01 10:00-11:30)", ["Remove @due"], "- a"),
    ("- a @due(2026-12-01T10:00Z) @tz(Foo/Bar)", ["Remove @due"], "- a @tz(Foo/Bar)"),
    (
      "- a @due(2026-12-01T22:00:00-05:00)",
      [
        "Write 2026-12-01 22:00 thru 2026-12-02 05:00", "Write 2026-12-02 03:00",
        "Write 2026-12-01 22:00", "Remove @due",
      ], "- a @due(2026-12-01 22:00 thru 2026-12-02 05:00)"
    ),
    (
      "- a @due(2026-12-02) @remind(1.12.2026 10:00)",
      ["Write 2026-12-01 10:00", "Remove @remind"],
      "- a @due(2026-12-02) @remind(2026-12-01 10:00)"
    ),
    ("- a @tz", ["Remove @tz"], "- a"),
    (
      "- a @due(2026-12-01) @repeat(FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30)", ["Remove @repeat"],
      "- a @due(2026-12-01)"
    ),
    // Repetitions
    ("- a @repeat(sometimes)", ["Remove @repeat"], "- a"),
    (
      "- a @repeat(weekly)", ["Set the due date 2026-11-25", "Remove @repeat"],
      "- a @repeat(weekly) @due(2026-11-25)"
    ),
    (
      "- a @remind(15m)", ["Set the due date 2026-11-25", "Remove @remind"],
      "- a @remind(15m) @due(2026-11-25)"
    ),
    (
      "- a @due(2026-12-01 9:00) @repeat(weekly on mon)", ["Write 2026-12-07 09:00"],
      "- a @due(2026-12-07 09:00) @repeat(weekly on mon)"
    ),
    (
      "- a @due(2026-01-31) @repeat(monthly)", ["Write monthly on the last day"],
      "- a @due(2026-01-31) @repeat(monthly on the last day)"
    ),
    ("- a @due(2026-01-30) @repeat(monthly)", [], nil),
    (
      "- a @due(2028-02-29) @repeat(yearly)", ["Write every 12 months on the last day"],
      "- a @due(2028-02-29) @repeat(every 12 months on the last day)"
    ),
    (
      "- a @due(2026-12-01) @repeat(weekly until 2026-11-01)", ["Write weekly"],
      "- a @due(2026-12-01) @repeat(weekly)"
    ),
    (
      "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14, 2026-12-15)",
      ["Remove 2026-12-15"],
      "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14)"
    ),
    (
      "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14) @except(2026-12-15)",
      ["Remove @except"], "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14)"
    ),
    ("- a @due(2026-12-01) @except(2026-12-02)", ["Remove @except"], "- a @due(2026-12-01)"),
    ("- a @due(2026-12-01) @repeat(hourly)", ["Remove @repeat"], "- a @due(2026-12-01)"),
    // Other tags
    ("- a @todo @event @due(2026-12-01)", ["Remove @event"], "- a @todo @due(2026-12-01)"),
    (
      "- a @event", ["Set the due date 2026-11-25", "Remove @event"], "- a @event @due(2026-11-25)"
    ),
    ("- a @priority(12)", ["Remove @priority"], "- a"),
    (
      "- a @class(secret)", ["Write private", "Write confidential", "Write public"],
      "- a @class(private)"
    ),
    ("- a @color(nice)", ["Remove @color"], "- a"),
    ("- a @show(day,never)", ["Write day"], "- a @show(day)"),
    (
      "- a @show(never)", ["Write day", "Write week", "Write month", "Write year"], "- a @show(day)"
    ),
    ("- a @progress(200)", ["Remove @progress"], "- a"),
    ("- a @DUE(2026-12-01)", ["Write @due"], "- a @due(2026-12-01)"),
    ("- a@due(2026-12-01)", ["Write @due(2026-12-01)"], "- a @due(2026-12-01)"),
    ("- a @due(2026-12-01), b", ["Write @due(2026-12-01)"], "- a @due(2026-12-01) , b"),
    ("- a @due(2026-12-01", ["Write @due(2026-12-01)"], "- a @due(2026-12-01)"),
    ("- a @due(2026-12-01 @home", ["Write @due(2026-12-01)"], "- a @due(2026-12-01) @home"),
    ("call @due(2026-12-01)", ["Write -"], "- call @due(2026-12-01)"),
    ("* call @due(2026-12-01)", ["Write -"], "- call @due(2026-12-01)"),
    ("- a @tz(Mars/Base) @due(2026-12-01)", ["Write UTC"], "- a @tz(UTC) @due(2026-12-01)"),
    ("- a @class (private)", ["Write @class(private)"], "- a @class(private)"),
  ]

  /// Lines on which only what the message is about may change.
  static let others: [Case] = [
    (
      "- a @repeat(daily) @due(2026-12-01) @except(2026-12-02, 4 jan 2027)", ["Write 2027-01-04"],
      "- a @repeat(daily) @due(2026-12-01) @except(2026-12-02, 2027-01-04)"
    ),
    (
      "- a @due(2026-12-01) @repeat(daily) @except(2026-12-02, 2026-02-30)",
      ["Write 2026-02-28", "Remove 2026-02-30"],
      "- a @due(2026-12-01) @repeat(daily) @except(2026-12-02, 2026-02-28)"
    ),
    (
      "- a @due(2026-12-01) @repeat(daily) @except(tomorrow, 2026-12-05)", ["Write 2026-11-26"],
      "- a @due(2026-12-01) @repeat(daily) @except(2026-11-26, 2026-12-05)"
    ),
    (
      "- a @every(day 5) @due(2026-01-31) @repeat(monthly)", ["Write monthly on the last day"],
      "- a @every(day 5) @due(2026-01-31) @repeat(monthly on the last day)"
    ),
    (
      "- a @remind(2026-12-01 10:00) @remind(15m)",
      ["Set the due date 2026-11-25", "Remove @remind"],
      "- a @remind(2026-12-01 10:00) @remind(15m) @due(2026-11-25)"
    ),
    (
      "- a @remind(15m) @remind(30m)", ["Set the due date 2026-11-25"],
      "- a @remind(15m) @remind(30m) @due(2026-11-25)"
    ),
    ("- a @done(blah)", ["Write @done"], "- a @done"),
    (
      "- a @due(2026-02-30) @repeat(weekly on mon)", ["Write 2026-02-28", "Remove @due"],
      "- a @due(2026-02-28) @repeat(weekly on mon)"
    ),
    // A repaired tag does not replace a later one that is read.
    ("- a @class(public), @class(private) b @due(2026-12-01)", [], nil),
    ("- a @due(2026-12-03), b @due(2026-12-01)", [], nil),
    ("- a @DUE(2026-12-01) @due(2026-12-02)", [], nil),
    ("- a @DUE(tomorrow)", ["Write @due"], "- a @due(tomorrow)"),
    (
      "- a @due(2026-12-01 15:00 b c", ["Write @due(2026-12-01 15:00)"],
      "- a @due(2026-12-01 15:00) b c"
    ),
    ("- @home @due(2026-12-01", [], nil),
    ("- a @due( @start(2026-12-01)", [], nil),
    (
      "- a @due(2026-12-10) @remind(midnight)", ["Write 2026-11-25 00:00"],
      "- a @due(2026-12-10) @remind(2026-11-25 00:00)"
    ),
    (
      "- a @due(2026-12-01 @done(2026-12-02)", ["Write @due(2026-12-01)"],
      "- a @due(2026-12-01) @done(2026-12-02)"
    ),
    ("- a @due(2026-12-01\t@home", ["Write @due(2026-12-01)"], "- a @due(2026-12-01)\t@home"),
    ("- a @due (see Ann) please", ["Remove @due"], "- a (see Ann) please"),
    ("- a @due(someday) @due(2026-12-01)", ["Remove @due"], "- a @due(2026-12-01)"),
    (
      "- a @remind(tomorrow)", ["Write 2026-11-26 09:00"],
      "- a @remind(2026-11-26 09:00)"
    ),
    (
      "- a @start(2026-12-04 22:00-06:00)", ["Write 2026-12-04 22:00", "Remove @start"],
      "- a @start(2026-12-04 22:00)"
    ),
    (
      "- a @due(2026-12-01) @repeat(weekly on fri) @except(2026-12-04)", ["Write 2026-12-11"],
      "- a @due(2026-12-11) @repeat(weekly on fri) @except(2026-12-04)"
    ),
    (
      "- a @due(2026-12-04) @repeat(weekly on fri) @except(15 dec 2026)", ["Write 2026-12-15"],
      "- a @due(2026-12-04) @repeat(weekly on fri) @except(2026-12-15)"
    ),
  ]

  static let markdown: [Case] = [
    ("- [ ] a 📅 2026-12-01 b", ["Move 📅 2026-12-01 to the end"], "- [ ] a b 📅 2026-12-01"),
    ("- [ ] a 📅 tomorrow", ["Write 2026-11-26"], "- [ ] a 📅 2026-11-26"),
    ("- [ ] a due:: 2026-12-01", ["Write [due:: 2026-12-01]"], "- [ ] a [due:: 2026-12-01]"),
    (
      "- [ ] a due:: 2026-12-01 @home", ["Write [due:: 2026-12-01]"],
      "- [ ] a [due:: 2026-12-01] @home"
    ),
    (
      "- [ ] a 📅 2026-12-01 b ^id1", ["Move 📅 2026-12-01 to the end"], "- [ ] a b 📅 2026-12-01 ^id1"
    ),
    ("- [ ] a📅 2026-12-01 b", ["Move 📅 2026-12-01 to the end"], "- [ ] a b 📅 2026-12-01"),
    ("- [ ] a 🔁 every week until 2027-01-01 📅 2026-12-01", [], nil),
    (
      "- [ ] a 📅 2026-12-01 09:30", ["Write [due:: 2026-12-01T09:30]"],
      "- [ ] a [due:: 2026-12-01T09:30]"
    ),
    (
      "- [ ] a 📅 2026-12-01 09:30\t⏫ ^x", ["Write [due:: 2026-12-01T09:30]"],
      "- [ ] a [due:: 2026-12-01T09:30]\t⏫ ^x"
    ),
    ("- [ ] a ✅ 2026-12-01 09:30", [], nil),
    (
      "- [ ] a 📅 2026-12-01 9h30", ["Write [due:: 2026-12-01T09:30]"],
      "- [ ] a [due:: 2026-12-01T09:30]"
    ),
    ("- [ ] a 📅 2026-12-01 10:00 +02:00", [], nil),
    ("- [ ] a 📅 2026-12-01T10:00:00.000Z", [], nil),
    ("- [ ] a 📅 2026-12-01 10:00 UTC", [], nil),
    ("- [ ] a 📅 2026-12-01 at 10:00", [], nil),
    ("- [ ] a 📅 2026 12 01", [], nil),
    ("- [ ] a 📅 2026.12.01", ["Write 📅 2026-12-01"], "- [ ] a 📅 2026-12-01"),
    ("- [ ] a 🗓\u{FE0F} 1.12.2026", ["Write 🗓\u{FE0F} 2026-12-01"], "- [ ] a 🗓\u{FE0F} 2026-12-01"),
    (
      "- [ ] a 📅 1.12.2026 #tag", ["Move 📅 2026-12-01 to the end"], "- [ ] a #tag 📅 2026-12-01"
    ),
    ("- [ ] a 🔁 every week until 1.12.2026 📅 2026-11-01", [], nil),
    ("- [x] a ✅ 2026-12-01 to 2026-12-03 b", [], nil),
    ("- [ ] a 📅 2026-12-01.", ["Move 📅 2026-12-01 to the end"], "- [ ] a. 📅 2026-12-01"),
    (
      "- [ ] a 📅 2026-12-01. Then b", ["Move 📅 2026-12-01 to the end"],
      "- [ ] a. Then b 📅 2026-12-01"
    ),
    ("- [ ] 📅 2026-12-01", ["Write Untitled"], "- [ ] Untitled 📅 2026-12-01"),
    ("- [ ] @due(2026-12-01)", ["Write Untitled"], "- [ ] Untitled @due(2026-12-01)"),
    ("1. [ ] 📅 2026-12-01", ["Write Untitled"], "1. [ ] Untitled 📅 2026-12-01"),
    ("> * [/] 📅 2026-12-01", ["Write Untitled"], "> * [/] Untitled 📅 2026-12-01"),
    ("- [x] ✅ 2026-11-01", ["Write Untitled"], "- [x] Untitled ✅ 2026-11-01"),
    ("- [ ] 📅 2026-12-01.", [], nil),
    ("- [ ] a (📅 2026-12-01)", [], nil),
    (
      "- [ ] a [due:: 2026-12-01T10:00Z]",
      ["Write 2026-12-01T10:00", "Remove [due:: 2026-12-01T10:00Z]"],
      "- [ ] a [due:: 2026-12-01T10:00]"
    ),
    (
      "- [ ] a ([due:: 2026-12-01)", ["Write due:: 2026-12-01]"], "- [ ] a ([due:: 2026-12-01])"
    ),
    (
      "- [ ] a 📅 2/1/2026", ["Write 📅 2026-02-01", "Write 📅 2026-01-02"], "- [ ] a 📅 2026-02-01"
    ),
    ("- [ ] a [due:: 2026-12-01)", ["Write due:: 2026-12-01]"], "- [ ] a [due:: 2026-12-01]"),
    ("- [ ] a (due:: 1.12.2026", ["Write due:: 2026-12-01)"], "- [ ] a (due:: 2026-12-01)"),
    ("- [ ] 📅2026-2-1\t ^x", ["Write 📅2026-02-01"], "- [ ] 📅2026-02-01\t ^x"),
    ("- [ ] a [due:: 2026-12-01", ["Write due:: 2026-12-01]"], "- [ ] a [due:: 2026-12-01]"),
    ("- [ ] a 📅 2026-12-01 ⏳ 2026-12-02", ["Remove ⏳ 2026-12-02"], "- [ ] a 📅 2026-12-01"),
    ("1. a @due(2026-12-01)", ["Write [ ]"], "1. [ ] a @due(2026-12-01)"),
    (
      "- [ ] a 🔁 every week", ["Set the due date 2026-11-25", "Remove 🔁 every week"],
      "- [ ] a 🔁 every week 📅 2026-11-25"
    ),
    (
      "- [ ] a @due(2026-01-31) @repeat(monthly)", ["Write monthly on the last day"],
      "- [ ] a @due(2026-01-31) @repeat(monthly on the last day)"
    ),
  ]

  @Test(arguments: cases) func offersAFixForEachMessage(example: Case) throws {
    try check(example, .taskPaper)
  }

  @Test(arguments: others) func changesOnlyWhatTheMessageIsAbout(example: Case) throws {
    try check(example, .taskPaper)
  }

  @Test(arguments: markdown) func offersAFixForEachMessageInMarkdown(example: Case) throws {
    try check(example, .markdown)
  }

  @Test func aTaskOfPlainTasksWithoutWordsGetsATitle() throws {
    for (line, after) in [
      ("☐ @due(2026-12-01)", "☐ Untitled @due(2026-12-01)"), ("✔ @done", "✔ Untitled @done"),
    ] {
      try check((line, ["Write Untitled"], after), .plainTasks)
    }
  }

  private func check(_ example: Case, _ dialect: TaskDialect) throws {
    let document = try Asked(example.line + "\n", dialect: dialect).document
    let messages = document.diagnostics().value
    let fixable = messages.first { !document.fixes($0).isEmpty }
    let message = try #require(fixable ?? messages.first)
    let fixes = document.fixes(message)
    #expect(fixes.map(\.title) == example.titles)
    for (number, fix) in fixes.enumerated() {
      let fixed = document.file.document.applying(document.edit(of: fix).edit).text
      if number == 0 { #expect(fixed == example.after.map { $0 + "\n" }) }
      let after = try Asked(fixed, dialect: dialect).document.diagnostics().value
      #expect(!after.map(\.sentence).contains(message.sentence))
    }
  }

  @Test(arguments: [
    (
      "midnight",
      ["Write 2026-11-25 00:00", "Write 2026-11-26 00:00", "Write 00:00", "Write 23:59"]
    ),
    ("+2m", ["Write 2026-11-25 10:02", "Write +2min", "Write +2month"]),
    ("tonight", ["Write 2026-11-25", "Write tonight 8pm"]),
    ("next friday", ["Write 2026-12-04", "Write 2026-11-27"]),
    ("wednesday 3pm", ["Write 2026-12-02 15:00", "Write 2026-11-25 15:00"]),
    (
      "next friday 3pm - 5pm",
      ["Write 2026-12-04 15:00 - 17:00", "Write 2026-11-27 15:00 - 17:00"]
    ),
  ])
  func offersAllMeaningsOfAWord(word: String, titles: [String]) throws {
    let document = try Asked("- a @due(\(word))\n", at: 1_795_600_830).document
    let found = document.diagnostics().value.flatMap { document.fixes($0) }.map(\.title)
    #expect(Set(found) == Set(titles))
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["📅 2026-02-30 b ", "📅 2026-12-01 b "])
  func aLineOfManyFieldsHasItsFixesSoon(field: String) throws {
    let text = "- [ ] a " + String(repeating: field, count: 400)
    let document = try Asked(text, dialect: .markdown).document
    let found = document.diagnostics().value
    #expect(found.count >= 399)
    _ = document.actions(in: 0..<text.utf8.count, found)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "- a @due(2026-12-01) @repeat(daily) @except("
        + String(repeating: "2026-12-02,", count: 30_000) + ")",
      "- a " + String(repeating: "x@due(", count: 3000),
      "- a @except(" + String(repeating: "2026-02-30,", count: 3000) + ")",
    ])
  func aLongLineIsReadSoon(line: String) throws {
    let document = try Asked(line + "\n").document
    let found = document.diagnostics().value
    #expect(document.actions(in: 0..<10, found).filter { $0.kind == .quickFix }.isEmpty)
  }

  @Test func aFixSolvesItsProblemAndChangesOnlyItsLine() throws {
    var count = 0
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomText(seed: seed)
      let document = try Asked(random.text()).document
      let messages = document.diagnostics().value
      for message in messages {
        for fix in document.fixes(message) {
          let edit = document.edit(of: fix).edit
          let line = document.file.document.lines[fix.line]
          #expect(!edit.isEmpty)
          #expect(edit.splices.allSatisfy { $0.range.clamped(to: line.body) == $0.range })
          let fixed = document.file.document.applying(edit)
          let after = try Asked(fixed.text).document.diagnostics().value
          let isSame = { (other: EditorDiagnostic) in other.sentence == message.sentence }
          #expect(after.count(where: isSame) < messages.count(where: isSame), "\(fix.title)")
          count += 1
        }
      }
    }
    #expect(count > 100)
  }

  @Test func aTimeThatClocksSkipIsWrittenAsItIsRead() throws {
    let asked = try Asked("- a| @tz(Europe/Berlin) @due(2027-03-28 02:30)\n")
    let message = try #require(asked.document.diagnostics().value.first)
    #expect(asked.document.fixes(message).map(\.title) == ["Write 2027-03-28 03:30"])
    func read(_ date: String) throws -> String? {
      let document = try Asked("- a @tz(Europe/Berlin) @due(\(date))\n").document
      let message = try #require(document.diagnostics().value.first)
      return document.fixes(message).first.map { String($0.title.dropFirst("Write ".count)) }
    }
    #expect(try read("2027-03-28 02:30 - 03:00") == "2027-03-28 03:30 - 04:00")
    #expect(try read("2027-03-28 02:30 - 03:30") == "2027-03-28 03:30 - 04:30")
    #expect(try read("2027-03-28 02:10 - 02:50") == "2027-03-28 03:10 - 03:50")
    #expect(try read("2027-03-28 02:30 - 05:00") == "2027-03-28 03:30 - 05:00")
    let series = try Asked("- a @tz(Europe/Berlin) @due(2027-03-28 02:30) @repeat(daily)\n")
      .document
    #expect(series.diagnostics().value.flatMap { series.fixes($0) }.isEmpty)
  }

  @Test func aTimeThatClocksShowTwiceIsWrittenInUTC() throws {
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    func titles(_ line: String) throws -> [String] {
      let document = try Asked(line + "\n", in: berlin).document
      let message = try #require(document.diagnostics().value.first)
      return document.fixes(message).map(\.title)
    }
    #expect(
      try titles("- a @due(2026-10-25 02:30) @remind(15m)") == [
        "Write @due(2026-10-25 00:30) @tz(UTC)", "Write @due(2026-10-25 01:30) @tz(UTC)",
      ])
    #expect(try titles("- a @due(2026-10-25 02:30) @remind(9:00)") == [])
    #expect(try titles("- a @due(2026-10-25 02:30) @start(2026-10-24 10:00)") == [])
    #expect(try titles("- a @due(2026-10-25 02:30) @repeat(daily)") == [])
  }
}

extension EditorDocument {
  fileprivate func fixes(_ message: EditorDiagnostic) -> [EditorAction] {
    actions(in: message.range, [message]).filter { $0.kind == .quickFix }
  }
}
