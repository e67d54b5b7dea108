import CalendarItems
import ExactText
public import TaskBridge
public import TaskDates

/// Which items an agenda shows, and the clock that decides about dates.
public struct AgendaQuery: Sendable {
  /// Which items are requested.
  public enum Extent: Hashable, Sendable {
    /// Items in a part of the calendar.
    case list(PeriodList)
    /// Items that were due before now.
    case overdue
    /// Items without a date.
    case undated
    /// All items; the next occurrence of each series.
    case all
  }

  /// Which items are requested.
  public var extent: Extent
  /// The time of the run.
  public let now: DateTimeParameters
  /// The zone of that time.
  public let zone: Zone
  /// Whether a list that contains today also shows late items, however old they are.
  public var showsLate = true
  /// Whether items are found that `@show` leaves out of a list.
  public var ignoresShow = false
  /// Whether a list also has the reminders without a due date.
  public var showsUndated = false
  /// Whether completed and cancelled items are shown.
  public var showsClosed = false
  /// The first day on which `.all` looks for the next occurrence of a series; nil for the first that is open.
  package var firstDay: Int?
  /// The maximum number of occurrences shown of one series.
  public var limit = 100_000

  /// Creates a query.
  public init(_ extent: Extent, now: DateTimeParameters, zone: Zone) {
    self.extent = extent
    self.now = now
    self.zone = zone
  }

  /// The entries found in one series.
  public struct Result: Sendable {
    /// The entries, in order.
    public var entries: [AgendaEntry] = []
    /// True if the search stopped at its limit, so that there may be more entries.
    public var isCutShort = false
  }

  /// False if no item of a line with these fields can be requested, so that the line need not be mapped to an item.
  ///
  /// A few lines pass although the query does not request them.
  public func mayWant(_ fields: LineFields, isClosed: Bool) -> Bool {
    if isClosed, !showsClosed { return false }
    guard let date = fields.due?.value ?? fields.start?.value else { return mayWantUndated }
    if showsUndated, fields.due?.value == nil { return true }
    // The clocks of two zones differ by 26 hours at most.
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

  private var mayWantUndated: Bool { showsUndated || extent == .undated || extent == .all }

  private func wantsLate(in list: PeriodList) -> Bool {
    showsLate && list.days.contains(now.date.dayNumber)
  }

  // MARK: Series

  /// Finds the requested entries of a series.
  ///
  /// - Parameters:
  ///   - series: The item, with the items that replace occurrences.
  ///   - bound: The limit of the work for the search.
  public func result(
    _ series: AgendaSeries, bound: SeriesDates.Bound = SeriesDates.Bound()
  ) -> Result {
    if series.isClosedAbove || (series.item.isClosed && series.changed.isEmpty), !showsClosed {
      return Result()
    }
    guard series.hasOccurrences else { return single(series) }
    guard let dates = dates(of: series, bound) else { return single(series) }
    var search = SeriesSearch(self, series, dates: dates)
    switch extent {
    case .undated: return Result()
    case .overdue: return search.late()
    case .all: return search.following()
    case .list(let list): return search.inside(list, withLate: wantsLate(in: list))
    }
  }

  private func dates(of series: AgendaSeries, _ bound: SeriesDates.Bound) -> ItemSeries? {
    ItemSeries(series.item, changed: series.changed, zones: series.zones, bound: bound)
  }

  private func single(_ series: AgendaSeries) -> Result {
    let entry = entry(series.item, of: series)
    return isWanted(entry, series.mask) ? Result(entries: [entry]) : Result()
  }

  private func isWanted(_ entry: AgendaEntry, _ mask: ListMask) -> Bool {
    if entry.isClosed, !showsClosed { return false }
    switch extent {
    case .all: return true
    case .undated: return entry.isUndated
    case .overdue: return entry.lateness != nil
    case .list(let list):
      return isIn(list, entry, mask: admitted(mask)) || (showsUndated && entry.isUndated)
    }
  }

  /// The lists of an item that this query respects.
  func admitted(_ mask: ListMask) -> ListMask { ignoresShow ? .all : mask }

  /// True if an entry is in a list: by its date, or as a late entry in the list of today.
  func isIn(_ list: PeriodList, _ entry: AgendaEntry, mask: ListMask) -> Bool {
    guard let when = entry.when else { return false }
    if list.shows(when, mask: mask) { return true }
    return wantsLate(in: list) && entry.lateness != nil && mask.admits(list.unit)
      && when.unit <= list.unit
  }

  /// Makes an entry of an item, or of one occurrence of its series.
  func entry(_ item: CalendarItem, of series: AgendaSeries) -> AgendaEntry {
    var item = item
    let when = shown(item, series)
    if case .period? = when, item.when != nil { item.when = when }
    let isClosed = item.isClosed || series.isClosedAbove
    let isDue = item.kind == .reminder && item.when != nil && !isClosed
    return AgendaEntry(
      item: item, when: when, project: series.project, file: series.file,
      ownClock: ownClock(item, when, series: series),
      isClosed: isClosed,
      lateness: isDue ? when.flatMap { Lateness(of: $0, at: now) } : nil, lists: series.mask,
      rank: AgendaRank(
        when, takesPlace: item.kind == .event, priority: item.priority, file: series.place.file,
        line: series.place.line),
      source: series.source)
  }

  /// The date of an item on the run's clock; a date without a time of day is the same on every clock.
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
  /// A date with its end.
  ///
  /// An event without a length lasts as long as its estimate.
  fileprivate func lasting(_ date: TMDateType) -> TMDateType {
    guard kind == .event, case .dateTime(let begin) = date,
      let seconds = estimate?.nominalSeconds, seconds > 0,
      let end = begin.advanced(bySeconds: seconds)
    else { return date }
    return .beginEndDate(begin, end)
  }
}
