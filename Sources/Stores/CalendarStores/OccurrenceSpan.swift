public import CalendarItems
public import TaskDates

/// Which occurrences of a series a change is for.
public enum OccurrenceSpan: String, Hashable, Sendable, CaseIterable {
  /// That one.
  case this
  /// That one and those behind it.
  case thisAndFuture
  /// All.
  case all
}

extension ItemContent {
  /// What is left once an occurrence goes; nil where nothing is.
  ///
  /// - Parameters:
  ///   - date: The date that the series has for it, on the series' clock.
  ///   - span: Which occurrences go.
  public func removing(_ date: DateTimeParameters, span: OccurrenceSpan) -> ItemContent? {
    let series = StoredSeries(self)
    switch span {
    case .all: return nil
    case .thisAndFuture: return series.before(date)
    case .this: return series.without(date)
    }
  }

  /// What becomes of a series once an occurrence is changed: the series, and a new one behind it where
  /// those that follow change too.
  ///
  /// Nil where it cannot be said: a rule that has no such date, or one that the new date breaks.
  ///
  /// - Parameters:
  ///   - date: The date that the series has for it, on the series' clock.
  ///   - item: What the occurrence shall be.
  ///   - span: Which occurrences are changed.
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
