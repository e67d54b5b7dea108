import CalendarItems
import ExactText
import TaskDates

/// The occurrences of a series in a window, each as an item of its own.
struct ExpandedSeries {
  private(set) var items: [ImportedItem] = []

  private var counts: [DateParameters: Int] = [:]

  /// What an occurrence is called: its day, so that it keeps its line when the series is at another time.
  private mutating func name(on day: DateParameters, of series: ImportedItem) -> ItemName {
    counts[day, default: 0] += 1
    let number = counts[day, default: 1]
    let suffix = number > 1 ? " #\(number)" : ""
    return ItemName(uid: series.name.uid, occurrence: day.formattedDate + suffix)
  }

  /// The most occurrences that one series may have in a window.
  private static let limit = 10_000

  init(
    _ series: ImportedItem, _ changed: [ImportedItem], _ zones: ExactDictionary<Zone>,
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
      let name = name(on: occurrence.originalDate.date, of: series)
      var own = series.named(name, item)
      (own.hint, own.path, own.parent) = (nil, series.path, series.parent)
      items.append(own)
    }
    for own in changed where own.item.status == .cancelled { addCancelled(own) }
  }

  /// A cancelled occurrence gets no line; one that it has says so.
  private mutating func addCancelled(_ changed: ImportedItem) {
    guard let day = changed.item.occurrence?.firstDay, counts[day] == nil else { return }
    let name = ItemName(uid: changed.name.uid, occurrence: day.formattedDate)
    var own = changed.named(name, changed.item)
    (own.hint, own.isHidden) = (nil, true)
    items.append(own)
  }
}
