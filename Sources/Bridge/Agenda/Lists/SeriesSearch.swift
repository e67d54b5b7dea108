import CalendarItems
import TaskDates

/// Finds the occurrences of one series that an agenda wants.
struct SeriesSearch {
  private let question: AgendaQuery
  private let series: AgendaSeries
  private var dates: ItemSeries
  private var isCutShort = false

  init(_ question: AgendaQuery, _ series: AgendaSeries, dates: ItemSeries) {
    self.question = question
    self.series = series
    self.dates = dates
  }

  /// The first that is late: the later ones are said by it.
  mutating func late() -> AgendaQuery.Answer {
    let late = firstLate()
    return answer(late.map { [$0] } ?? [])
  }

  private mutating func firstLate() -> AgendaEntry? {
    guard series.item.kind == .reminder else { return nil }
    var all = dates
    defer { isCutShort = isCutShort || all.isCutShort }
    while let entry = next(of: &all), let when = entry.when {
      if entry.lateness != nil { return entry }
      guard entry.isClosed, when.startDate < question.now else { return nil }
    }
    return nil
  }

  /// Its next one: the first that is not done, of an event the first that is not over; where there is
  /// none, the last.
  mutating func following() -> AgendaQuery.Answer {
    var last: AgendaEntry?
    if series.item.kind == .event { leap(to: question.now.date.dayNumber) }
    while let entry = next(of: &dates), let when = entry.when {
      last = entry
      let isOver = entry.item.kind == .event && when.endSecond < question.now.secondNumber
      if !isOver, !entry.isClosed { return answer([entry]) }
    }
    guard let last, !last.isClosed || question.showsClosed else { return answer([]) }
    return answer([last])
  }

  /// Those in a list; where what is late stands there too, only the first of the late ones.
  mutating func inside(_ list: PeriodList, withLate: Bool) -> AgendaQuery.Answer {
    let late = withLate && mayBeIn(list) ? firstLate() : nil
    var entries = late.map { [$0] } ?? []
    leap(to: list.days.lowerBound, before: list.days.upperBound)
    while let entry = next(of: &dates) {
      guard let when = entry.when, list.shows(when, mask: series.mask) else { continue }
      if entry.isClosed, !question.showsClosed { continue }
      if withLate, entry.lateness != nil { continue }
      if entries.count >= question.limit {
        isCutShort = true
        break
      }
      entries.append(entry)
    }
    return answer(entries)
  }

  private func mayBeIn(_ list: PeriodList) -> Bool {
    let unit = series.period ?? series.item.seriesDate?.unit ?? .day
    return series.mask.admits(list.unit) && unit <= list.unit
  }

  /// The next occurrence, under the date that the series has for it.
  private func next(of dates: inout ItemSeries) -> AgendaEntry? {
    guard let one = dates.next() else { return nil }
    var item = one.item
    let isAllDay = series.item.seriesDate?.isAllDay ?? true
    item.occurrence = isAllDay ? .date(one.originalDate.date) : .dateTime(one.originalDate)
    return question.entry(item, of: series)
  }

  /// Leaves out what is over before a day, and what begins after another.
  private mutating func leap(to first: Int, before end: Int? = nil) {
    // Clocks of two zones are at most two days apart, and a period goes by its last day.
    let lag = series.period == nil ? 2 : 368
    dates.leap(
      to: DateTimeParameters(secondNumber: (first - 2) * 86_400 - length),
      before: end.flatMap { DateTimeParameters(secondNumber: ($0 + lag) * 86_400) })
  }

  /// How long one occurrence lasts, in seconds.
  private var length: Int {
    let when = question.entry(series.item, of: series).when
    return when.map { $0.endSecond - $0.startDate.secondNumber } ?? 0
  }

  private func answer(_ entries: [AgendaEntry]) -> AgendaQuery.Answer {
    AgendaQuery.Answer(entries: entries, isCutShort: isCutShort || dates.isCutShort)
  }
}
