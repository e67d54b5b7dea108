public import CalendarItems
public import TaskDates

/// The occurrences of a series that a change applies to.
public enum OccurrenceSpan: String, Hashable, Sendable, CaseIterable {
  /// Only that one.
  case this
  /// That one and all later ones.
  case thisAndFuture
  /// All.
  case all
}

extension ItemContent {
  /// The content without an occurrence; nil if nothing is left.
  ///
  /// - Parameters:
  ///   - date: The date of the occurrence in the series, in the zone of the series.
  ///   - span: The occurrences to remove.
  public func removing(_ date: DateTimeParameters, span: OccurrenceSpan) -> ItemContent? {
    let series = StoredSeries(self)
    switch span {
    case .all: return nil
    case .thisAndFuture: return series.before(date)
    case .this: return series.without(date)
    }
  }

  /// The series with the fields of its changed item, which has another first date: the series goes on from there if that is
  /// one of its dates; otherwise all dates move by the same distance.
  ///
  /// It is nil if no rule can express the new dates.
  package func beginning(with item: CalendarItem) -> ItemContent? {
    var new = self
    new.item = item
    guard let old = self.item.seriesDate?.startDate, let date = item.seriesDate?.startDate,
      date != old
    else { return new }
    let series = StoredSeries(self)
    guard series.has(date) else { return series.moved(with: item, from: old) }
    guard let rest = series.beginning(at: date) else { return nil }
    (new.item.when, new.item.start) = (rest.item.when, rest.item.start)
    (new.item.recurrence, new.changed) = (rest.item.recurrence, rest.changed)
    return new
  }

  /// The content after a change of an occurrence: the series, and a new one after it if later occurrences are changed
  /// too.
  ///
  /// It is nil if a rule has no such date, or cannot express the new one.
  ///
  /// - Parameters:
  ///   - date: The date of the occurrence in the series, in the zone of the series.
  ///   - item: The changed occurrence.
  ///   - span: The occurrences to change.
  ///   - uid: The UID of the new series.
  public func changing(
    _ date: DateTimeParameters, to item: CalendarItem, span: OccurrenceSpan, newUID uid: String
  ) -> (first: ItemContent, rest: ItemContent?)? {
    let series = StoredSeries(self)
    guard self.item.recurs, self.item.occurrence == nil else {
      return series.alone(date, item).map { ($0, nil) }
    }
    switch span {
    case .this: return series.with(item, on: date).map { ($0, nil) }
    case .all: return series.moved(with: item, from: date).map { ($0, nil) }
    case .thisAndFuture:
      guard let first = series.before(date) else {
        return series.moved(with: item, from: date).map { ($0, nil) }
      }
      guard let rest = series.after(date, beginningWith: item, uid: uid) else { return nil }
      return (first, rest)
    }
  }
}
