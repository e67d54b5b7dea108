import CalendarItems
import CalendarStores
import TaskDates

/// The occurrences of a series that a program has completed as changed ones.
extension ItemContent {
  /// Takes out the changed occurrences that complete the first dates of the series, and returns them in order.
  ///
  /// There are none unless a change has completed the first occurrence. One that differs from the series in more than
  /// its state also stays in the series, so that nothing of it is lost.
  mutating func takeCompletedFirst(since before: ItemContent) -> [CalendarItem] {
    let found = completedFirst
    guard let first = found.first,
      before.changed.first(where: { $0.occurrence == first.occurrence })?.status != .completed
    else { return [] }
    let done = Set(found.filter(isAsInSeries).map(\.occurrence))
    changed.removeAll { done.contains($0.occurrence) }
    return found
  }

  /// The changed occurrences that complete the first dates of the series, in order.
  private var completedFirst: [CalendarItem] {
    guard item.recurs, var dates = ItemSeries(item, zones: zones) else { return [] }
    let completed = occurrenceOfDate.filter { $1.status == .completed && !$1.replacesFuture }
    var found: [CalendarItem] = []
    while let date = dates.next()?.date, let occurrence = completed[date] {
      found.append(occurrence)
    }
    return found
  }

  /// The changed occurrences by the dates of the series that they replace.
  private var occurrenceOfDate: [DateTimeParameters: CalendarItem] {
    let dates = ItemSeries(item, changed: changed, zones: zones)?.replacedDates ?? []
    return Dictionary(
      zip(dates, changed).compactMap { date, item in date.map { ($0, item) } }
    ) { $1 }
  }

  /// True if a changed occurrence differs from its series at most in its state and its alarms.
  private func isAsInSeries(_ occurrence: CalendarItem) -> Bool {
    guard let date = occurrenceOfDate.first(where: { $1.occurrence == occurrence.occurrence })?.key,
      var expected = item.moved(to: date, zone: item.anchor.zone(zones))
    else { return false }
    if occurrence.when == nil, occurrence.start == nil {
      (expected.when, expected.start) = (nil, nil)
    }
    return ItemField.allCases.allSatisfy {
      Self.ofOccurrences.contains($0) || !occurrence.differs(from: expected, in: $0)
    }
  }

  /// The fields in which a completed occurrence may differ from its series.
  private static let ofOccurrences = [
    CoreField.uid, .revision, .hints, .occurrence, .recurrence, .status,
    .completed, .percent, .alarms,
  ].map { ItemField.core($0) }
}
