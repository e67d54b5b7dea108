import Diagnostics
import EditorAnswers
import TaskBridge
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
      "- a @due(2026-12-04 10:00 - 09:00)", ["Write 2026-12-04 10:00 thru 2026-12-05 09:00"],
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
      "- a @done(2026-12-04 thru 2026-12-05)", ["Write 2026-12-04", "Remove @done"],
      "- a @done(2026-12-04)"
    ),
    ("- a @due(2026-12-01) @due(2026-12-02)", ["Remove @due"], "- a @due(2026-12-01)"),
    ("- a @tz(Mars/Base) @due(2026-12-01)", ["Remove @tz"], "- a @due(2026-12-01)"),
    // Repetitions
    ("- a @repeat(sometimes)", ["Remove @repeat"], "- a"),
    (
      "- a @repeat(weekly)", ["Write @due(2026-11-25)", "Remove @repeat"],
      "- a @repeat(weekly) @due(2026-11-25)"
    ),
    (
      "- a @remind(15m)", ["Write @due(2026-11-25)", "Remove @remind"],
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
      ["Write 2026-12-14"],
      "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14)"
    ),
    (
      "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14) @except(2026-12-15)",
      ["Remove @except"], "- a @due(2026-12-07) @repeat(weekly on mon) @except(2026-12-14)"
    ),
    ("- a @due(2026-12-01) @except(2026-12-02)", ["Remove @except"], "- a @due(2026-12-01)"),
    ("- a @due(2026-12-01) @also(2026-12-02)", ["Remove @also"], "- a @due(2026-12-01)"),
    ("- a @due(2026-12-01) @repeat(hourly)", ["Remove @repeat"], "- a @due(2026-12-01)"),
    // Other tags
    ("- a @todo @event @due(2026-12-01)", ["Remove @event"], "- a @todo @due(2026-12-01)"),
    (
      "- a @event", ["Write @due(2026-11-25)", "Remove @event"], "- a @event @due(2026-11-25)"
    ),
    ("- a @priority(12)", ["Remove @priority"], "- a"),
    (
      "- a @class(secret)",
      ["Write public", "Write private", "Write confidential", "Remove @class"],
      "- a @class(public)"
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
  ]

  static let markdown: [Case] = [
    ("- [ ] a 📅 2026-12-01 b", ["Write b 📅 2026-12-01"], "- [ ] a b 📅 2026-12-01"),
    ("- [ ] a 📅 tomorrow", ["Write 2026-11-26"], "- [ ] a 📅 2026-11-26"),
    ("- [ ] a due:: 2026-12-01", ["Write [due:: 2026-12-01]"], "- [ ] a [due:: 2026-12-01]"),
    (
      "- [ ] a 🔁 every week", ["Write @due(2026-11-25)", "Remove @repeat"],
      "- [ ] a 🔁 every week 📅 2026-11-25"
    ),
    (
      "- [ ] a 🔁 every month 📅 2026-01-31", ["Write every month on the last"],
      "- [ ] a 🔁 every month on the last 📅 2026-01-31"
    ),
  ]

  @Test(arguments: cases) func offersAFixForEachMessage(example: Case) throws {
    try check(example, .taskPaper)
  }

  @Test(arguments: markdown) func offersAFixForEachMessageInMarkdown(example: Case) throws {
    try check(example, .markdown)
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
  ])
  func offersAllMeaningsOfAWord(word: String, titles: [String]) throws {
    let document = try Asked("- a @due(\(word))\n").document
    let found = document.diagnostics().value.flatMap { document.fixes($0) }.map(\.title)
    #expect(Set(found) == Set(titles))
    for title in titles {
      let after = try Asked("- a @due(\(title.dropFirst(6)))\n").document.diagnostics().value
      #expect(!after.contains { $0.sentence.contains("means") || $0.severity == .error })
    }
  }

  @Test func aTimeThatClocksSkipIsWrittenAsItIsRead() throws {
    let asked = try Asked("- a| @tz(Europe/Berlin) @due(2027-03-28 02:30)\n")
    let message = try #require(asked.document.diagnostics().value.first)
    #expect(asked.document.fixes(message).map(\.title) == ["Write 2027-03-28 03:30"])
  }
}

extension EditorDocument {
  fileprivate func fixes(_ message: EditorDiagnostic) -> [EditorAction] {
    actions(in: message.range, [message]).filter { $0.kind == .quickFix }
  }
}
