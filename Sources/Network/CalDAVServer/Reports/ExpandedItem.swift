import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates

/// The occurrences of a series within a range of time, each as an item of its own in UTC (RFC 4791, section 9.6.5).
struct ExpandedItem {
  private let stored: StoredItem
  private let zone: Zone

  init(_ content: ItemContent, zone: Zone) {
    stored = StoredItem(unnamed: content)
    self.zone = zone
  }

  /// The text; that of the item if it does not repeat.
  func text(in range: TimeRange) -> [UInt8] {
    guard stored.item.recurs || !stored.content.changed.isEmpty else { return stored.content.text }
    let found = ItemOccurrences(of: [stored], in: range.window(home: zone)).all.map(single)
    guard let first = found.first else { return stored.content.text }
    return ItemContent(first, changed: Array(found.dropFirst())).text
  }

  /// An occurrence as an item without rules.
  private func single(_ one: ItemOccurrence) -> CalendarItem {
    var item = one.item
    item.original = Original()
    item.recurrence = nil
    item.occurrence =
      item.when?.isAllDay ?? false
      ? .date(one.originalDate.date) : .dateTime(one.originalDate)
    return inUTC(item)
  }

  private func inUTC(_ item: CalendarItem) -> CalendarItem {
    guard let zone = item.anchor.zone(stored.content.zones) else { return item }
    var item = item
    func utc(_ moment: DateTimeParameters) -> DateTimeParameters {
      DateTimeParameters(secondNumber: zone.instant(of: moment).seconds) ?? moment
    }
    func utc(_ date: TMDateType?) -> TMDateType? {
      switch date {
      case .dateTime(let moment)?: .dateTime(utc(moment))
      case .beginEndDate(let begin, let end)?: .beginEndDate(utc(begin), utc(end))
      default: date
      }
    }
    (item.when, item.start, item.occurrence) = (
      utc(item.when), utc(item.start), utc(item.occurrence)
    )
    item.anchor = .utc
    return item
  }
}

extension StoredItem {
  /// An item that is only computed with, so that its name does not matter.
  init(unnamed content: ItemContent) {
    self.init(
      version: ItemVersion(ItemRef(ItemList.ID(""), name: ""), tag: ""), content: content)
  }
}
