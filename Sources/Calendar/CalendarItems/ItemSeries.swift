public import ExactText
public import TaskDates

/// The occurrences of an item in order, those that were changed by themselves among them (RFC 5545,
/// section 3.8.4.4).
///
/// A changed occurrence stands where it was moved to; one that is cancelled, or that the series leaves
/// out, does not stand at all. An item that does not repeat has one.
public struct ItemSeries: Sequence, IteratorProtocol {
  /// One time that an item takes place or is due.
  public struct Occurrence: Sendable {
    /// The item, its dates those of this occurrence.
    public let item: CalendarItem
    /// When it is on the series' clock: when an event begins, when a reminder is due.
    public let date: DateTimeParameters
    /// The date that the series has for it, on the same clock.
    public let originalDate: DateTimeParameters
  }

  private let master: CalendarItem
  private let zone: Zone?
  private var dates: SeriesDates
  private var changed: ChangedOccurrences
  private let periods: [DateTimeParameters: DateTimeParameters]
  private var nextOfSeries: Occurrence?

  /// True once the series has ended because of its bound: what is behind is not known.
  public var isCutShort: Bool { dates.isCutShort }

  /// Creates the occurrences; nil for an item without a date.
  ///
  /// - Parameters:
  ///   - master: The item with the rules.
  ///   - changed: The items that replace occurrences of it; they have its UID and `occurrence`.
  ///   - zones: The zones that these items are anchored in, by name: lengths are kept when clocks change,
  ///     and what was changed may be on another clock.
  ///   - bound: How much work it may be.
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

  /// The dates of the series that its changed occurrences stand for, in the order in which they were
  /// given; nil for one that names no date.
  public var replacedDates: [DateTimeParameters?] { changed.named }

  /// The next occurrence, nil behind the last.
  public mutating func next() -> Occurrence? {
    if nextOfSeries == nil { nextOfSeries = makeNext() }
    if let own = changed.first, own.date <= nextOfSeries?.date ?? own.date {
      return changed.removeFirst()
    }
    defer { nextOfSeries = nil }
    return nextOfSeries
  }

  /// The next date of the series that was not changed by itself.
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

  /// The occurrences whose date is within a window; what is before it is leapt over.
  public func within(_ window: Range<DateTimeParameters>) -> [Occurrence] {
    var series = self
    series.leap(to: window.lowerBound, before: window.upperBound)
    return series.filter { window.contains($0.date) }.sorted { $0.date < $1.date }
  }

  /// Leaves out what comes before a moment, and what does not come before another.
  ///
  /// Nothing of it is made, but for rules with COUNT. Some that are left out may come all the same: those
  /// that were changed by themselves, and those that others were moved across the moment with.
  public mutating func leap(
    to first: DateTimeParameters?, before end: DateTimeParameters? = nil
  ) {
    // What was moved here from before the window stands in `changed`; what all of the future was moved
    // by is looked for that much earlier.
    let reach = changed.longestMove
    if let first { dates = dates.occurrences(from: first.advanced(bySeconds: -reach) ?? first) }
    if let end { dates = dates.occurrences(before: end.advanced(bySeconds: reach) ?? end) }
  }
}

extension CalendarItem.Anchor {
  /// The zone of a clock; nil for one that floats, or that nobody knows.
  public func zone(_ zones: ExactDictionary<Zone>) -> Zone? {
    switch self {
    case .floating: nil
    case .utc: .utc
    case .zone(let name): zones[name]
    }
  }
}

extension CalendarItem {
  /// The date that the item's rules count: when an event begins, when a reminder is due, or can be
  /// begun where they count that.
  public var seriesDate: TMDateType? {
    guard kind == .reminder else { return when }
    return recurrence?.countsStarts == true ? start ?? when : when ?? start
  }

  /// The name of an occurrence (RECURRENCE-ID): the date that the series has for it, of a reminder that
  /// counts due dates where DTSTART is on that date.
  public func occurrenceName(of date: DateTimeParameters, zone: Zone?) -> TMDateType {
    let shift = kind == .reminder ? ReminderDates(self, zone: zone).shift.nominalSeconds : 0
    let named = date.advanced(bySeconds: shift) ?? date
    return seriesDate?.isAllDay == true ? .date(named.date) : .dateTime(named)
  }

  /// The item on another date of its series; nil where that is beyond the year 9999, or it is off.
  ///
  /// - Parameters:
  ///   - date: When it shall be, on the clock of the item.
  ///   - zone: The zone of that clock; nil where it floats or is not known.
  public func moved(to date: DateTimeParameters, zone: Zone?) -> CalendarItem? {
    guard let first = seriesDate?.startDate, status != .cancelled || !replacesFuture else {
      return nil
    }
    let move = DateMove(from: first, to: date, zone: zone)
    var item = self
    guard let when = move.moved(when), let start = move.moved(start) else { return nil }
    item.when = when
    item.start = start
    return item
  }
}
