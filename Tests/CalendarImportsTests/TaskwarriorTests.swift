import CalendarImports
import ICalendar
import LineState
import TaskDates
import Testing

/// A task as Taskwarrior 2.6.2 writes it, with some more members.
private func task(_ members: String, uuid: String = "u1", status: String = "pending") -> String {
  #"{"id":1,"entry":"20261120T101500Z","modified":"20261121T080000Z","status":"\#(status)","uuid":"\#(uuid)","urgency":3.2,\#(members)}"#
}

private func input(
  _ tasks: [String], zone: String = "Europe/Berlin"
) throws -> CalendarInput {
  let text = "[\n" + tasks.joined(separator: ",\n") + "\n]\n"
  let export = try TaskwarriorExport(
    parsing: Array(text.utf8), zone: try ZoneDatabase().zone(named: zone))
  var input = CalendarInput(name: "tasks.json", bytes: export.calendar)
  input.sourceLines = export.lines
  #expect(input.reading.isCalendar && input.reading.diagnostics.isEmpty)
  return input
}

@Suite("Tasks of Taskwarrior")
struct TaskwarriorTests {
  /// The lines of one task.
  private func lines(_ members: String, status: String = "pending") throws -> [String] {
    try imported(try input([task(members, status: status)])).lines
  }

  private func losses(_ members: String, status: String = "pending") throws -> [String] {
    try imported(try input([task(members, status: status)])).plan.losses
      .map { "\($0.line) \($0.property) \($0.value)" }
  }

  @Test(arguments: [
    (#""description":"Pay rent","due":"20261130T230000Z""#, "- Pay rent @due(2026-12-01)"),
    (#""description":"Call","due":"20261203T140000Z""#, "- Call @due(2026-12-03 15:00)"),
    (#""description":"Call","due":"20270703T130000Z""#, "- Call @due(2027-07-03 15:00)"),
    (#""description":"Tonight","due":"20261127T225959Z""#, "- Tonight @due(2026-11-27)"),
    (#""description":"a","priority":"H""#, "- a @priority(1)"),
    (#""description":"a","priority":"M""#, "- a @priority(5)"),
    (#""description":"a","priority":"L""#, "- a @priority(9)"),
    (#""description":"a","tags":["phone","due"]"#, "- a @phone @tags(due)"),
    (#""description":"a","tags":"phone,home""#, "- a @phone @home"),
    (#""description":"a","start":"20261127T081500Z""#, "- a @started"),
    (#""description":"a","scheduled":"20261201T230000Z""#, "- a @start(2026-12-02)"),
    (#""description":"a","wait":"20261209T230000Z""#, "- a @start(2026-12-10)"),
    (
      #""description":"a","scheduled":"20261201T230000Z","due":"20261203T140000Z""#,
      "- a @due(2026-12-03 15:00) @start(2026-12-02 00:00)"
    ),
    (#""description":"Ring @work (now) @done""#, "- Ring @\u{2060}work (now) @\u{2060}done"),
  ])
  func becomeLines(members: String, line: String) throws {
    #expect(try lines(members) == [line])
    #expect(try losses(members).allSatisfy { $0.contains(" start ") })
  }

  @Test func keepNotesProjectsAndCompletion() throws {
    let members = #"""
      "description":"Pay \"rent\"","project":"Home.Garden","annotations":[
      {"entry":"20261122T090000Z","description":"- ask"},{"entry":"20261121T090000Z","description":"First: the bank"}]
      """#
    #expect(
      try lines(members) == [
        "Home:", "\tGarden:", "\t\t- Pay \"rent\"", "\t\t\t2026-11-21 10:00 First: the bank",
        "\t\t\t2026-11-22 10:00 - ask",
      ])
    #expect(try losses(members).isEmpty)
    let done = #""description":"Old","end":"20261125T140030Z""#
    #expect(try lines(done, status: "completed") == ["- Old @done(2026-11-25 15:00)"])
  }

  @Test func whatALineCannotHoldIsReportedWithItsKeyAndItsLine() throws {
    let members = #"""
      "description":"a","due":"20261204T230000Z","wait":"20261201T230000Z","scheduled":"20261130T230000Z","until":"20261231T230000Z","depends":["u2","u3"],"estimate":"PT2H","size":7,"priority":"huge","start":"20261127T081500Z"
      """#
    #expect(
      try Set(losses(members)) == [
        "2 wait 20261201T230000Z", "2 until 20261231T230000Z", "2 depends u2\\,u3",
        "2 estimate PT2H", "2 size 7", "2 priority huge", "2 start 20261127T081500Z",
      ])
    #expect(try lines(members) == ["- a @due(2026-12-05) @start(2026-12-01) @started"])
    #expect(
      try losses(#""description":"a","due":"20261130T230000Z","wait":"20261204T230000Z""#)
        == ["2 wait 20261204T230000Z"])
  }

  @Test func deletedTasksAreLeftOut() throws {
    let tasks = [
      task(#""description":"Gone""#, status: "deleted"),
      task(#""description":"Here""#, uuid: "u2"),
    ]
    #expect(try imported(try input(tasks)).lines == ["- Here"])
  }

  @Test func aSecondImportChangesNothingAndAChangeMovesOneLine() throws {
    let before = [
      task(#""description":"A","due":"20261130T230000Z""#), task(#""description":"B""#, uuid: "u2"),
    ]
    let first = try imported(try input(before))
    let again = try imported(try input(before.reversed()), into: first.text, after: first.memory)
    #expect(again.text == first.text && again.changes.isEmpty)
    let changed = [
      task(#""description":"A","due":"20261201T230000Z""#), task(#""description":"B""#, uuid: "u2"),
    ]
    let second = try imported(try input(changed), into: first.text, after: first.memory)
    #expect(second.lines == ["- A @due(2026-12-02)", "- B"])
  }

  // MARK: Repetition

  /// A weekly series from Monday, 30 November 2026, with some repetitions.
  private func weekly(_ mask: String, _ children: String..., more: String = "") -> [String] {
    let rest = #""description":"Bins","recur":"weekly","rtype":"periodic""#
    let parent = task(
      #"\#(rest),"due":"20261129T230000Z","mask":"\#(mask)"\#(more)"#, uuid: "p",
      status: "recurring")
    return [parent]
      + children.enumerated().map { number, child in
        task(#"\#(rest),"parent":"p",\#(child)"#, uuid: "c\(number)")
      }
  }

  @Test func aSeriesIsOneLine() throws {
    let tasks = weekly(
      "--", #""imask":0,"due":"20261129T230000Z""#, #""imask":1,"due":"20261206T230000Z""#)
    let found = try imported(try input(tasks))
    #expect(found.lines == ["- Bins @due(2026-11-30) @repeat(weekly)"])
    #expect(found.plan.losses.isEmpty)
  }

  @Test func aSeriesGoesOnAfterItsCompletedRepetitions() throws {
    let tasks = weekly("++-", #""imask":2,"due":"20261213T230000Z""#)
    #expect(try imported(try input(tasks)).lines == ["- Bins @due(2026-12-14) @repeat(weekly)"])
    let all = weekly("++")
    #expect(try imported(try input(all)).lines == ["- Bins @due(2026-12-14) @repeat(weekly)"])
    let later = weekly("-+-", #""imask":0,"due":"20261129T230000Z""#)
    #expect(
      try imported(try input(later)).lines
        == ["- Bins @due(2026-11-30) @repeat(weekly) @except(2026-12-07)"])
  }

  @Test func aChangedRepetitionIsALineOfItsOwn() throws {
    let tasks = weekly(
      "--", #""imask":0,"due":"20261129T230000Z""#, #""imask":1,"due":"20261208T230000Z""#)
    #expect(
      try imported(try input(tasks)).lines == [
        "- Bins @due(2026-11-30) @repeat(weekly) @except(2026-12-07)", "- Bins @due(2026-12-09)",
      ])
  }

  @Test func aCompletedRepetitionIsADoneLine() throws {
    let done = task(
      #""description":"Bins","recur":"weekly","parent":"p","imask":0,"due":"20261129T230000Z","end":"20261130T090000Z""#,
      uuid: "c9", status: "completed")
    #expect(
      try imported(try input(weekly("+-") + [done])).lines == [
        "- Bins @due(2026-12-07) @repeat(weekly)",
        "- Bins @due(2026-11-30) @done(2026-11-30 10:00)",
      ])
  }

  @Test func aSeriesEndsAndAnEndedOneIsLeftOut() throws {
    let until = #","until":"20270131T230000Z""#
    #expect(
      try imported(try input(weekly("-", more: until))).lines
        == ["- Bins @due(2026-11-30) @repeat(weekly until 2027-01-31)"])
    let over = #","until":"20261206T230000Z""#
    #expect(try imported(try input(weekly("+", more: over))).lines.isEmpty)
  }

  @Test(arguments: [
    ("daily", "daily"), ("weekdays", "weekdays"), ("3d", "every 3 days"), ("2wks", "every 2 weeks"),
    ("P1M", "monthly"),
    ("quarterly", "every 3 months"), ("annual", "yearly"), ("2 yrs", "every 2 years"),
  ])
  func periodsBecomeRules(recur: String, words: String) throws {
    let parent = task(
      #""description":"x","recur":"\#(recur)","due":"20261130T230000Z","mask":"-""#,
      status: "recurring")
    #expect(try imported(try input([parent])).lines == ["- x @due(2026-12-01) @repeat(\(words))"])
  }

  @Test func theLastDayOfTheMonthStaysTheLastDay() throws {
    let parent = task(
      #""description":"x","recur":"monthly","due":"20261230T230000Z","mask":"-""#,
      status: "recurring")
    #expect(
      try imported(try input([parent])).lines
        == ["- x @due(2026-12-31) @repeat(monthly on the last day)"])
  }

  @Test func aPeriodThatNoCalendarHasIsReported() throws {
    let parent = task(
      #""description":"x","recur":"fullmoon","due":"20261129T230000Z","mask":"-""#, uuid: "p",
      status: "recurring")
    let child = task(
      #""description":"x","recur":"fullmoon","parent":"p","imask":0,"due":"20261129T230000Z""#)
    for tasks in [[parent], [parent, child]] {
      let found = try imported(try input(tasks))
      #expect(found.lines == ["- x @due(2026-11-30)"])
      #expect(found.plan.losses.map { "\($0.property) \($0.value)" } == ["recur fullmoon"])
    }
  }

  // MARK: Texts that are something else

  @Test func linesWithoutAnArrayAreRead() throws {
    for separator in ["\n", ",\n"] {
      let text =
        [
          task(#""description":"A""#), task(#""description":"B""#, uuid: "u2"),
        ].joined(separator: separator) + separator
      let export = try TaskwarriorExport(parsing: Array(text.utf8), zone: .utc)
      let found = try imported(CalendarInput(name: "x", bytes: export.calendar))
      #expect(found.lines == ["- A", "- B"])
    }
  }

  @Test(arguments: [
    ("[{\"a\":1}]", "1:2: error: this is not a task of Taskwarrior"),
    ("[\n {\"uuid\":3,\"description\":\"x\"}]", "2:2: error: this is not a task of Taskwarrior"),
    ("[{", "1:3: error: the text ends too early; expected what"),
    ("[1,\n]", "2:1: error: a character that does not belong there"),
  ])
  func otherJSONIsRefusedWithItsPlace(text: String, message: String) {
    do {
      _ = try TaskwarriorExport(parsing: Array(text.utf8), zone: .utc)
      Issue.record("it is read")
    } catch {
      #expect("\(error.diagnostic)".hasPrefix(message), "\(error.diagnostic)")
    }
  }

  @Test func anEmptyExportIsAnEmptyCalendar() throws {
    #expect(try imported(try input([])).lines.isEmpty)
  }
}
