public import ExactText
public import TaskDates

/// The occurrences of an item in order, including those that were changed (RFC 5545, section 3.8.4.4).
///
/// A changed occurrence is at its new date; one that is cancelled or excluded is left out. An item without a recurrence
/// has one occurrence.
public struct ItemSeries: Sequence, IteratorProtocol {
  /// One occurrence of an item.
  public struct Occurrence: Sendable {
    /// The item, with the dates of this occurrence.
    public let item: CalendarItem
    /// The date in the zone of the series: the beginning of an event, the due date of a reminder.
    public let date: DateTimeParameters
    /// The date in the series before a change, in the same zone.
    public let originalDate: DateTimeParameters
  }

  private let master: CalendarItem
  private let zone: Zone?
  private var dates: SeriesDates
  private var changed: ChangedOccurrences
  private let periods: [DateTimeParameters: DateTimeParameters]
  private var nextOfSeries: Occurrence?

  /// True once the series has ended because of its limit, so that later occurrences are unknown.
  public var isCutShort: Bool { dates.isCutShort }

  /// Creates the occurrences; nil for an item without a date.
  ///
  /// - Parameters:
  ///   - master: The item with the rules.
  ///   - changed: The items that replace its occurrences; they have its UID and `occurrence`.
  ///   - zones: The zones of these items, by name: exact lengths depend on them, and a changed occurrence may be in
  ///     another zone.
  ///   - bound: The limit for the work.
  public init?(
    _ master: CalendarItem, changed: [CalendarItem] = [], zones: ExactDictionary<Zone> = [:],
    bound: SeriesDates.Bound = SeriesDates.Bound()
  ) {
    guard let first = master.seriesDate else { return nil }
    let zone = master.anchor.zone(zones)
    self.master = master
    self.zone = zone
    let recurrence = master.recurs ? master.recurrence : nil
    let except = recurrence?.except ?? []
    let also = recurrence?.also ?? []
    let isAllDay = first.isAllDay
    dates = SeriesDates(
      from: first.startDate, rules: recurrence?.rules ?? [], also: also.map(\.startDate),
      except: except.filter { isAllDay || !$0.isAllDay }.map(\.startDate),
      exceptDays: isAllDay ? [] : except.filter(\.isAllDay).map(\.firstDay),
      exceptRules: recurrence?.exceptRules ?? [], isAllDay: isAllDay, zone: zone, bound: bound)
    self.changed = ChangedOccurrences(master, changed, zones: zones) {
      SeriesDates(
        from: first.startDate, rules: recurrence?.rules ?? [], also: also.map(\.startDate),
        isAllDay: isAllDay, zone: zone, bound: bound)
    }
    periods = Dictionary(
      also.compactMap { date in date.endDate.map { (date.startDate, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// The dates that the changed occurrences replace, in the order in which they were passed; nil for one that replaces
  /// none.
  public var replacedDates: [DateTimeParameters?] { changed.named }

  /// The next occurrence; nil after the last.
  public mutating func next() -> Occurrence? {
    if nextOfSeries == nil { nextOfSeries = makeNext() }
    if let own = changed.first, own.date <= nextOfSeries?.date ?? own.date {
      return changed.removeFirst()
    }
    defer { nextOfSeries = nil }
    return nextOfSeries
  }

  /// The next occurrence that was not changed.
  private mutating func makeNext() -> Occurrence? {
    while let date = dates.next() {
      if changed.replaces(date) { continue }
      if let occurrence = occurrence(on: date) { return occurrence }
    }
    return nil
  }

  private func occurrence(on date: DateTimeParameters) -> Occurrence? {
    if let future = changed.future(of: date) { return future.occurrence(for: date, zone) }
    var item = master
    if let end = periods[date] { item.when = .beginEndDate(date, end) }
    return item.moved(to: date, zone: zone).map {
      Occurrence(item: $0, date: date, originalDate: date)
    }
  }

  /// The occurrences whose date is within a window; earlier ones are skipped.
  public func within(_ window: Range<DateTimeParameters>) -> [Occurrence] {
    var series = self
    series.leap(to: window.lowerBound, before: window.upperBound)
    return series.filter { window.contains($0.date) }.sorted { $0.date < $1.date }
  }

  /// Skips the occurrences before a moment, and ends before another.
  ///
  /// They are not computed, except for rules with COUNT. Some occurrences outside may still be returned: those that
  /// were changed, and those that a change of all later occurrences moved across the limit.
  public mutating func leap(
    to first: DateTimeParameters?, before end: DateTimeParameters? = nil
  ) {
    // Occurrences that were moved into the window are in `changed`; for those moved with all later ones the search
    // begins earlier.
    let reach = changed.longestMove
    if let first { dates = dates.occurrences(from: first.advanced(bySeconds: -reach) ?? first) }
    if let end { dates = dates.occurrences(before: end.advanced(bySeconds: reach) ?? end) }
  }
}

extension CalendarItem.Anchor {
  /// The zone of an anchor; nil for floating times and for an unknown zone.
  public func zone(_ zones: ExactDictionary<Zone>) -> Zone? {
    switch self {
    case .floating: nil
    case .utc: .utc
    case .zone(let name): zones[name]
    }
  }
}

extension CalendarItem {
  /// The date that the item's rules count: the beginning of an event, the due date of a reminder, or its start if they
  /// count starts.
  public var seriesDate: TMDateType? {
    guard kind == .reminder else { return when }
    return recurrence?.countsStarts == true ? start ?? when : when ?? start
  }

  /// The RECURRENCE-ID of an occurrence: its date in the series, or for a reminder that counts due dates the DTSTART on
  /// that date.
  public func occurrenceName(of date: DateTimeParameters, zone: Zone?) -> TMDateType {
    let shift = kind == .reminder ? ReminderDates(self, zone: zone).shift.nominalSeconds : 0
    let named = date.advanced(bySeconds: shift) ?? date
    return seriesDate?.isAllDay == true ? .date(named.date) : .dateTime(named)
  }

  /// The item on another date of its series; nil if that is beyond the year 9999, or the item is cancelled.
  ///
  /// - Parameters:
  ///   - date: The new date, in the zone of the item.
  ///   - zone: That zone; nil for floating times or if it is unknown.
  public func moved(to date: DateTimeParameters, zone: Zone?) -> CalendarItem? {
    guard let first = seriesDate?.startDate, status != .cancelled || !replacesFuture else {
      return nil
    }
    var move = DateMove(from: first, to: date)
    (move.zone, move.periods) = (zone, .lastDay)
    return moved(by: move)
  }

  /// The item with its date and its start after a move; nil if one of them is outside of the years 1 to 9999.
  package func moved(by move: DateMove) -> CalendarItem? {
    var item = self
    (item.when, item.start) = (when?.moved(by: move), start?.moved(by: move))
    return (item.when == nil) == (when == nil) && (item.start == nil) == (start == nil) ? item : nil
  }
}
