public import CalendarItems
public import TaskDates

/// One occurrence of an item of a store.
public struct ItemOccurrence: Hashable, Sendable {
  /// The version of its item when it was read.
  public let version: ItemVersion
  /// The item, with the dates of this occurrence.
  public let item: CalendarItem
  /// The date in the series before a change, in the zone of the series; a change of this occurrence refers to it.
  public let originalDate: DateTimeParameters
  /// The beginning and the end; for a reminder both are its due date.
  public let begin: Instant, end: Instant

  /// Creates an occurrence.
  public init(
    version: ItemVersion, item: CalendarItem, originalDate: DateTimeParameters, begin: Instant,
    end: Instant
  ) {
    self.version = version
    self.item = item
    self.originalDate = originalDate
    self.begin = begin
    self.end = end
  }
}

/// The occurrences in a window, in order of time.
public struct ItemOccurrences: Sendable {
  /// The occurrences, sorted by beginning, end, title and UID.
  public internal(set) var all: [ItemOccurrence] = []
  /// Items whose series exceed the limit; some of their occurrences may be missing.
  public internal(set) var cutShort: [ItemRef] = []

  mutating func sort() {
    all.sort {
      ($0.begin, $0.end, $0.item.title, $0.item.uid) < (
        $1.begin, $1.end, $1.item.title, $1.item.uid
      )
    }
  }
}

extension ItemOccurrences {
  /// Finds the occurrences of items within a window (RFC 4791, section 9.9).
  ///
  /// An occurrence that begins before the window and ends in it is included. Cancelled items and items without a date
  /// are not.
  public init(of items: [StoredItem], in window: TimeWindow) {
    for stored in items { add(stored, window) }
    sort()
  }

  private mutating func add(_ stored: StoredItem, _ window: TimeWindow) {
    var isCutShort = false
    stored.content.forEachOccurrence(in: window, &isCutShort) { one, begin, end in
      all.append(
        ItemOccurrence(
          version: stored.version, item: one.item, originalDate: one.originalDate, begin: begin,
          end: end))
      return true
    }
    if isCutShort { cutShort.append(stored.id) }
  }
}

extension ItemContent {
  /// True if the item has an occurrence within a window.
  func occurs(in window: TimeWindow) -> Bool {
    var found = false
    var isCutShort = false
    forEachOccurrence(in: window, &isCutShort) { _, _, _ in
      found = true
      return false
    }
    return found
  }

  /// Calls `body` with each occurrence within a window, until it returns false.
  func forEachOccurrence(
    in window: TimeWindow, _ isCutShort: inout Bool,
    body: (ItemSeries.Occurrence, Instant, Instant) -> Bool
  ) {
    let series =
      item.occurrence == nil
      ? [ItemSeries(item, changed: changed, zones: zones)]
      : items.map { ItemSeries($0, zones: zones) }
    for case var dates? in series where item.status != .cancelled {
      leap(&dates, to: window)
      while let one = dates.next() {
        guard let (begin, end) = instants(of: one.item, window.home) else { continue }
        guard window.overlaps(begin, end) else { continue }
        guard body(one, begin, end) else { return }
      }
      isCutShort = isCutShort || dates.isCutShort
    }
  }

  /// Skips occurrences that end before a window, and ends after it; days of two zones begin at most a day apart.
  private func leap(_ dates: inout ItemSeries, to window: TimeWindow) {
    let zone = item.anchor.zone(zones) ?? window.home
    let length = instants(of: item, window.home).map { $1.seconds - $0.seconds } ?? 0
    dates.leap(
      to: zone.civil(at: window.instants.lowerBound.advanced(by: -length - 2 * 86_400)),
      before: zone.civil(at: window.instants.upperBound.advanced(by: 86_400)))
  }

  /// The beginning and the end of an item; for a reminder both are its due date.
  private func instants(of item: CalendarItem, _ home: Zone) -> (begin: Instant, end: Instant)? {
    let anchor = item.when?.isAllDay == true ? nil : item.anchor.zone(zones)
    let zone = anchor ?? home
    guard item.kind == .event else {
      return (item.moment(of: .due) ?? item.start?.startDate).map(zone.instant).map { ($0, $0) }
    }
    guard let begin = item.moment(of: .start), let end = item.moment(of: .due) else { return nil }
    let first = zone.instant(of: begin)
    return (first, max(first, zone.instant(of: end)))
  }
}

extension TimeWindow {
  /// True if the window overlaps a span; a span without length counts if it begins in the window.
  fileprivate func overlaps(_ begin: Instant, _ end: Instant) -> Bool {
    if begin == end { return instants.contains(begin) }
    return begin < instants.upperBound && end > instants.lowerBound
  }
}
