package import ExactText
package import TaskDates

/// What a RECURRENCE-ID names: a time in a known zone is the same in every zone, so that one occurrence named in UTC and
/// in a zone has one key.
package struct OccurrenceKey: Hashable, Sendable {
  /// The date, if it is not a time in a known zone; nil for a whole item too.
  private var date: TMDateType?
  private var instant: Instant?

  /// The key of an item; that of a whole item has no date.
  ///
  /// - Parameter zones: The zones of the item's calendar.
  package init(_ item: CalendarItem, zones: ExactDictionary<Zone>) {
    self.init(item.occurrence, item.anchor, zones: zones)
  }

  /// The key of a RECURRENCE-ID in the zone of its item.
  package init(
    _ occurrence: TMDateType?, _ anchor: CalendarItem.Anchor, zones: ExactDictionary<Zone>
  ) {
    if let occurrence, !occurrence.isAllDay, let zone = anchor.zone(zones) {
      instant = zone.instant(of: occurrence.startDate)
    } else {
      date = occurrence
    }
  }
}
