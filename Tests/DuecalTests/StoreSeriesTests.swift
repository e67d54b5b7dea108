import Foundation
import Testing

/// Series that other programs wrote: `@repeat` cannot hold their rules, or they are events.
@Suite("Series of stores that no line can say, and of events")
struct StoreSeriesTests {
  private let home: StoreHome

  init() throws { home = try StoreHome() }

  private func fill(_ kind: String, _ lines: String) throws {
    try home.item(
      "cal/Home/a.ics",
      """
      BEGIN:\(kind)
      UID:a
      DTSTAMP:20260101T000000Z
      SUMMARY:Pay
      \(lines)
      END:\(kind)
      """)
  }

  private func has(_ lines: String...) throws -> Bool {
    let text = try home.scratch.text("cal/Home/a.ics").split(separator: "\r\n")
    return lines.allSatisfy { line in text.contains { $0 == line } }
  }

  private func lines() throws -> [String] { try ChangedStore.vdir.lines(home) }

  @Test(arguments: [
    (
      "DTSTART;VALUE=DATE:20261130\nDUE;VALUE=DATE:20261201\nRRULE:FREQ=MONTHLY",
      ["DTSTART;VALUE=DATE:20261230", "DUE;VALUE=DATE:20261231", "RRULE:FREQ=MONTHLY"], "2026-12-31"
    ),
    (
      "DTSTART:20261201T080000Z\nDUE:20261201T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU,TH",
      ["DTSTART:20261203T080000Z", "DUE:20261203T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=TU,TH"],
      "2026-12-03 09:00"
    ),
    (
      "DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261205\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1;COUNT=4",
      [
        "DTSTART;VALUE=DATE:20270101", "DUE;VALUE=DATE:20270105",
        "RRULE:FREQ=MONTHLY;COUNT=3;BYMONTHDAY=1",
      ], "2027-01-05"
    ),
    (
      "DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;BYDAY=TU\n"
        + "RRULE:FREQ=WEEKLY;BYDAY=TH",
      ["DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY;BYDAY=TU"],
      "2026-12-03"
    ),
  ])
  func goOnAsTheirCalendarMeansThem(rule: String, next: [String], date: String) throws {
    try fill("VTODO", rule)
    let before = try home.scratch.text("cal/Home/a.ics")
    let run = try home.run("done", "pay", "-f", "vdir:cal")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(run.output.hasSuffix("; next \(date)\n"), "\(run.output)")
    let text = try home.scratch.text("cal/Home/a.ics")
    for line in next { #expect(text.contains("\(line)\r\n"), "\(text)") }
    #expect(!text.contains("COMPLETED"))
    let copies = try lines().filter { $0.contains("@done") }
    #expect(copies.count == 1 && copies.allSatisfy { $0.contains("@due(2026-12-0") })
    #expect(try home.run("undo").status == 0)
    #expect(try home.scratch.text("cal/Home/a.ics") == before)
  }

  @Test(arguments: [["done", "pay"], ["snooze", "pay", "+1d"], ["cancel", "pay", "--once"]])
  func stayAsTheyAreIfTheirRulesCannotGoOn(words: [String]) throws {
    try fill(
      "VTODO",
      "DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY")
    let before = try home.scratch.text("cal/Home/a.ics")
    let run = try home.run(words + ["-f", "vdir:cal"])
    #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
    #expect(run.error.contains("its rules would give other dates after this change"))
    #expect(try home.scratch.text("cal/Home/a.ics") == before)
  }

  @Test func areDoneForGoodIfThatIsAsked() throws {
    try fill("VTODO", "DTSTART;VALUE=DATE:20261130\nDUE;VALUE=DATE:20261201\nRRULE:FREQ=MONTHLY")
    let run = try home.run("done", "pay", "--for-good", "-f", "vdir:cal")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(try has("STATUS:COMPLETED", "DUE;VALUE=DATE:20261201"))
  }

  @Test func moveWithOneDateOrAsAWhole() throws {
    let rule = "DTSTART:20261201T080000Z\nDUE:20261201T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU,TH"
    try fill("VTODO", rule)
    let one = try home.run("snooze", "pay", "+1d", "-f", "vdir:cal")
    #expect(one.output.contains("due 2026-12-01 09:00 -> 2026-12-02 09:00"), "\(one.error)")
    #expect(try has("DTSTART:20261203T080000Z", "RRULE:FREQ=WEEKLY;BYDAY=TU,TH"))
    #expect(try lines().contains { $0.contains("@due(2026-12-02") })
    _ = try home.run("undo")
    let whole = try home.run("snooze", "pay", "+1d", "--series", "-f", "vdir:cal")
    // A line can say this series, in its zone, and moves as in a file.
    #expect(whole.status == 0, "\(whole.error)")
    #expect(try has("DTSTART:20261202T080000Z", "DUE:20261202T090000Z"))
    let later = try home.run("snooze", "pay", "+1h", "--series", "-f", "vdir:cal")
    #expect(later.status == 0, "\(later.error)")
    #expect(try has("DTSTART:20261202T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=TU,TH"))
  }

  // MARK: Events

  private func fillStandup(_ more: String = "") throws {
    try fill(
      "VEVENT",
      "DTSTART:20261116T100000Z\nDTEND:20261116T101500Z\nRRULE:FREQ=WEEKLY" + more)
  }

  @Test func ofEventsCannotBeDone() throws {
    try fillStandup()
    let before = try home.scratch.text("cal/Home/a.ics")
    let run = try home.run("done", "pay", "-f", "vdir:cal")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error.contains("an event cannot be done"), "\(run.error)")
    #expect(try home.scratch.text("cal/Home/a.ics") == before)
  }

  /// The dates of 16, 23 and 30 November are over on 3 December.
  @Test func ofEventsMoveTheirNextDateAndKeepThoseThatAreOver() throws {
    try fillStandup()
    let run = try home.run("move", "pay", "2026-12-08", "-f", "vdir:cal", "--zone", "UTC")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.output.contains("due 2026-12-07 10:00 - 10:15 -> 2026-12-08 10:00 - 10:15"),
      "\(run.output)")
    #expect(try has("DTSTART:20261116T100000Z", "EXDATE:20261207T100000Z"))
    #expect(try lines().contains { $0.contains("2026-12-08") && !$0.contains("@repeat") })
  }

  @Test func nameTheSeriesOfAChangedDate() throws {
    try fillStandup(Self.late)
    let run = try home.run("tag", "(LATE)", "@x", "-f", "vdir:cal")
    #expect(run.status == 66)
    #expect(
      run.error.contains("\"(LATE)\" is only in the title of a changed date of \"Pay\""),
      "\(run.error)")
  }

  private static let late = """

    END:VEVENT
    BEGIN:VEVENT
    UID:a
    RECURRENCE-ID:20261207T100000Z
    DTSTAMP:20260101T000000Z
    SUMMARY:Pay (late)
    DTSTART:20261207T120000Z
    DTEND:20261207T121500Z
    """

  @Test func ofEventsGiveTheSeparateItemWhatItsDateHadOfItsOwn() throws {
    try fillStandup(Self.late)
    _ = try home.run("cancel", "pay", "--once", "-f", "vdir:cal", "--zone", "UTC")
    #expect(try !has("RECURRENCE-ID:20261207T100000Z"))
    let items = try lines()
    #expect(items.count == 2)
    #expect(items.contains { $0.hasPrefix("- Pay (late)") && $0.contains("@cancelled") })
  }

  /// The second date of a weekly series is on another day.
  @Test(arguments: [("20261210", "2026-12-10"), ("20261220", "2026-12-15")])
  func nameTheDateThatAListThenShows(moved: String, next: String) throws {
    try fill(
      "VTODO",
      """
      DTSTART;VALUE=DATE:20261201
      DUE;VALUE=DATE:20261201
      RRULE:FREQ=WEEKLY
      END:VTODO
      BEGIN:VTODO
      UID:a
      DTSTAMP:20260101T000000Z
      RECURRENCE-ID;VALUE=DATE:20261208
      SUMMARY:Pay
      DTSTART;VALUE=DATE:\(moved)
      DUE;VALUE=DATE:\(moved)
      """)
    let run = try home.run("done", "pay", "-f", "vdir:cal")
    #expect(run.output.hasSuffix("; next \(next)\n"), "\(run.output)")
  }
}
