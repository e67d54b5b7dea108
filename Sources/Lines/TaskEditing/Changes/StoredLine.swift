public import CalendarItems
public import ExactText
public import TaskDates

/// The item of a line that is in a store, and not in a file.
///
/// It decides what its line cannot say: an event cannot be done, and an item may repeat by rules that `@repeat` cannot
/// hold.
public struct StoredLine: Sendable {
  /// The item; for a series the one with the rules.
  public let item: CalendarItem
  /// The zones of its dates, by name.
  public let zones: ExactDictionary<Zone>

  /// The changed occurrences of a series.
  public let changed: [CalendarItem]

  /// Creates the item of a line.
  public init(_ item: CalendarItem, changed: [CalendarItem] = [], zones: ExactDictionary<Zone>) {
    self.item = item
    self.changed = changed
    self.zones = zones
  }

  /// The first date from one of the series on that a list shows: the date to which an occurrence was moved.
  func shownDate(from date: DateTimeParameters) -> DateTimeParameters? {
    guard !changed.isEmpty, item.recurrence?.countsStarts != true,
      var dates = ItemSeries(item, changed: changed, zones: zones)
    else { return nil }
    dates.leap(to: date)
    return dates.first { $0.originalDate >= date && !$0.item.isClosed }?.date
  }

  /// Why the item of an event is not closed as done.
  package static let eventFault = "an event cannot be done; expected a reminder, or duecal cancel"
}
