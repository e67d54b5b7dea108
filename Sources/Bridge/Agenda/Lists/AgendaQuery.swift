import CalendarItems
import ExactText
public import TaskBridge
public import TaskDates

/// What an agenda is asked for, and by whose clock.
public struct AgendaQuery: Sendable {
  /// Which items are wanted.
  public enum Extent: Hashable, Sendable {
    /// Those of a stretch of the calendar.
    case list(PeriodList)
    /// What should have been done before now.
    case overdue
    /// What has no date.
    case undated
    /// All: of a series the one that is next.
    case all
  }

  /// Which items are wanted.
  public var extent: Extent
  /// The run's clock.
  public let now: DateTimeParameters
  /// The zone of that clock.
  public let zone: Zone
  /// Whether a list that holds today has what is late in it, however long ago it was due.
  public var showsLate = true
  /// Whether what is done or off is shown.
  public var showsClosed = false
  /// How many occurrences of one series are shown at most.
  public var limit = 100_000

  /// Asks for items.
  public init(_ extent: Extent, now: DateTimeParameters, zone: Zone) {
    self.extent = extent
    self.now = now
    self.zone = zone
  }

  /// What is wanted of one series.
  public struct Answer: Sendable {
    /// Its entries, in order.
    public var entries: [AgendaEntry] = []
    /// True if there may be more that would have taken too long.
    public var isCutShort = false
  }

  /// True if a line with these fields may be wanted, so that an item must be made of it; a few are
  /// let through that are not.
  public func mayWant(_ fields: LineFields, isClosed: Bool) -> Bool {
    if isClosed, !showsClosed { return false }
    guard let date = fields.due?.value ?? fields.start?.value else { return mayWantUndated }
    // Clocks are at most 26 hours apart.
    let days = date.dayNumbers.lowerBound - 2..<date.dayNumbers.upperBound + 2
    switch extent {
    case .all: return true
    case .undated: return fields.due?.value == nil
    case .overdue: return days.lowerBound <= now.date.dayNumber
    case .list(let list):
      guard days.lowerBound < list.days.upperBound else { return false }
      return fields.repetition != nil || fields.estimate != nil || wantsLate(in: list)
        || days.overlaps(list.days)
    }
  }

  private var mayWantUndated: Bool { extent == .undated || extent == .all }

  private func wantsLate(in list: PeriodList) -> Bool {
    showsLate && list.days.contains(now.date.dayNumber)
  }

  // MARK: Series

  /// What is wanted of a series.
  ///
  /// - Parameters:
  ///   - series: The item, with what was changed of it.
  ///   - bound: How much work it may be to find it.
  public func answer(
    _ series: AgendaSeries, bound: SeriesDates.Bound = SeriesDates.Bound()
  ) -> Answer {
    if series.isClosedAbove || (series.item.isClosed && series.changed.isEmpty), !showsClosed {
      return Answer()
    }
    guard series.item.recurs || !series.changed.isEmpty else { return single(series) }
    guard let dates = dates(of: series, bound) else { return single(series) }
    var search = SeriesSearch(self, series, dates: dates)
    switch extent {
    case .undated: return Answer()
    case .overdue: return search.late()
    case .all: return search.following()
    case .list(let list): return search.inside(list, withLate: wantsLate(in: list))
    }
  }

  private func dates(of series: AgendaSeries, _ bound: SeriesDates.Bound) -> ItemSeries? {
    ItemSeries(series.item, changed: series.changed, zones: series.zones, bound: bound)
  }

  private func single(_ series: AgendaSeries) -> Answer {
    let entry = entry(series.item, of: series)
    return isWanted(entry, series.mask) ? Answer(entries: [entry]) : Answer()
  }

  private func isWanted(_ entry: AgendaEntry, _ mask: ListMask) -> Bool {
    if entry.isClosed, !showsClosed { return false }
    switch extent {
    case .all: return true
    case .undated: return entry.item.when == nil && entry.item.kind == .reminder
    case .overdue: return entry.lateness != nil
    case .list(let list): return isIn(list, entry, mask: mask)
    }
  }

  /// True if an entry is in a list: by its date, or as one that is late in the list of today.
  func isIn(_ list: PeriodList, _ entry: AgendaEntry, mask: ListMask) -> Bool {
    guard let when = entry.when else { return false }
    if list.shows(when, mask: mask) { return true }
    return wantsLate(in: list) && entry.lateness != nil && mask.admits(list.unit)
      && when.unit <= list.unit
  }

  /// An item, or one occurrence of its series, as an entry.
  func entry(_ item: CalendarItem, of series: AgendaSeries) -> AgendaEntry {
    var item = item
    let when = shown(item, series)
    if case .period? = when, item.when != nil { item.when = when }
    let isClosed = item.isClosed || series.isClosedAbove
    let isDue = item.kind == .reminder && item.when != nil && !isClosed
    return AgendaEntry(
      item: item, when: when, project: series.project,
      ownClock: ownClock(item, when, series: series),
      isClosed: isClosed,
      lateness: isDue ? when.flatMap { Lateness(of: $0, at: now) } : nil,
      rank: AgendaRank(
        when, priority: item.priority, file: series.place.file, line: series.place.line),
      source: series.source)
  }

  /// When an item is on the run's clock; a day is the same day on every clock.
  private func shown(_ item: CalendarItem, _ series: AgendaSeries) -> TMDateType? {
    guard let date = item.when.map({ item.lasting($0) }) ?? item.start else { return nil }
    if let unit = series.period, date.isAllDay,
      let period = DatePeriod(unit, containing: date.lastDay)
    {
      return period.toDateType()
    }
    guard let own = item.anchor.zone(series.zones) else { return date }
    return date.shown(from: own, onClockIn: zone)
  }

  private func ownClock(
    _ item: CalendarItem, _ when: TMDateType?, series: AgendaSeries
  ) -> AgendaEntry.OwnClock? {
    guard let date = item.when ?? item.start, !date.isAllDay, let when,
      case .zone(let name) = item.anchor, let own = series.zones[name], own.name != zone.name
    else { return nil }
    let moment = own.civil(at: own.instant(of: date.startDate)) ?? date.startDate
    return moment == when.startDate ? nil : AgendaEntry.OwnClock(moment: moment, zone: own.name)
  }
}

extension CalendarItem {
  /// A date of the item to its end: an event of a moment lasts its estimate.
  fileprivate func lasting(_ date: TMDateType) -> TMDateType {
    guard kind == .event, case .dateTime(let begin) = date,
      let seconds = estimate?.nominalSeconds, seconds > 0,
      let end = begin.advanced(bySeconds: seconds)
    else { return date }
    return .beginEndDate(begin, end)
  }
}
