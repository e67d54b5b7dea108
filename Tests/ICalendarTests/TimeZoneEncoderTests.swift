import ICalendar
import TaskDates
import Testing

private func lines(_ name: String, _ first: String, _ last: String?) throws -> [String] {
  let zone = try ZoneDatabase().zone(named: name)
  func instant(_ text: String) throws -> Instant {
    Instant(seconds: try DatePayload(parsing: text).value.startDate.secondNumber)
  }
  let span = TimeZoneEncoder.Span(first: try instant(first), last: try last.map(instant))
  let bytes = TimeZoneEncoder(zone).component(for: span)
  expectConformance(of: bytes)
  let text = String(decoding: bytes, as: UTF8.self)
  return text.split(separator: "\r\n").map(String.init)
}

private func count(_ lines: [String], _ prefix: String) -> Int {
  lines.count { $0.hasPrefix(prefix) }
}

@Suite("VTIMEZONE")
struct TimeZoneEncoderTests {
  @Test func aZoneIsItsYearlyRule() throws {
    #expect(
      try lines("America/New_York", "2024-01-01", "2024-12-31") == [
        "BEGIN:VTIMEZONE", "TZID:America/New_York", "BEGIN:DAYLIGHT", "DTSTART:20070311T020000",
        "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400", "TZNAME:EDT",
        "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "END:DAYLIGHT", "BEGIN:STANDARD",
        "DTSTART:20071104T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500", "TZNAME:EST",
        "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "END:STANDARD", "END:VTIMEZONE",
      ])
  }

  @Test func itIsTheSameForAllDatesOfTheRule() throws {
    let short = try lines("Europe/Berlin", "2024-07-01", "2024-07-01")
    #expect(try lines("Europe/Berlin", "1997-01-01", nil) == short)
  }

  @Test func earlierChangesAreWrittenFromTheFirstDateOn() throws {
    let found = try lines("America/New_York", "2006-06-01", "2024-01-01")
    #expect(found.contains("DTSTART:20060402T020000"))
    #expect(count(found, "BEGIN:") == 5)
    #expect(count(found, "RRULE:") == 2)
  }

  @Test func earlierDatesAloneNeedNoRule() throws {
    let found = try lines("America/New_York", "2006-06-01", "2006-07-01")
    #expect(count(found, "BEGIN:") == 2)
  }

  @Test func aZoneThatNeverChangesHasOneObservance() throws {
    #expect(
      try lines("Etc/GMT+5", "2024-01-01", nil) == [
        "BEGIN:VTIMEZONE", "TZID:Etc/GMT+5", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:-0500", "TZOFFSETTO:-0500", "TZNAME:-05", "END:STANDARD", "END:VTIMEZONE",
      ])
    #expect(try lines("Asia/Kolkata", "2024-01-01", nil).contains("DTSTART:19451015T000000"))
  }

  @Test func aChangeOnTheEveningBeforeFallsOnItsOwnDay() throws {
    let found = try lines("America/Nuuk", "2026-01-01", nil)
    #expect(found.contains("RRULE:FREQ=YEARLY;BYDAY=SA;BYMONTHDAY=24,25,26,27,28,29,30;BYMONTH=3"))
    #expect(found.contains("DTSTART:20240330T230000"))
  }

  @Test func changesThatFollowTheMoonAreWrittenOneByOne() throws {
    let found = try lines("Africa/Casablanca", "2024-01-01", nil)
    #expect(count(found, "BEGIN:") > 100)
    #expect(count(found, "RRULE:") == 0)
  }

  @Test func daylightIsWhatSetsClocksAhead() throws {
    let found = try lines("Europe/Dublin", "2024-01-01", nil)
    let daylight = try #require(found.firstIndex(of: "BEGIN:DAYLIGHT"))
    #expect(found[daylight + 3] == "TZOFFSETTO:+0100")
  }

  @Test func offsetsHaveNoSeconds() throws {
    let found = try lines("Europe/Amsterdam", "1890-01-01", "1950-01-01")
    let offsets = found.filter { $0.hasPrefix("TZOFFSET") }
    #expect(offsets.allSatisfy { $0.split(separator: ":")[1].utf8.count == 5 })
  }
}
