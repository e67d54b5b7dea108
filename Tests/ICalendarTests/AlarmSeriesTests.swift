import CalendarItems
import ExactText
import ICalendar
import TaskDates
import TestSupport
import Testing

/// The alarms of a calendar's first item in a window, both in UTC.
private func alarms(
  _ components: String, _ first: String, _ end: String, home: String = "Europe/Berlin",
  noticesDates: Bool = false
) throws -> [String] {
  let text = "BEGIN:VCALENDAR\n\(components)\nEND:VCALENDAR\n"
  let reading = CalendarReading(bytes: Array(text.utf8))
  let items = reading.items.map(\.item)
  let clock = AlarmSeries.Clock(
    home: try ZoneDatabase().zone(named: home), dayStart: try TimeParameters(hour: 9, minute: 0),
    noticesDates: noticesDates)
  let series = AlarmSeries(
    try #require(items.first), changed: Array(items.dropFirst()), zones: reading.anchors,
    clock: clock)
  return try series.moments(in: instant(first)..<instant(end)).moments.map {
    try #require($0.instant.utc).formattedDate
  }
}

private func instant(_ utc: String) throws -> Instant {
  let value = try DatePayload(parsing: utc).value
  return Instant(seconds: value.startDate.secondNumber)
}

private func due(_ lines: String, _ alarms: String...) -> String {
  let inner = alarms.map { "BEGIN:VALARM\nACTION:DISPLAY\n\($0)\nEND:VALARM" }
  return (["BEGIN:VTODO", "UID:1", lines] + inner + ["END:VTODO"]).joined(separator: "\n")
}

private func meeting(_ lines: String, _ alarms: String...) -> String {
  due(lines).replacing("VTODO", with: "VEVENT").replacing(
    "END:VEVENT",
    with: alarms.map { "BEGIN:VALARM\nACTION:DISPLAY\n\($0)\nEND:VALARM\n" }.joined()
      + "END:VEVENT")
}

@Suite("The alarms of an item")
struct AlarmSeriesTests {
  @Test func countFromTheBeginningAndFromTheEnd() throws {
    let talk = meeting(
      "DTSTART;TZID=Europe/Berlin:20261204T090000\nDTEND;TZID=Europe/Berlin:20261204T093000",
      "TRIGGER:-PT15M", "TRIGGER;RELATED=END:PT5M", "TRIGGER;VALUE=DATE-TIME:20261203T120000Z")
    #expect(
      try alarms(talk, "2026-12-03", "2026-12-05") == [
        "2026-12-03 12:00", "2026-12-04 07:45", "2026-12-04 08:35",
      ])
    #expect(try alarms(talk, "2026-12-04 07:46", "2026-12-04 08:35").isEmpty)
    #expect(try alarms(talk, "2026-12-04 07:45", "2026-12-04 07:46").count == 1)
  }

  @Test func goOffAgainAsOftenAsREPEATRequires() throws {
    let nagging = due(
      "DUE:20261204T090000Z", "TRIGGER;RELATED=END:-PT15M\nREPEAT:3\nDURATION:PT5M")
    let times = ["2026-12-04 08:45", "2026-12-04 08:50", "2026-12-04 08:55", "2026-12-04 09:00"]
    #expect(try alarms(nagging, "2026-12-04", "2026-12-05") == times)
    #expect(try alarms(nagging, "2026-12-04 08:46", "2026-12-04 08:56") == Array(times[1...2]))
  }

  @Test func areSilentOnceTheyWereSeenTo() throws {
    let seen = "TRIGGER;RELATED=END:-PT15M\nACKNOWLEDGED:20261204T084600Z\nREPEAT:3\nDURATION:PT5M"
    #expect(
      try alarms(due("DUE:20261204T090000Z", seen), "2026-12-04", "2026-12-05").isEmpty)
    let daily = due(
      "DTSTART:20261203T085900Z\nDUE:20261203T090000Z\nRRULE:FREQ=DAILY;COUNT=3", seen)
    #expect(try alarms(daily, "2026-12-01", "2026-12-31").first == "2026-12-05 08:45")
  }

  @Test func atOneMomentAreOneReminder() throws {
    let twice = due("DUE:20261204T090000Z", "TRIGGER;RELATED=END:PT0S", "TRIGGER;RELATED=END:-PT0S")
    #expect(try alarms(twice, "2026-12-04", "2026-12-05") == ["2026-12-04 09:00"])
  }

  @Test func ofADayGoByTheClockAlsoWhenItChanges() throws {
    let day = due("DUE;VALUE=DATE:20260329", "TRIGGER;RELATED=END:PT9H")
    #expect(try alarms(day, "2026-03-28", "2026-03-31") == ["2026-03-29 07:00"])
    #expect(
      try alarms(day, "2026-03-28", "2026-03-31", home: "Asia/Tokyo") == ["2026-03-29 00:00"])
  }

  @Test func ofATimeCountHoursThatPass() throws {
    let night = due(
      "DUE;TZID=Europe/Berlin:20260329T040000", "TRIGGER;RELATED=END:-PT2H",
      "TRIGGER;RELATED=END:-P1D")
    #expect(
      try alarms(night, "2026-03-28", "2026-03-30") == ["2026-03-28 03:00", "2026-03-29 00:00"])
  }

  @Test func withoutAnyTheDateItselfIsOneWhereThatIsAsked() throws {
    let task = due("DUE;TZID=America/New_York:20261204T090000")
    #expect(try alarms(task, "2026-12-04", "2026-12-05").isEmpty)
    #expect(
      try alarms(task, "2026-12-04", "2026-12-05", noticesDates: true) == ["2026-12-04 14:00"])
    #expect(
      try alarms(due("DUE;VALUE=DATE:20261204"), "2026-12-04", "2026-12-05", noticesDates: true)
        == ["2026-12-04 08:00"])
  }

  @Test func ofASeriesInAFarZoneAreInTheWindowOfTheReader() throws {
    let daily = due(
      "DTSTART;TZID=Asia/Tokyo:20261204T085900\nDUE;TZID=Asia/Tokyo:20261204T090000\nRRULE:FREQ=DAILY;COUNT=30",
      "TRIGGER;RELATED=END:-PT15M")
    for home in ["America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati"] {
      let found = try alarms(daily, "2026-12-14 23:44", "2026-12-14 23:46", home: home)
      #expect(found == ["2026-12-14 23:45"])
    }
  }

  @Test func areThoseOfWhatAnOccurrenceWasChangedTo() throws {
    let series = meeting(
      "DTSTART;TZID=Europe/Berlin:20260105T100000\nRRULE:FREQ=WEEKLY;COUNT=3",
      "TRIGGER:-PT10M", "TRIGGER;VALUE=DATE-TIME:20260101T120000Z")
    let moved = meeting(
      "RECURRENCE-ID;TZID=Europe/Berlin:20260112T100000\nDTSTART;TZID=Asia/Tokyo:20260114T090000",
      "TRIGGER:-P2D", "TRIGGER;VALUE=DATE-TIME:20260101T120000Z")
    #expect(
      try alarms("\(series)\n\(moved)", "2026-01-01", "2026-02-01") == [
        "2026-01-01 12:00", "2026-01-05 08:50", "2026-01-12 00:00", "2026-01-19 08:50",
      ])
  }

  @Test func areFoundAtTheEndOfAnOccurrenceThatWasMadeLonger() throws {
    let series = meeting(
      "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nRRULE:FREQ=WEEKLY;COUNT=3",
      "TRIGGER;RELATED=END:PT0S")
    let longer = meeting(
      "RECURRENCE-ID:20260112T100000Z\nDTSTART:20260112T100000Z\nDTEND:20260115T110000Z",
      "TRIGGER;RELATED=END:PT0S")
    #expect(
      try alarms("\(series)\n\(longer)", "2026-01-15", "2026-01-16") == ["2026-01-15 11:00"])
  }

  @Test func ofALongSeriesAreFoundWithoutMakingIt() throws {
    let daily = due(
      "DTSTART:19010101T080000Z\nDUE:19010101T080100Z\nRRULE:FREQ=MINUTELY;INTERVAL=7")
    let start = ContinuousClock.now
    for _ in 0..<20 {
      let found = try alarms(daily, "2026-12-04 08:00", "2026-12-04 08:05", noticesDates: true)
      #expect(found.count <= 1)
    }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func ofManyAlarmsOfManyDatesAreCutShort() throws {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "a")
    item.when = .dateTime(
      try DateTimeParameters(year: 2026, month: 12, day: 4, hour: 9, minute: 0))
    item.recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=MINUTELY"))
    item.alarms = (0..<200).map { Alarm(.relative(TimeSpan(seconds: -60 * $0), from: .due)) }
    let window = try instant("2026-12-04")..<instant("2026-12-05")
    let clock = AlarmSeries.Clock(home: .utc)
    #expect(!AlarmSeries(item, clock: clock).moments(in: window).isCutShort)
    let few = AlarmSeries(item, clock: clock, bound: SeriesDates.Bound(steps: 2000))
    #expect(few.moments(in: window).isCutShort)
    let unwanted = AlarmSeries(item, clock: clock, bound: SeriesDates.Bound { true })
    #expect(unwanted.moments(in: window).isCutShort)
  }

  @Test func atAnInstantAreFoundOnceInOnePass() throws {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "a")
    item.alarms = (0..<40_000).map { Alarm(.at(Instant(seconds: $0 / 2))) }
    let found = AlarmSeries(item, clock: AlarmSeries.Clock(home: .utc))
      .moments(in: Instant(seconds: 0)..<Instant(seconds: 86_400))
    #expect(found.moments.map(\.instant.seconds) == Array(0..<20_000))
  }

  // MARK: Against brute force

  /// Any window has the alarms that all occurrences together have in it, over days when clocks change.
  @Test(
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu",
      "Africa/Casablanca",
    ]) func areThoseOfAllOccurrences(name: String) throws
  {
    let zone = try ZoneDatabase().zone(named: name)
    var random = SeededGenerator(seed: 6)
    for _ in 0..<25 {
      let item = try item(name, &random)
      let clock = AlarmSeries.Clock(
        home: zone, dayStart: try TimeParameters(hour: 9, minute: 0), noticesDates: true)
      let series = AlarmSeries(item, zones: [name: zone], clock: clock)
      let all = try brute(item, zone)
      let (first, last) = (try instant("2011-10-01").seconds, try instant("2012-11-10").seconds)
      for _ in 0..<12 {
        let from = Int.random(in: first..<last, using: &random)
        let to = from + Int.random(in: 0..<20 * 86_400, using: &random)
        let window = Instant(seconds: from)..<Instant(seconds: to)
        let found = series.moments(in: window)
        #expect(found.moments.map(\.instant) == all.filter(window.contains), "\(item)")
        #expect(!found.isCutShort)
      }
    }
  }

  private func item(_ zone: String, _ random: inout SeededGenerator) throws -> CalendarItem {
    var item = CalendarItem(
      kind: Bool.random(using: &random) ? .reminder : .event, uid: "1", title: "a",
      anchor: Bool.random(using: &random) ? .zone(zone) : .floating)
    let day = try DateParameters(year: 2011, month: 9, day: .random(in: 1...30, using: &random))
    let time = try TimeParameters(
      hour: .random(in: 0...4, using: &random), minute: 30 * .random(in: 0...1, using: &random))
    let moment = DateTimeParameters(date: day, time: time)
    let end = try #require(moment.advanced(bySeconds: 5400))
    item.when = [.date(day), .dateTime(moment), .beginEndDate(moment, end)]
      .randomElement(using: &random)
    let rule =
      ["FREQ=DAILY", "FREQ=HOURLY;INTERVAL=5", "FREQ=WEEKLY;BYDAY=SU,FR"]
      .randomElement(using: &random) ?? ""
    let isHourly = rule.contains("HOURLY") && item.when?.isAllDay == true
    item.recurrence = Recurrence(rule: try RecurrenceRule(rrule: isHourly ? "FREQ=DAILY" : rule))
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let span = TimeSpan(
        days: .random(in: -3...0, using: &random),
        seconds: -1800 * .random(in: 0...9, using: &random))
      let anchor = Bool.random(using: &random) ? Alarm.Anchor.start : .due
      item.alarms.append(
        Alarm(.relative(Bool.random(using: &random) ? span : span.negated, from: anchor)))
    }
    return item
  }

  /// All alarms of two years, computed for each occurrence alone.
  private func brute(_ item: CalendarItem, _ zone: Zone) throws -> [Instant] {
    var all: [Instant] = []
    let end = try instant("2013-01-01").utc
    for one in try #require(ItemSeries(item, zones: [zone.name: zone])) {
      guard let end, one.date < end else { break }
      var instants: Set<Instant> = []
      for case .relative(let span, let anchor) in one.item.alarms.map(\.trigger) {
        let base = try #require(one.item.moment(of: anchor))
        if item.when?.isAllDay == true {
          let moved = try #require(base.advanced(bySeconds: span.days * 86_400 + span.seconds))
          instants.insert(zone.instants(of: moved).compatible)
        } else {
          let moved = try #require(base.advanced(bySeconds: span.days * 86_400))
          instants.insert(zone.instants(of: moved).compatible.advanced(by: span.seconds))
        }
      }
      if one.item.alarms.isEmpty {
        let isDay = item.when?.isAllDay == true
        let moved = try #require(one.date.advanced(bySeconds: isDay ? 9 * 3600 : 0))
        instants.insert(zone.instants(of: moved).compatible)
      }
      all += instants
    }
    return all.sorted()
  }
}
