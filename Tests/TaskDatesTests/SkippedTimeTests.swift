import TaskDates
import Testing

private func berlin() throws -> Zone { try ZoneDatabase().zone(named: "Europe/Berlin") }

private func local(_ text: String) throws -> DateTimeParameters {
  try DatePayload(parsing: text).value.startDate
}

/// The dates of a rule in Berlin, as instants in UTC.
private func instants(_ rule: String, from start: String) throws -> [String] {
  let zone = try berlin()
  let dates = RuleDates(try RecurrenceRule(rrule: rule), from: try local(start), zone: zone)
  return dates.prefix(20).compactMap { zone.instant(of: $0).utc?.formattedDate }
}

@Suite("An hour that clocks skip or show twice")
struct SkippedTimeTests {
  @Test func isOnceInARuleByTheHour() throws {
    #expect(
      try instants("FREQ=HOURLY;COUNT=5", from: "2027-03-28 00:30") == [
        "2027-03-27 23:30", "2027-03-28 00:30", "2027-03-28 01:30", "2027-03-28 02:30",
        "2027-03-28 03:30",
      ])
    #expect(
      try instants("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30;COUNT=4", from: "2027-03-27 02:30") == [
        "2027-03-27 01:30", "2027-03-27 02:30", "2027-03-28 01:30", "2027-03-29 00:30",
      ])
  }

  @Test(arguments: ["FREQ=MINUTELY;INTERVAL=20", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=1,2,3,4"])
  func neverGivesAnInstantTwice(rule: String) throws {
    for start in ["2027-03-28 00:40", "2027-03-28 02:00", "2026-10-25 00:20"] {
      let found = try instants(rule, from: start)
      #expect(Set(found).count == found.count, "\(found)")
    }
  }

  @Test func isOnceInASeriesOfSeveralRules() throws {
    let rules = ["FREQ=DAILY;COUNT=3", "FREQ=DAILY;BYHOUR=3;COUNT=3"]
    let zone = try berlin()
    let series = SeriesDates(
      from: try local("2027-03-27 02:30"), rules: try rules.map { try RecurrenceRule(rrule: $0) },
      also: [try local("2027-03-28 03:30")], zone: zone)
    let found = series.map { zone.instant(of: $0).seconds }
    #expect(Set(found).count == found.count)
  }

  @Test func withoutAZoneIsAnHourLikeAnyOther() throws {
    let rule = try RecurrenceRule(rrule: "FREQ=HOURLY;COUNT=3")
    let dates = Array(RuleDates(rule, from: try local("2027-03-28 01:30"))).map(\.formattedDate)
    #expect(dates == ["2027-03-28 01:30", "2027-03-28 02:30", "2027-03-28 03:30"])
  }

  /// The first 02:30 of 25 October is 00:30 UTC.
  @Test(arguments: [
    ("20261025T003000Z", 2), ("20261025T002900Z", 1), ("20261025T010000Z", 2),
    ("20261025T013000Z", 2),
  ])
  func endsARuleAtAnInstant(until: String, count: Int) throws {
    #expect(try instants("FREQ=DAILY;UNTIL=\(until)", from: "2026-10-24 02:30").count == count)
  }
}
