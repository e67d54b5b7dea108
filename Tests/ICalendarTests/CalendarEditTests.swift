import CalendarItems
import ICalendar
import TaskDates
import Testing

private let now = Instant(seconds: 1_800_000_000)  // 2027-01-15 08:00:00 UTC

/// Changes the first item of a file, and gives the lines that are gone and those that came.
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

  /// A5: todoman loses the zone, its definition and what it does not know.
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

  @Test func ofAnAlarmKeepsWhatElseStandsInIt() throws {
    let lines = try change(todo, at: nil) {
      $0.alarms[0].trigger = .relative(TimeSpan(seconds: -3600), from: .start)
    }
    #expect(lines.gone == ["TRIGGER;X-Q=2:-PT15M"] && lines.new == ["TRIGGER;X-Q=2:-PT1H"])
    #expect(try change(todo, at: nil) { $0.alarms = [] }.gone.count == 5)
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
}
