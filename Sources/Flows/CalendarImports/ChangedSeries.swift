import CalendarItems
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates

/// A series of a calendar and its changed occurrences as the items of lines.
struct ChangedSeries {
  /// The series, followed by the occurrences.
  private(set) var items: [ImportedItem]

  /// Folds changed occurrences into their series.
  ///
  /// - Parameter zones: The zones of each input; the occurrences may be in other files than the series.
  init(_ series: ImportedItem, _ changed: [ImportedItem], zones: [ExactDictionary<Zone>]) {
    items = [series]
    let changed = changed.sorted { $0.name < $1.name }
    let lines = SeriesLines(
      series.item, changed.map { SeriesLines.Occurrence($0.item, zones: zones[$0.input]) },
      zones: zones[series.input])
    if lines.item != series.item { items[0].item = lines.item }
    for part in lines.parts { items.append(Self.item(of: part, changed[part.index], series)) }
  }

  private static func item(
    of part: SeriesLines.Part, _ read: ImportedItem, _ series: ImportedItem
  ) -> ImportedItem {
    var own = read
    if part.isLater {
      let day = part.date.firstDay.formattedDate
      own = read.named(ItemName(uid: read.name.uid, occurrence: day), part.item)
    } else if part.item != read.item {
      own.item = part.item
    }
    (own.parent, own.path, own.usesHint) = (series.parent, series.path, false)
    own.isHidden = part.isCancelled
    return own
  }
}
