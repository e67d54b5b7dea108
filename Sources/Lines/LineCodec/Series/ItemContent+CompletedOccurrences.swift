package import CalendarItems
package import ExactText
import TaskDates

/// The occurrences of a series that a program has completed as changed ones.
extension ItemContent {
  /// Takes out the changed occurrences that complete the next open dates of the series, and returns them in order.
  ///
  /// There are none unless a change has completed the next one. One that differs from the series in more than its state
  /// stays in the series, and has a line of its own.
  ///
  /// - Parameter shown: The names of changed occurrences that have lines of their own; they are skipped.
  package mutating func takeCompletedFirst(
    since before: ItemContent, showing shown: ExactSet
  ) -> [CalendarItem] {
    let found = completedFirst(showing: shown)
    guard let first = found.first,
      before.changed.first(where: { $0.occurrence == first.occurrence })?.status != .completed
    else { return [] }
    let done = Set(found.map(\.occurrence))
    changed.removeAll { done.contains($0.occurrence) }
    return found
  }

  /// The changed occurrences that complete the next open dates of the series, in order.
  private func completedFirst(showing shown: ExactSet) -> [CalendarItem] {
    guard item.recurs, var dates = ItemSeries(item, zones: zones) else { return [] }
    let changed = occurrenceOfDate
    var found: [CalendarItem] = []
    while let date = dates.next()?.date, let own = changed[date], !own.replacesFuture {
      // The line of the series leaves out the date of one with a line of its own.
      if own.status == .completed, isAsInSeries(own), !shown.contains(own.nameInSeries) {
        found.append(own)
      }
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
