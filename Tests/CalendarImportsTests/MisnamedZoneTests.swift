import CalendarImports
import CompactDictionary
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TestSupport
import Testing

@Suite("A line that version 0.1 gave a zone that is not the calendar's")
struct MisnamedZoneTests {
  private let item = component(title: "a")

  /// An event on a date at which the definition differs from New York's time.
  private static func component(title: String) -> CalendarInput {
    calendar(
      ZoneDefinitions.northAmericaOfToday(called: "Ours"),
      event("DTSTART;TZID=Ours:20060320T100000", title: title))
  }

  /// An import in which lines can name only the system's zones.
  private func read(
    _ inputs: CalendarInput..., into text: String = "", after memory: ImportMemory = ImportMemory()
  ) throws -> Imported {
    let options = try importOptions {
      let zone = $0.zone
      $0.mapping.isZoneKnown = { zone($0) != nil }
    }
    return Imported(
      plan: ImportPlan(inputs, into: [taskFile(text)], after: memory, options: options))
  }

  /// The line and the state that version 0.1 wrote.
  private func left() throws -> (text: String, memory: ImportMemory) {
    var memory = try read(item).memory
    let body = "- a @due(2006-03-20 10:00) @event @tz(America/New_York)"
    for name in memory.items.keys { memory.items[name]?.body = body }
    memory.texts = memory.texts.mapValues { _ in Array("\(body)\n".utf8) }
    return ("\(body)\n", memory)
  }

  @Test func isCorrectedOnce() throws {
    let (text, memory) = try left()
    let next = try read(item, into: text, after: memory)
    #expect(next.lines == ["- a @due(2006-03-20 15:00) @event"])
    #expect(next.changes == ["corrected a"])
  }

  @Test func isCorrectedTooWhenTheCalendarChanges() throws {
    let (text, memory) = try left()
    let next = try read(Self.component(title: "b"), into: text, after: memory)
    #expect(next.lines == ["- b @due(2006-03-20 15:00) @event"])
  }

  @Test func keepsWhatAPersonWroteBeside() throws {
    let (text, memory) = try left()
    let next = try read(item, into: text.replacing("- a", with: "- a @today"), after: memory)
    #expect(next.lines == ["- a @today @due(2006-03-20 15:00) @event"])
  }

  @Test func staysAndIsReportedOnceWhereAPersonChangedTheDate() throws {
    let (text, memory) = try left()
    let edited = text.replacing("10:00", with: "11:00")
    let next = try read(item, into: edited, after: memory)
    #expect(next.text == edited)
    #expect(next.conflicts.count == 2)
    let last = try read(item, into: edited, after: next.memory)
    #expect(last.changes.isEmpty)
  }

  @Test func ofTwoCalendarsThatDefineOneNameEachHasItsOwn() throws {
    let tokyo = calendar(
      """
      BEGIN:VTIMEZONE
      TZID:Ours
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0945
      TZOFFSETTO:+0945
      END:STANDARD
      END:VTIMEZONE
      """, event("DTSTART;TZID=Ours:20060320T184500", uid: "2", title: "c"))
    let lines = try read(item, tokyo).lines
    #expect(lines.contains("- a @due(2006-03-20 15:00) @event"))
    #expect(lines.contains { $0.contains("2006-03-20") && $0.hasPrefix("- c ") })
    #expect(!lines.contains("- c @due(2006-03-20 23:45) @event"))
  }
}

/// Until November 2026 the system's zone of a place counted, whatever the calendar's VTIMEZONE says.
@Suite("A line with the time of the system's zone instead of the calendar's")
struct PlaceZoneTests {
  private static func item(_ place: String, title: String = "a") -> CalendarInput {
    calendar(
      """
      BEGIN:VTIMEZONE
      TZID:\(place)
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE
      """, event("DTSTART;TZID=\(place):20260120T100000", title: title))
  }

  private func read(
    _ input: CalendarInput, into text: String = "", after memory: ImportMemory = ImportMemory()
  ) throws -> Imported {
    let options = try importOptions {
      let zone = $0.zone
      $0.mapping.isZoneKnown = { zone($0) != nil }
    }
    return Imported(
      plan: ImportPlan([input], into: [taskFile(text)], after: memory, options: options))
  }

  private func left(_ place: String, _ body: String) throws -> ImportMemory {
    var memory = try read(Self.item(place)).memory
    for name in memory.items.keys { memory.items[name]?.body = body }
    memory.texts = memory.texts.mapValues { _ in Array("\(body)\n".utf8) }
    return memory
  }

  @Test(arguments: [
    ("Europe/Berlin", "- a @due(2026-01-20 10:00) @event"),
    ("Asia/Tokyo", "- a @due(2026-01-20 10:00) @event @tz(Asia/Tokyo)"),
  ])
  func isCorrectedOnce(place: String, body: String) throws {
    let memory = try left(place, body)
    let next = try read(Self.item(place), into: body + "\n", after: memory)
    #expect(next.lines == ["- a @due(2026-01-20 08:00) @event"])
    #expect(next.changes == ["corrected a"])
    let last = try read(Self.item(place), into: next.text, after: next.memory)
    #expect(last.changes.isEmpty && last.text == next.text)
  }

  @Test func staysWhereAPersonChangedTheDate() throws {
    let body = "- a @due(2026-01-20 10:00) @event"
    let memory = try left("Europe/Berlin", body)
    let edited = "- a @due(2026-01-21 11:00) @event\n"
    let next = try read(Self.item("Europe/Berlin"), into: edited, after: memory)
    #expect(next.text == edited)
    let last = try read(Self.item("Europe/Berlin"), into: edited, after: next.memory)
    #expect(last.text == edited && last.changes.isEmpty)
  }
}
