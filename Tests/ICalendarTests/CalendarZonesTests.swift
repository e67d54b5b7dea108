import Diagnostics
import Foundation
import ICalendar
import TaskDates
import Testing

private func zones(_ lines: String, directory: String = "/usr/share/zoneinfo") -> CalendarZones {
  CalendarZones(
    ICSDocument(bytes: Array(lines.utf8)), database: ZoneDatabase(directory: directory))
}

private func meaning(_ tzid: String, in lines: String = "") -> CalendarZones.Meaning? {
  var zones = zones(lines)
  return zones.zone(forTZID: tzid)
}

/// A VTIMEZONE whose offset never changes.
private func fixed(_ tzid: String, _ offset: String, _ more: String = "") -> String {
  """
  BEGIN:VTIMEZONE
  TZID:\(tzid)
  \(more)BEGIN:STANDARD
  DTSTART:19700101T000000
  TZOFFSETFROM:\(offset)
  TZOFFSETTO:\(offset)
  END:STANDARD
  END:VTIMEZONE

  """
}

private func calendar(_ lines: String) -> String { "BEGIN:VCALENDAR\n\(lines)END:VCALENDAR\n" }

@Suite("What a TZID means")
struct CalendarZonesTests {
  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin", CalendarZones.Source.database), ("UTC", "UTC", .database),
    ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires", .database),
    ("europe/berlin", "Europe/Berlin", .alias), ("ETC/utc", "Etc/UTC", .alias),
    ("Z", "UTC", .alias), ("(UTC)", "UTC", .alias), ("Europe_London", "Europe/London", .alias),
    ("US-Eastern", "US/Eastern", .alias), ("America/Los Angeles", "America/Los_Angeles", .alias),
    ("America-Argentina-Buenos_Aires", "America/Argentina/Buenos_Aires", .alias),
    ("posix/Europe/Vaduz", "Europe/Vaduz", .alias),
    ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin", .prefixed),
    ("/freeassociation.sourceforge.net/Tzfile/Asia/Tokyo", "Asia/Tokyo", .prefixed),
    ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin", .prefixed),
    ("/softwarestudio.org/Olson_20011030_5/America/New_York", "America/New_York", .prefixed),
    ("/citadel.org/20070227_1/America/Indiana/Knox", "America/Indiana/Knox", .prefixed),
    ("/Europe/Stockholm", "Europe/Stockholm", .prefixed),
    ("W. Europe Standard Time", "Europe/Berlin", .windows),
    ("\"W. Europe Standard Time\"", "Europe/Berlin", .windows),
    ("pacific standard time", "America/Los_Angeles", .windows),
    ("Pacific Daylight Time", "America/Los_Angeles", .windows),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin", .windows),
    ("(GMT-05:00) Eastern Time (US & Canada)", "America/New_York", .windows),
    ("Kuala Lumpur\\, Singapore", "Asia/Singapore", .windows),
    ("tzone://Microsoft/Utc", "Etc/UTC", .windows), ("UTC-11", "Etc/GMT+11", .windows),
    ("GMT+05:30", "GMT+05:30", .offset), ("UTC-0800", "Etc/GMT+8", .offset),
    ("+0100", "Etc/GMT-1", .offset), ("(GMT -03:00)", "Etc/GMT+3", .offset),
  ])
  func aNameIsThatOfAZone(tzid: String, name: String, source: CalendarZones.Source) throws {
    let found = try #require(meaning(tzid))
    #expect(found.name == name)
    #expect(found.source == source)
    #expect(found.isIANA == (name != "GMT+05:30"))
  }

  @Test(arguments: [
    "", " ", "Mars/Olympus", "Customized Time Zone", "tzone://Microsoft/Custom", "CST", "PST",
    "GMT-05.00/-04.00", "GMT +0100 (Standard) / GMT +0200 (Daylight)", "(UTC+01:00) Atlantis", "+5",
    "0100", "+0160", "UTC+25", "../../../../dev/zero", "/../../etc/passwd", "/", "//", "Europe",
    "Europe/", "/dev/tty", "leapseconds", "tzdata.zi", "posix/../../x", "a\u{0}b",
  ])
  func whatNobodyKnowsMeansNothing(tzid: String) {
    #expect(meaning(tzid) == nil)
  }

  @Test func anOffsetInANameIsRead() throws {
    #expect(try #require(meaning("GMT+05:30")).zone.offset(at: .epoch) == 19_800)
    #expect(try #require(meaning("UTC-0800")).zone.offset(at: .epoch) == -28_800)
    #expect(try #require(meaning("GMT-3:30")).zone.offset(at: .epoch) == -12_600)
  }

  @Test func aVTIMEZONEDefinesAZoneWithAnUnknownName() throws {
    let found = try #require(meaning("Ours", in: calendar(fixed("Ours", "+0300"))))
    #expect(found.source == .definition)
    #expect(found.name == "Ours")
    #expect(!found.isIANA)
    #expect(found.zone.offset(at: .epoch) == 10_800)
    #expect(found.begins != nil)
  }

  @Test func aVTIMEZONEOfAKnownZoneCountsIfItCanBeRead() throws {
    let lines = calendar(
      fixed("Europe/Berlin", "nonsense") + fixed("W. Europe Standard Time", "+0900"))
    #expect(zones(lines).diagnostics.isEmpty)
    #expect(try #require(meaning("Europe/Berlin", in: lines)).source == .database)
    let other = try #require(meaning("W. Europe Standard Time", in: lines))
    #expect(other.source == .definition && other.zone.offset(at: .epoch) == 32_400)
    #expect(other.name == "W. Europe Standard Time (VTIMEZONE)")
  }

  @Test func aVTIMEZONEMayNameAnotherZone() throws {
    for name in ["X-LIC-LOCATION", "TZID-ALIAS-OF"] {
      let lines = calendar(fixed("Ours", "+0300", "\(name):Pacific/Fiji\n"))
      let found = try #require(meaning("Ours", in: lines))
      #expect(found.zone.offset(at: .epoch) == 10_800)
      var zones = zones(lines)
      #expect(zones.ianaName(of: found) == "Pacific/Fiji")
    }
    let numbered = calendar(fixed("Customized Time Zone", "x", "X-MICROSOFT-CDO-TZID:4\n"))
    #expect(meaning("Customized Time Zone", in: numbered)?.name == "Europe/Berlin")
  }

  @Test func aNameThatIsNotAPlaceMeansWhatTheFileDefines() throws {
    let zone = try #require(meaning("EST", in: calendar(fixed("EST", "+1000"))))
    #expect(zone.source == .definition)
    #expect(zone.zone.offset(at: .epoch) == 36_000)
    #expect(zones(calendar(fixed("EST", "+1000"))).diagnostics.map(\.severity) == [.warning])
    #expect(meaning("EST", in: calendar(fixed("EST", "-0500")))?.source == .database)
    #expect(meaning("Z", in: calendar(fixed("Z", "+0200")))?.zone.offset(at: .epoch) == 7200)
    #expect(meaning("GMT+05:30", in: calendar(fixed("GMT+05:30", "+0530")))?.source == .definition)
  }

  @Test func eachCalendarHasItsOwnVTIMEZONEs() throws {
    let lines = calendar(fixed("Ours", "+0300")) + calendar(fixed("Ours", "+0400")) + calendar("")
    let document = ICSDocument(bytes: Array(lines.utf8))
    let calendars = document.components.indices.filter {
      document.components[$0].name == "VCALENDAR"
    }
    var zones = CalendarZones(document)
    let offsets = calendars.map {
      zones.zone(forTZID: "Ours", inCalendar: $0)?.zone.offset(at: .epoch)
    }
    #expect(offsets == [10_800, 14_400, 10_800])
    #expect(zones.diagnostics.isEmpty)
  }

  @Test func ofTwoThatDifferTheFirstHoldsAndItIsReported() {
    let lines = calendar(fixed("Ours", "+0300") + fixed("Ours", "-0500") + fixed("Ours", "+0300"))
    #expect(meaning("Ours", in: lines)?.zone.offset(at: .epoch) == 10_800)
    #expect(
      zones(lines).diagnostics.map(\.description) == [
        "10:1: warning: a second VTIMEZONE \"Ours\" differs from the first one, which is used"
      ])
  }

  @Test func whatIsRefusedMeansNothingAndIsReportedWithItsPlace() {
    let lines = calendar(fixed("Z", "x"))
    #expect(meaning("Z", in: lines) == nil)
    #expect(
      zones(lines).diagnostics.map(\.description) == [
        "6:1: error: VTIMEZONE \"Z\" is not read: \"x\" is not an offset such as +0100"
      ])
    #expect(
      zones(lines).reason(forTZID: "Z").hasPrefix("the VTIMEZONE of the zone \"Z\" is not read"))
    #expect(
      zones(lines).reason(forTZID: "Mars/Olympus").hasPrefix("the zone \"Mars/Olympus\" is unknown")
    )
  }

  @Test func aVTIMEZONEWithoutANameMayBeThatOfAnyNameWithoutAPlace() {
    let lines = calendar(fixed("", "+0200"))
    #expect(meaning("Z", in: lines) == nil)
    #expect(meaning("Europe/Berlin", in: lines) != nil)
    #expect(zones(lines).diagnostics.map(\.place.line) == [2])
  }

  @Test func onlySoManyVTIMEZONEsAreRead() {
    var limits = TimeZoneLimits()
    limits.definitions = 2
    let lines = calendar((0..<4).map { fixed("Ours\($0)", "+0300") }.joined())
    var zones = CalendarZones(ICSDocument(bytes: Array(lines.utf8)), limits: limits)
    #expect(zones.zone(forTZID: "Ours1") != nil)
    #expect(zones.zone(forTZID: "Ours2") == nil)
    #expect(zones.diagnostics.count == 1)
  }

  @Test func aVTIMEZONEThatNeverEndsIsReportedOnceAndNotRead() {
    let lines = String(repeating: "BEGIN:VTIMEZONE\nTZID:Ours\n", count: 50) + fixed("Z", "+0300")
    #expect(meaning("Ours", in: lines) == nil)
    #expect(meaning("Z", in: lines) != nil)
    #expect(
      zones(lines).diagnostics.map(\.description) == [
        "1:1: error: this VTIMEZONE is not read: it has no end"
      ])
  }

  @Test func aVTIMEZONEThatIsTooLongIsNotRead() {
    var limits = TimeZoneLimits()
    limits.bytes = 50
    let zones = CalendarZones(ICSDocument(bytes: Array(fixed("Z", "+0300").utf8)), limits: limits)
    #expect(
      zones.diagnostics.map(\.sentence) == [
        "this VTIMEZONE is not read: it has more than 50 bytes"
      ])
  }

  @Test func onlySoManyRulesOfVTIMEZONEsAreRead() {
    var limits = TimeZoneLimits()
    limits.allRules = 1
    let rule = "RRULE:FREQ=YEARLY\n"
    let lines = calendar((0..<4).map { fixed("Ours\($0)", "+0300", rule) }.joined())
    var zones = CalendarZones(ICSDocument(bytes: Array(lines.utf8)), limits: limits)
    #expect(zones.zone(forTZID: "Ours1") != nil)
    #expect(zones.zone(forTZID: "Ours2") == nil)
    #expect(zones.diagnostics.count == 1)
  }

  @Test func onlySoManyTZIDsAreLookedUp() {
    var limits = TimeZoneLimits()
    limits.names = 2
    var zones = CalendarZones(ICSDocument(bytes: []), limits: limits)
    #expect(zones.zone(forTZID: "Mars/Olympus") == nil)
    #expect(zones.zone(forTZID: "Asia/Tokyo") != nil)
    #expect(zones.zone(forTZID: "Europe/Berlin") == nil)
    #expect(zones.zone(forTZID: "Asia/Tokyo") != nil)
  }

  @Test func aPropertyIsAskedForItsZone() {
    var zones = zones("")
    let line = PropertyLine(
      Array("DTSTART;X=1;tzid=\"Kuala Lumpur, Singapore\":20240101T090000".utf8))
    #expect(zones.zone(of: line)?.name == "Asia/Singapore")
    #expect(zones.zone(of: line)?.name == "Asia/Singapore")
    #expect(zones.zone(of: PropertyLine(Array("DTSTART:20240101T090000".utf8))) == nil)
  }

  @Test func aColonInATZIDIsSeenThoughNoQuotationMarksHoldIt() throws {
    var zones = zones("")
    let line = PropertyLine(Array("DTSTART;TZID=GMT+05:30:20240101T090000".utf8))
    let found = try #require(line.zoneWithColon)
    #expect(found.tzid == "GMT+05:30")
    #expect(String(decoding: line.bytes[found.value], as: UTF8.self) == "20240101T090000")
    let meaning = zones.zone(of: line)
    #expect(meaning?.zone.offset(at: .epoch) == 19_800)
    for other in [
      "X;TZID=Europe/Berlin:20240101T090000", "X;TZID=GMT+05:3", "X:30:1", "X;A=GMT+05:30:1",
    ] {
      #expect(PropertyLine(Array(other.utf8)).zoneWithColon == nil, "\(other)")
    }
  }

  @Test func aMergedFileHasOneVTIMEZONEManyTimes() {
    let lines = String(repeating: calendar(fixed("Ours", "+0300")), count: 3000)
    var zones = zones(lines)
    #expect(zones.diagnostics.isEmpty)
    let document = ICSDocument(bytes: Array(lines.utf8))
    let last = document.components.lastIndex { $0.name == "VCALENDAR" }
    #expect(zones.zone(forTZID: "Ours", inCalendar: last)?.source == .definition)
  }

  @Test func aSystemWithoutZonesReportsItAndReadsTheFilesOwn() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for directory in ["/proc/nowhere", folder.path] {
      #expect(throws: ZoneError.noDatabase(directory)) {
        try ZoneDatabase(directory: directory).check()
      }
      var zones = zones(calendar(fixed("Europe/Berlin", "+0100")), directory: directory)
      #expect(zones.zone(forTZID: "Europe/Berlin")?.source == .definition)
      #expect(zones.zone(forTZID: "Europe/Paris") == nil)
      #expect(zones.zone(forTZID: "UTC")?.zone.isUTC == true)
    }
    #expect(throws: Never.self) { try ZoneDatabase().check() }
  }
}

@Suite("The IANA name of a zone")
struct ZoneEquivalentTests {
  private func pair(_ october: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:Ours
    BEGIN:STANDARD
    DTSTART:16010101T000000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;BYDAY=\(october);BYMONTH=10;BYHOUR=3
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010101T000000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;BYHOUR=2
    END:DAYLIGHT
    END:VTIMEZONE

    """
  }

  @Test func anOwnZoneIsFoundByItsClocks() throws {
    var zones = zones(pair("-1SU"))
    let meaning = zones.zone(forTZID: "Ours")
    let ours = try #require(meaning)
    #expect(zones.equivalent(to: ours.zone) == "Europe/Berlin")
    #expect(zones.ianaName(of: ours) == "Europe/Berlin")
  }

  @Test func oneThatIsLikeNoOtherHasNoName() throws {
    var zones = zones(pair("2SU"))
    let meaning = zones.zone(forTZID: "Ours")
    let ours = try #require(meaning)
    #expect(zones.ianaName(of: ours) == nil)
  }

  @Test func everyZoneIsFoundAgainOrOneThatIsAlike() throws {
    var zones = zones("")
    let database = ZoneDatabase()
    for name in [
      "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Seoul",
    ] {
      let zone = try database.zone(named: name)
      let equivalent = zones.equivalent(to: zone)
      let found = try #require(equivalent)
      #expect(try database.zone(named: found).isAlike(zone, over: Zone.writtenYears))
    }
    #expect(zones.equivalent(to: try database.zone(named: "Asia/Seoul")) == "Asia/Tokyo")
    #expect(zones.equivalent(to: try database.zone(named: "Etc/GMT+12")) == "Etc/GMT+12")
  }

  @Test func clocksAreComparedAndNotNames() {
    let first = Zone(name: "A", first: .init(offset: 3600, abbreviation: "A"))
    let second = Zone(
      name: "B", first: .init(offset: 3600),
      changes: [(.epoch, .init(offset: 3600, isDaylight: true)), (.lastStamp, .init(offset: 0))])
    #expect(first.isAlike(second, over: .epoch...Instant(seconds: 1_000_000)))
    #expect(!first.isAlike(second, over: .epoch...Instant.lastStamp))
  }
}
