package import ExactText
package import TaskDates

/// The changed occurrences of a series.
struct ChangedOccurrences {
  private var inOrder: [ItemSeries.Occurrence] = []
  private var next = 0
  private var replaced: Set<DateTimeParameters> = []
  /// The dates that they replace, in the order in which they were passed; nil for an occurrence that replaces none.
  private(set) var named: [DateTimeParameters?] = []
  /// Those that also replace all later occurrences, in order.
  private var futures: [ChangedFuture] = []

  /// Creates the changed occurrences.
  ///
  /// - Parameter dates: All dates of the series, including those that are left out.
  init(
    _ master: CalendarItem, _ changed: [CalendarItem], zones: ExactDictionary<Zone>,
    of dates: () -> SeriesDates
  ) {
    let zone = master.anchor.zone(zones)
    let clocks = changed.map { SeriesClock($0.asOccurrence(of: master), master, zones: zones) }
    let originals = clocks.map { $0.original(in: master, zone) }
    let names = OccurrenceNames(originals.compactMap(\.self), master, zone: zone, dates: dates)
    named = originals.map { $0.map(names.date(of:)) }
    for (clock, named) in zip(clocks, named) {
      guard let named else { continue }
      replaced.insert(named)
      guard let clock = clock.dated(by: master, on: named, zones: zones) else { continue }
      let item = clock.item
      guard let own = item.seriesDate?.startDate, let date = clock.onSeries(of: item.seriesDate)
      else { continue }
      if item.replacesFuture {
        futures.append(ChangedFuture(from: named, clock: clock, own: own, date: date))
      }
      guard item.status != .cancelled else { continue }
      inOrder.append(ItemSeries.Occurrence(item: item, date: date, originalDate: named))
    }
    inOrder.sort { $0.date < $1.date }
    futures.sort { $0.from < $1.from }
  }

  /// The next changed occurrence; nil after the last.
  var first: ItemSeries.Occurrence? { next < inOrder.count ? inOrder[next] : nil }

  mutating func removeFirst() -> ItemSeries.Occurrence? {
    defer { next += 1 }
    return first
  }

  func replaces(_ date: DateTimeParameters) -> Bool { replaced.contains(date) }

  /// The largest distance by which later occurrences were moved, in seconds.
  var longestMove: Int { futures.map(\.longestMove).max() ?? 0 }

  /// The changed occurrence that determines a later date.
  func future(of date: DateTimeParameters) -> ChangedFuture? {
    var (low, high) = (0, futures.count)
    while low < high {
      let middle = (low + high) / 2
      if futures[middle].from < date { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? futures[low - 1] : nil
  }
}

extension CalendarItem {
  /// The RECURRENCE-ID of a changed occurrence.
  ///
  /// A midnight in a series at other times of day names the day, as Office 365 writes it.
  package func occurrence(in series: CalendarItem) -> TMDateType? {
    guard let occurrence, !occurrence.isAllDay, occurrence.startDate.time == .midnight,
      let first = series.seriesDate, anchor == series.anchor,
      ![first, series.start].contains(where: { $0?.startDate.time == .midnight }),
      let recurrence = series.recurrence, !recurrence.rules.contains(where: \.countsTimes),
      !recurrence.also.contains(where: { $0.startDate.time == .midnight })
    else { return occurrence }
    return .date(occurrence.firstDay)
  }

  /// A changed occurrence that has no date, with that of its series: it did not change that.
  ///
  /// It is nil if the series has no such date.
  fileprivate func dated(
    by series: CalendarItem, on date: DateTimeParameters, zone: Zone?
  ) -> CalendarItem? {
    guard let moved = series.moved(to: date, zone: zone) else { return nil }
    var dated = self
    dated.takeDates(of: moved)
    return dated
  }

  /// A changed occurrence with the date that it has in lists: its own, otherwise that of its series.
  ///
  /// - Parameters:
  ///   - series: The item with the rules.
  ///   - zones: The zones of both, by name.
  package func dated(by series: CalendarItem, zones: ExactDictionary<Zone>) -> CalendarItem {
    guard when == nil, start == nil,
      let date = ItemSeries(series, changed: [self], zones: zones)?.replacedDates.first ?? nil
    else { return self }
    return dated(by: series, on: date, zone: series.anchor.zone(zones)) ?? self
  }

  /// The item as an occurrence: it does not repeat, and counts starts or due dates as its series does.
  fileprivate func asOccurrence(of master: CalendarItem) -> CalendarItem {
    var item = self
    item.recurrence = nil
    if master.recurrence?.countsStarts == true {
      item.recurrence = Recurrence(rule: nil)
      item.recurrence?.countsStarts = true
    }
    return item
  }
}

/// A changed occurrence that also changes all later ones.
struct ChangedFuture {
  /// The date of the series that it replaces.
  let from: DateTimeParameters
  fileprivate let clock: SeriesClock
  /// Its date in its own time zone, and in that of the series.
  fileprivate let own: DateTimeParameters
  fileprivate let date: DateTimeParameters

  /// The largest distance by which it moves occurrences, in seconds; a different zone can add up to a day.
  var longestMove: Int {
    abs(date.secondNumber - from.secondNumber) + (clock.isAnother ? 86_400 : 0)
  }

  /// The occurrence for a later date of the series, at the same distance from the changed one.
  func occurrence(for original: DateTimeParameters, _ zone: Zone?) -> ItemSeries.Occurrence? {
    let distance = original.secondNumber - from.secondNumber
    guard let moved = own.advanced(bySeconds: distance),
      let item = clock.item.moved(to: moved, zone: clock.isAnother ? clock.own : zone),
      let date = item.seriesDate?.isAllDay == true ? moved : clock.onSeries(moved)
    else { return nil }
    return ItemSeries.Occurrence(item: item, date: date, originalDate: original)
  }
}

/// The time zones of a changed occurrence and of its series.
private struct SeriesClock {
  let item: CalendarItem
  /// The zone of the item, and that of the series.
  let own: Zone?
  let series: Zone?
  /// True if both are known and differ.
  let isAnother: Bool

  init(_ item: CalendarItem, _ master: CalendarItem, zones: ExactDictionary<Zone>) {
    self.item = item
    own = item.anchor.zone(zones)
    series = master.anchor.zone(zones)
    isAnother = item.anchor != master.anchor && own != nil && series != nil
  }

  /// The zones of an occurrence with a date; one without its own date gets that of the series.
  func dated(
    by master: CalendarItem, on date: DateTimeParameters, zones: ExactDictionary<Zone>
  ) -> SeriesClock? {
    guard item.when == nil, item.start == nil else { return self }
    return item.dated(by: master, on: date, zone: series).map {
      SeriesClock($0, master, zones: zones)
    }
  }

  /// The date of a RECURRENCE-ID in the zone of the series; a day in a series of times gets the time of its DTSTART, as
  /// in `OccurrenceNames`.
  func original(in master: CalendarItem, _ zone: Zone?) -> DateTimeParameters? {
    guard let day = item.occurrence(in: master), day.isAllDay, let first = master.seriesDate,
      !first.isAllDay
    else { return onSeries(of: item.occurrence) }
    let shift = OccurrenceNames.shift(of: master, zone)
    let start = first.startDate.advanced(bySeconds: shift) ?? first.startDate
    return DateTimeParameters(date: day.firstDay, time: start.time)
  }

  /// A date of the item in the zone of the series.
  func onSeries(of date: TMDateType?) -> DateTimeParameters? {
    guard let date, !date.isAllDay else { return date?.startDate }
    return onSeries(date.startDate)
  }

  /// A local time of the item in the zone of the series.
  func onSeries(_ moment: DateTimeParameters) -> DateTimeParameters? {
    guard isAnother, let own, let series else { return moment }
    return series.civil(at: own.instant(of: moment))
  }
}

/// Finds the dates of a series that RECURRENCE-IDs name.
///
/// A reminder that counts due dates is named by its DTSTART, which may be before its due date. If the series has no
/// such due date, the name is the due date itself.
private struct OccurrenceNames {
  private let shift: Int
  private var made: Set<DateTimeParameters> = []

  init(
    _ originals: [DateTimeParameters], _ master: CalendarItem, zone: Zone?,
    dates: () -> SeriesDates
  ) {
    shift = Self.shift(of: master, zone)
    guard shift != 0, !originals.isEmpty else { return }
    var dates = dates()
    for date in (originals + originals.map(due)).sorted() {
      dates = dates.occurrences(from: date)
      var rest = dates
      if rest.next() == date { made.insert(date) }
    }
  }

  /// The offset from a due date to the DTSTART that may name it, in seconds, if the reminder is written with a length;
  /// in the other form there is no offset.
  static func shift(of master: CalendarItem, _ zone: Zone?) -> Int {
    guard master.kind == .reminder else { return 0 }
    return ReminderDates(master, recurringDue: .duration, zone: zone).shift.nominalSeconds
  }

  /// The date of the series that a RECURRENCE-ID names.
  func date(of original: DateTimeParameters) -> DateTimeParameters {
    let due = due(original)
    return made.contains(due) || !made.contains(original) ? due : original
  }

  private func due(_ original: DateTimeParameters) -> DateTimeParameters {
    shift == 0 ? original : original.advanced(bySeconds: -shift) ?? original
  }
}
