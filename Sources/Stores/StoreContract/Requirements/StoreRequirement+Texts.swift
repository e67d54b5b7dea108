#if canImport(Testing)
import CalendarItems
import CalendarStores
import StoredText
import TaskDates
import Testing

extension StoreRequirement {
  static let textRequirements = [
    StoreRequirement("properties that are not interpreted are kept byte for byte") { world in
      guard world.store.capabilities.contains(.preservesText) else { return }
      let stored = try await world.put(SampleText.content())
      #expect(stored.text == SampleText.text)
    },
    StoreRequirement("a change leaves all other lines unchanged") { world in
      guard world.store.capabilities.contains(.preservesText) else { return }
      var stored = try await world.put(SampleText.content())
      stored.item.title = "Another"
      try await world.store.update(stored)
      let read = try #require(try await world.store.item(at: stored.id))
      let lines = { (text: String) in
        text.split(separator: "\r\n").filter { line in
          !["SUMMARY", "DTSTAMP", "LAST-MODIFIED"].contains { line.hasPrefix($0) }
        }
      }
      #expect(lines(read.text) == lines(SampleText.text))
      #expect(read.item.title == "Another")
    },
    StoreRequirement("a change of one occurrence leaves the others unchanged") { world in
      guard world.store.capabilities.contains(.preservesText) else { return }
      let stored = try await world.put(SampleText.series())
      let window = try TimeWindow.days("2026-12-01", "2026-12-31")
      let second = try #require(try await world.store.events(in: window).all.dropFirst().first)
      var item = second.item
      item.title = "Another"
      try await world.store.update(second, to: item, span: .this, newUID: "2")
      let read = try #require(try await world.store.item(at: stored.id))
      #expect(read.content.changed.map(\.title) == ["Another"])
      #expect(read.text.contains(SampleText.component))
    },
    StoreRequirement("properties that are not interpreted move to another list") { world in
      guard world.store.capabilities.contains(.preservesText),
        let other = try await world.otherList()
      else { return }
      let stored = try await world.put(SampleText.content())
      let there = try await world.store.move(stored, to: other)
      #expect(try await world.store.item(at: there.ref)?.text == SampleText.text)
    },
  ]
}

extension StoredItem {
  fileprivate var text: String { String(decoding: content.original.bytes ?? [], as: UTF8.self) }
}

/// Texts with lines of other programs.
private enum SampleText {
  static let component = """
    BEGIN:VEVENT\r
    UID:text@example.org\r
    DTSTAMP:20260101T000000Z\r
    X-OTHER;X-PARAM="a;b":value\\, with signs\r
    SUMMARY;LANGUAGE=de:Titel\r
    DTSTART;TZID=W. Europe Standard Time:20261203T150000\r
    DTEND;TZID=W. Europe Standard Time:20261203T160000\r
    GEO:52.5;13.4\r
    CATEGORIES:b\r
    CATEGORIES:a\r

    """

  static let text = calendar(component + "END:VEVENT\r\n")

  private static let zone = """
    BEGIN:VTIMEZONE\r
    TZID:W. Europe Standard Time\r
    BEGIN:STANDARD\r
    DTSTART:16010101T030000\r
    TZOFFSETFROM:+0200\r
    TZOFFSETTO:+0100\r
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r
    END:STANDARD\r
    BEGIN:DAYLIGHT\r
    DTSTART:16010101T020000\r
    TZOFFSETFROM:+0100\r
    TZOFFSETTO:+0200\r
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r
    END:DAYLIGHT\r
    END:VTIMEZONE\r

    """

  private static func calendar(_ components: String) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//other//program//EN\r\nX-WR-OTHER:kept\r\n" + zone
      + components + "END:VCALENDAR\r\n"
  }

  static func content() throws -> ItemContent {
    try #require(CalendarResource(bytes: Array(text.utf8)).content)
  }

  static func series() throws -> ItemContent {
    let text = calendar(component + "RRULE:FREQ=WEEKLY;COUNT=4\r\nEND:VEVENT\r\n")
    return try #require(CalendarResource(bytes: Array(text.utf8)).content)
  }
}
#endif
