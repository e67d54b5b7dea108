import CalendarItems
import Diagnostics
import ExactText
import Foundation
import ICalendar
import TaskDates
import Testing

/// The data of a folder of zones in which Vancouver and Berlin have the data of other places.
private func database(vancouver: String) throws -> ZoneDatabase {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID())")
  let america = folder.appendingPathComponent("America")
  try FileManager.default.createDirectory(at: america, withIntermediateDirectories: true)
  let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(vancouver)"))
  try data.write(to: america.appendingPathComponent("Vancouver"))
  return ZoneDatabase(directory: folder.path)
}

/// A change of clocks: its kind, local time, offsets and rule.
private func change(
  _ kind: String, _ start: String, _ from: String, _ to: String, _ rule: String = ""
) -> String {
  """
  BEGIN:\(kind)
  DTSTART:\(start)
  TZOFFSETFROM:\(from)
  TZOFFSETTO:\(to)
  TZNAME:X
  \(rule)END:\(kind)

  """
}

private func zone(_ changes: String..., named name: String = "America/Vancouver") -> String {
  "BEGIN:VTIMEZONE\nTZID:\(name)\n\(changes.joined())END:VTIMEZONE\n"
}

/// The instant of an event at a local time, as UTC.
private func read(
  _ time: String, in zone: String, named name: String = "America/Vancouver", more: String = "",
  program: String = "x", database: ZoneDatabase = ZoneDatabase(), renews: Bool = false
) throws -> String {
  let text = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:\(program)
    \(zone)BEGIN:VEVENT
    UID:1
    DTSTART;TZID=\(name):\(time)
    \(more)END:VEVENT
    END:VCALENDAR

    """
  let reading = CalendarReading(bytes: Array(text.utf8), database: database, renewsZones: renews)
  let item = try #require(reading.items.first?.item)
  let anchor = try #require(item.anchor.zoneName.flatMap { reading.anchors[$0] })
  let instant = anchor.instant(of: try #require(item.when).startDate)
  return try #require(instant.utc).formattedDate
}

private let permanent = zone(
  change("DAYLIGHT", "20260308T020000", "-0800", "-0700"),
  change("STANDARD", "20261101T020000", "-0700", "-0700"))

@Suite("A VTIMEZONE of a place")
struct CoveredZonesTests {
  /// The data of a province that no longer changes its clocks, and older data.
  @Test func decidesInBothDirections() throws {
    let (old, new) = (
      try database(vancouver: "America/Los_Angeles"), try database(vancouver: "America/Phoenix")
    )
    #expect(try read("20261201T100000", in: permanent, database: old) == "2026-12-01 17:00")
    #expect(try read("20261201T100000", in: permanent, database: new) == "2026-12-01 17:00")
    #expect(try read("20281201T100000", in: permanent, database: old) == "2028-12-01 17:00")
    let rules = zone(
      change(
        "DAYLIGHT", "20070311T020000", "-0800", "-0700", "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\n"),
      change(
        "STANDARD", "20071104T020000", "-0700", "-0800", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\n")
    )
    for database in [old, new] {
      #expect(try read("20261201T100000", in: rules, database: database) == "2026-12-01 18:00")
      #expect(try read("20401201T100000", in: rules, database: database) == "2040-12-01 18:00")
    }
  }

  @Test func leavesTheTimeBeforeItToTheSystem() throws {
    let rules = zone(
      change("STANDARD", "20261025T030000", "+0200", "+0100"), named: "Europe/Berlin")
    #expect(try read("20260701T100000", in: rules, named: "Europe/Berlin") == "2026-07-01 08:00")
    #expect(try read("19450701T100000", in: rules, named: "Europe/Berlin") == "1945-07-01 07:00")
  }

  /// As khal writes them: the change before an item, and the one after it.
  @Test(arguments: [
    ("20261224T100000", "2026-12-24 09:00"), ("20270701T100000", "2027-07-01 08:00"),
    ("20280113T100000", "2028-01-13 09:00"), ("20500701T100000", "2050-07-01 08:00"),
  ])
  func endsWithItsLastChange(time: String, instant: String) throws {
    let winter = change("STANDARD", "20261025T020000", "+0200", "+0100")
    let summer = change("DAYLIGHT", "20270328T030000", "+0100", "+0200")
    let name = "Europe/Berlin"
    #expect(try read(time, in: zone(winter, summer, named: name), named: name) == instant)
    #expect(try read(time, in: zone(winter, named: name), named: name) == instant)
  }

  @Test func endsWithItsRules() throws {
    let rules = zone(
      change(
        "DAYLIGHT", "19870405T020000", "-0500", "-0400",
        "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4;UNTIL=20060402T070000Z\n"),
      change(
        "STANDARD", "19871025T020000", "-0400", "-0500",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20061029T060000Z\n"),
      named: "America/New_York")
    #expect(try read("20260320T100000", in: rules, named: "America/New_York") == "2026-03-20 14:00")
  }

  @Test func withoutChangesIsAFixedOffset() throws {
    let fixed = zone(
      change("STANDARD", "19700101T000000", "+0100", "+0100"), named: "Europe/Berlin")
    #expect(try read("20260701T100000", in: fixed, named: "Europe/Berlin") == "2026-07-01 09:00")
    #expect(try read("20261201T100000", in: fixed, named: "Europe/Berlin") == "2026-12-01 09:00")
  }

  @Test(arguments: [
    "Europe/Berlin", "europe/berlin", "/mozilla.org/20050126_1/Europe/Berlin",
    "W. Europe Standard Time",
  ])
  func decidesUnderEachOfItsNames(name: String) throws {
    let fixed = zone(change("STANDARD", "19700101T000000", "+0300", "+0300"), named: name)
    #expect(try read("20261201T100000", in: fixed, named: name) == "2026-12-01 07:00")
  }

  @Test func decidesForEachDateOfASeries() throws {
    let name = "Europe/Berlin"
    let rules = zone(
      change(
        "DAYLIGHT", "19700329T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\n"),
      change(
        "STANDARD", "19701025T030000", "+0200", "+0100",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20271031T010000Z\n"),
      named: name)
    // The item begins where both agree, and goes on where they do not.
    let text = try read("20261201T100000", in: rules, named: name, more: "RRULE:FREQ=WEEKLY\n")
    #expect(text == "2026-12-01 09:00")
  }

  /// A file that cannot be read as a zone says nothing.
  @Test func thatCannotBeReadIsIgnored() throws {
    let broken = zone(change("STANDARD", "x", "+0300", "+0300"), named: "Europe/Berlin")
    #expect(try read("20261201T100000", in: broken, named: "Europe/Berlin") == "2026-12-01 09:00")
  }

  @Test func ofDuecalMeansTheSystemsZoneInAStore() throws {
    let own = "-//duecal//duecal//EN"
    let old = try database(vancouver: "America/Los_Angeles")
    #expect(
      try read("20261201T100000", in: permanent, program: own, database: old, renews: true)
        == "2026-12-01 18:00")
    #expect(
      try read("20261201T100000", in: permanent, program: own, database: old) == "2026-12-01 17:00")
    #expect(
      try read("20261201T100000", in: permanent, database: old, renews: true) == "2026-12-01 17:00")
    // The form of other programs, in a calendar that duecal has put together.
    let theirs = permanent.replacingOccurrences(
      of: "DTSTART:20261101T020000\nTZOFFSETFROM:-0700",
      with: "TZOFFSETFROM:-0700\nDTSTART:20261101T020000")
    #expect(
      try read("20261201T100000", in: theirs, program: own, database: old, renews: true)
        == "2026-12-01 17:00")
  }

  @Test func isNamedByACheckWhereItDiffers() throws {
    func found(_ zone: String, _ time: String) throws -> [String] {
      let text = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:x
        \(zone)BEGIN:VEVENT
        UID:1
        SUMMARY:Dentist
        DTSTART;TZID=America/Vancouver:\(time)
        END:VEVENT
        END:VCALENDAR

        """
      let database = try database(vancouver: "America/Los_Angeles")
      var comparison = ZoneComparison(CalendarReading(bytes: Array(text.utf8), database: database))
      return comparison.diagnostics().map(\.sentence)
    }
    #expect(try found(permanent, "20260701T100000") == [])
    #expect(
      try found(permanent, "20261201T100000") == [
        "the VTIMEZONE \"America/Vancouver\" and the system's zone differ on dates of \"Dentist\": "
          + "2026-12-01 10:00 is 2026-12-01 17:00 UTC, or 2026-12-01 18:00 UTC; duecal reads the "
          + "VTIMEZONE"
      ])
    let ends = zone(
      change("STANDARD", "20261101T020000", "-0700", "-0800"),
      change("DAYLIGHT", "20270314T020000", "-0800", "-0700"))
    #expect(try found(ends, "20261201T100000") == [])
    #expect(
      try found(ends, "20280101T100000").first?.hasSuffix("duecal reads the system's zone") == true)
  }
}
