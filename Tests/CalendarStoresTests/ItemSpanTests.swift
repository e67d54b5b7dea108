import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TestSupport
import Testing

@Suite("The span of an item")
struct ItemSpanTests {
  private static let zones = ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Berlin"]

  private func content(_ chance: inout SeededGenerator) throws -> ItemContent {
    let kind: CalendarItem.Kind = Bool.random(using: &chance) ? .event : .reminder
    let anchors: [CalendarItem.Anchor] = [.floating, .utc, .zone("Europe/Berlin")]
    var item = CalendarItem(
      kind: kind, uid: "1", title: "Title", anchor: anchors.randomElement(using: &chance) ?? .utc)
    let dates = [
      "2026-12-07", "2026-12-07 09:00", "2026-12-07 22:00 thru 2026-12-09 03:00",
      "2026-12-07 thru 2026-12-20",
    ]
    item.when = try dates.randomElement(using: &chance).map { try DatePayload(parsing: $0).value }
    let rules = [
      "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY;UNTIL=20270301", "FREQ=MONTHLY", "FREQ=YEARLY;COUNT=3",
      "FREQ=DAILY;UNTIL=20261101",
    ]
    if Bool.random(using: &chance), let rule = rules.randomElement(using: &chance) {
      item.recurrence = Recurrence(rule: try RecurrenceRule(rrule: rule))
    }
    let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
    return ItemContent(item, zones: [zone.name: zone])
  }

  @Test(arguments: zones)
  func holdsAllOccurrencesWhereverTheReaderIs(zone: String) throws {
    var chance = SeededGenerator(seed: 5)
    let window = TimeWindow(
      to: Instant(seconds: 2_000_000_000), home: try ZoneDatabase().zone(named: zone))
    for _ in 0..<300 {
      let content = try content(&chance)
      let span = try #require(content.span)
      let stored = StoredItem(
        version: ItemVersion(ItemRef(ItemList.ID("1"), name: "1"), tag: "1"), content: content)
      for one in ItemOccurrences(of: [stored], in: window).all {
        #expect(one.begin >= span.first)
        #expect(span.last.map { one.end <= $0 } ?? true)
      }
    }
  }

  @Test func isNoneOfAnItemWithoutADate() {
    #expect(ItemContent(CalendarItem(kind: .reminder, uid: "1", title: "")).span == nil)
  }

  @Test func hasNoKnownEndIfAChangeMovesAllThatIsLater() throws {
    var series = CalendarItem(kind: .event, uid: "1", title: "series")
    series.when = try DatePayload(parsing: "2026-12-07 09:00").value
    var later = series
    later.occurrence = try DatePayload(parsing: "2026-12-09 09:00").value
    series.recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=DAILY;COUNT=5"))
    #expect(ItemContent(series, changed: [later]).span?.last != nil)
    later.replacesFuture = true
    #expect(ItemContent(series, changed: [later]).span.map { $0.last == nil } == true)
  }
}
