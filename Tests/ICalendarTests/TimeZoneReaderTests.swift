import ICalendar
import TaskDates
import TestSupport
import Testing

/// The reading of the first VTIMEZONE in some lines.
private func reading(
  _ lines: String, limits: TimeZoneLimits = TimeZoneLimits()
) throws -> TimeZoneReading {
  let document = ICSDocument(bytes: Array(lines.utf8))
  let index = try #require(document.components.firstIndex { $0.name == "VTIMEZONE" })
  return try TimeZoneReader(document, limits: limits).read(index, named: "T")
}

private func fault(
  _ lines: String, limits: TimeZoneLimits = TimeZoneLimits()
) -> String? {
  do {
    _ = try reading(lines, limits: limits)
    return nil
  } catch {
    return (error as? TimeZoneFault).map { "\($0.line + 1): \($0.sentence)" }
  }
}

/// The lines of an observance, and a VTIMEZONE of several.
private func observance(
  _ name: String, _ from: String, _ to: String, _ lines: String...
) -> String {
  "BEGIN:\(name)\nTZOFFSETFROM:\(from)\nTZOFFSETTO:\(to)\n\(lines.joined(separator: "\n"))\nEND:\(name)\n"
}

private func vtimezone(_ observances: String...) -> String {
  "BEGIN:VTIMEZONE\nTZID:T\n\(observances.joined())END:VTIMEZONE\n"
}

private func years(_ first: Int, _ last: Int) throws -> ClosedRange<Instant> {
  func start(_ year: Int) throws -> Instant {
    let start = try DateTimeParameters(year: year, month: 1, day: 1, hour: 0, minute: 0)
    return Instant(seconds: start.secondNumber)
  }
  return try start(first)...start(last + 1)
}

/// The offset in seconds at a time in UTC, `20240601T120000`.
private func offset(_ zone: Zone, _ moment: String) throws -> Int {
  let rule = try RecurrenceRule(rrule: "FREQ=DAILY;UNTIL=\(moment)Z")
  guard case .at(let moment, _) = rule.end else { throw RuleError.notARule(moment) }
  return zone.offset(at: Instant(seconds: moment.secondNumber))
}

private let centralEurope = vtimezone(
  observance(
    "STANDARD", "+0200", "+0100", "DTSTART:16011028T030000",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
  observance(
    "DAYLIGHT", "+0100", "+0200", "DTSTART:16010325T020000",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"))

@Suite("A VTIMEZONE as others write it")
struct TimeZoneReaderTests {
  private func named(_ name: String) throws -> Zone { try ZoneDatabase().zone(named: name) }

  @Test func outlooksPairOf1601IsTheRuleOfToday() throws {
    let zone = try reading(centralEurope).zone
    #expect(try zone.isAlike(named("Europe/Berlin"), over: years(1997, 2037)))
    #expect(try zone.isAlike(named("Europe/Berlin"), over: years(2400, 2500)))
    #expect(zone.rule != nil)
  }

  @Test func exchangesFillersBeginWithNothing() throws {
    let zone = try reading(
      vtimezone(
        observance(
          "STANDARD", "-0700", "-0800", "DTSTART:16010101T020000",
          "RRULE:FREQ=YEARLY;WKST=MO;INTERVAL=1;BYMONTH=11;BYDAY=1SU"),
        observance(
          "DAYLIGHT", "-0800", "-0700", "DTSTART:16010101T020000",
          "RRULE:FREQ=YEARLY;WKST=MO;INTERVAL=1;BYMONTH=3;BYDAY=2SU"))
    ).zone
    #expect(try zone.isAlike(named("America/Los_Angeles"), over: years(2008, 2037)))
  }

  @Test func aFillerOfThisYearMovesNoTimeOfJanuary() throws {
    let zone = try reading(
      vtimezone(
        observance(
          "STANDARD", "+0200", "+0100", "DTSTART:20240101T000000",
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
        observance(
          "DAYLIGHT", "+0100", "+0200", "DTSTART:20240101T000000",
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"))
    ).zone
    #expect(try offset(zone, "20240115T120000") == 3600)
  }

  @Test func applesErasAreRulesThatEndAndListsOfDates() throws {
    let read = try reading(
      vtimezone(
        observance(
          "DAYLIGHT", "-0500", "-0400", "DTSTART:20070311T020000", "TZNAME:EDT",
          "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
        observance(
          "STANDARD", "-0400", "-0500", "DTSTART:20071104T020000", "TZNAME:EST",
          "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
        observance(
          "DAYLIGHT", "-0500", "-0400", "DTSTART:19870405T020000", "TZNAME:EDT",
          "RRULE:FREQ=YEARLY;UNTIL=20060402T070000Z;BYMONTH=4;BYDAY=1SU"),
        observance(
          "STANDARD", "-0400", "-0500", "DTSTART:19671029T020000", "TZNAME:EST",
          "RRULE:FREQ=YEARLY;UNTIL=20061029T060000Z;BYMONTH=10;BYDAY=-1SU"),
        observance(
          "DAYLIGHT", "-0500", "-0400", "DTSTART:19740106T020000", "TZNAME:EDT",
          "RDATE:19740106T020000", "RDATE:19750223T020000"),
        observance(
          "DAYLIGHT", "-0500", "-0400", "DTSTART:19760425T020000", "TZNAME:EDT",
          "RRULE:FREQ=YEARLY;UNTIL=19860427T070000Z;BYMONTH=4;BYDAY=-1SU")))
    #expect(try read.zone.isAlike(named("America/New_York"), over: years(1976, 2100)))
    #expect(read.zone.observance(at: Instant(seconds: 1_720_000_000)).abbreviation == "EDT")
    #expect(read.begins.seconds == -68_666_400)
  }

  @Test func lotusNamesTheTimeOfTheDayInTheRule() throws {
    let zone = try reading(
      vtimezone(
        observance(
          "STANDARD", "+0200", "+0100", "DTSTART:19501029T020000",
          "RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=3;BYDAY=-1SU;BYMONTH=10"),
        observance(
          "DAYLIGHT", "+0100", "+0200", "DTSTART:19500326T020000",
          "RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=3"))
    ).zone
    #expect(try zone.isAlike(named("Europe/Berlin"), over: years(1997, 2037)))
  }

  @Test func offsetsHaveSecondsInAFullHistory() throws {
    let zone = try reading(
      vtimezone(
        observance(
          "STANDARD", "+005328", "+0100", "TZNAME:CET", "DTSTART:18930401T000000",
          "RDATE:18930401T000000"),
        observance(
          "DAYLIGHT", "+0100", "+0200", "TZNAME:CEST", "DTSTART:19160430T230000",
          "RDATE:19160430T230000"),
        observance(
          "STANDARD", "+0200", "+0100", "TZNAME:CET", "DTSTART:19161001T010000",
          "RDATE:19161001T010000"))
    ).zone
    #expect(try zone.isAlike(named("Europe/Berlin"), over: years(1890, 1916)))
    #expect(try offset(zone, "18930331T230631") == 3208)
  }

  @Test func datesAreLocalInUTCPeriodsOrDays() throws {
    for date in [
      "RDATE:20240310T020000", "RDATE:20240310T070000Z", "RDATE;VALUE=PERIOD:20240310T020000/PT1H",
    ] {
      let zone = try reading(
        vtimezone(
          observance("STANDARD", "-0400", "-0500", "DTSTART:20231105T020000"),
          observance("DAYLIGHT", "-0500", "-0400", "DTSTART:20240310T020000", date))
      ).zone
      #expect(
        try zone.isAlike(
          named("America/New_York"),
          over: years(2024, 2023).lowerBound...years(2024, 2024).lowerBound))
      #expect(try offset(zone, "20240310T065959") == -18_000)
      #expect(try offset(zone, "20240310T070000") == -14_400)
    }
    let days = try reading(
      vtimezone(
        observance(
          "STANDARD", "+0000", "+0100", "DTSTART:19700101T000000", "RDATE;VALUE=DATE:20240101"))
    ).zone
    #expect(try offset(days, "19691231T235959") == 0)
    #expect(try offset(days, "19700101T000000") == 3600)
  }

  @Test func aRuleEndsByUTCByTheClockByDayOrByNumber() throws {
    let ends = ["UNTIL=20251026T010000Z", "UNTIL=20251026T030000", "UNTIL=20251026", "COUNT=3"]
    for end in ends {
      let zone = try reading(
        vtimezone(
          observance(
            "STANDARD", "+0200", "+0100", "DTSTART:20231029T030000",
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;\(end)"),
          observance(
            "DAYLIGHT", "+0100", "+0200", "DTSTART:20230326T020000",
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"))
      ).zone
      #expect(try offset(zone, "20251026T010000") == 3600, "\(end)")
      #expect(try offset(zone, "20261201T000000") == 7200, "\(end)")
      #expect(try offset(zone, "20990101T000000") == 7200, "\(end)")
    }
  }

  @Test func theOrderOfLinesAndObservancesMeansNothing() throws {
    let zone = try reading(
      """
      BEGIN:VTIMEZONE
      BEGIN:DAYLIGHT
      RRULE:BYDAY=-1SU;BYMONTH=3;FREQ=YEARLY;
      X-ODD;P=1:text
      DTSTART;VALUE=DATE-TIME:19810329T020000
      TZOFFSETTO:+0200
      TZNAME;LANGUAGE=de:MESZ
      TZOFFSETFROM:+0100
      END:DAYLIGHT
      begin:standard
      tzoffsetto:+01:00
      rrule:freq=yearly;byday=-1su;bymonth=10
      tzoffsetfrom:0200
      dtstart:19961027T030000
      end:standard
      TZID:T
      END:VTIMEZONE
      """
    ).zone
    #expect(try zone.isAlike(named("Europe/Berlin"), over: years(1997, 2037)))
  }

  @Test func winterMayBeWhatIsMarkedAsInDublin() throws {
    let zone = try reading(
      vtimezone(
        observance(
          "STANDARD", "+0000", "+0100", "DTSTART:19810329T010000",
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
        observance(
          "DAYLIGHT", "+0100", "+0000", "DTSTART:19961027T020000",
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"))
    ).zone
    #expect(try zone.isAlike(named("Europe/Dublin"), over: years(1997, 2200)))
  }

  @Test func aDayIsFoundInAnyFormOfARule() throws {
    let rules = [
      ("BYMONTH=3;BYDAY=2SU", "BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU"),
      ("BYMONTH=10;BYDAY=-1SU", "BYMONTH=10;BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1;BYDAY=SU"),
      ("BYMONTH=10;BYDAY=-1SU", "BYMONTH=10;BYDAY=SU;BYSETPOS=-1"),
      ("BYMONTH=10;BYDAY=-2SU", "BYMONTH=10;BYDAY=SU;BYSETPOS=-2"),
      ("BYMONTH=4;BYMONTHDAY=1", "BYMONTHDAY=1;BYMONTH=4;BYHOUR=2"),
      ("BYMONTH=3;BYMONTHDAY=-1", "BYMONTH=3;BYMONTHDAY=31"), ("BYYEARDAY=100", "BYYEARDAY=+100"),
      (
        "BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA",
        "BYMONTH=3;BYDAY=SA;BYMONTHDAY=24,25,26,27,28,29,30;BYSETPOS=1"
      ),
    ]
    for (first, second) in rules {
      let zones = try [first, second].map { rule in
        try reading(
          vtimezone(
            observance(
              "DAYLIGHT", "+0100", "+0200", "DTSTART:20000101T020000", "RRULE:FREQ=YEARLY;\(rule)"),
            observance(
              "STANDARD", "+0200", "+0100", "DTSTART:20001201T030000",
              "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1"))
        ).zone
      }
      #expect(try zones[0].isAlike(zones[1], over: years(2001, 2099)), "\(first)")
      #expect(zones[0].rule != nil, "\(first)")
    }
  }

  @Test func aZoneThatWasWrittenIsReadAsItWas() throws {
    for name in [
      "Africa/Casablanca", "America/Nuuk", "Australia/Lord_Howe", "Asia/Gaza", "Asia/Kolkata",
    ] {
      let zone = try named(name)
      let span = try years(2020, 2030)
      let written = TimeZoneEncoder(zone).component(
        for: TimeZoneEncoder.Span(first: span.lowerBound, last: span.upperBound))
      let read = try reading(String(decoding: written, as: UTF8.self)).zone
      #expect(read.isAlike(zone, over: span), "\(name)")
    }
  }
}

@Suite("A VTIMEZONE that is not read")
struct BrokenTimeZoneTests {
  private static let start = "DTSTART:19700101T000000"

  @Test func whatIsMissingIsReportedWithItsLine() {
    #expect(
      fault("BEGIN:VTIMEZONE\nTZID:T\nEND:VTIMEZONE\n") == "1: there is no STANDARD and no DAYLIGHT"
    )
    #expect(
      fault(vtimezone("BEGIN:STANDARD\n\(Self.start)\nEND:STANDARD\n"))
        == "3: there is no TZOFFSETFROM")
    #expect(fault(vtimezone(observance("STANDARD", "+0100", "+0200"))) == "3: there is no DTSTART")
    #expect(
      fault(vtimezone(observance("STANDARD", "+0100", "later", Self.start)))
        == "5: \"later\" is not an offset such as +0100")
    #expect(
      fault(vtimezone(observance("STANDARD", "+0100", "+0200", "DTSTART:20230229T000000")))
        == "6: \"20230229T000000\" is not a date and time")
  }

  @Test(arguments: [
    "SECONDLY", "HOURLY;UNTIL=99991231T000000Z", "DAILY", "WEEKLY", "MONTHLY;BYMONTH=3",
  ])
  func onlyYearlyRulesAreExpanded(rule: String) {
    #expect(
      fault(vtimezone(observance("STANDARD", "+0100", "+0200", Self.start, "RRULE:FREQ=\(rule)")))
        == "7: only yearly rules are read for clock changes")
  }

  @Test func aRuleThatNeverComesTrueIsNoRule() {
    #expect(
      fault(
        vtimezone(
          observance(
            "STANDARD", "+0100", "+0200", Self.start, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")))
        == "3: its rule has no dates")
  }

  @Test func theNumberOfObservancesAndDatesHasAnEnd() {
    let one = observance("STANDARD", "+0100", "+0200", Self.start)
    let many = "BEGIN:VTIMEZONE\n" + String(repeating: one, count: 401) + "END:VTIMEZONE\n"
    #expect(fault(many) == "1: there are 401 observances, and 400 are read at most")
    let dates = Array(repeating: "20240101T000000", count: 5001).joined(separator: ",")
    #expect(
      fault(vtimezone(observance("STANDARD", "+0100", "+0200", Self.start, "RDATE:\(dates)")))
        == "7: there are more than 5000 dates")
    let daily =
      "RRULE:FREQ=YEARLY;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15;BYMONTH=1,2,3,4,5,6,7,8;UNTIL=24001231"
    #expect(
      fault(vtimezone(observance("STANDARD", "+0100", "+0200", Self.start, daily)))
        == "3: clocks change more than 5000 times")
    let seconds = "RRULE:FREQ=YEARLY;BYSECOND=1,2,3;BYMINUTE=1,2,3"
    #expect(
      fault(vtimezone(observance("STANDARD", "+0100", "+0200", Self.start, seconds)))
        == "7: a clock change happens at one time of day")
  }

  @Test func aVTIMEZONEOfAnyBytesIsAnsweredAtOnce() throws {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "BEGIN:STANDARD", "END:STANDARD", "BEGIN:DAYLIGHT", "END:DAYLIGHT", "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200", "TZOFFSETTO:-1159", "DTSTART:00010101T000000", "DTSTART:99991231T235959",
      "DTSTART:20240101T000000Z", "RRULE:FREQ=YEARLY", "RRULE:FREQ=YEARLY;COUNT=999999999",
      "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=9999",
      "RRULE:FREQ=YEARLY;BYDAY=5SU;BYMONTH=2",
      "RRULE:FREQ=YEARLY;UNTIL=99991231", "RDATE:20240101,20250101T000000Z", "RDATE;VALUE=PERIOD:/",
      "TZNAME:", "RRULE:", "X",
    ]
    for _ in 0..<300 {
      let lines = (0..<Int.random(in: 3...24, using: &generator)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      let text = "BEGIN:VTIMEZONE\n\(lines.joined(separator: "\n"))\nEND:VTIMEZONE\n"
      guard let zone = try? reading(text).zone else { continue }
      let middle = zone.offset(at: Instant(seconds: 1_700_000_000))
      #expect(abs(middle) < 86_400)
      #expect(zone.transitions(after: .epoch, through: .lastStamp).count < 50_000)
    }
  }

  @Test func anObservanceHasSoManyRulesAndALimitMayBeTheGreatestNumber() throws {
    let rule = "RRULE:FREQ=YEARLY;UNTIL=20200101T000000Z\n"
    let one = observance("STANDARD", "+0000", "+0100", "DTSTART:20100101T000000", rule)
    var limits = TimeZoneLimits()
    limits.dates = .max
    #expect(try reading(vtimezone(one), limits: limits).changes > 0)
    limits.rules = 0
    #expect(fault(vtimezone(one), limits: limits)?.hasSuffix("there are more than 0 rules") == true)
  }
}
