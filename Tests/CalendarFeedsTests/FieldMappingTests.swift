import CalendarFeeds
import CalendarItems
import LineCodec
import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("Fields of to-dos")
struct FieldTests {
  @Test(arguments: [
    ("- a @done", ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]),
    (
      "- a @done(2024-12-01 10:00)",
      ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20241201T090000Z"]
    ),
    (
      "- a @completed(2024-07-01)",
      ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20240701T100000Z"]
    ),
    ("- a @cancelled(2024-12-01)", ["STATUS:CANCELLED"]),
    ("- a @cancelled @done(2024-12-01)", ["STATUS:CANCELLED"]),
    ("- a @started(2024-12-01)", ["STATUS:IN-PROCESS"]),
    ("- a @progress(40)", ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"]),
    ("- a @progress(40) @done", ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]),
    ("- a @priority(3)", ["PRIORITY:3"]), ("- a @priority", ["PRIORITY:1"]),
    ("- a @priority(high)", ["PRIORITY:1"]), ("- a @priority(M)", ["PRIORITY:5"]),
    ("- a @p(C)", ["PRIORITY:9"]), ("- a @p", ["CATEGORIES:p"]),
    ("- a @location(Room 1\\, left)", ["LOCATION:Room 1\\\\\\, left"]),
    ("- a @at(Home)", ["LOCATION:Home"]), ("- a @at", ["CATEGORIES:at"]),
    ("- a @url(https://a.org/x?y=1,2)", ["URL:https://a.org/x?y=1,2"]),
    ("- a @link(https://a.org)", ["URL:https://a.org"]), ("- a @link(x)", ["CATEGORIES:link"]),
    ("- a @class(confidential)", ["CLASS:CONFIDENTIAL"]),
    ("- a @note(x) @phone", ["DESCRIPTION:x", "CATEGORIES:phone"]),
    ("- a @tags(Home Office, R&D) @x", ["CATEGORIES:Home Office,R&D,x"]),
    ("- a @tags(a\\, b) @context(c)", ["CATEGORIES:a\\, b,c"]),
    ("- a @Home @home @HOME", ["CATEGORIES:Home"]),
    ("- a @waiting(Bob)", ["CATEGORIES:waiting"]),
    ("- a @show(day,week)", []), ("- a @show(Month, YEAR)", []), ("- a @show", ["CATEGORIES:show"]),
    ("- a @id(5) @type(x) @text(y)", []), ("- a @estimate(2h)", []),
  ])
  func aTagIsMapped(line: String, properties: [String]) throws {
    try expect(line, becomes: ["BEGIN:VTODO"] + properties) {
      $0.classes = ["PUBLIC", "CONFIDENTIAL"]
    }
  }

  @Test(arguments: [
    ("- a @priority(x)", "is not a priority"), ("- a @priority(0)", "is not a priority"),
    ("- a @progress(101)", "@progress is not valid"),
    ("- a @estimate(x)", "is not a length of time"),
    ("- a @url(x y)", "is not an address"), ("- a @class(secret)", "is not a class"),
    ("- a @repeat(sometimes) @due(2024-01-01)", "is not a repetition"),
    ("- a @remind(x) @due(2024-01-01)", "is not a reminder"),
    ("- a @done(yesterday)", "moves with the clock"), ("- a @remind(15m)", "needs a due date"),
    ("- a @due(2024-01-01) @repeat(daily) @except(x)", "is not a date"),
  ])
  func aPayloadInErrorIsReportedWithItsPlace(line: String, sentence: String) throws {
    let exported = try export(line)
    #expect(exported.sentences.count == 1)
    #expect(exported.sentences.allSatisfy { $0.contains("error") && $0.contains(sentence) })
    #expect(exported.components.count == (line.contains("class") ? 0 : 1))
  }

  @Test func onlyTheFirstOfAFieldCounts() throws {
    let exported = try export("- a @due(2024-01-01) @deadline(2024-02-02)")
    #expect(exported.values(of: "DUE") == ["20240101"])
    #expect(exported.sentences == ["1:32: warning: only the first @due of a line counts"])
  }

  @Test func theTitleIsTheTextWithoutTrailingTags() throws {
    func title(_ line: String) throws -> [String] { try export(line).values(of: "SUMMARY") }
    #expect(try title("- call @phone Ann @x") == ["call @phone Ann"])
    #expect(try title("- x @") == ["x @"])
    #expect(try title("- ") == [])
    #expect(try title("-   x  ") == ["x"])
    #expect(try title("- Task: @done") == ["Task:"])
    #expect(try title("- a @\u{2060}b") == ["a @b"])
    #expect(try title("- a\u{2060}b") == ["a\u{2060}b"])
  }

  @Test func notesAreThoseBelowTheTaskAndTheirOwn() throws {
    let text = """
      - a
      \tone
      \t\tdeeper

      \ttwo
      \t- b
      \t\tother

      \tthree @x
      \t\u{2060}- no task
      \tno project:\u{2060}

      - c
      """
    #expect(
      try export(text).values(of: "DESCRIPTION") == [
        "one\\n\\tdeeper\\n\\ntwo\\nthree @x\\n- no task\\nno project:".replacingTabs, "other",
      ])
  }

  @Test func privateItemsStayOutUnlessAllowed() throws {
    let text = "- a @class(private)\n- b @class(confidential)\n- c @class(public)\n- d"
    #expect(try export(text).values(of: "SUMMARY") == ["c", "d"])
    let all = try export(text) { $0.classes = ["PUBLIC", "PRIVATE", "CONFIDENTIAL"] }
    #expect(all.components.count == 4)
  }

  @Test func whatIsBelowSomethingPrivateIsLeftOutUnlessItHasAnotherClass() throws {
    let text = """
      Secret: @class(private)
      \tits note
      \t- a
      \t- b @class(public)
      Open:
      \t- c @class(confidential)
      \t\t- d
      \t- e
      """
    let exported = try export(text)
    #expect(exported.values(of: "SUMMARY") == ["b", "e"])
    #expect(!exported.lines.contains { $0.contains("its note") || $0.contains("@class(private)") })
    let all = try export(text) { $0.classes = ["PUBLIC", "PRIVATE", "CONFIDENTIAL"] }
    #expect(all.values(of: "SUMMARY") == ["a", "b", "c", "d", "e"])
    #expect(all.lines.contains { $0.contains("its note") })
  }

  @Test func aKindIsChosenOnce() throws {
    let exported = try export("- a @todo @event @due(2024-12-01)")
    #expect(exported.lines.contains("BEGIN:VTODO"))
    #expect(
      exported.sentences == ["1:11: warning: @todo and @event cannot be combined; the first counts"]
    )
  }

  @Test func omniFocusTagsComeBeforeTheNote() throws {
    let exported = try export(
      "- a @flagged @due(2026-12-01 17:00) //my note", dialect: .omniFocus)
    #expect(exported.values(of: "SUMMARY") == ["a"])
    #expect(exported.values(of: "DESCRIPTION") == ["my note"])
    #expect(exported.values(of: "PRIORITY") == ["1"])
  }

  @Test(arguments: ["- a @done(today)", "- a @due(2026-12-01) @repeat(daily) @except(tomorrow)"])
  func aMovingDateIsResolvedInEveryTag(line: String) throws {
    #expect(try export(line, now: "2026-11-21 10:00").sentences.isEmpty)
    #expect(try export(line).sentences.contains { $0.contains("moves with the clock") })
  }
}

extension String {
  /// The text with `\t` replaced by a tab, which TEXT contains unescaped.
  fileprivate var replacingTabs: String {
    split(separator: "\\t", omittingEmptySubsequences: false).joined(separator: "\t")
  }
}

@Suite("Alarms")
struct AlarmTests {
  @Test(arguments: [
    ("@due(2024-12-03 15:00) @remind(15m)", "TRIGGER;RELATED=END:-PT15M"),
    ("@due(2024-12-03 15:00) @remind(-15m)", "TRIGGER;RELATED=END:-PT15M"),
    ("@due(2024-12-03 15:00) @remind(+10m)", "TRIGGER;RELATED=END:PT10M"),
    ("@due(2024-12-03 15:00) @remind(1d)", "TRIGGER;RELATED=END:-P1D"),
    ("@due(2024-12-03 15:00) @remind(1w)", "TRIGGER;RELATED=END:-P1W"),
    ("@due(2024-12-03 15:00) @remind", "TRIGGER;RELATED=END:PT0S"),
    ("@due(2024-12-03 15:00) @remind(9:00)", "TRIGGER;RELATED=END:-PT6H"),
    ("@due(2024-12-03 15:00) @alarm(2024-12-01 9am)", "TRIGGER;VALUE=DATE-TIME:20241201T080000Z"),
    ("@due(2024-12-03) @remind(15m)", "TRIGGER;RELATED=END:PT8H45M"),
    ("@due(2024-12-03) @remind", "TRIGGER;RELATED=END:PT9H"),
    ("@due(2024-12-03) @remind(1d)", "TRIGGER;RELATED=END:-PT15H"),
    ("@due(2024-12-03) @remind(18:30)", "TRIGGER;RELATED=END:PT18H30M"),
    ("@todo @due(2024-12-03 15:00 - 16:00) @remind(15m)", "TRIGGER:-PT15M"),
    ("@due(2024-12-03) @repeat(daily) @remind(15m)", "TRIGGER:PT8H45M"),
    ("@due(2024-12-03 15:00) @repeat(daily) @remind(15m)", "TRIGGER;RELATED=END:-PT15M"),
    ("@due(2024-12-03 00:00) @repeat(daily) @remind(15m)", "TRIGGER:-PT15M"),
    (
      "@due(2024-12-03 15:00) @repeat(daily) @remind(2024-12-03 14:00)",
      "TRIGGER;RELATED=END:-PT1H"
    ),
    // Clocks change between midnight and nine, so the alarm has an absolute time.
    ("@due(2024-03-31) @remind(9:00)", "TRIGGER;VALUE=DATE-TIME:20240331T070000Z"),
    ("@due(2024-03-31 15:00) @remind(1:00)", "TRIGGER;VALUE=DATE-TIME:20240331T000000Z"),
    ("@start(2024-12-03 15:00) @remind(15m)", "TRIGGER:-PT15M"),
  ])
  func aReminderIsMapped(tags: String, trigger: String) throws {
    let exported = try export("- a \(tags)")
    #expect(exported.lines.filter { $0.hasPrefix("TRIGGER") } == [trigger])
    #expect(exported.lines.contains("ACTION:DISPLAY"))
  }

  @Test func severalRemindersAreSeveralAlarms() throws {
    let exported = try export("- a @due(2024-12-03 15:00) @remind(15m) @remind(1h) @alert(5m)")
    #expect(exported.values(of: "TRIGGER") == ["-PT15M", "-PT1H", "-PT5M"])
  }
}
