import CalendarFeeds
import CalendarItems
import LineCodec
import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("The outline in a feed")
struct OutlineMappingTests {
  @Test func aTaskUnderATaskIsRelatedToIt() throws {
    let exported = try export("P:\n\t- a\n\t\tnote\n\t\t- b\n\t\t\t- c\n\t- d")
    let uids = exported.values(of: "UID")
    #expect(uids.count == 4 && Set(uids).count == 4)
    #expect(exported.values(of: "RELATED-TO") == [uids[0], uids[1]])
  }

  @Test func aParentThatIsLeftOutIsNoParent() throws {
    let exported = try export("- a @done\n\t- b @x") { $0.tags = ["x"] }
    #expect(exported.values(of: "SUMMARY") == ["b"])
    #expect(exported.values(of: "RELATED-TO").isEmpty)
  }

  @Test func theNearestProjectIsACategoryAndThePathAHint() throws {
    let exported = try export("Work:\n\tR\\, D:\n\t\t- a @x")
    #expect(exported.values(of: "CATEGORIES") == ["x,R\\\\\\, D"])
    #expect(exported.values(of: "X-DUECAL-PATH") == ["Work,R\\\\\\, D"])
    #expect(exported.values(of: "X-DUECAL-LINE") == ["- a @x"])
  }

  @Test func projectsTravelWithTheirTagsAndNotes() throws {
    let exported = try export(
      "A: @x\n\tnote\n\t- a\n\tB:\n\t\tdeep\n\t\t- b\nEmpty:\n- c\nA:\n\t- d")
    #expect(
      exported.values(of: "X-DUECAL-PROJECT") == [
        "A: @x\\n\tnote", "\tB:\\n\t\tdeep", "Empty:", "A:",
      ])
    let uids = exported.values(of: "UID")
    let before = exported.lines.filter { $0.hasPrefix("X-DUECAL-PROJECT;BEFORE=") }
    #expect(
      before == [
        "X-DUECAL-PROJECT;BEFORE=\(uids[2]):Empty:", "X-DUECAL-PROJECT;BEFORE=\(uids[3]):A:",
      ])
  }

  @Test func aProjectWithADateIsAToDo() throws {
    let exported = try export("Trip: @due(2024-12-01)\n\tpack\n\t- a")
    #expect(exported.values(of: "SUMMARY") == ["Trip", "a"])
    #expect(exported.values(of: "DESCRIPTION") == ["pack"])
    #expect(exported.values(of: "RELATED-TO").isEmpty)
  }

  @Test func theArchiveStaysInUnlessConfigured() throws {
    let text =
      "A:\n\t- a\nArchive:\n\t- b @done @project(Work / Sub)\n\t- c\nB:\n\tArchive:\n\t\t- d"
    #expect(try export(text).values(of: "SUMMARY") == ["a", "d"])
    let all = try export(text, archive: true)
    #expect(all.values(of: "SUMMARY") == ["a", "b", "c", "d"])
    #expect(all.values(of: "X-DUECAL-PATH") == ["A", "Work,Sub", "Archive", "B,Archive"])
  }

  @Test func whatIsBelowSomethingDoneCountsAsDone() throws {
    let text = "P: @done\n\t- a\nQ:\n\t- b @cancelled\n\t\t- c\n\t- d"
    #expect(try export(text) { $0.done = .exclude }.values(of: "SUMMARY") == ["d"])
    #expect(try export(text) { $0.done = .only }.values(of: "SUMMARY") == ["a", "b", "c"])
    #expect(try export(text).values(of: "STATUS") == ["CANCELLED"])
  }

  @Test func doneIsKeptForASpan() throws {
    let text = "- a @done(2024-12-01)\n- b @done(2024-11-01)\n- c @done\n- d"
    let first = try DateParameters(year: 2024, month: 11, day: 15)
    #expect(try export(text) { $0.done = .since(first) }.values(of: "SUMMARY") == ["a", "d"])
  }

  @Test func projectsAndTagsAreChosenByName() throws {
    let text = "Work:\n\t- a @x\n\tSub:\n\t\t- b\nHome:\n\t- c @x"
    func titles(_ change: (inout ExportOptions) -> Void) throws -> [String] {
      try export(text, change: change).values(of: "SUMMARY")
    }
    #expect(try titles { $0.projects = ["work"] } == ["a", "b"])
    #expect(try titles { $0.projects = ["Work / Sub"] } == ["b"])
    #expect(try titles { $0.projects = ["Wor"] }.isEmpty)
    #expect(try titles { $0.tags = ["@x"] } == ["a", "c"])
  }

  @Test func aWindowIsAboutDates() throws {
    let text = """
      - a @due(2024-11-30)
      - b @due(2024-12-01 23:00)
      - c @due(2024-12-31 thru 2025-01-05)
      - d @due(2025-01-01)
      - e @due(2024-01-01) @repeat(daily)
      - f @due(2024-01-01) @repeat(daily until 2024-02-01)
      - g
      """
    let titles = try export(text) {
      $0.from = try? DateParameters(year: 2024, month: 12, day: 1)
      $0.to = try? DateParameters(year: 2024, month: 12, day: 31)
    }.values(of: "SUMMARY")
    #expect(titles == ["b", "c", "e", "g"])
  }

  @Test func equalLinesAreItemsOfTheirOwn() throws {
    let exported = try export("P:\n\t- a\n\t- a\n\t- a @x")
    #expect(Set(exported.values(of: "UID")).count == 3)
  }

  @Test func theSameTextGivesTheSameBytes() throws {
    let text = "P:\n\t- a @due(2024-12-01 10:00)\n\t- b @x @y @z"
    #expect(try export(text).feed.bytes == export(text).feed.bytes)
  }

  @Test func anOwnUIDIsUsedOnce() throws {
    let exported = try export("- a @uid(x-1)\n- b @uid(x-1)")
    #expect(exported.values(of: "UID").first == "x-1")
    #expect(Set(exported.values(of: "UID")).count == 2)
    #expect(
      exported.sentences == [
        "2:5: error: this @uid is already used by file0.taskpaper:1; the line gets another one"
      ])
  }

  @Test func aFirstNameIsNeverThatOfAnother() throws {
    let first = try #require(try export("- Call Ann").values(of: "UID").first)
    let exported = try export("- Call Anne @uid(\(first))\n- Call Ann")
    #expect(Set(exported.values(of: "UID")).count == 2)
    let events = try export("- a @uid(x) @due(2024-12-01)\n- b @uid(x-event) @due(2024-12-01)") {
      $0.profile = .both
    }
    #expect(Set(events.values(of: "UID")).count == 4)
    #expect(events.sentences.contains { $0.contains("this @uid is already used by") })
  }

  @Test func plainLeavesOutAllThatIsOurs() throws {
    let exported = try export("P: @x\n\t- a @y(z) @due(2024-12-01)") { $0.isPlain = true }
    #expect(!exported.lines.contains { $0.hasPrefix("X-DUECAL") })
  }
}

@Suite("What does not come through")
struct LossTests {
  private func losses(
    _ text: String, dialect: TaskDialect = .taskPaper,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> [String] {
    try export(text, dialect: dialect, change: change).feed.losses.map {
      "\($0.line.line + 1) \($0.property) \($0.value)"
    }
  }

  @Test func theProseOfMarkdownIsNoLossAndNeitherIsItsPlace() throws {
    let text = """
      prose \u{1}

      # A
      - plain
        - plain below it
          - [ ] a
      - [ ]\u{20}
      - [ ] 📅 2026-12-03
      - [ ] b
        - note
          - [ ] c \u{2}
      """
    #expect(
      try losses(text, dialect: .markdown) == [
        "8 task - [ ] 📅 2026-12-03", "11 place - [ ] c \u{2}", "11 control character 0x2",
      ])
  }

  @Test func blankLinesNotesOutsideOfProjectsAndSearchesAreNamed() throws {
    let text =
      "root note\n\tbelow it\n\nP:\n\tkept\n\n\tkept\n\n\t- a\nToday @search(@due <[d] tomorrow)"
    #expect(
      try losses(text) == [
        "1 note root note", "2 note below it", "3 blank line ", "8 blank line ",
        "10 saved search Today @search(@due <[d] tomorrow)",
      ])
  }

  @Test(arguments: [
    ("- a @due(2024-12-01)", []), ("- a @due(2024-12-01 10:00) @estimate(2h)", []),
    ("- a @start(2024-11-01) @due(2024-12-01)", ["1 DTSTART @start(2024-11-01)"]),
    ("- a @due(2024-12-01) @remind(5m)", ["1 VALARM @remind(5m)"]),
    ("- a @due(2024-12-01) @started(2024-01-01)", ["1 STATUS @started(2024-01-01)"]),
    ("- a @due(2024-12-01) @progress(40)", ["1 PERCENT-COMPLETE @progress(40)"]),
    ("- a @due(2024-12-01) @todo", ["1 kind @todo"]), ("- a @due(2024-12-01) @event", []),
    ("- a @due(2024-12-01) @priority(1) @location(b) @tags(c)", []),
    ("- a @due(2024)", ["1 DTSTART @due(2024)"]), ("- a @due(2024-W50)", []),
  ])
  func whatAnEventHasNoRoomForIsNamed(text: String, expected: [String]) throws {
    #expect(
      try losses(text) {
        $0.isPlain = true
        $0.profile = .event
      } == expected)
  }

  @Test func whatWasNotAskedForIsNoLoss() throws {
    let text = "Home: @x\n\tnote\n\t- a @tag\nWork: @y\n\tother\n\t- b\n"
    let losses = try losses(text) {
      $0.isPlain = true
      $0.tags = ["tag"]
    }
    #expect(losses == ["1 project @x", "2 note note"])
  }

  @Test func timesThatLoseTheirZoneAreNamed() throws {
    let text = "- a @due(2024-12-01 10:00) @tz(Asia/Tokyo)"
    for times in [ExportOptions.Times.utc, .floating] {
      #expect(
        try losses(text) {
          $0.isPlain = true
          $0.times = times
        } == ["1 TZID @tz(Asia/Tokyo)"])
    }
  }

  @Test func aLossHasItsPlace() throws {
    let loss = try #require(
      try export("P:\n\t- ä @x(y)", change: { $0.isPlain = true }).feed.losses.first)
    #expect(loss.line == LineRef(file: 0, line: 1))
    #expect(loss.offset == 9)
  }

  @Test func aControlCharacterIsNamed() throws {
    #expect(try losses("- a\u{7}b\tc") == ["1 control character 0x7"])
    #expect(try export("- a\u{7}b\tc").values(of: "SUMMARY") == ["ab\tc"])
  }

  @Test func aNoteAfterASubtaskLosesItsPlace() throws {
    #expect(try losses("- a\n\tone\n\t- b\n\ttwo") == ["4 place two"])
    #expect(try losses("P:\n\tnote\n\t\t- a") == ["3 place - a"])
  }

  @Test(arguments: [
    "- a @due(2024-12) @done @x(y) @estimate(2h) @repeat(daily after done) @started(2024-01-01)",
    "- a @start(2024-12-01) @due(2024-12-01)", "A:\n\tB:\n\t\t- a",
  ])
  func aHintKeepsWhatPropertiesCannot(text: String) throws {
    #expect(try losses(text).isEmpty)
  }

  @Test(arguments: [
    ("- a @x(y)", ["1 CATEGORIES @x(y)"]), ("- a @x", []), ("- a @due(2024-12-01)", []),
    ("- a @estimate(2h)", ["1 DURATION @estimate(2h)"]),
    ("- a @due(2024-12-01) @repeat(daily after done)", ["1 RRULE @repeat(daily after done)"]),
    ("- a @due(2024-12-01) @repeat(daily) @done", ["1 RRULE @repeat(daily)"]),
    ("- a @due(2024-12-01) @repeat(daily)", []),
    ("- a @start(2024-12-01) @due(2024-12-01)", ["1 DTSTART @start(2024-12-01)"]),
    ("- a @start(2024-11-01) @due(2024-12-01)", []),
    ("- a @cancelled(2024-12-01)", ["1 STATUS @cancelled(2024-12-01)"]),
    ("- a @cancelled", []), ("- a @done(2024-12-01)", []), ("- a @done", []),
    ("- a @cancelled @done(2024-12-01)", ["1 STATUS @done(2024-12-01)"]),
    ("- a @started(2024-12-01)", ["1 STATUS @started(2024-12-01)"]),
    ("- a @progress(40) @done", ["1 PERCENT-COMPLETE @progress(40)"]),
    ("- a @due(x)", ["1 DUE @due(x)"]), ("- a @show(day)", ["1 show @show(day)"]),
    ("- a @id(5)", ["1 CATEGORIES @id(5)"]), ("A:\n\tB:\n\t\t- a", ["3 path A / B"]),
    ("A: @x\n\t- a", ["1 project @x"]), ("A:\n\tnote\n\t- a", ["2 note note"]),
    ("- a @due(2024-01-01) @deadline(2024-01-02)", ["1 @due @deadline(2024-01-02)"]),
    ("- a @p", []), ("- a @event @due(2024-12-01) @remind(5m)", ["1 VALARM @remind(5m)"]),
    ("- a @priority(x)", ["1 PRIORITY @priority(x)"]), ("- a @tags(a, b)", []),
    ("- a @due(2024-12-01) @tz(Asia/Tokyo)", ["1 TZID @tz(Asia/Tokyo)"]),
    ("- a @due(2024-12-01 10:00) @tz(Asia/Tokyo)", []),
    ("- a @due(2024-12-01 10:00) @tz(floating)", []),
    ("- a @due(2024-12) @event", ["1 DTSTART @due(2024-12)"]), ("- a @due(2024-12)", []),
    ("- a @due(2024-12) @repeat(monthly)", ["1 DTSTART @due(2024-12)"]),
    ("- a @due(2024-12-01) @remind(x) @remind(5m)", ["1 VALARM @remind(x)"]),
    (
      "- a @due(2024-12-01) @repeat(daily) @except(x) @except(2024-12-02)", ["1 EXDATE @except(x)"]
    ),
    (
      "- a @due(2024-12-01) @repeat(daily) @also(2024-12-02 10:00)",
      ["1 RDATE @also(2024-12-02 10:00)"]
    ),
    (
      "- a @start(2024-12-01 10:00) @due(2024-12-02)", ["1 DTSTART @start(2024-12-01 10:00)"]
    ),
  ])
  func withoutHintsEveryLostValueIsNamedAndNoOther(text: String, expected: [String]) throws {
    #expect(try losses(text) { $0.isPlain = true } == expected)
  }
}
