#if canImport(Testing)
import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// Items of all forms that a store must support.
enum SampleItems {
  static let home = CalendarItem.Anchor.zone(StoreFixture.home.name)

  /// A reminder with all fields that a reminder can have.
  static let full: CalendarItem = {
    var item = CalendarItem.reminder("full", due: "2026-12-03 15:30", at: StoreFixture.home)
    for field in ItemField.allCases where field != .core(.completed) {
      FieldSamples.set(field, of: &item)
    }
    item.title = "Reminder full"
    item.notes = "First line\n\n- third; with, signs \\ and \"quotes\"\n\ttab"
    item.priority = 3
    item.location = "Rue de l'Été 5, 2ᵉ étage"
    item.url = "https://example.org/?a=1&b=2"
    item.categories = ["home", "a, b", "日本"]
    item.start = try? DatePayload(parsing: "2026-12-01 09:00").value
    item.alarms = [Alarm(.relative(TimeSpan(seconds: -900), from: .due))]
    return item
  }()

  static let all: [CalendarItem] =
    [full] + reminders + events

  private static let reminders: [CalendarItem] = {
    let dates = ["2026-12-03", "2026-12-03 15:30", "2026-12-03 15:30:45"]
    var items = dates.enumerated().map { CalendarItem.reminder("date \($0)", due: $1) }
    items.append(.reminder("none"))
    items.append(.reminder("zone", due: "2026-12-03 15:30", at: StoreFixture.home))
    items.append(.reminder("utc", due: "2026-12-03 15:30", at: .utc))
    var done = CalendarItem.reminder("done", due: "2026-12-03")
    done.status = .completed
    done.completed = Instant(seconds: 1_796_000_000)
    done.percent = 100
    items.append(done)
    var title = CalendarItem.reminder("title")
    title.title = "🧑‍🧑‍🧒 " + String(repeating: "long é ", count: 200) + "\\n; end,"
    items.append(title)
    return items
  }()

  private static let events: [CalendarItem] = {
    var items = [
      CalendarItem.event("meeting", "2026-12-03 15:00-16:30"),
      .event("over night", "2026-12-31 22:00 thru 2027-01-01 02:00"),
      .event("day", "2026-12-24"), .event("days", "2026-12-24 thru 2026-12-26"),
      .event("weekly", "2026-12-03 15:00-16:30", rule: "FREQ=WEEKLY;BYDAY=TH;COUNT=10"),
    ]
    for index in 2...3 { items[index].anchor = .floating }
    items[0].blocksTime = false
    items[0].status = .tentative
    return items
  }()

  /// A weekly series with one occurrence moved, one renamed, and one excluded.
  static let changedSeries: ItemContent = {
    var series = CalendarItem.event("series", "2026-12-07 09:00-10:00", rule: "FREQ=WEEKLY;COUNT=6")
    let dates = ["2026-12-14 09:00", "2026-12-21 09:00", "2026-12-28 09:00"]
      .compactMap { try? DatePayload(parsing: $0).value }
    series.recurrence?.except = [dates[2]]
    var moved = CalendarItem.event("series", "2026-12-15 11:00-12:00")
    moved.occurrence = dates[0]
    var renamed = CalendarItem.event("series", "2026-12-21 09:00-10:00")
    renamed.title = "Another title"
    renamed.occurrence = dates[1]
    return ItemContent(
      series, changed: [moved, renamed], zones: [StoreFixture.home.name: StoreFixture.home])
  }()

  /// A weekly series with a change from one occurrence on.
  static let changedFuture: ItemContent = {
    let series = CalendarItem.event("future", "2026-12-07 09:00-10:00", rule: "FREQ=WEEKLY;COUNT=6")
    var changed = CalendarItem.event("future", "2026-12-22 11:00-12:00")
    changed.occurrence = try? DatePayload(parsing: "2026-12-21 09:00").value
    changed.replacesFuture = true
    return ItemContent(
      series, changed: [changed], zones: [StoreFixture.home.name: StoreFixture.home])
  }()

  /// A daily reminder with another title for one occurrence.
  static let changedReminder: ItemContent = {
    var series = CalendarItem.reminder("daily", due: "2026-12-03")
    series.recurrence = Recurrence(rule: RecurrenceRule(.daily))
    var renamed = CalendarItem.reminder("daily", due: "2026-12-05")
    renamed.title = "Another title"
    renamed.occurrence = renamed.when
    return ItemContent(series, changed: [renamed])
  }()

  /// UIDs that are not valid file names.
  static let oddUIDs = [
    "../../etc/passwd", "a/b", "a b", "A", "a", ".hidden", "-rf", "日本語", "é",
    "x@example.org", "%2e%2e", "a;b,c\\d:e\"f", String(repeating: "long", count: 100), "CON",
    "a.ics",
    "a\tb", "<x>&amp;",
  ]
}
#endif
