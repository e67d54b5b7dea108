import Testing

/// A series on a phone whose rules no line can say, and the task file beside it.
private struct UnsaidSeries {
  let home: StoreHome
  private let phone = "v/x/1.ics"
  private let file = "n/x.taskpaper"

  init(_ rules: String) throws {
    home = try StoreHome()
    try home.item(
      phone,
      """
      BEGIN:VTODO
      UID:a
      DTSTAMP:20261101T000000Z
      SUMMARY:Pay rent
      DTSTART;VALUE=DATE:20261201
      DUE;VALUE=DATE:20261201
      \(rules)
      END:VTODO
      """)
    try home.scratch.write(file, "")
    _ = try sync()
  }

  func sync() throws -> Run { try home.run("sync", "tasks:n", "vdir:v", "--yes") }

  var lines: String { get throws { try home.scratch.text(file) } }
  var item: String { get throws { try home.scratch.text(phone) } }

  func write(_ lines: String) throws { try home.scratch.write(file, lines) }
}

@Suite("A series whose rules no line can say") struct UnsaidSeriesTests {
  @Test(arguments: [
    ("RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=1,2;BYHOUR=0", "2026-12-02"),
    ("RRULE:FREQ=WEEKLY;BYDAY=TU\nRRULE:FREQ=MONTHLY;BYMONTHDAY=5", "2026-12-05"),
  ])
  func goesOnToItsNextDateWhenItsLineIsDoneInTheText(rules: String, next: String) throws {
    let series = try UnsaidSeries(rules)
    #expect(try series.lines == "- Pay rent @due(2026-12-01)\n")
    try series.write("- Pay rent @due(2026-12-01) @done(2026-11-20)\n")
    #expect(try series.sync().status == 0)
    #expect(
      try series.lines
        == "- Pay rent @due(\(next))\n- Pay rent @due(2026-12-01) @done(2026-11-20)\n")
    let item = try series.item
    #expect(item.contains("DUE;VALUE=DATE:\(next.replacing("-", with: ""))"), "\(item)")
    #expect(!item.contains("COMPLETED") && !item.contains("RECURRENCE-ID"))
    #expect(item.contains(String(rules.prefix(5))))
    #expect(try series.sync().output.isEmpty)
  }

  @Test func goesOnWhenAPhoneCompletesIt() throws {
    let series = try UnsaidSeries("RRULE:FREQ=WEEKLY;BYDAY=TU\nRRULE:FREQ=MONTHLY;BYMONTHDAY=5")
    let old = try series.item
    try series.home.scratch.write(
      "v/x/1.ics", old.replacing("SUMMARY", with: "STATUS:COMPLETED\r\nSUMMARY"))
    #expect(try series.sync().status == 0)
    #expect(
      try series.lines.hasPrefix("- Pay rent @due(2026-12-05)\n- Pay rent @due(2026-12-01) @done("))
    #expect(try series.item.contains("DUE;VALUE=DATE:20261205"))
    #expect(try series.sync().output.isEmpty)
  }

  @Test func endsWithItsLastDate() throws {
    let series = try UnsaidSeries("RRULE:FREQ=WEEKLY;COUNT=1\nRRULE:FREQ=MONTHLY;COUNT=1")
    try series.write("- Pay rent @due(2026-12-01) @done(2026-11-20)\n")
    #expect(try series.sync().status == 0)
    #expect(try series.lines == "- Pay rent @due(2026-12-01) @done(2026-11-20)\n")
    #expect(try series.item.contains("STATUS:COMPLETED"))
    #expect(try series.sync().output.isEmpty)
  }

  /// Weeks that are counted from another weekday would be other weeks.
  @Test func staysAndIsReportedOnceIfItsRulesCannotGoOnFromItsNextDate() throws {
    let series = try UnsaidSeries("RRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=5")
    try series.write("- Pay rent @due(2026-12-01) @done(2026-11-20)\n- Plan\n")
    let old = try series.item
    let run = try series.sync()
    #expect(run.error.contains("the rules of the series cannot go on from its next date"))
    #expect(run.output.contains("added: Plan"))
    #expect(try series.item == old)
    #expect(try series.sync().error.isEmpty)
    #expect(try series.item == old)
  }
}
