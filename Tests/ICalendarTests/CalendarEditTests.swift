import CalendarItems
import ExactText
import ICalendar
import TaskDates
import Testing

private let now = Instant(seconds: 1_800_000_000)  // 2027-01-15 08:00:00 UTC

/// Changes the first item of a file, and returns the removed and the added lines.
private func change(
  _ text: String, at stamp: Instant? = now, _ change: (inout CalendarItem) throws -> Void
) throws -> (gone: [String], new: [String]) {
  let reading = CalendarReading(bytes: Array(text.utf8))
  let old = try #require(reading.items.first)
  var item = old.item
  try change(&item)
  var edit = CalendarEdit(
    reading, zones: ["Asia/Tokyo": try ZoneDatabase().zone(named: "Asia/Tokyo")])
  edit.replace(old, with: item, at: stamp)
  let again = CalendarReading(bytes: edit.bytes)
  #expect(again.items.first?.item.changes(from: item).filter { $0 != "revision" } == [])
  let before = text.split(separator: "\r\n").map(String.init)
  let after = String(decoding: edit.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
  return (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
}

private let todo = [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time",
  "BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE", "BEGIN:VTODO", "UID:1",
  "DTSTAMP:20260101T000000Z", "SEQUENCE:4", "X-FOO;X-BAR=\"a;b\":1", "SUMMARY;LANGUAGE=en:Call",
  "CATEGORIES:a\\,b,c", "DUE;TZID=\"W. Europe Standard Time\";X-P=1:20260601T150000", "PRIORITY:5",
  "CATEGORIES;LANGUAGE=de:d", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;X-Q=2:-PT15M",
  "X-MOZ:3", "END:VALARM", "BEGIN:X-THING", "X-A:1", "END:X-THING", "END:VTODO", "END:VCALENDAR",
  "",
].joined(separator: "\r\n")

@Suite("A change of an item")
struct CalendarEditTests {
  @Test func thatIsNoneLeavesAllBytes() throws {
    let reading = CalendarReading(bytes: Array(todo.utf8))
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: reading.items[0].item, at: now)
    #expect(edit.bytes == Array(todo.utf8))
  }

  /// A5: todoman loses the zone, its definition and properties that it does not know.
  @Test func ofThePriorityIsOneLineAndTheStamp() throws {
    let lines = try change(todo) { $0.priority = 1 }
    #expect(lines.gone == ["DTSTAMP:20260101T000000Z", "PRIORITY:5"])
    #expect(lines.new == ["DTSTAMP:20270115T080000Z", "PRIORITY:1"])
  }

  @Test func keepsTheParametersOfItsLine() throws {
    #expect(
      try change(todo, at: nil) { $0.title = "Call, Ann" }.new == [
        "SUMMARY;LANGUAGE=en:Call\\, Ann"
      ])
  }

  @Test func ofADateKeepsTheZoneAsItIsWritten() throws {
    let lines = try change(todo) { $0.when = try DatePayload(parsing: "2026-06-02 09:00").value }
    #expect(
      lines.new == [
        "DTSTAMP:20270115T080000Z", "SEQUENCE:5",
        "DUE;TZID=\"W. Europe Standard Time\";X-P=1:20260602T090000",
      ])
  }

  @Test func ofTheZoneDefinesIt() throws {
    let lines = try change(todo, at: nil) { $0.anchor = .zone("Asia/Tokyo") }
    #expect(lines.new.contains("DUE;TZID=Asia/Tokyo;X-P=1:20260601T150000"))
    #expect(lines.new.contains("TZID:Asia/Tokyo"))
    #expect(lines.gone == ["DUE;TZID=\"W. Europe Standard Time\";X-P=1:20260601T150000"])
  }

  @Test func ofCategoriesMovesNoOther() throws {
    #expect(
      try change(todo, at: nil) { $0.categories.append("e") }.new == ["CATEGORIES;LANGUAGE=de:d,e"])
    let less = try change(todo, at: nil) { $0.categories.removeFirst() }
    #expect(less.gone == ["CATEGORIES:a\\,b,c"] && less.new == ["CATEGORIES:c"])
  }

  @Test func ofAnAlarmKeepsItsOtherProperties() throws {
    let lines = try change(todo, at: nil) {
      $0.alarms[0].trigger = .relative(TimeSpan(seconds: -3600), from: .start)
    }
    #expect(lines.gone == ["TRIGGER;X-Q=2:-PT15M"] && lines.new == ["TRIGGER;X-Q=2:-PT1H"])
    #expect(try change(todo, at: nil) { $0.alarms = [] }.gone.count == 5)
  }

  @Test(
    arguments: [
      (
        "TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin;X-Q=2:20260601T080000",
        .relative(TimeSpan(seconds: -60), from: .start), "TRIGGER;X-Q=2:-PT1M"
      ),
      (
        "TRIGGER;X-Q=2;RELATED=END;VALUE=DURATION:-PT5M", .at(now),
        "TRIGGER;VALUE=DATE-TIME;X-Q=2:20270115T080000Z"
      ),
      (
        "TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20260601T080000", .at(now),
        "TRIGGER;VALUE=DATE-TIME:20270115T080000Z"
      ),
    ] as [(String, Alarm.Trigger, String)])
  func ofATriggerTakesAwayHowItWasRead(
    old: String, trigger: Alarm.Trigger, new: String
  ) throws {
    let item = file("VTODO", "DUE:20260601T150000Z\nBEGIN:VALARM\n\(old)\nEND:VALARM")
    let lines = try change(item, at: nil) { $0.alarms = [Alarm(trigger)] }
    #expect(lines.gone == [old] && lines.new == [new])
  }

  @Test func ofTheZonePinsAnAlarm() throws {
    let trigger = "TRIGGER;RELATED=START;VALUE=DATE-TIME:20260601T080000"
    let item = file(
      "VTODO", "DUE;TZID=Europe/Berlin:20260601T150000\nBEGIN:VALARM\n\(trigger)\nEND:VALARM")
    let lines = try change(item, at: nil) { $0.anchor = .zone("Asia/Tokyo") }
    #expect(lines.gone.last == trigger)
    #expect(lines.new.last == "TRIGGER;VALUE=DATE-TIME:20260601T060000Z")
  }

  @Test func marksItLaterThanItsLastStamp() throws {
    let lines = try change(todo, at: .epoch) { $0.status = .completed }
    #expect(lines.new == ["DTSTAMP:20260101T000001Z", "SEQUENCE:5", "STATUS:COMPLETED"])
  }

  @Test func endsLinesAsTheFileDoes() throws {
    let reading = CalendarReading(bytes: Array("BEGIN:VTODO\nUID:1\nEND:VTODO\n".utf8))
    var item = reading.items[0].item
    item.title = String(repeating: "long ", count: 20)
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: item, at: now)
    #expect(!edit.bytes.contains(0x0D))
  }

  @Test func thatIsTheSecondOfAnItemCountsAlone() throws {
    let reading = CalendarReading(bytes: Array(todo.utf8))
    var (first, second) = (reading.items[0].item, reading.items[0].item)
    (first.location, first.anchor) = ("Here", .zone("Asia/Tokyo"))
    second.location = "There"
    var twice = CalendarEdit(reading)
    twice.replace(reading.items[0], with: first, at: now)
    twice.replace(reading.items[0], with: second, at: now)
    var once = CalendarEdit(reading)
    once.replace(reading.items[0], with: second, at: now)
    #expect(twice.bytes == once.bytes)
  }

  @Test func leavesNothingOfAnItemThatGoesAfterwards() throws {
    let reading = CalendarReading(bytes: Array(todo.utf8))
    var item = reading.items[0].item
    item.location = "Here"
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: item, at: now)
    edit.remove(reading.items[0])
    var other = CalendarEdit(reading)
    other.remove(reading.items[0])
    #expect(edit.bytes == other.bytes)
  }

  @Test func endsLinesAsTheFileDoesThatHasNoLastEnding() throws {
    let file = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nEND:VCALENDAR"
    let tokyo = try ZoneDatabase().zone(named: "Asia/Tokyo")
    var edit = CalendarEdit(
      CalendarReading(bytes: Array(file.utf8)), zones: ["Asia/Tokyo": tokyo])
    var item = CalendarItem(kind: .reminder, uid: "1", title: "a", anchor: .zone("Asia/Tokyo"))
    item.when = try DatePayload(parsing: "2026-06-02 09:00").value
    let isAdded = edit.add(item)
    #expect(isAdded)
    let text = String(decoding: edit.bytes, as: UTF8.self)
    #expect(text.utf8.allSatisfy { $0 != 0x0D } && text.contains("TZID:Asia/Tokyo\n"))
    #expect(text.hasSuffix("END:VTODO\nEND:VCALENDAR"))
  }

  @Test func mayBeAnItemMoreOrLess() throws {
    let reading = CalendarReading(bytes: Array(todo.utf8))
    var edit = CalendarEdit(reading)
    edit.remove(reading.items[0])
    var item = CalendarItem(kind: .event, uid: "2", title: "New", anchor: .zone("Europe/Berlin"))
    item.when = try DatePayload(parsing: "2026-06-02 09:00 - 10:00").value
    let isAdded = edit.add(item)
    #expect(isAdded)
    let again = CalendarReading(bytes: edit.bytes)
    #expect(again.items.map(\.item.uid) == ["2"] && again.diagnostics.isEmpty)
    #expect(again.items[0].item.changes(from: item).filter { $0 != "revision" } == [])
  }

  /// A file of one component.
  private func file(_ kind: String, _ lines: String) -> String {
    "BEGIN:\(kind)\r\nUID:1\r\n" + lines.split(separator: "\n").joined(separator: "\r\n")
      + "\r\nEND:\(kind)\r\n"
  }

  @Test func keepsTheEndOfARuleThatCountsDueDates() throws {
    let text = file(
      "VTODO",
      "DTSTART;TZID=Europe/Berlin:20260101T090000\nDUE;TZID=Europe/Berlin:20260104T090000\nRRULE:FREQ=WEEKLY;UNTIL=20260129T225959Z"
    )
    let item = CalendarReading(bytes: Array(text.utf8)).items[0].item
    #expect(ItemSeries(item)?.map(\.date.formattedDate).count == 5)
    let lines = try change(text, at: nil) { $0.recurrence?.rule?.interval = 2 }
    #expect(lines.new == ["RRULE:FREQ=WEEKLY;UNTIL=20260129T225959Z;INTERVAL=2"])
  }

  @Test func closesTheZoneThatGoogleLeavesOpen() throws {
    let text = file(
      "VEVENT",
      "DTSTART;TZID=GMT+05:30:20240101T090000\nRRULE:FREQ=DAILY\nEXDATE;TZID=GMT+05:30:20240102T090000,20240103T090000"
    )
    let item = CalendarReading(bytes: Array(text.utf8)).items[0].item
    #expect(item.recurrence?.except.count == 2)
    let moved = try change(text, at: nil) {
      $0.when = try DatePayload(parsing: "2024-01-08 09:00").value
    }
    #expect(moved.new == ["DTSTART;TZID=\"GMT+05:30\":20240108T090000"])
    let fewer = try change(text, at: nil) { $0.recurrence?.except.removeFirst() }
    #expect(fewer.new == ["EXDATE;TZID=\"GMT+05:30\":20240103T090000"])
  }

  @Test func ofADayThatLastsADayMovesIt() throws {
    let text = file("VTODO", "DTSTART;VALUE=DATE:20260101\nDURATION:P1D")
    let lines = try change(text, at: nil) { $0.when = try DatePayload(parsing: "2026-01-08").value }
    #expect(lines.new == ["DTSTART;VALUE=DATE:20260108"])
  }

  @Test func leavesNoEndBehind() throws {
    for end in ["20260110T100000", "20260105T100000"] {
      let text = file("VEVENT", "DTSTART:20260110T100000\nDTEND:\(end)")
      let lines = try change(text, at: nil) {
        $0.when = try DatePayload(parsing: "2026-01-04 10:00").value
      }
      #expect(lines.gone == ["DTSTART:20260110T100000", "DTEND:\(end)"])
      #expect(lines.new == ["DTSTART:20260104T100000"])
    }
  }

  @Test func countsVersionsOn() throws {
    for (sequence, next) in [("7", "8"), ("2147483647", "2147483647")] {
      let text = file("VTODO", "SEQUENCE:\(sequence)\nDUE;VALUE=DATE:20260101")
      let edited = try change(text) { $0.when = try DatePayload(parsing: "2026-01-08").value }
      #expect(edited.new.contains("SEQUENCE:\(next)") || sequence == next)
    }
  }

  @Test func leavesARuleThatCannotBeRead() throws {
    let text = file("VEVENT", "DTSTART;VALUE=DATE:20260101\nRRULE:garbage\nRRULE:FREQ=DAILY")
    let lines = try change(text, at: nil) { $0.recurrence?.rule?.interval = 2 }
    #expect(lines.gone == ["RRULE:FREQ=DAILY"] && lines.new == ["RRULE:FREQ=DAILY;INTERVAL=2"])
  }

  @Test func removesTheStartOfASeriesWithItsRule() throws {
    let day = "VALUE=DATE:20260101"
    let text = file("VTODO", "DTSTART;\(day)\nDUE;\(day)\nRRULE:FREQ=WEEKLY;COUNT=1")
    let lines = try change(text, at: nil) { $0.recurrence = nil }
    #expect(lines.gone == ["DTSTART;\(day)", "RRULE:FREQ=WEEKLY;COUNT=1"] && lines.new == [])
  }

  @Test func keepsAStartThatBelongsToNoRule() throws {
    let day = "VALUE=DATE:20260101"
    let text = file("VTODO", "DTSTART;\(day)\nDUE;\(day)")
    let lines = try change(text, at: nil) { $0.when = try DatePayload(parsing: "2026-01-08").value }
    #expect(lines.new == ["DTSTART;VALUE=DATE:20260108", "DUE;VALUE=DATE:20260108"])
  }

  @Test func writesStampsInUTCAlone() throws {
    let text = file("VTODO", "STATUS:COMPLETED\nCOMPLETED;VALUE=DATE:20260101")
    let lines = try change(text, at: nil) { $0.completed = now }
    #expect(lines.new == ["COMPLETED:20270115T080000Z"])
  }
}
