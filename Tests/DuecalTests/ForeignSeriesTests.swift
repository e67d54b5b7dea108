import Testing

/// A folder of task files and a folder of items, with a series whose VTIMEZONE agrees with no zone of its name.
private struct ForeignSeries {
  let home: StoreHome
  private let phone = "v/x/1.ics"
  private let file = "n/x.taskpaper"

  /// A series in a zone with one offset, as programs with newer zone data write it.
  init(zone: String, offset: String, _ item: String) throws {
    home = try StoreHome()
    try home.item(
      phone,
      """
      BEGIN:VTIMEZONE
      TZID:\(zone)
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:\(offset)
      TZOFFSETTO:\(offset)
      TZNAME:X
      END:STANDARD
      END:VTIMEZONE
      \(item.replacing("@", with: "TZID=\(zone)"))
      """)
    try home.scratch.write(file, "")
  }

  @discardableResult
  func sync() throws -> Run { try home.run("sync", "tasks:n", "vdir:v", "--yes") }

  var line: String { get throws { try home.scratch.text(file) } }
  var item: String { get throws { try home.scratch.text(phone) } }

  func edit(_ old: String, _ new: String) throws {
    let line = try line
    #expect(line.contains(old))
    try home.scratch.write(file, line.replacing(old, with: new))
  }

  /// The times of the lines and those of the items in some months until 2059.
  func expectSameDates() throws {
    for month in ["2027-01", "2027-04", "2027-07", "2059-07"] {
      let lists = try ["n", "vdir:v"].map { source in
        try home.run("list", month, source).output.split(separator: "\n").map {
          $0.split(separator: "(")[0].trimmed
        }
      }
      #expect(lists[0] == lists[1] && lists[0].count > 2, "\(month) \(lists)")
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}

private let weekly = """
  BEGIN:VEVENT
  UID:a
  DTSTAMP:20261101T000000Z
  SUMMARY:Choir
  DTSTART;@:20261210T100000
  DTEND;@:20261210T110000
  RRULE:FREQ=WEEKLY
  END:VEVENT
  """

@Suite("A series whose zone only its calendar defines")
struct ForeignSeriesTests {
  @Test func hasAZoneOfTheSystemWithAllOfItsDates() throws {
    let series = try ForeignSeries(zone: "America/Vancouver", offset: "-0700", weekly)
    try series.sync()
    #expect(
      try series.line == "- Choir @due(2026-12-10 10:00 - 11:00) @repeat(weekly) @tz(Etc/GMT+7)\n")
    try series.expectSameDates()
    let before = try series.item
    try series.edit("2026-12-10 10:00 - 11:00", "2027-01-14 12:00 - 13:00")
    try series.sync()
    let item = try series.item
    #expect(item.contains("DTSTART;TZID=America/Vancouver:20270114T120000"))
    #expect(before.contains("TZOFFSETTO:-0700") && item.contains("TZOFFSETTO:-0700"))
    try series.expectSameDates()
  }

  @Test(arguments: ["--zone=America/Vancouver", "--zone=Europe/Berlin", "--zone=UTC"])
  func isImportedWithThatZoneInEachZoneOfARun(zone: String) throws {
    let series = try ForeignSeries(zone: "America/Vancouver", offset: "-0700", weekly)
    let run = try series.home.run("import", "v/x/1.ics", zone)
    #expect(run.error.isEmpty)
    #expect(run.output.contains("@due(2026-12-10 10:00 - 11:00) @repeat(weekly) @tz(Etc/GMT+7)"))
  }

  @Test func goesOnAtItsTimesWhenADateIsDone() throws {
    let series = try ForeignSeries(
      zone: "Europe/Berlin", offset: "+0100",
      weekly.replacing("VEVENT", with: "VTODO").replacing("DTEND", with: "DUE")
        .replacing("T110000", with: "T100000"))
    try series.sync()
    #expect(try series.line.contains("@tz(Etc/GMT-1)"))
    #expect(try series.home.run("done", "Choir", "-f", "n").status == 0)
    try series.sync()
    let item = try series.item
    #expect(item.contains("DUE;TZID=Europe/Berlin:20261217T100000") && item.contains("UID:a"))
    #expect(item.contains("RRULE:FREQ=WEEKLY") && item.contains("TZOFFSETTO:+0100"))
    #expect(try series.home.run("list", "2027-07", "vdir:v").output.contains("11:00"))
    #expect(try series.home.run("list", "2027-07", "n").output.contains("11:00"))
  }

  @Test func isReportedWhereNoZoneHasItsDates() throws {
    let series = try ForeignSeries(zone: "Custom", offset: "+0215", weekly)
    let loss =
      "not kept: TZID \"Custom\": no time zone of the system has these times on all dates of the series"
    #expect(try series.home.run("import", "v/x/1.ics").error.contains(loss))
    #expect(try series.sync().error.contains("\"Choir\": \(loss)"))
    #expect(try series.sync().error.isEmpty)
  }

  @Test(arguments: [
    (
      "RRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=5", "FREQ=WEEKLY",
      "@repeat can hold one rule"
    ),
    (
      "RRULE:FREQ=WEEKLY\nEXRULE:FREQ=MONTHLY;BYMONTHDAY=8", "FREQ=WEEKLY",
      "@repeat can hold one rule"
    ),
    ("RRULE:FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=XX", "the rule cannot be read"),
  ])
  func isReportedOnceIfALineCannotSayItsRule(rule: String, value: String, reason: String) throws {
    let series = try ForeignSeries(
      zone: "Custom", offset: "+0100", weekly.replacing("RRULE:FREQ=WEEKLY", with: rule))
    let first = try series.sync()
    #expect(first.status == 0 && first.error.contains("not kept: RRULE \"\(value)\": \(reason)"))
    #expect(try !series.line.contains("@repeat"))
    #expect(try series.sync().error.isEmpty)
  }

  @Test func isReportedOnceIfTheCalendarChangesAllLaterDates() throws {
    let later = """

      BEGIN:VEVENT
      UID:a
      DTSTAMP:20261101T000000Z
      RECURRENCE-ID;RANGE=THISANDFUTURE;@:20270107T100000
      SUMMARY:Choir
      DTSTART;@:20270107T120000
      DTEND;@:20270107T130000
      END:VEVENT
      """
    let series = try ForeignSeries(zone: "Custom", offset: "+0100", weekly + later)
    let first = try series.sync()
    let reason = "the line shows the dates from 2027-01-07 on as they were before this change"
    #expect(first.error.contains("not kept: RANGE \"THISANDFUTURE\": \(reason)"), "\(first.error)")
    #expect(try series.item.contains("RANGE=THISANDFUTURE"))
    #expect(try series.sync().error.isEmpty)
  }

  @Test func getsTheZoneOfItsLineWithAnotherDate() throws {
    let series = try ForeignSeries(zone: "Custom", offset: "+0215", weekly)
    try series.sync()
    #expect(try series.line.contains("@due(2026-12-10 08:45 - 09:45) @repeat(weekly)\n"))
    let before = try series.item
    try series.edit("Choir", "Our choir")
    try series.sync()
    #expect(try series.item.contains("DTSTART;TZID=Custom:20261210T100000"))
    try series.edit("2026-12-10 08:45 - 09:45", "2027-01-14 09:00 - 10:00")
    try series.sync()
    let item = try series.item
    #expect(item.contains("DTSTART;TZID=Europe/Berlin:20270114T090000"))
    #expect(item.contains("TZID:Europe/Berlin") && item != before)
    try series.expectSameDates()
  }

  /// The day of a rule would be another one in the zone of the line.
  @Test func keepsItsZoneIfTheRuleNamesDaysOfIt() throws {
    let series = try ForeignSeries(
      zone: "Custom", offset: "-0745",
      weekly.replacing("T100000", with: "T200000").replacing("T110000", with: "T210000")
        .replacing("WEEKLY", with: "WEEKLY;BYDAY=TH"))
    try series.sync()
    #expect(try series.line.contains("@due(2026-12-11 04:45 - 05:45)"))
    try series.edit("2026-12-11 04:45 - 05:45", "2026-12-11 05:00 - 06:00")
    try series.sync()
    #expect(try series.item.contains("DTSTART;TZID=Custom:20261210T201500"))
  }

  @Test(arguments: [
    "DTSTART:20261210T090000Z\nDTEND:20261210T100000Z", "DTSTART;@:20261210T111500",
  ])
  func isOneThatItsLineMadeOfASingleDate(dates: String) throws {
    let single =
      "BEGIN:VEVENT\nUID:a\nDTSTAMP:20261101T000000Z\nSUMMARY:Choir\n\(dates)\nEND:VEVENT"
    let series = try ForeignSeries(zone: "Custom", offset: "+0215", single)
    try series.sync()
    try series.edit("- Choir", "- Choir @repeat(weekly)")
    try series.sync()
    #expect(try series.item.contains("DTSTART;TZID=Europe/Berlin:20261210T100000"))
    try series.expectSameDates()
  }

  @Test(arguments: ["VTODO", "VEVENT"])
  func withACountKeepsItsUIDAndPropertiesWhenADateIsDone(kind: String) throws {
    let home = try StoreHome()
    let due = kind == "VTODO" ? "DUE;TZID=Europe/Berlin:20261210T100000\n" : ""
    try home.item(
      "v/x/1.ics",
      """
      BEGIN:\(kind)
      UID:a
      DTSTAMP:20261101T000000Z
      SUMMARY:Water
      DTSTART;TZID=Europe/Berlin:20261210T100000
      \(due)RRULE:FREQ=WEEKLY;COUNT=30
      ATTACH:https://example.org/a
      X-COLOR:red
      END:\(kind)
      """)
    try home.scratch.write("n/x.taskpaper", "")
    _ = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    #expect(try home.run("done", "Water", "-f", "n").status == 0)
    let run = try home.run("sync", "tasks:n", "vdir:v")
    #expect(run.output.contains("repeats weekly 30 times → weekly 29 times"))
    let item = try home.scratch.text("v/x/1.ics")
    #expect(item.contains("UID:a") && item.contains("RRULE:FREQ=WEEKLY;COUNT=29"))
    #expect(item.contains("ATTACH:") && item.contains("X-COLOR:red"))
    #expect(item.contains("20261217T100000") && !item.contains("COMPLETED"))
    #expect(try home.run("sync", "tasks:n", "vdir:v").output.isEmpty)
  }
}
