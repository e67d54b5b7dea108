import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import ICalendar
import TaskDates

extension ItemContent {
  /// The names of the fields in which two items of one UID differ; timestamps do not count.
  ///
  /// This decides whether an item has to be written. To check what was written, use `losses(in:)`, which treats two
  /// forms of the same value as equal.
  ///
  /// An occurrence that only one of them has changed is `occurrences`.
  func differences(from other: ItemContent) -> [String] {
    let own = byOccurrence
    let theirs = other.byOccurrence
    guard Set(own.keys) == Set(theirs.keys) else { return ["occurrences"] }
    let fields = own.flatMap { name, item in theirs[name].map { item.changes(from: $0) } ?? [] }
    return Set(fields).sorted()
  }

  /// The names of the fields that a store changed or dropped, in the item or in a changed occurrence.
  func losses(in stored: ItemContent) -> [String] {
    let (own, theirs) = (byOccurrence, stored.byOccurrence)
    guard Set(own.keys) == Set(theirs.keys) else { return ["occurrences"] }
    let lost = own.flatMap { name, item -> [ItemField] in
      guard let other = theirs[name], !item.isEqual(to: other) else { return [] }
      return RoundTripComparison(of: item, zones, in: other, other: stored.zones).lost
    }
    return ItemField.allCases.filter(lost.contains).map(\.name)
  }

  /// The names of the properties in its text that duecal does not know; empty if it has no text.
  var unknownNames: Set<String> {
    guard let bytes = original.bytes else { return [] }
    let reading = CalendarReading(bytes: Array(bytes))
    let names = reading.items.filter { $0.item.uid == item.uid }.flatMap(\.kept)
      .map { reading.document.property(reading.document.lines[$0]).upperName }
    return Set(names)
  }

  /// True if this is a later version than another, as far as timestamps show it (RFC 5546, section 2.1.5).
  func isNewer(than other: ItemContent) -> Bool {
    guard let own = latest, let theirs = other.latest else { return false }
    return (own.sequence, own.modified) > (theirs.sequence, theirs.modified)
  }

  private var latest: Revision? {
    items.compactMap(\.revision).max { ($0.sequence, $0.modified) < ($1.sequence, $1.modified) }
  }

  private var byOccurrence: [TMDateType?: CalendarItem] {
    let items = items.map { item in
      var item = item
      item.revision = nil
      return (item.occurrence, item)
    }
    return Dictionary(items) { _, last in last }
  }
}
