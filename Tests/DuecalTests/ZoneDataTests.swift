import Foundation
import Testing

/// A home folder with two versions of the zone data: in `old`, clocks in Vancouver change as in Los Angeles; in `new`, they
/// stay as in Phoenix.
private struct ZoneHome {
  let home: StoreHome

  init() throws {
    home = try StoreHome()
    for (version, vancouver) in [("old", "America/Los_Angeles"), ("new", "America/Phoenix")] {
      for (name, source) in [
        ("America/Vancouver", vancouver), ("Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC"),
      ] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(source)"))
        try home.scratch.write("\(version)/\(name)", data)
      }
      try home.scratch.write(
        "\(version)/zone1970.tab",
        "CA\t+4916-12307\tAmerica/Vancouver\nDE\t+5230+01322\tEurope/Berlin\n")
    }
  }

  func run(_ version: String, _ words: String...) throws -> Run {
    try home.run(words, environment: ["TZDIR": home.scratch.path(version)])
  }

  func text(_ name: String) throws -> String { try home.scratch.text(name) }

  /// The only item of a folder.
  func item() throws -> (path: String, text: String) {
    let files = try home.scratch.contents().keys.filter { $0.hasSuffix(".ics") }
    #expect(files.count == 1)
    let path = try #require(files.first)
    return (path, try text(path))
  }
}

/// True if a text has the VTIMEZONE of a province without summer time.
private func isNew(_ text: String) -> Bool { !text.contains("TZOFFSETTO:-0800") }

@Suite("New zone data")
struct ZoneDataTests {
  private let line = "- Call @due(2026-12-03 15:00) @tz(America/Vancouver)\n"

  @Test func areThoseOfTZDIRInEveryCommand() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("a.taskpaper", line)
    for (version, time, instant) in [
      ("old", "00:00 [ ] Call", "20261203T230000Z"), ("new", "23:00 [ ] Call", "20261203T220000Z"),
    ] {
      #expect(try home.run(version, "list", "all", "a.taskpaper").output.contains(time))
      let feed = try home.run(version, "export", "a.taskpaper", "--times", "utc").output
      #expect(feed.contains("DUE:\(instant)"))
    }
  }

  @Test func renewAFeedAndAreReportedOnce() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("a.taskpaper", line)
    _ = try home.run("old", "export", "a.taskpaper", "-o", "a.ics")
    let old = try home.text("a.ics")
    let run = try home.run("new", "export", "a.taskpaper", "-o", "a.ics")
    #expect(run.status == 0)
    #expect(
      run.error.contains(
        "a.ics: the time zone data of America/Vancouver have changed: 1 item at the old times of day"
      ))
    let new = try home.text("a.ics")
    #expect(!isNew(old) && isNew(new) && new.contains("DUE;TZID=America/Vancouver:20261203T150000"))
    #expect(try home.run("new", "export", "a.taskpaper", "-o", "a.ics").error.isEmpty)
    #expect(try home.text("a.ics") == new)
  }

  @Test func renewTheTimesInUTCOfAFeed() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("a.taskpaper", line)
    for (version, time) in [("old", "20261203T230000Z"), ("new", "20261203T220000Z")] {
      _ = try home.run(version, "export", "a.taskpaper", "-o", "a.ics", "--times", "utc")
      #expect(try home.text("a.ics").contains("DUE:\(time)"))
    }
  }

  @Test func renewItemsOfASyncAndAreReportedOnce() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("n/a.taskpaper", line)
    _ = try home.run("old", "sync", "tasks:n", "vdir:v", "--yes")
    #expect(!isNew(try home.item().text))
    let run = try home.run("new", "sync", "tasks:n", "vdir:v")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.error.contains("vdir:v: the time zone data have changed: 1 item of duecal keeps"))
    let item = try home.item().text
    #expect(isNew(item) && item.contains("DUE;TZID=America/Vancouver:20261203T150000"))
    #expect(item.contains("SEQUENCE:1"))
    let again = try home.run("new", "sync", "tasks:n", "vdir:v")
    #expect(again.output.isEmpty && again.error.isEmpty)
    #expect(try home.text("n/a.taskpaper") == line)
    #expect(try home.item().text == item)
  }

  @Test func renewTwoItemsOfOneFile() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("n/a.taskpaper", line)
    _ = try home.run("old", "sync", "tasks:n", "vdir:v", "--yes")
    let (path, text) = try home.item()
    let parts = text.components(separatedBy: "BEGIN:VTODO")
    let second = parts[1].replacing(/UID:[^\r\n]*/, with: "UID:second")
    try home.home.scratch.write(
      path,
      parts[0] + "BEGIN:VTODO" + parts[1].replacing("END:VCALENDAR\r\n", with: "") + "BEGIN:VTODO"
        + second)
    _ = try home.run("old", "sync", "tasks:n", "vdir:v")
    let run = try home.run("new", "sync", "tasks:n", "vdir:v")
    #expect(run.status == 0 && run.output.isEmpty, "\(run.error)")
    #expect(run.error.contains("the time zone data have changed: 2 items of duecal keep"))
    #expect(isNew(try home.item().text))
    #expect(try home.run("new", "sync", "tasks:n", "vdir:v").error.isEmpty)
  }

  @Test func renewItemsBeforeAStoreIsChanged() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("v/x/displayname", "x")
    let words = "Call @due(2026-12-03 15:00) @tz(America/Vancouver)"
    #expect(try home.run("old", "add", words, "-f", "vdir:v").status == 0)
    #expect(!isNew(try home.item().text))
    let run = try home.run("new", "snooze", "call", "+1d", "-f", "vdir:v")
    #expect(run.status == 0 && run.error.contains("the time zone data have changed"))
    let item = try home.item().text
    #expect(isNew(item) && item.contains("DUE;TZID=America/Vancouver:20261204T150000"))
    #expect(!(try home.run("new", "snooze", "call", "+1d", "-f", "vdir:v").error.contains("zone")))
  }

  /// Two machines with their own states, zone data and task files, and one folder.
  @Test func ofTwoMachinesWithOneFolderRenewItOnceEach() throws {
    let home = try ZoneHome()
    func sync(_ version: String) throws -> Run {
      let scratch = home.home.scratch
      return try home.home.run(
        ["sync", "tasks:\(version)-notes", "vdir:v", "--yes"],
        environment: [
          "TZDIR": scratch.path(version), "XDG_STATE_HOME": scratch.path("\(version)-state"),
        ])
    }
    try home.home.scratch.write("old-notes/a.taskpaper", line)
    try home.home.scratch.write("new-notes/a.taskpaper", "")
    for version in ["old", "new"] { #expect(try sync(version).status == 0) }
    let lines = try ["old", "new"].map { try home.text("\($0)-notes/a.taskpaper") }
    #expect(lines == [line, line])
    var item = try home.item().text
    for round in 2...4 {
      for version in ["old", "new"] {
        let run = try sync(version)
        #expect(run.status == 0 && run.output.isEmpty, "\(round) \(version): \(run.output)")
        #expect(run.error.isEmpty, "\(round) \(version): \(run.error)")
      }
      if round == 2 { item = try home.item().text }
      #expect(try home.item().text == item)
      #expect(try ["old", "new"].map { try home.text("\($0)-notes/a.taskpaper") } == lines)
    }
  }

  @Test(arguments: ["ATTENDEE:mailto:ann@example.org\n", "ORGANIZER:mailto:ann@example.org\n"])
  func onlyNameItemsWithGuests(guest: String) throws {
    let home = try ZoneHome()
    try home.home.scratch.write("n/a.taskpaper", line)
    _ = try home.run("old", "sync", "tasks:n", "vdir:v", "--yes")
    let (path, text) = try home.item()
    let guests = text.replacingOccurrences(
      of: "SUMMARY", with: guest.replacingOccurrences(of: "\n", with: "\r\n") + "SUMMARY")
    try home.home.scratch.write(path, guests)
    _ = try home.run("old", "sync", "tasks:n", "vdir:v")
    let run = try home.run("new", "sync", "tasks:n", "vdir:v")
    #expect(run.error.contains("1 item of other programs, or with guests, has a VTIMEZONE"))
    #expect(try home.item().text == guests)
    #expect(try home.run("new", "sync", "tasks:n", "vdir:v").error.isEmpty)
    try home.home.scratch.write(
      "n/a.taskpaper", line.replacingOccurrences(of: "15:00", with: "16:00"))
    _ = try home.run("new", "sync", "tasks:n", "vdir:v", "--allow-scheduling")
    let item = try home.item().text
    #expect(isNew(item) && item.contains("DUE;TZID=America/Vancouver:20261203T160000"))
  }

  /// khal's VTIMEZONE never leaves summer time after March 2027.
  @Test func areWrittenForADateThatTheVTIMEZONEDoesNotCover() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "v/x/1.ics",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//PIMUTILS.ORG//NONSGML khal / icalendar //EN
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:20261025T020000
      TZNAME:CET
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20270328T030000
      TZNAME:CEST
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:1
      DTSTAMP:20261101T000000Z
      SUMMARY:Dentist
      DTSTART;TZID=Europe/Berlin:20261224T100000
      DTEND;TZID=Europe/Berlin:20261224T110000
      END:VEVENT
      END:VCALENDAR

      """.replacingOccurrences(of: "\n", with: "\r\n"))
    try home.scratch.write("n/x.taskpaper", "")
    _ = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    let line = try home.scratch.text("n/x.taskpaper")
    #expect(line.contains("2026-12-24 10:00"))
    try home.scratch.write(
      "n/x.taskpaper", line.replacingOccurrences(of: "2026-12-24", with: "2028-01-13"))
    let run = try home.run("sync", "tasks:n", "vdir:v")
    #expect(run.status == 0)
    #expect(run.error.contains("the VTIMEZONE \"Europe/Berlin\" of \"Dentist\""))
    let item = try home.scratch.text("v/x/1.ics")
    #expect(item.contains("DTSTART;TZID=Europe/Berlin:20280113T100000"))
    #expect(!item.contains("20270328T030000\r\nTZNAME:CEST") && item.contains("RRULE:FREQ=YEARLY"))
  }

  @Test func differFromACalendarAsACheckSays() throws {
    let home = try ZoneHome()
    try home.home.scratch.write("a.taskpaper", line)
    for (version, other) in [("old", "new"), ("new", "old")] {
      _ = try home.run(version, "export", "a.taskpaper", "-o", "\(version).ics")
      #expect(try home.run(version, "check", "\(version).ics").output.isEmpty)
      let run = try home.run(other, "check", "\(version).ics")
      #expect(
        run.output.contains(
          "the VTIMEZONE \"America/Vancouver\" and the system's zone differ on dates of \"Call\""))
      #expect(run.output.contains("duecal reads the VTIMEZONE"))
    }
  }

  @Test func leaveTheInstantsOfACalendarThatIsImported() throws {
    let home = try ZoneHome()
    try home.home.scratch.write(
      "a.taskpaper", "- Call @due(2026-12-03 15:00 - 16:00) @tz(America/Vancouver)\n")
    _ = try home.run("new", "export", "a.taskpaper", "-o", "a.ics", "--plain")
    _ = try home.run("old", "import", "a.ics", "--into", "b.taskpaper", "--zone", "Europe/Berlin")
    #expect(
      try home.text("b.taskpaper").contains("2026-12-03 23:00 - 2026-12-04 00:00")
        || home.text("b.taskpaper").contains("2026-12-03 23:00 thru 2026-12-04 00:00"))
  }

  /// A task of another program, with the rules of the old data.
  private func foreign(_ home: ZoneHome) throws {
    try home.home.item(
      "v/x/1.ics",
      """
      BEGIN:VTIMEZONE
      TZID:America/Vancouver
      BEGIN:DAYLIGHT
      DTSTART:20070311T020000
      TZOFFSETFROM:-0800
      TZOFFSETTO:-0700
      RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20071104T020000
      TZOFFSETFROM:-0700
      TZOFFSETTO:-0800
      RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      UID:1
      DTSTAMP:20261001T000000Z
      SUMMARY:Call
      DUE;TZID=America/Vancouver:20261203T100000
      END:VTODO
      """)
    try home.home.scratch.write("n/x.taskpaper", "")
    _ = try home.run("old", "sync", "tasks:n", "vdir:v", "--yes")
    #expect(
      try home.text("n/x.taskpaper") == "- Call @due(2026-12-03 10:00) @tz(America/Vancouver)\n")
  }

  @Test func correctTheLinesOfItemsOfOtherProgramsOnce() throws {
    let home = try ZoneHome()
    try foreign(home)
    let item = try home.item().text
    let run = try home.run("new", "sync", "tasks:n", "vdir:v")
    #expect(
      run.error.contains("tasks:n: the time zone data have changed, and the calendars of 1 item"))
    #expect(try home.text("n/x.taskpaper") == "- Call @due(2026-12-03 19:00)\n")
    #expect(try home.item().text == item)
    let again = try home.run("new", "sync", "tasks:n", "vdir:v")
    #expect(again.output.isEmpty && again.error.isEmpty)
  }

  @Test func areWrittenIntoTheItemOfAnotherProgramWhoseLineMoves() throws {
    let home = try ZoneHome()
    try foreign(home)
    try home.home.scratch.write(
      "n/x.taskpaper", "- Call @due(2026-12-04 10:00) @tz(America/Vancouver)\n")
    _ = try home.run("new", "sync", "tasks:n", "vdir:v")
    let item = try home.item().text
    #expect(isNew(item) && item.contains("DUE;TZID=America/Vancouver:20261204T100000"))
    #expect(
      try home.text("n/x.taskpaper") == "- Call @due(2026-12-04 10:00) @tz(America/Vancouver)\n")
  }
}
