import CalendarItems
import TaskDates

/// The occurrences of a series in a window, each as an item of its own.
struct ExpandedSeries {
  private(set) var items: [ImportedItem] = []

  /// The most occurrences that one series may have in a window.
  private static let limit = 10_000

  init(
    _ series: ImportedItem, _ changed: [ImportedItem], _ zones: [String: Zone],
    _ window: ClosedRange<DateParameters>
  ) {
    guard let all = ItemSeries(series.item, changed: changed.map(\.item), zones: zones) else {
      items = [series]
      return
    }
    for occurrence in all.lazy.prefix(while: { $0.originalDate.date <= window.upperBound })
      .filter({ window.contains($0.date.date) }).prefix(Self.limit)
    {
      var item = occurrence.item
      item.recurrence = nil
      let name = ItemName(uid: series.name.uid, occurrence: occurrence.originalDate.formattedDate)
      var own = ImportedItem(name, item, input: series.input, reading: series.reading)
      (own.hint, own.path, own.parent) = (nil, series.path, series.parent)
      items.append(own)
    }
  }
}
