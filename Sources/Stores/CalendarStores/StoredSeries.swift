import CalendarItems
import TaskDates

/// A change of a part of a series.
struct StoredSeries {
  private let content: ItemContent
  private var master: CalendarItem { content.item }
  private var zone: Zone? { master.anchor.zone(content.zones) }
  private var isAllDay: Bool { master.seriesDate?.isAllDay == true }

  init(_ content: ItemContent) {
    self.content = content
  }

  // MARK: One occurrence

  /// The series without one date; nil if that was the last.
  func without(_ date: DateTimeParameters) -> ItemContent? {
    guard master.recurs, master.occurrence == nil else { return withoutLone(date) }
    var rest = content
    rest.item.recurrence?.except.append(isAllDay ? .date(date.date) : .dateTime(date))
    rest.changed = changed { $0 != date }
    var dates = ItemSeries(rest.item, changed: rest.changed, zones: rest.zones)
    return dates?.next() == nil ? nil : rest
  }

  /// The content without a single item, or without one of several single occurrences.
  private func withoutLone(_ date: DateTimeParameters) -> ItemContent? {
    guard master.occurrence != nil else { return nil }
    let rest = content.items.filter { $0.seriesDate?.startDate != date }
    return rest.first.map {
      ItemContent($0, changed: Array(rest.dropFirst()), zones: content.zones)
    }
  }

  /// A changed single item.
  func alone(_ date: DateTimeParameters, _ item: CalendarItem) -> ItemContent? {
    guard let index = content.items.firstIndex(where: { $0.seriesDate?.startDate == date }) else {
      return nil
    }
    var rest = content.items
    rest[index] = item
    rest[index].uid = master.uid
    rest[index].occurrence = content.items[index].occurrence
    return ItemContent(rest[0], changed: Array(rest.dropFirst()), zones: content.zones)
  }

  /// The series with one occurrence replaced.
  func with(_ item: CalendarItem, on date: DateTimeParameters) -> ItemContent? {
    guard has(date) else { return nil }
    var occurrence = item
    occurrence.uid = master.uid
    occurrence.recurrence = nil
    occurrence.replacesFuture = false
    let known = zip(content.changed, replaced).first { $1 == date }?.0
    occurrence.name(date, in: master, zones: content.zones)
    occurrence.original = known?.original ?? Original()
    var rest = content
    rest.changed = changed { $0 != date } + [occurrence]
    return rest
  }

  // MARK: Later occurrences

  /// The part of the series before a date; nil if there is none.
  func before(_ date: DateTimeParameters) -> ItemContent? {
    guard master.recurs, let first = master.seriesDate?.startDate, first < date else { return nil }
    var rest = content
    rest.item.recurrence = master.recurrence.map { recurrence in
      var short = recurrence
      short.rules = recurrence.rules.map { ending($0, from: first, before: date) }
      short.except.removeAll { $0.startDate >= date }
      short.also.removeAll { $0.startDate >= date }
      return short
    }
    rest.changed = changed { $0 < date }
    return rest
  }

  private func ending(
    _ rule: RecurrenceRule, from first: DateTimeParameters, before date: DateTimeParameters
  ) -> RecurrenceRule {
    var short = rule
    if case .count = rule.end {
      short.end = .count(count(of: rule, from: first, before: date))
    } else if isAllDay {
      short.end = date.date.advanced(byDays: -1).map { .onDay($0) } ?? rule.end
    } else {
      short.end = date.advanced(bySeconds: -1).map { .at($0, isUTC: false) } ?? rule.end
    }
    return short
  }

  private func count(
    of rule: RecurrenceRule, from first: DateTimeParameters, before date: DateTimeParameters
  ) -> Int {
    SeriesDates(from: first, rules: [rule], isAllDay: isAllDay, zone: zone)
      .occurrences(before: date).reduce(0) { count, _ in count + 1 }
  }

  /// A new series from a date on, with the change of its first occurrence applied to all.
  func after(
    _ date: DateTimeParameters, beginningWith item: CalendarItem, uid: String
  ) -> ItemContent? {
    guard var rest = beginning(at: date) else { return nil }
    rest.changed = changed { $0 > date }
    var item = item
    if item.recurrence == master.recurrence { item.recurrence = rest.item.recurrence }
    return StoredSeries(rest).moved(with: item, from: date).map { $0.named(uid) }
  }

  /// The series from one of its dates on; nil if its rules do not give the same dates from there.
  func beginning(at date: DateTimeParameters) -> ItemContent? {
    guard has(date), let first = master.seriesDate?.startDate else { return nil }
    var rest = content
    rest.item.recurrence?.rules = (master.recurrence?.rules ?? []).map { rule in
      var long = rule
      if case .count(let count) = rule.end {
        long.end = .count(max(1, count - self.count(of: rule, from: first, before: date)))
      }
      return long
    }
    rest.item.recurrence?.except.removeAll { $0.startDate < date }
    rest.item.recurrence?.also.removeAll { $0.startDate <= date }
    rest.changed = changed { $0 >= date }
    guard let begun = rest.item.moved(to: date, zone: zone) else { return nil }
    rest.item = begun
    return SeriesMove.areSame(rest, content, from: date) ? rest : nil
  }

  // MARK: All

  /// The series after a change of one occurrence, with all dates moved by the same distance.
  func moved(with item: CalendarItem, from date: DateTimeParameters) -> ItemContent? {
    guard let seen = master.moved(to: date, zone: zone) else { return nil }
    var all = content
    all.item = item
    all.item.uid = master.uid
    all.item.occurrence = nil
    all.item.original = master.original
    all.item.revision = master.revision
    if item.when == seen.when, item.start == seen.start, item.anchor == master.anchor {
      (all.item.when, all.item.start) = (master.when, master.start)
      return all
    }
    let isSameRule = item.recurrence == master.recurrence
    return SeriesMove(content, to: item, from: date)?.made(keepingDates: isSameRule)
  }

  // MARK: Dates

  /// The dates that the changed occurrences replace.
  private var replaced: [DateTimeParameters?] {
    ItemSeries(master, changed: content.changed, zones: content.zones)?.replacedDates ?? []
  }

  private func changed(_ isKept: (DateTimeParameters) -> Bool) -> [CalendarItem] {
    zip(content.changed, replaced).filter { $1.map(isKept) ?? true }.map(\.0)
  }

  /// True if the series has a date, changed or not.
  func has(_ date: DateTimeParameters) -> Bool {
    if replaced.contains(date) { return true }
    var dates = ItemSeries(master, zones: content.zones)
    dates?.leap(to: date)
    while let next = dates?.next(), next.date <= date {
      if next.date == date { return true }
    }
    return false
  }
}
