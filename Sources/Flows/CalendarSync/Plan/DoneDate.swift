import CalendarItems
import CalendarStores
import TaskDates

/// The first date of a series whose line a person has done, although the line cannot say its rules.
///
/// Such a line looks like that of a single task, so it was done for its date only, and the series goes on. The store of the
/// line gets the date as a completed occurrence: it keeps it as a done line, and moves the series to its next date, which
/// the next run brings to the other store.
struct DoneDate {
  /// What each side has now; that of the line with the completed occurrence.
  private(set) var now: SyncSides<ItemContent>
  /// The name of the completed occurrence; nil if there is none.
  private var name: TMDateType?

  init(_ before: SyncSides<ItemContent>, now: SyncSides<ItemContent>, on lines: Set<SyncSide>) {
    self.now = now
    for side in lines where !now[side.other].item.isClosed {
      guard let found = now[side].withFirstCompleted(since: before[side]) else { continue }
      self.now[side] = found.content
      name = found.name
    }
  }

  /// The merged contents, but the side without the line keeps what it has of the completed occurrence.
  func divided(
    _ merged: SyncSides<ItemContent>, on lines: Set<SyncSide>
  ) -> SyncSides<ItemContent> {
    var contents = merged
    guard let name else { return contents }
    for side in SyncSide.allCases where !lines.contains(side) {
      contents[side].changed.removeAll { $0.occurrence == name }
      contents[side].changed += now[side].changed.filter { $0.occurrence == name }
    }
    return contents
  }
}

extension ItemContent {
  /// The open series with its first occurrence completed, and the name of that occurrence; nil unless the series was
  /// completed as a whole since the last sync by a line that cannot say its rules, and has another date.
  fileprivate func withFirstCompleted(
    since before: ItemContent
  ) -> (content: ItemContent, name: TMDateType)? {
    guard item.kind == .reminder, item.status == .completed, !before.item.isClosed,
      item.recurs, !item.lineSaysSeries,
      let first = firstOfSeveral
    else { return nil }
    var open = self
    open.item.takeState(of: before.item)
    guard
      let series = open.changing(first.originalDate, to: first.item, span: .this, newUID: "")?
        .first,
      let name = series.changed.last?.occurrence
    else { return nil }
    return (series, name)
  }

  /// The first occurrence of a series that has another one.
  private var firstOfSeveral: ItemSeries.Occurrence? {
    var dates = ItemSeries(item, zones: zones)
    guard let first = dates?.next(), dates?.next() != nil else { return nil }
    return first
  }
}
