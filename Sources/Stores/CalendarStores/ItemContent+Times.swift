public import CalendarItems
public import TaskDates

extension ItemContent {
  /// The earliest beginning of its first occurrence, and the latest end of its last one, wherever the reader is; nil
  /// for an item without a date.
  ///
  /// An index of a store uses it: outside of the span there are no occurrences. The span has no end if the series has
  /// none, or one that is too far away to be computed.
  public var span: (first: Instant, last: Instant?)? {
    let spans = items.compactMap(span)
    guard let first = spans.map(\.first).min() else { return nil }
    let ends = spans.compactMap(\.last)
    // A change of all later occurrences may move them anywhere.
    let isKnown = ends.count == spans.count && !changed.contains(where: \.replacesFuture)
    return (first, isKnown ? ends.max() : nil)
  }

  /// The largest difference between two time zones, and a day more.
  private static let margin = 3 * 86_400

  private func span(of item: CalendarItem) -> (first: Instant, last: Instant?)? {
    guard let when = item.when ?? item.start else { return nil }
    let dates = [item.when, item.start].compactMap { $0?.startDate.secondNumber }
    let extra = (item.recurs ? item.recurrence?.also ?? [] : []).map(\.startDate.secondNumber)
    let first = (dates + extra).min() ?? when.startDate.secondNumber
    // A rule may end before the first date, which counts in any case.
    let known = (dates + extra).max() ?? first
    let last = item.recurs ? lastDate(of: item).map { max($0, known) } : known
    return (
      Instant(seconds: first - Self.margin),
      last.map { Instant(seconds: $0 + length(of: item) + Self.margin) }
    )
  }

  private func length(of item: CalendarItem) -> Int {
    let begin = item.moment(of: .start)?.secondNumber ?? 0
    let end = item.moment(of: .due)?.secondNumber ?? 0
    return max(0, end - begin, (item.when?.lastDay.dayNumber ?? 0) * 86_400 - begin)
  }

  /// The last date of a series; nil if it has none, or counting is too much work.
  private func lastDate(of item: CalendarItem) -> Int? {
    let rules = item.recurrence?.rules ?? []
    let isFar = rules.contains { rule in
      switch rule.end {
      case .never: true
      case .count(let count): count > 1000
      case .onDay, .at: false
      }
    }
    guard !isFar else { return nil }
    let bounds = rules.compactMap { rule -> Int? in
      switch rule.end {
      case .onDay(let day): (day.dayNumber + 1) * 86_400
      case .at(let moment, _): moment.secondNumber
      case .never, .count: nil
      }
    }
    guard bounds.count < rules.count else { return bounds.max() }
    var last = bounds.max() ?? 0
    var series = ItemSeries(item, zones: zones, bound: SeriesDates.Bound(steps: 20_000))
    while let next = series?.next() { last = max(last, next.date.secondNumber) }
    return series?.isCutShort == true ? nil : last
  }
}
