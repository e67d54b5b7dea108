import Foundation
import TaskDates
import Testing

/// A zone with one gap and one fold: at 2024-01-01 00:00 UTC clocks go from UTC-5 to UTC+10, and back on 2024-07-01.
private func synthetic() -> Zone {
  let early = Zone.Observance(offset: -5 * 3600, abbreviation: "E")
  let late = Zone.Observance(offset: 10 * 3600, abbreviation: "L")
  return Zone(
    name: "Test/Jump", first: early,
    changes: [
      (Instant(seconds: 1_704_067_200), late), (Instant(seconds: 1_719_792_000), early),
    ])
}

private func instants(_ text: String, _ zone: Zone) throws -> CivilInstants {
  zone.instants(of: try moment(text))
}

private func utc(_ text: String) throws -> Instant {
  Instant(seconds: try moment(text).secondNumber)
}

@Suite("A zone that jumps")
struct JumpTests {
  let zone = synthetic()

  // The gap runs from 2023-12-31 19:00 to 2024-01-01 10:00.
  @Test(arguments: [
    ("2023-06-01 12:00", "2023-06-01 17:00"),  // well before
    ("2023-12-31 18:59:59", "2023-12-31 23:59:59"),  // the last second before
    ("2024-01-01 10:00", "2024-01-01 00:00"),  // the first after
    ("2024-01-01 10:00:01", "2024-01-01 00:00:01"),
    ("2024-03-01 12:00", "2024-03-01 02:00"),  // well after
  ])
  func aTimeOutsideOfTheGapIsOneInstant(local: String, expected: String) throws {
    #expect(try instants(local, zone) == .one(utc(expected)))
  }

  @Test(arguments: [
    ("2023-12-31 19:00", "2024-01-01 00:00", "2023-12-31 09:00"),  // its first second
    ("2024-01-01 02:30", "2024-01-01 07:30", "2023-12-31 16:30"),  // its middle
    ("2024-01-01 09:59:59", "2024-01-01 14:59:59", "2023-12-31 23:59:59"),  // its last
  ])
  func aTimeInTheGapIsNone(local: String, before: String, after: String) throws {
    let found = try instants(local, zone)
    #expect(try found == .gap(before: utc(before), after: utc(after)))
    #expect(try found.compatible == utc(before))
  }

  // The fold runs from 2024-06-30 19:00 to 2024-07-01 10:00.
  @Test(arguments: [
    ("2024-06-30 18:59:59", "2024-06-30 08:59:59"), ("2024-07-01 10:00", "2024-07-01 15:00"),
  ])
  func aTimeOutsideOfTheFoldIsOneInstant(local: String, expected: String) throws {
    #expect(try instants(local, zone) == .one(utc(expected)))
  }

  @Test(arguments: [
    ("2024-06-30 19:00", "2024-06-30 09:00", "2024-07-01 00:00"),
    ("2024-07-01 02:30", "2024-06-30 16:30", "2024-07-01 07:30"),
    ("2024-07-01 09:59:59", "2024-06-30 23:59:59", "2024-07-01 14:59:59"),
  ])
  func aTimeInTheFoldIsTwo(local: String, first: String, second: String) throws {
    let found = try instants(local, zone)
    #expect(try found == .fold(first: utc(first), second: utc(second)))
    #expect(try found.compatible == utc(first))
  }
}

@Suite("Rules of zones")
struct ZoneRuleTests {
  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", 2024, 1_711_846_800, 1_729_990_800),
    ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 2024, 1_711_846_800, 1_729_990_800),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", 2024, 1_711_756_800, 1_729_897_200),
    ("AAA0BBB,J60/0,J365/0", 2024, 1_709_251_200, 1_735_599_600),
  ])
  func aRuleMakesItsChanges(text: String, year: Int, start: Int, end: Int) throws {
    let rule = try #require(ZoneRule(posix: text))
    let zone = Zone(name: "T", first: rule.standard, rule: rule)
    let from = Instant(seconds: 1_704_067_200)
    let changes = zone.transitions(after: from, through: from.advanced(by: 366 * 86_400))
    #expect(changes.map(\.instant.seconds) == [start, end])
  }

  @Test(arguments: [
    "", "C-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1x", "CET-168", "CET-25", "AAA-120",
    "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1",
  ])
  func whatIsNoRuleIsRefused(text: String) {
    #expect(ZoneRule(posix: text) == nil)
  }

  @Test func theCalendarRepeatsAfter400Years() throws {
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    for year in [2038, 2100, 2400, 2437, 2438, 5000, 9999] {
      let summer = DateTimeParameters(
        date: try DateParameters(year: year, month: 7, day: 1), time: .midnight)
      let instant = berlin.instant(of: summer)
      #expect(instant.seconds == summer.secondNumber - 7200, "\(year)")
      #expect(berlin.civil(at: instant) == summer)
    }
  }
}

@Suite("The system's zones")
struct ZoneDatabaseTests {
  @Test(arguments: [
    "", ".", "..", "../etc/passwd", "/etc/passwd", "Europe/../../etc/passwd", "Europe/", "a/b/c/d",
    "Europe//Berlin", "Europe/Berlin\0", "posix/Europe/Berlin", "right/UTC", "-x", "a b", "\u{E9}",
    "../../../dev/stdin", String(repeating: "a", count: 65),
  ])
  func aNameThatCouldBeAPathIsRefused(name: String) {
    #expect(throws: ZoneError.illegalName(name)) { try ZoneDatabase().zone(named: name) }
  }

  @Test func anUnknownZoneAndAMissingDatabaseAreTwoThings() {
    #expect(throws: ZoneError.unknown("Europe/Nowhere")) {
      try ZoneDatabase().zone(named: "Europe/Nowhere")
    }
    #expect(throws: ZoneError.unknown("Europe")) { try ZoneDatabase().zone(named: "Europe") }
    #expect(throws: ZoneError.noDatabase("/proc/nowhere")) {
      try ZoneDatabase(directory: "/proc/nowhere").zone(named: "Europe/Berlin")
    }
  }

  @Test(arguments: [0, 43, 44, 100, 500]) func aZoneFileThatIsCutOffIsDamaged(length: Int) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("duecal-\(length)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try whole.prefix(length).write(to: folder.appendingPathComponent("Cut"))
    #expect(throws: ZoneError.damaged("\(folder.path)/Cut")) {
      try ZoneDatabase(directory: folder.path).zone(named: "Cut")
    }
  }

  @Test func theSystemZoneIsThatOfTheCLibrary() throws {
    let database = ZoneDatabase()
    func name(_ variable: String?) throws -> String {
      try database.system(
        environment: variable.map { ["TZ": $0] } ?? [:], localTime: "/proc/nowhere/localtime"
      ).name
    }
    #expect(try name("Europe/Berlin") == "Europe/Berlin")
    #expect(try name(":Europe/Berlin") == "Europe/Berlin")
    #expect(try name("/usr/share/zoneinfo/Asia/Tokyo") == "Asia/Tokyo")
    #expect(try name("") == "UTC")
    #expect(try name(nil) == "UTC")
    #expect(try name("CET-1CEST,M3.5.0,M10.5.0/3") == "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(throws: ZoneError.self) { try name("Nowhere/City") }
  }

  @Test func zonesAreEqualOnlyWithOneNameAndOneClock() throws {
    let berlin = try ZoneDatabase().zone(named: "Europe/Berlin")
    let paris = try ZoneDatabase().zone(named: "Europe/Paris")
    #expect(berlin == berlin.called("Europe/Berlin"))
    #expect(berlin != berlin.called("Europe/Paris"))
    #expect(berlin != paris.called("Europe/Berlin"))
    #expect(Zone.utc.called("Etc/UTC") != .utc)
  }

  @Test func utcIsUTC() throws {
    #expect(try ZoneDatabase().zone(named: "Etc/UTC").isUTC)
    #expect(try !ZoneDatabase().zone(named: "Europe/London").isUTC)
  }

  /// A hostile VTIMEZONE may have a last transition in the year 10000.
  @Test func hasNoRuleThatBeginsAfterTheLastYear() throws {
    let zone = Zone(
      name: "Late", first: Zone.Observance(offset: 0),
      changes: [(Instant(seconds: 253_402_300_800), Zone.Observance(offset: -43_200))],
      rule: ZoneRule(posix: "AAA12BBB,M6.1.0,M10.1.0"))
    #expect(zone.ruleStart == nil)
  }
}
