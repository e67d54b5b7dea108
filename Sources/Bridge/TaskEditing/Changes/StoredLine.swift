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

  /// Creates the item of a line.
  public init(_ item: CalendarItem, zones: ExactDictionary<Zone>) {
    self.item = item
    self.zones = zones
  }

  /// Why the item of an event is not closed as done.
  package static let eventFault = "an event cannot be done; expected a reminder, or duecal cancel"
}
