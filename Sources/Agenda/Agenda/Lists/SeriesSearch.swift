import CalendarItems
import TaskDates

/// Finds the occurrences of one series that an agenda shows.
struct SeriesSearch {
  private let query: AgendaQuery
  private let series: AgendaSeries
  private var dates: ItemSeries
  private var isCutShort = false

  init(_ query: AgendaQuery, _ series: AgendaSeries, dates: ItemSeries) {
    self.query = query
    self.series = series
    self.dates = dates
  }

  /// Finds the first late occurrence, which stands for the later ones.
  mutating func late() -> AgendaQuery.Result {
    let late = firstLate()
    return result(late.map { [$0] } ?? [])
  }

  private mutating func firstLate() -> AgendaEntry? {
    guard series.item.kind == .reminder else { return nil }
    var all = dates
    defer { isCutShort = isCutShort || all.isCutShort }
    while let entry = next(of: &all), let when = entry.when {
      if entry.lateness != nil { return entry }
      guard entry.isClosed, when.startDate < query.now else { return nil }
    }
    return nil
  }

  /// Finds the next occurrence: the first that is not completed or, for an event, the first that has not ended.
  ///
  /// If there is none, returns the last.
  mutating func following() -> AgendaQuery.Result {
    var last: AgendaEntry?
    let today = series.item.kind == .event ? query.now.date.dayNumber : nil
    if let day = query.firstDay ?? today { leap(to: day) }
    while let entry = next(of: &dates), let when = entry.when {
      last = entry
      let isOver = entry.item.kind == .event && when.endSecond < query.now.secondNumber
      let isBefore = query.firstDay.map { when.dayNumbers.upperBound <= $0 } ?? false
      if !isOver, !isBefore, !entry.isClosed { return result([entry]) }
    }
    guard let last, !last.isClosed || query.showsClosed else { return result([]) }
    return result([last])
  }

  /// Finds the occurrences in a list; if late ones are shown too, only the first of them.
  mutating func inside(_ list: PeriodList, withLate: Bool) -> AgendaQuery.Result {
    let late = withLate && mayBeIn(list) ? firstLate() : nil
    var entries = late.map { [$0] } ?? []
    leap(to: list.days.lowerBound, before: list.days.upperBound)
    while let entry = next(of: &dates) {
      guard let when = entry.when, list.shows(when, mask: query.admitted(series.mask)) else {
        continue
      }
      if entry.isClosed, !query.showsClosed { continue }
      if withLate, entry.lateness != nil { continue }
      if entries.count >= query.limit {
        isCutShort = true
        break
      }
      entries.append(entry)
    }
    return result(entries)
  }

  private func mayBeIn(_ list: PeriodList) -> Bool {
    let unit = series.period ?? series.item.seriesDate?.unit ?? .day
    return query.admitted(series.mask).admits(list.unit) && unit <= list.unit
  }

  /// The next occurrence, with the date that the series has for it.
  private func next(of dates: inout ItemSeries) -> AgendaEntry? {
    guard let one = dates.next() else { return nil }
    var item = one.item
    let isAllDay = series.item.seriesDate?.isAllDay ?? true
    item.occurrence = isAllDay ? .date(one.originalDate.date) : .dateTime(one.originalDate)
    return query.entry(item, of: series)
  }

  /// Skips occurrences that end before a day or begin after another.
  private mutating func leap(to first: Int, before end: Int? = nil) {
    // The clocks of two zones differ by two days at most, and the date of a period is its last day.
    let lag = series.period == nil ? 2 : 368
    dates.leap(
      to: DateTimeParameters(secondNumber: (first - 2) * 86_400 - length),
      before: end.flatMap { DateTimeParameters(secondNumber: ($0 + lag) * 86_400) })
  }

  /// The length of one occurrence, in seconds.
  private var length: Int {
    let when = query.entry(series.item, of: series).when
    return when.map { $0.endSecond - $0.startDate.secondNumber } ?? 0
  }

  private func result(_ entries: [AgendaEntry]) -> AgendaQuery.Result {
    AgendaQuery.Result(entries: entries, isCutShort: isCutShort || dates.isCutShort)
  }
}
