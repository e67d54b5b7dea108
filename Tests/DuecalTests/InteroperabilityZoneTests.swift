import Testing

/// Files as other programs write them, with zones and times.
///
/// The rows of `Docs/Interoperability.md` name these tests.
@Suite("Zones and times of other programs")
struct InteroperabilityZoneTests {
  /// khal 0.14.1 writes two single changes, so that the definition stays in summer time.
  private let khal = """
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
    """

  @Test func aSeriesOfKhalKeepsItsTimeInLaterWinters() throws {
    let dates = try ForeignCalendar(
      khal,
      event("1", "It", "DTSTART;TZID=Europe/Berlin:20261224T100000", "RRULE:FREQ=YEARLY;COUNT=3")
    ).dates()
    #expect(dates == ["2026-12-24T10:00", "2027-12-24T10:00", "2028-12-24T10:00"])
  }

  /// khal 0.14.1 stamps an event with the local time and a Z, so it can be in the future.
  @Test func anEventOfKhalMayBeStampedInTheFuture() throws {
    let home = try ImportHome(khal, stamped("20270101T000000Z", "Choir", "20261224T100000"))
    try home.pull()
    try home.setCalendar([khal, stamped("20261231T000000Z", "Choir", "20261224T110000")])
    let run = try home.pull()
    #expect(run.status == 0)
    #expect(try home.tasks == "- Choir @due(2026-12-24 11:00) @event\n")
  }

  /// An event with a stamp; what khal writes first has the later one.
  private func stamped(_ stamp: String, _ title: String, _ start: String) -> String {
    """
    BEGIN:VEVENT
    UID:choir@example.org
    DTSTAMP:\(stamp)
    SUMMARY:\(title)
    DTSTART;TZID=Europe/Berlin:\(start)
    END:VEVENT
    """
  }

  /// vobject 0.9.9 names a zone by its abbreviation, and ends summer time an hour late.
  @Test(arguments: [
    ("20260704T090000", "2026-07-04 09:00"), ("20261204T090000", "2026-12-04 09:00"),
  ])
  func aZoneOfVobjectIsTheOneInItsFile(start: String, line: String) throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:CET
      BEGIN:STANDARD
      DTSTART:20001029T040000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      TZNAME:CET
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20000326T020000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
      TZNAME:CEST
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      END:VTIMEZONE
      """
    #expect(
      try ForeignCalendar(zone, event("1", "It", "DTSTART;TZID=CET:\(start)")).lines() == [
        "- It @due(\(line)) @event"
      ])
  }

  /// ical 14.3.1 and Org write a TZID without a VTIMEZONE.
  @Test func aZoneWithoutADefinitionIsTheSystemsOne() throws {
    #expect(
      try ForeignCalendar(event("1", "It", "DTSTART;TZID=America/New_York:20261204T090000")).lines()
        == ["- It @due(2026-12-04 09:00) @event @tz(America/New_York)"])
  }

  /// ical 14.3.1 writes a series that begins in a London winter in UTC: its later dates are those of UTC.
  @Test func aSeriesThatIcalWroteInUTCStaysInUTC() throws {
    let dates = try ForeignCalendar(
      event("1", "It", "DTSTART:20270320T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3")
    ).dates(zone: "Europe/London")
    #expect(dates == ["2027-03-20T09:00", "2027-03-27T09:00", "2027-04-03T10:00"])
  }

  /// x-wr-timezone 2.0.1 gives events a zone and leaves to-dos in UTC; before it, X-WR-TIMEZONE moves nothing.
  @Test func theZoneOfACalendarMovesNothing() throws {
    let printed = try ForeignCalendar(
      "X-WR-TIMEZONE:America/New_York", event("1", "It", "DTSTART:20261204T090000Z"),
      todo("1", "It", "DUE:20261204T090000Z"), event("1", "It", "DTSTART:20261204T090000"),
    ).lines()
    #expect(
      printed == [
        "- It @due(2026-12-04 10:00) @event", "- It @due(2026-12-04 10:00)",
        "- It @due(2026-12-04 09:00) @event @tz(floating)",
      ])
  }

  /// x-wr-timezone 2.0.1 and icalendar write the changes of a zone as RDATE, which Emacs 28.2 does not read.
  @Test func changesOfAZoneMayBeDates() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Home
      BEGIN:DAYLIGHT
      DTSTART:20250330T020000
      RDATE:20260329T020000,20270328T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20251026T030000
      RDATE:20261025T030000,20271031T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE
      """
    let summer = try ForeignCalendar(zone, event("1", "It", "DTSTART;TZID=Home:20260704T090000"))
      .dates(zone: "UTC")
    #expect(summer == ["2026-07-04T07:00"])
  }

  /// recurring-ical-events 3.8.2 makes an instant of a day that has a TZID.
  @Test(arguments: ["Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo"])
  func aDayWithAZoneIsADay(zone: String) throws {
    let calendar = ForeignCalendar(
      event("1", "It", "DTSTART;TZID=America/New_York;VALUE=DATE:20261204"))
    #expect(try calendar.lines(zone: zone) == ["- It @due(2026-12-04) @event"])
  }

  /// recurring-ical-events 3.8.2 and Radicale 3.9.0 take PT24H for P1D.
  @Test func twentyFourHoursAreNoDay() throws {
    let ends = try ["PT24H", "P1D"].map { length in
      try ForeignCalendar(
        event("1", "It", "DTSTART;TZID=Europe/Berlin:20261024T090000", "DURATION:\(length)")
      ).lines()
    }
    #expect(
      ends == [
        ["- It @due(2026-10-24 09:00) @event @estimate(24h)"],
        ["- It @due(2026-10-24 09:00) @event @estimate(1d)"],
      ])
  }

  /// caldav 3.6.0 and plann 1.3.0 move the next date of a completed series to UTC: the line keeps what arrived, with @tz.
  @Test func aSeriesThatBecameUTCIsNamed() throws {
    let arrived = todo(
      "1", "It", "DTSTART:20261204T204834Z", "DUE:20261204T204834Z", "RRULE:FREQ=WEEKLY")
    #expect(
      try ForeignCalendar(arrived).lines()
        == ["- It @due(2026-12-04 20:48:34) @repeat(weekly) @tz(UTC)"])
  }

  /// rem2ics 0.19.2 writes DTSTAMP without a zone.
  @Test func aStampWithoutAZoneIsUTC() throws {
    let text = calendar([stamped("20261128T003534", "Choir", "20261204T100000")])
    let run = try duecal(["check", "-"], input: text)
    #expect(run.status == 1 && run.output.contains("DTSTAMP"), "\(run.output)")
    #expect(
      try ForeignCalendar(stamped("20261128T003534", "Choir", "20261204T100000")).lines()
        == ["- Choir @due(2026-12-04 10:00) @event"])
  }

  /// tz data 2026f has Vancouver at -07:00 all year; a definition in the file decides, whatever the system has.
  @Test func theFileDecidesWhereVancouverIs() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:America/Vancouver
      BEGIN:DAYLIGHT
      DTSTART:20260308T020000
      TZNAME:PDT
      TZOFFSETFROM:-0800
      TZOFFSETTO:-0700
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20261101T020000
      TZNAME:MST
      TZOFFSETFROM:-0700
      TZOFFSETTO:-0700
      END:STANDARD
      END:VTIMEZONE
      """
    let calendar = ForeignCalendar(
      zone, event("1", "It", "DTSTART;TZID=America/Vancouver:20261201T100000"))
    #expect(try calendar.dates(zone: "UTC") == ["2026-12-01T17:00"])
  }
}
