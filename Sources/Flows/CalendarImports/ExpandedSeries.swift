import CalendarItems
import ExactText
import LineState
public import TaskDates

/// The occurrences of a series in a window, each as a separate item.
struct ExpandedSeries {
  private(set) var items: [ImportedItem] = []
  /// True if some occurrences of the window are missing.
  private(set) var isCut = false

  private var counts: [DateParameters: Int] = [:]

  /// The name of an occurrence: its day, so that it keeps its line when the time of the series changes.
  private mutating func name(on day: DateParameters, of series: ImportedItem) -> ItemName {
    counts[day, default: 0] += 1
    let number = counts[day, default: 1]
    let suffix = number > 1 ? " #\(number)" : ""
    return ItemName(uid: series.name.uid, occurrence: day.formattedDate + suffix)
  }

  /// Collects the occurrences.
  ///
  /// - Parameter limit: The maximum number of occurrences.
  init(
    _ series: ImportedItem, _ changed: [ImportedItem], zones: ExactDictionary<Zone>,
    window: ExpandedWindow, limit: Int
  ) {
    let bound = SeriesDates.Bound(isCancelled: window.isCancelled)
    guard
      var all = ItemSeries(series.item, changed: changed.map(\.item), zones: zones, bound: bound)
    else {
      items = [series]
      return
    }
    window.leap(&all)
    let limit = min(limit, Self.limit)
    while let occurrence = all.next(), occurrence.originalDate.date <= window.days.upperBound {
      guard window.days.contains(occurrence.date.date) else { continue }
      guard items.count < limit else {
        isCut = true
        break
      }
      add(occurrence, of: series)
    }
    isCut = isCut || all.isCutShort
    for own in changed where own.item.status == .cancelled { addCancelled(own) }
  }

  /// The maximum number of occurrences of one series in a window.
  private static let limit = 10_000

  private mutating func add(_ occurrence: ItemSeries.Occurrence, of series: ImportedItem) {
    var item = occurrence.item
    item.recurrence = nil
    let name = name(on: occurrence.originalDate.date, of: series)
    var own = series.named(name, item)
    (own.usesHint, own.path, own.parent) = (false, series.path, series.parent)
    items.append(own)
  }

  /// A cancelled occurrence gets no line; an existing line is marked as cancelled.
  private mutating func addCancelled(_ changed: ImportedItem) {
    guard let day = changed.item.occurrence?.firstDay, counts[day] == nil else { return }
    let name = ItemName(uid: changed.name.uid, occurrence: day.formattedDate)
    var own = changed.named(name, changed.item)
    (own.usesHint, own.isHidden) = (false, true)
    items.append(own)
  }
}

/// The days whose occurrences are imported as separate items.
public struct ExpandedWindow: Sendable {
  /// The days.
  public var days: ClosedRange<DateParameters>
  /// The maximum number of occurrences of all series together.
  public var limit = 50_000
  /// Returns true to stop.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Creates a window.
  public init(_ days: ClosedRange<DateParameters>) { self.days = days }

  /// Skips occurrences outside of the window.
  fileprivate func leap(_ series: inout ItemSeries) {
    let end = days.upperBound.advanced(byDays: 1)
    series.leap(
      to: DateTimeParameters(date: days.lowerBound, time: .midnight),
      before: end.map { DateTimeParameters(date: $0, time: .midnight) })
  }
}
