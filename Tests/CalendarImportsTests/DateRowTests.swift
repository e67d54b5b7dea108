import CalendarImports
import LineCodec
import TaskBridge
import Testing

@Suite("Dates of calendars become tags")
struct DateRowTests {
  @Test(arguments: [
    ("DUE;VALUE=DATE:20241203", "@due(2024-12-03)"),
    ("DUE;TZID=Europe/Berlin:20241203T150000", "@due(2024-12-03 15:00)"),
    ("DTSTART;VALUE=DATE:20241201\nDUE;VALUE=DATE:20241203", "@due(2024-12-03) @start(2024-12-01)"),
    (
      "DTSTART;TZID=Europe/Berlin:20241203T130000\nDUE;TZID=Europe/Berlin:20241203T150000",
      "@due(2024-12-03 15:00) @start(2024-12-03 13:00)"
    ),
    ("DTSTART;VALUE=DATE:20241201", "@start(2024-12-01)"),
    ("DUE:20241203T140000Z", "@due(2024-12-03 15:00)"),
    ("DUE;TZID=Asia/Tokyo:20241203T150000", "@due(2024-12-03 15:00) @tz(Asia/Tokyo)"),
    ("DUE:20241203T150000", "@due(2024-12-03 15:00) @tz(floating)"),
    ("DUE;TZID=W. Europe Standard Time:20241203T150000", "@due(2024-12-03 15:00)"),
    ("DUE;TZID=Tokyo Standard Time:20241203T150000", "@due(2024-12-03 15:00) @tz(Asia/Tokyo)"),
  ])
  func ofAToDo(properties: String, tags: String) throws {
    #expect(try imported(calendar(todo(properties))).lines == ["- a \(tags)"])
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20241203", "@due(2024-12-03) @event"),
    ("DTSTART;VALUE=DATE:20241203\nDTEND;VALUE=DATE:20241204", "@due(2024-12-03) @event"),
    ("DTSTART;VALUE=DATE:20241203\nDTEND;VALUE=DATE:20241206", "@due(2024-12-03 thru 2024-12-05)"),
    (
      "DTSTART;TZID=Europe/Berlin:20241203T150000\nDTEND;TZID=Europe/Berlin:20241203T160000",
      "@due(2024-12-03 15:00 - 16:00)"
    ),
    ("DTSTART;TZID=Europe/Berlin:20241203T150000", "@due(2024-12-03 15:00) @event"),
    (
      "DTSTART;TZID=Europe/Berlin:20241203T150000\nDURATION:PT1H30M",
      "@due(2024-12-03 15:00) @event @estimate(1h30m)"
    ),
    ("DTSTART:20241203T140000Z\nDTEND:20241203T150000Z", "@due(2024-12-03 15:00 - 16:00)"),
  ])
  func ofAnEvent(properties: String, tags: String) throws {
    #expect(try imported(calendar(event(properties))).lines == ["- a \(tags)"])
  }

  @Test func anHourThatClocksShowTwiceNamesItsClock() throws {
    // 02:30 in Berlin occurs twice on that day; the second time is 01:30 UTC.
    let late = try imported(calendar(todo("DUE:20241027T013000Z")))
    #expect(late.lines == ["- a @due(2024-10-27 01:30) @tz(UTC)"])
    let early = try imported(calendar(todo("DUE:20241027T003000Z")))
    #expect(early.lines == ["- a @due(2024-10-27 02:30)"])
  }

  @Test func aSeriesStaysInUTC() throws {
    let series = try imported(
      calendar(todo("DTSTART:20241203T140000Z\nDUE:20241203T150000Z\nRRULE:FREQ=DAILY")))
    #expect(
      series.lines == [
        "- a @due(2024-12-03 15:00) @start(2024-12-03 14:00) @repeat(daily) @tz(UTC)"
      ])
  }

  @Test func anotherZoneIsShownOnTheRunsClockIfThatIsWanted() throws {
    let input = calendar(todo("DUE;TZID=Asia/Tokyo:20241203T150000"))
    let converted = try imported(input) { $0.mapping.otherZones = .convert }
    #expect(converted.lines == ["- a @due(2024-12-03 07:00)"])
  }

  /// The command keeps the zone of the last import unless another one is requested.
  @Test func inAnotherZoneOfTheRunTheSameInstantsAreShown() throws {
    let input = calendar(todo("DUE:20241203T140000Z"))
    let first = try imported(input)
    let again = try imported(input, into: first.text, zone: "Asia/Tokyo", after: first.memory)
    #expect(first.lines == ["- a @due(2024-12-03 15:00)"])
    #expect(again.lines == ["- a @due(2024-12-03 23:00)"])
  }

  @Test func wantedOnTheRunsClockLaterTheLineLosesItsOwn() throws {
    let input = calendar(todo("DUE;TZID=Asia/Tokyo:20241203T150000"))
    let first = try imported(input)
    let again = try imported(input, into: first.text, after: first.memory) {
      $0.mapping.otherZones = .convert
    }
    #expect(first.lines == ["- a @due(2024-12-03 15:00) @tz(Asia/Tokyo)"])
    #expect(again.lines == ["- a @due(2024-12-03 07:00)"])
  }
}

@Suite("Alarms of calendars become @remind")
struct AlarmRowTests {
  private func alarm(_ trigger: String) -> String {
    "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:a\n\(trigger)\nEND:VALARM"
  }

  @Test(arguments: [
    ("TRIGGER;RELATED=END:-PT15M", "@remind(15m)"), ("TRIGGER;RELATED=END:PT10M", "@remind(+10m)"),
    ("TRIGGER;RELATED=END:PT0S", "@remind"), ("TRIGGER;RELATED=END:-P1D", "@remind(1d)"),
    ("TRIGGER;VALUE=DATE-TIME:20241201T080000Z", "@remind(2024-12-01 09:00)"),
  ])
  func ofATime(trigger: String, tag: String) throws {
    let properties = "DUE;TZID=Europe/Berlin:20241203T150000\n" + alarm(trigger)
    #expect(try imported(calendar(todo(properties))).lines == ["- a @due(2024-12-03 15:00) \(tag)"])
  }

  @Test(arguments: [
    ("TRIGGER;RELATED=END:PT9H", "@remind"), ("TRIGGER;RELATED=END:PT8H45M", "@remind(08:45)"),
    ("TRIGGER;RELATED=END:-PT15H", "@remind(1d)"),
    ("TRIGGER;RELATED=END:PT18H30M", "@remind(18:30)"),
  ])
  func ofADay(trigger: String, tag: String) throws {
    let properties = "DUE;VALUE=DATE:20241203\n" + alarm(trigger)
    #expect(try imported(calendar(todo(properties))).lines == ["- a @due(2024-12-03) \(tag)"])
  }

  @Test func oneCountedFromTheStartIsCountedFromTheDueDate() throws {
    let properties =
      "DTSTART;TZID=Europe/Berlin:20241203T130000\nDUE;TZID=Europe/Berlin:20241203T150000\n"
      + alarm("TRIGGER:-PT15M")
    #expect(
      try imported(calendar(todo(properties))).lines
        == ["- a @due(2024-12-03 15:00) @start(2024-12-03 13:00) @remind(2h15m)"])
  }

  @Test func oneOfAnEventIsCountedFromItsBeginning() throws {
    let times =
      "DTSTART;TZID=Europe/Berlin:20241203T130000\nDTEND;TZID=Europe/Berlin:20241203T150000\n"
    let before = try imported(calendar(event(times + alarm("TRIGGER:-PT15M"))))
    #expect(before.lines == ["- a @due(2024-12-03 13:00 - 15:00) @remind(15m)"])
    let end = try imported(calendar(event(times + alarm("TRIGGER;RELATED=END:PT0S"))))
    #expect(end.lines == ["- a @due(2024-12-03 13:00 - 15:00) @remind(+2h)"])
  }

  @Test func oneWithNothingToCountFromIsLeftOut() throws {
    #expect(try imported(calendar(todo(alarm("TRIGGER:-PT15M")))).lines == ["- a"])
  }

  @Test func severalAreSeveral() throws {
    let properties =
      "DUE;TZID=Europe/Berlin:20241203T150000\n" + alarm("TRIGGER;RELATED=END:-PT15M") + "\n"
      + alarm("TRIGGER;RELATED=END:-PT1H")
    #expect(
      try imported(calendar(todo(properties))).lines
        == ["- a @due(2024-12-03 15:00) @remind(15m) @remind(1h)"])
  }
}
