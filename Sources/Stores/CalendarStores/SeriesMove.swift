import CalendarItems
import ExactText
import TaskDates

/// A move of all dates of a series, to another time, day or zone.
struct SeriesMove {
  private let old: ItemContent
  /// The item on the series' new first date.
  private let item: CalendarItem
  private let first: DateTimeParameters
  private let move: DateMove

  /// Creates a move from the change of one occurrence; nil if it has no date, or one beyond the year 9999.
  init?(_ content: ItemContent, to occurrence: CalendarItem, from date: DateTimeParameters) {
    guard let first = content.item.seriesDate?.startDate,
      let wanted = occurrence.seriesDate?.startDate
    else { return nil }
    move = DateMove(seconds: wanted.secondNumber - date.secondNumber)
    let zone = occurrence.anchor.zone(content.zones)
    guard let begin = first.moved(by: move), var moved = occurrence.moved(to: begin, zone: zone)
    else { return nil }
    moved.uid = content.item.uid
    moved.occurrence = nil
    moved.original = content.item.original
    moved.revision = content.item.revision
    (old, item, self.first) = (content, moved, begin)
  }

  /// The moved series; nil if its rule cannot express the new dates.
  ///
  /// - Parameter keepingDates: True to move rule and dates of the series; false if the item has new ones.
  func made(keepingDates: Bool) -> ItemContent? {
    var new = old
    new.item = item
    if keepingDates {
      new.item.recurrence = old.item.recurrence.map(moved)
      guard Self.areSame(new, old, from: nil, distance: move.seconds) else { return nil }
    }
    let named = ItemSeries(old.item, changed: old.changed, zones: old.zones)?.replacedDates ?? []
    new.changed = zip(old.changed, named).map { changed, date in
      guard let date = date?.moved(by: move) else { return changed }
      var changed = changed
      changed.name(date, in: new.item, zones: new.zones)
      return changed
    }
    return new
  }

  private var hasDays: Bool { item.seriesDate?.isAllDay == true }

  private func moved(_ date: TMDateType) -> TMDateType? {
    let moved = date.moved(by: move)
    return hasDays ? moved.map { .date($0.firstDay) } : moved
  }

  private func moved(_ recurrence: Recurrence) -> Recurrence {
    var recurrence = recurrence
    recurrence.rules = recurrence.rules.map(moved)
    recurrence.exceptRules = recurrence.exceptRules.map(moved)
    recurrence.except = recurrence.except.compactMap(moved)
    recurrence.also = recurrence.also.compactMap(moved)
    return recurrence
  }

  /// A rule for the new dates: a part with the old first date gets the new one.
  private func moved(_ rule: RecurrenceRule) -> RecurrenceRule {
    var rule = rule
    rule.end = rule.end.moved(by: move)
    if hasDays, case .at(let last, _) = rule.end { rule.end = .onDay(last.date) }
    if rule.weekdays.count == 1, rule.weekdays[0].ordinal == 0 {
      rule.weekdays = [RecurrenceRule.WeekdayNumber(first.date.weekday)]
    }
    if rule.monthDays.count == 1, rule.monthDays[0] > 0 { rule.monthDays = [first.date.day] }
    if rule.months.count == 1 { rule.months = [first.date.month] }
    if rule.hours.count == 1 { rule.hours = [first.time.hour] }
    if rule.minutes.count == 1 { rule.minutes = [first.time.minute] }
    return rule
  }

  /// True if two series have the same dates, up to a limit.
  ///
  /// - Parameters:
  ///   - from: The first date to compare; nil for all.
  ///   - distance: The expected distance of the new dates, in seconds.
  static func areSame(
    _ new: ItemContent, _ old: ItemContent, from date: DateTimeParameters?, distance: Int = 0
  ) -> Bool {
    let dates = [new, old].map { content -> [Int] in
      guard var series = ItemSeries(content.item, zones: content.zones) else { return [] }
      if let date { series.leap(to: date) }
      let all = series.lazy.map(\.date).filter { one in date.map { $0 <= one } ?? true }
      return all.prefix(200).map(\.secondNumber)
    }
    return dates[0] == dates[1].map { $0 + distance }
  }
}

extension CalendarItem {
  /// Marks the item as one occurrence of a series, by its date in the series.
  mutating func name(
    _ date: DateTimeParameters, in master: CalendarItem, zones: ExactDictionary<Zone>
  ) {
    let zone = master.anchor.zone(zones)
    let name = master.occurrenceName(of: date, zone: zone)
    guard !name.isAllDay, anchor != master.anchor, let zone, let own = anchor.zone(zones) else {
      occurrence = name
      return
    }
    occurrence = own.civil(at: zone.instant(of: name.startDate)).map { .dateTime($0) } ?? name
  }
}

extension ItemContent {
  /// The same content with another UID, and without an original text.
  func named(_ uid: String) -> ItemContent {
    var new = self
    new.original = Original()
    new.item.uid = uid
    new.item.original = Original()
    new.item.revision = nil
    for index in changed.indices {
      new.changed[index].uid = uid
      new.changed[index].original = Original()
      new.changed[index].revision = nil
    }
    return new
  }
}
