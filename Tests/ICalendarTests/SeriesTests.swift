import CalendarItems
import ICalendar
import TaskDates
import Testing

/// The dates of a calendar's first item, including its changed occurrences.
private func dates(
  _ components: String, count: Int = 20, _ location: SourceLocation = #_sourceLocation
) throws -> [String] {
  let text = "BEGIN:VCALENDAR\n\(components)\nEND:VCALENDAR\n"
  let reading = CalendarReading(bytes: Array(text.utf8))
  #expect(reading.diagnostics.isEmpty, sourceLocation: location)
  let items = reading.items.map(\.item)
  let master = try #require(items.first, sourceLocation: location)
  let series = ItemSeries(
    master, changed: Array(items.dropFirst()), zones: reading.anchors)
  return try #require(series).prefix(count).map { $0.item.seriesDate?.description ?? "none" }
}

private func event(_ lines: String) -> String {
  "BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT"
}

@Suite("The occurrences of an item")
struct SeriesTests {
  /// A7.
  @Test func areThoseOfRuleExceptionsAdditionsAndMoves() throws {
    let series = event(
      """
      DTSTART;TZID=Europe/Berlin:20260105T100000
      DTEND;TZID=Europe/Berlin:20260105T103000
      RRULE:FREQ=WEEKLY;COUNT=4
      EXDATE;TZID=Europe/Berlin:20260112T100000
      RDATE;TZID=Europe/Berlin:20260114T110000
      RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260201T080000/PT2H
      """)
    let moved = event(
      """
      RECURRENCE-ID;TZID=Europe/Berlin:20260119T100000
      DTSTART;TZID=Europe/Berlin:20260120T160000
      DTEND;TZID=Europe/Berlin:20260120T170000
      """)
    #expect(
      try dates("\(series)\n\(moved)") == [
        "2026-01-05 10:00 - 10:30", "2026-01-14 11:00 - 11:30", "2026-01-20 16:00 - 17:00",
        "2026-01-26 10:00 - 10:30", "2026-02-01 08:00 - 10:00",
      ])
  }

  @Test func mayBeChangedOnAnotherClock() throws {
    let series = event(
      "DTSTART;TZID=Europe/Berlin:20260105T100000\nRRULE:FREQ=WEEKLY;COUNT=3")
    let moved = event(
      "RECURRENCE-ID:20260112T090000Z\nDTSTART;TZID=America/New_York:20260112T060000")
    #expect(
      try dates("\(series)\n\(moved)") == [
        "2026-01-05 10:00", "2026-01-12 06:00", "2026-01-19 10:00",
      ])
  }

  @Test func leaveOutWhatIsCancelledThoughItHasNoDateOfItsOwn() throws {
    let series = event("DTSTART;TZID=Europe/Berlin:20260601T090000\nRRULE:FREQ=DAILY;COUNT=3")
    let off = event("RECURRENCE-ID:20260602T070000Z\nSTATUS:CANCELLED")
    #expect(try dates("\(series)\n\(off)") == ["2026-06-01 09:00", "2026-06-03 09:00"])
    let whole = event("RECURRENCE-ID:20260602T070000Z\nDTSTART;VALUE=DATE:20260602")
    #expect(
      try dates("\(series)\n\(whole)") == ["2026-06-01 09:00", "2026-06-02", "2026-06-03 09:00"])
  }

  @Test func stayWhereTheyAreIfAChangeHasNoDate() throws {
    let series = event("DTSTART;TZID=Europe/Berlin:20260601T090000\nRRULE:FREQ=DAILY;COUNT=4")
    let named = event("RECURRENCE-ID;TZID=Europe/Berlin:20260602T090000\nSUMMARY:new")
    #expect(try dates("\(series)\n\(named)").count == 4)
    let off = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260603T090000\nSTATUS:CANCELLED")
    #expect(try dates("\(series)\n\(off)") == ["2026-06-01 09:00", "2026-06-02 09:00"])
  }

  @Test func mayBeNamedByTheirDayAlone() throws {
    let series = event("DTSTART:20260601T090000Z\nRRULE:FREQ=DAILY;COUNT=2")
    let moved = event("RECURRENCE-ID;VALUE=DATE:20260602\nDTSTART:20260602T120000Z")
    let text = "BEGIN:VCALENDAR\n\(series)\n\(moved)\nEND:VCALENDAR\n"
    let items = CalendarReading(bytes: Array(text.utf8)).items.map(\.item)
    let shown = try #require(ItemSeries(items[0], changed: [items[1]])).map(\.date.formattedDate)
    #expect(shown == ["2026-06-01 09:00", "2026-06-02 12:00"])
  }

  @Test func countStartsWhereTheirSeriesDoes() throws {
    let text = """
      BEGIN:VTODO
      UID:1
      DTSTART;VALUE=DATE:20240101
      DUE;VALUE=DATE:20240105
      RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3
      END:VTODO
      BEGIN:VTODO
      UID:1
      RECURRENCE-ID;VALUE=DATE:20240108
      DTSTART;VALUE=DATE:20240109
      DUE;VALUE=DATE:20240112
      END:VTODO
      """
    #expect(try dates(text) == ["2024-01-01", "2024-01-09", "2024-01-15"])
  }

  @Test func leaveOutWhatIsCancelled() throws {
    let series = event("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY;COUNT=3")
    let off = event(
      "RECURRENCE-ID;VALUE=DATE:20260102\nDTSTART;VALUE=DATE:20260102\nSTATUS:CANCELLED")
    #expect(try dates("\(series)\n\(off)") == ["2026-01-01", "2026-01-03"])
  }

  @Test func followAChangeOfAllThatComeAfterIt() throws {
    let series = event("DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;COUNT=4")
    let later = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260103T090000Z\nDTSTART:20260103T120000Z")
    #expect(
      try dates("\(series)\n\(later)") == [
        "2026-01-01 09:00", "2026-01-02 09:00", "2026-01-03 12:00", "2026-01-04 12:00",
      ])
  }

  @Test func followAChangeOfAllOnAnotherClock() throws {
    let series = event(
      "DTSTART;TZID=Europe/Berlin:20260601T090000\nRRULE:FREQ=DAILY;COUNT=4")
    let later = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260602T090000\nDTSTART;TZID=America/New_York:20260602T100000"
    )
    let reading = CalendarReading(bytes: Array("\(series)\n\(later)".utf8))
    let items = reading.items.map(\.item)
    let all = try #require(ItemSeries(items[0], changed: [items[1]], zones: reading.anchors))
    #expect(
      all.map { $0.item.seriesDate?.description } == [
        "2026-06-01 09:00", "2026-06-02 10:00", "2026-06-03 10:00", "2026-06-04 10:00",
      ])
    #expect(
      all.map(\.date.formattedDate) == [
        "2026-06-01 09:00", "2026-06-02 16:00", "2026-06-03 16:00", "2026-06-04 16:00",
      ])
  }

  /// RECURRENCE-ID contains the DTSTART, which is the due date of the previous occurrence.
  @Test func ofAReminderMayBeginWhenTheOneBeforeIsDue() throws {
    let series =
      "BEGIN:VTODO\nUID:1\nDTSTART:20260101T090000Z\nDUE:20260102T090000Z\nRRULE:FREQ=DAILY;COUNT=5\nEND:VTODO"
    let done =
      "BEGIN:VTODO\nUID:1\nRECURRENCE-ID:20260103T090000Z\nDTSTART:20260103T090000Z\nDUE:20260104T120000Z\nEND:VTODO"
    #expect(
      try dates("\(series)\n\(done)").map { $0.suffix(16) } == [
        "2026-01-02 09:00", "2026-01-03 09:00", "2026-01-04 12:00", "2026-01-05 09:00",
        "2026-01-06 09:00",
      ])
  }

  @Test func mayAllBeChanged() throws {
    let start = try DateTimeParameters(year: 1900, month: 1, day: 1, hour: 9, minute: 0)
    var master = CalendarItem(kind: .event, uid: "1", title: "")
    master.when = .dateTime(start)
    master.recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=DAILY;COUNT=20000"))
    let changed = (0..<20_000).compactMap { day in
      var item = master
      item.recurrence = nil
      let date = start.advanced(bySeconds: day * 86_400).map { TMDateType.dateTime($0) }
      (item.when, item.occurrence) = (date, date)
      return item
    }
    let all = try #require(ItemSeries(master, changed: changed))
    #expect(all.reduce(0) { count, _ in count + 1 } == 20_000)
  }

  @Test func areLeaptOverToWhereTheyAreAskedFor() throws {
    let series = event("DTSTART:20000101T000000Z\nRRULE:FREQ=SECONDLY")
    let reading = CalendarReading(bytes: Array(series.utf8))
    var all = try #require(ItemSeries(reading.items[0].item))
    let start = try DateTimeParameters(year: 2026, month: 1, day: 1, hour: 0, minute: 0)
    all.leap(to: start)
    #expect(all.next()?.date == start && !all.isCutShort)
  }

  @Test func areBackAtTheirTimeAfterAGap() throws {
    let series = event(
      "DTSTART;TZID=Europe/Berlin:20260328T023000\nDTEND;TZID=Europe/Berlin:20260328T033000\nRRULE:FREQ=DAILY;COUNT=3"
    )
    #expect(
      try dates(series) == [
        "2026-03-28 02:30 - 03:30", "2026-03-29 02:30 - 04:30", "2026-03-30 02:30 - 03:30",
      ])
  }

  @Test func ofAReminderAreItsDueDates() throws {
    let todo = """
      BEGIN:VTODO
      UID:1
      DTSTART;VALUE=DATE:20260105
      DUE;VALUE=DATE:20260107
      RRULE:FREQ=WEEKLY;COUNT=3
      EXDATE;VALUE=DATE:20260112
      END:VTODO
      """
    #expect(try dates(todo) == ["2026-01-07", "2026-01-21"])
  }

  @Test func ofAReminderThatCountsItsStartsKeepTheirDistance() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      DTSTART;VALUE=DATE:20260105
      DUE;VALUE=DATE:20260107
      RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=3
      END:VTODO
      END:VCALENDAR
      """
    let item = try #require(CalendarReading(bytes: Array(text.utf8)).items.first).item
    let due = try #require(ItemSeries(item)).map { $0.item.when?.description }
    #expect(due == ["2026-01-07", "2026-01-10", "2026-01-14"])
  }

  /// Thunderbird and eM Client write this for a repeating reminder that was completed once.
  @Test func aDoneOneIsDoneAlone() throws {
    let series =
      "BEGIN:VTODO\nUID:1\nDTSTART:20260101T090000Z\nDUE:20260101T090000Z\nRRULE:FREQ=DAILY;COUNT=3\nEND:VTODO"
    let done =
      "BEGIN:VTODO\nUID:1\nRECURRENCE-ID:20260102T090000Z\nDTSTART:20260102T090000Z\nDUE:20260102T090000Z\nSTATUS:COMPLETED\nEND:VTODO"
    let reading = CalendarReading(bytes: Array("\(series)\n\(done)".utf8))
    let items = reading.items.map(\.item)
    let states = try #require(ItemSeries(items[0], changed: [items[1]])).map(\.item.status)
    #expect(states == [nil, .completed, nil])
  }

  @Test func aWindowShowsWhatAWalkShows() throws {
    let series = event(
      "DTSTART;TZID=Europe/Berlin:19900101T100000\nRRULE:FREQ=DAILY;BYDAY=MO,TU,FR")
    let moved = event(
      "RECURRENCE-ID;TZID=Europe/Berlin:20260105T100000\nDTSTART;TZID=Europe/Berlin:20260220T100000"
    )
    let reading = CalendarReading(bytes: Array("\(series)\n\(moved)".utf8))
    let items = reading.items.map(\.item)
    let all = try #require(
      ItemSeries(items[0], changed: [items[1]], zones: reading.anchors))
    let start = try DateTimeParameters(year: 2026, month: 1, day: 1, hour: 0, minute: 0)
    let end = try DateTimeParameters(year: 2026, month: 3, day: 1, hour: 0, minute: 0)
    let walked = all.prefix { $0.date < end }.filter { $0.date >= start }.map(\.date)
    #expect(all.within(start..<end).map(\.date) == walked)
    #expect(walked.count == 25)
  }

  @Test func anEndlessOneIsBounded() throws {
    let series = event("DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY")
    let reading = CalendarReading(bytes: Array(series.utf8))
    var all = try #require(ItemSeries(reading.items[0].item))
    var count = 0
    while all.next() != nil { count += 1 }
    #expect(all.isCutShort && count <= 100_000)
    let start = try DateTimeParameters(year: 2026, month: 1, day: 1, hour: 0, minute: 0)
    let end = try DateTimeParameters(year: 2026, month: 1, day: 1, hour: 0, minute: 1)
    #expect(try #require(ItemSeries(reading.items[0].item)).within(start..<end).count == 60)
  }
}

@Suite("UNTIL in an hour that clocks show twice")
struct RepeatedHourTests {
  @Test(arguments: [("20261025T010000Z", 2), ("20261025T003000Z", 2), ("20261025T002000Z", 1)])
  func isTheInstantThatTheCalendarSays(until: String, count: Int) throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1
      DTSTART;TZID=Europe/Amsterdam:20261024T023000
      RRULE:FREQ=DAILY;UNTIL=\(until)
      END:VEVENT
      END:VCALENDAR

      """
    let reading = CalendarReading(bytes: Array(text.utf8))
    let item = try #require(reading.items.first?.item)
    #expect(item.recurrence?.rules.first?.rrule.contains("UNTIL=\(until)") == true)
    let series = try #require(ItemSeries(item, zones: reading.anchors))
    #expect(Array(series).count == count)
  }
}
