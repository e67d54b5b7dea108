import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TestSupport
import Testing

/// Parts of a series are changed and moved, and its dates are compared with those before.
@Suite("A series that is changed in part")
struct SpanTests {
  private static let rules = [
    "FREQ=DAILY;COUNT=9", "FREQ=DAILY;INTERVAL=3;UNTIL=20270131T090000", "FREQ=WEEKLY;BYDAY=MO,TH",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=12", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY",
    "FREQ=MONTHLY;BYMONTHDAY=7,-1;COUNT=10", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=7",
    "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,15", "FREQ=DAILY;BYSETPOS=1;BYHOUR=9,12;COUNT=5",
  ]

  private func series(_ rule: String, isAllDay: Bool = false) throws -> ItemContent {
    var item = CalendarItem(kind: .event, uid: "1", title: "Title", anchor: .zone("Europe/Berlin"))
    let when = isAllDay ? "2026-12-07" : "2026-12-07 09:00-10:00"
    item.when = try DatePayload(parsing: when).value
    item.recurrence = Recurrence(rule: try RecurrenceRule(rrule: rule))
    let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
    return ItemContent(item, zones: [zone.name: zone])
  }

  private func dates(_ content: ItemContent?, _ count: Int = 30) -> [DateTimeParameters] {
    guard let content else { return [] }
    let series = ItemSeries(content.item, changed: content.changed, zones: content.zones)
    return series.map { Array($0.prefix(count)) }?.map(\.date) ?? []
  }

  /// The next dates after the first one, each with the item that begins there.
  private func laterItems(
    _ whole: ItemContent
  ) throws -> [(date: DateTimeParameters, item: CalendarItem)] {
    try dates(whole).dropFirst().prefix(12).map { date in
      (date, try #require(whole.item.moved(to: date, zone: whole.zones["Europe/Berlin"])))
    }
  }

  @Test(arguments: rules)
  func hasTheSameDatesInTwoPartsAsInOne(rule: String) throws {
    let whole = try series(rule)
    let all = dates(whole)
    for (date, item) in try laterItems(whole) {
      guard
        let parts = whole.changing(date, to: item, span: .thisAndFuture, newUID: "2"),
        let rest = parts.rest
      else { continue }  // a rule that a second part cannot express is refused
      let both = dates(parts.first, 100) + dates(rest)
      #expect(Array(both.prefix(all.count)) == all, "\(date)")
      #expect(rest.item.uid == "2")
      #expect(dates(whole.removing(date, span: .thisAndFuture), 100) == all.filter { $0 < date })
    }
  }

  @Test(arguments: rules)
  func goesOnWithEachOfItsDatesOrNotAtAll(rule: String) throws {
    let whole = try series(rule)
    let all = dates(whole)
    for (date, item) in try laterItems(whole) {
      guard let rest = whole.beginning(with: item) else { continue }
      let left = all.filter { $0 >= date }
      #expect(Array(dates(rest).prefix(left.count)) == left, "\(date)")
    }
  }

  /// A reminder whose DTSTART is on the last day of a month before it is due.
  @Test func ofAReminderThatCountsStartsGoesOnWithItsNextStart() throws {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "Pay")
    (item.start, item.when) = try (date("2026-11-30"), date("2026-12-01"))
    var recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=MONTHLY;COUNT=3"))
    recurrence.countsStarts = true
    item.recurrence = recurrence
    let series = ItemContent(item)
    (item.start, item.when) = try (date("2026-12-30"), date("2026-12-31"))
    item.title = "Pay!"
    let rest = try #require(series.beginning(with: item))
    #expect(rest.item.title == "Pay!" && rest.item.recurrence?.rule?.end == .count(2))
    #expect(try rest.item.start == date("2026-12-30") && rest.item.when == date("2026-12-31"))
  }

  @Test func isNotMovedToDaysThatItsRuleDoesNotHave() throws {
    let series = try series("FREQ=WEEKLY;BYDAY=MO,TH")
    var item = series.item
    item.when = try DatePayload(parsing: "2026-12-08 09:00-10:00").value
    #expect(series.beginning(with: item) == nil)
    item.when = try DatePayload(parsing: "2026-12-07 11:00-12:00").value
    #expect(series.beginning(with: item)?.item.when == item.when)
  }

  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  @Test(arguments: rules)
  func isCutAtMostOfItsDates(rule: String) throws {
    let whole = try series(rule)
    let cut = dates(whole).dropFirst().prefix(12).filter { date in
      whole.item.moved(to: date, zone: whole.zones["Europe/Berlin"])
        .flatMap { whole.changing(date, to: $0, span: .thisAndFuture, newUID: "2") } != nil
    }
    #expect(cut.count >= 4)
  }

  @Test(arguments: rules)
  func losesOneDate(rule: String) throws {
    let whole = try series(rule)
    let all = dates(whole)
    for date in all.prefix(12) {
      let rest = dates(whole.removing(date, span: .this))
      #expect(Array(rest.prefix(all.count - 1)) == all.filter { $0 != date })
    }
  }

  @Test func isGoneWithItsLastDate() throws {
    var content: ItemContent? = try series("FREQ=DAILY;COUNT=3")
    for date in dates(content) { content = try #require(content).removing(date, span: .this) }
    #expect(content == nil)
  }

  @Test func movesByDaysWhereItsDaysAreInIt() throws {
    let whole = try series("FREQ=DAILY;COUNT=4", isAllDay: true)
    let second = dates(whole)[1]
    var item = try #require(whole.item.moved(to: second, zone: nil))
    item.when = .date(try DateParameters(year: 2026, month: 12, day: 20))
    let parts = try #require(whole.changing(second, to: item, span: .all, newUID: "2"))
    #expect(dates(parts.first).map(\.date.day) == [19, 20, 21, 22])
  }

  @Test func isNotMovedIfItsRuleCannotExpressIt() throws {
    let whole = try series("FREQ=WEEKLY;BYDAY=MO,TH")
    let first = dates(whole)[0]
    var item = whole.item
    item.when = try DatePayload(parsing: "2026-12-08 09:00-10:00").value
    #expect(whole.changing(first, to: item, span: .all, newUID: "2") == nil)
  }

  @Test func takesItsExceptionsAndChangesAlong() throws {
    var whole = try series("FREQ=DAILY;COUNT=6")
    let all = dates(whole)
    whole.item.recurrence?.except = [.dateTime(all[3])]
    var changed = whole.item
    changed.recurrence = nil
    changed.title = "Changed"
    changed.occurrence = .dateTime(all[4])
    changed.when = try DatePayload(parsing: "2026-12-11 18:00-19:00").value
    whole.changed = [changed]
    var item = whole.item
    item.when = try DatePayload(parsing: "2026-12-07 11:00-12:30").value
    let moved = try #require(whole.changing(all[0], to: item, span: .all, newUID: "2")).first
    #expect(
      dates(moved).map(\.formattedDate) == [
        "2026-12-07 11:00", "2026-12-08 11:00", "2026-12-09 11:00", "2026-12-11 18:00",
        "2026-12-12 11:00",
      ])
  }

  @Test func startsLaterThoughItIsDueAsBefore() throws {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "Title")
    item.when = .date(try DateParameters(year: 2026, month: 12, day: 9))
    item.start = .date(try DateParameters(year: 2026, month: 12, day: 7))
    item.recurrence = Recurrence(rule: RecurrenceRule(.weekly))
    let whole = ItemContent(item)
    item.start = .date(try DateParameters(year: 2026, month: 12, day: 8))
    let first = dates(whole)[0]
    let moved = try #require(whole.changing(first, to: item, span: .all, newUID: "2")).first
    #expect(moved.item.start == item.start && moved.item.when == item.when)
  }

  @Test func isOnDaysFromNowOn() throws {
    let whole = try series("FREQ=DAILY;COUNT=4")
    let all = dates(whole)
    var item = whole.item
    item.when = .date(all[0].date)
    let moved = try #require(whole.changing(all[0], to: item, span: .all, newUID: "2")).first
    #expect(moved.item.seriesDate?.isAllDay == true)
    #expect(dates(moved).map(\.date) == all.map(\.date))
  }

  @Test func namesAReminderThatIsDueADayByWhereItsStartIs() throws {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "Title")
    item.when = .date(try DateParameters(year: 2026, month: 12, day: 7))
    item.recurrence = Recurrence(rule: RecurrenceRule(.weekly))
    let whole = ItemContent(item)
    let second = dates(whole)[1]
    var done = try #require(item.moved(to: second, zone: nil))
    done.status = .completed
    let changed = try #require(whole.changing(second, to: done, span: .this, newUID: "2")).first
    #expect(dates(changed, 3) == dates(whole, 3))
    #expect(ItemSeries(changed.item, changed: changed.changed)?.replacedDates == [second])
  }
}
