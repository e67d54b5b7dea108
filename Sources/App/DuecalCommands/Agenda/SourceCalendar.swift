import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// A calendar among the sources.
struct SourceCalendar: Sendable {
  /// The name that messages show.
  let name: String
  /// The key in the state of the store's list that contains it; nil for a calendar that is not in a store.
  let list: String?
  private let content: Content

  private enum Content: Sendable {
    /// A file, and its items by UID; indirect, so that an array of many calendars with one item is small.
    indirect case file(CalendarReading, [SeriesGroup])
    /// The only item of a text, without changed occurrences.
    case item(SingleItem)
  }

  init(_ name: String, _ reading: CalendarReading, list: String? = nil) {
    self.init(name, .file(reading, SeriesGroup.all(of: reading, nil)), list: list)
  }

  init(_ name: String, _ item: SingleItem, list: String?) {
    self.init(name, .item(item), list: list)
  }

  private init(_ name: String, _ content: Content, list: String?) {
    (self.name, self.content, self.list) = (name, content, list)
  }

  /// The items, older versions and changed occurrences among them.
  var items: [CalendarItem] {
    switch content {
    case .file(let reading, _): reading.items.map(\.item)
    case .item(let single): [single.item]
    }
  }

  /// The number of items, older versions and changed occurrences among them.
  var itemCount: Int {
    switch content {
    case .file(let reading, _): reading.items.count
    case .item: 1
    }
  }

  /// Reports older versions of items, which are left out.
  func reportOlder(_ messages: inout Messages) {
    guard case .file(_, let groups) = content else { return }
    for group in groups { group.reportOlder(in: name, &messages) }
  }

  /// Calls `body` with each item, its changed occurrences, and the zones that they are anchored in.
  func forEachItem(_ body: (CalendarItem, [CalendarItem], ExactDictionary<Zone>) -> Void) {
    switch content {
    case .file(_, let groups):
      for group in groups { group.forEachItem { body($0, $1, group.anchors) } }
    case .item(let single): body(single.item, [], single.anchors)
    }
  }

  /// The places of bytes in the file; nil for the only item of a text, whose place is known.
  var places: LinePlaces? {
    guard case .file(let reading, _) = content else { return nil }
    return LinePlaces(reading.document)
  }

  /// The place of the only item of a text.
  var place: Place {
    guard case .item(let single) = content else { return Place(line: 1, column: 1) }
    return Place(line: single.line, column: 1)
  }
}

/// The only item of a text of a store.
///
/// It is an object of its own, because a list of many of them is copied.
final class SingleItem: Sendable {
  let item: CalendarItem
  /// The zones that the item is anchored in, and maybe others.
  let anchors: ExactDictionary<Zone>
  /// The line of the text in which the item begins, from 1.
  let line: Int

  init(_ item: CalendarItem, anchors: ExactDictionary<Zone>, line: Int) {
    (self.anchors, self.line) = (anchors, line)
    // The texts of all items would take as much memory as their fields.
    var item = item
    item.original = Original()
    self.item = item
  }
}
