import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

struct FormTests {
  private func formatted(_ text: String, _ dialect: TaskDialect = .taskPaper) throws -> String {
    let document = try Asked(text, dialect: dialect).document
    let edit = document.formatting(of: 0..<document.file.document.lines.count)
    return document.file.document.applying(edit).text
  }

  @Test func formattingLeavesIndentsAndNotes() throws {
    #expect(
      try formatted("Home:  \n \t - a   @x \t@due(2026-12-04 10:00-10:30)  \r\n  note  \n")
        == "Home:  \n \t - a @x @due(2026-12-04 10:00 - 10:30)\r\n  note  \n")
  }

  @Test func formattingTwiceIsFormattingOnce() throws {
    for dialect in TaskDialect.allCases {
      for seed in 0..<150 as Range<UInt64> {
        var random = RandomText(seed: seed)
        let once = try formatted(random.text(), dialect)
        #expect(try formatted(once, dialect) == once)
      }
    }
  }

  private func afterNewLine(_ text: String, _ dialect: TaskDialect = .taskPaper) throws -> String {
    let asked = try Asked(text, dialect: dialect)
    let edit = asked.document.newLine(at: asked.cursor)
    return asked.document.file.document.applying(edit).text
  }

  @Test func aNewLineHasTheBulletOfTheLineAbove() throws {
    #expect(try afterNewLine("\t- a @x\n|") == "\t- a @x\n\t- ")
    #expect(try afterNewLine("\t- a\n\t|\n- b\n") == "\t- a\n\t- \n- b\n")
    #expect(try afterNewLine("Home:\n|") == "Home:\n\t- ")
    for sign in ["x", "-", "/", " ", ">", "!", "é", "🧾", "[", "]"] {
      #expect(try afterNewLine("- [\(sign)] a\n|\n", .markdown) == "- [\(sign)] a\n- [ ] \n")
    }
    #expect(try afterNewLine("> * [>] a\n|", .markdown) == "> * [>] a\n> * [ ] ")
  }

  @Test func aBulletWithoutWordsEndsTheList() throws {
    #expect(try afterNewLine("- a\n- \n|") == "- a\n\n")
    #expect(try afterNewLine("note\n|") == "note\n")
    #expect(try afterNewLine("- a\n- b|\n") == "- a\n- b\n")
  }

  @Test func sortsTasksByDateWithWhatIsBelow() throws {
    let text =
      "Home:\n\t- c| @due(2026-12-02)\n\t\tnote\n\t- b\n\t- d @done\n\t- a @due(2026-12-01)\n"
    #expect(
      try Asked(text).after("Sort these tasks by date")
        == "Home:\n\t- a @due(2026-12-01)\n\t- c @due(2026-12-02)\n\t\tnote\n\t- b\n\t- d @done\n")
  }

  @Test func aSortedLineKeepsItsLineBreak() throws {
    #expect(
      try Asked("- c| @due(2026-12-02)\r\n- b @due(2026-12-01)\n- a\r\n")
        .after("Sort these tasks by date")
        == "- b @due(2026-12-01)\n- c @due(2026-12-02)\r\n- a\r\n")
    #expect(
      try Asked("- c| @due(2026-12-02)\r\n- b @due(2026-12-01)").after("Sort these tasks by date")
        == "- b @due(2026-12-01)\r\n- c @due(2026-12-02)")
  }

  @Test func tasksAreSortedFromEachOfThem() throws {
    let lines = (1...9).map { "- \($0) @due(2026-12-0\($0))\n\tnote\n" }
    for line in 0..<9 {
      var shuffled = lines[5...] + lines[..<5]
      shuffled[shuffled.startIndex + line].insert(
        "|", at: shuffled[shuffled.startIndex + line].startIndex)
      #expect(try Asked(shuffled.joined()).after("Sort these tasks by date") == lines.joined())
    }
    let sorted = try Asked(lines.joined() + "- b\n- |c\n- d @done\n").document
    #expect(!sorted.actions(in: 0..<0, []).map(\.title).contains("Sort these tasks by date"))
  }

  @Test func aCalendarIsCheckedAndMended() throws {
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261125T100000Z\r\n"
      + "DTSTART:20261126\r\nSUMMARY:\(String(repeating: "é", count: 60))\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    var bytes = Array(text.utf8)
    for title in ["Add VALUE=DATE", "Fold the line"] {
      let calendar = EditorCalendar(bytes: bytes)
      let fixes = calendar.diagnostics.flatMap(calendar.fixes)
      let fix = try #require(fixes.first { $0.title == title })
      bytes = TaskDocument(bytes: bytes).applying(fix.edit).bytes
    }
    #expect(EditorCalendar(bytes: bytes).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("Add END:VEVENT", "V BEGIN:VEVENT UID:1 DTSTAMP:20261125T100000Z DTSTART:20261125T100000Z /V"),
    ("Add UID and DTSTAMP", "V BEGIN:VEVENT DTSTART:20261125T100000Z END:VEVENT /V"),
    ("Add PRODID and VERSION", "BEGIN:VCALENDAR E /V"),
    ("Put a VCALENDAR around the VEVENT", "V E /V E2"),
    ("Remove the VALARM", "V BEGIN:VALARM ACTION:DISPLAY END:VALARM E /V"),
    ("Remove the FOO", "V E BEGIN:FOO END:FOO /V"),
    ("Remove the line", "V E END:VTODO /V"),
    ("Remove the line", "V E /V X-A:1"),
    ("Remove the lines of XROOT", "BEGIN:XROOT V E /V END:XROOT"),
    ("Move SUMMARY before the components", "V E: A SUMMARY:x END:VEVENT /V"),
  ])
  func aFixMendsTheStructureOfACalendar(title: String, words: String) throws {
    let event = "BEGIN:VEVENT UID:1 DTSTAMP:20261125T100000Z DTSTART:20261125T100000Z"
    let parts = [
      "V": "BEGIN:VCALENDAR VERSION:2.0 PRODID:x", "/V": "END:VCALENDAR", "E:": event,
      "E": "\(event) END:VEVENT", "E2": "\(event) END:VEVENT".replacing("UID:1", with: "UID:2"),
      "A": "BEGIN:VALARM ACTION:DISPLAY TRIGGER:-PT15M DESCRIPTION:x END:VALARM",
    ]
    let lines = words.split(separator: " ").map { parts[String($0)] ?? String($0) }
    let words = lines.joined(separator: " ").split(separator: " ")
    let bytes = words.map { $0 + "\r\n" }.joined().utf8
    let calendar = EditorCalendar(bytes: Array(bytes))
    let fix = try #require(calendar.diagnostics.flatMap(calendar.fixes).first { $0.title == title })
    let mended = TaskDocument(bytes: Array(bytes)).applying(fix.edit).bytes
    #expect(EditorCalendar(bytes: mended).diagnostics.isEmpty)
  }

  @Test func everyFixOfACalendarCanBeApplied() throws {
    let text =
      "\u{FEFF}BEGIN:VCALENDAR\nX\n\nVERSION:2.0\nVERSION:2.0\nBEGIN:VEVENT\nFOO:1\nDTSTART;VALUE=X:1\n"
      + "RRULE:FREQ=NO\nEND:VEVENT\n"
    let calendar = EditorCalendar(bytes: Array(text.utf8))
    #expect(!calendar.diagnostics.isEmpty)
    for diagnostic in calendar.diagnostics {
      for fix in calendar.fixes(of: diagnostic) {
        #expect(TaskDocument(bytes: Array(text.utf8)).applying(fix.edit).bytes.count > 0)
      }
    }
  }
}
