import CalendarItems
import ExactText
import ICalendar
import TaskDates

/// The order in which items become lines.
///
/// It is the order in the file. `X-APPLE-SORT-ORDER` takes precedence, because clients keep their own order in it.
/// The files of a folder have meaningless names, so their items are sorted by date and title.
struct ItemOrder {
  private let inputs: [CalendarInput]

  init(_ inputs: [CalendarInput]) {
    self.inputs = inputs
  }

  /// The items in order.
  func sorted(_ items: [ImportedItem]) -> [ImportedItem] {
    let ranks = items.map { inputs[$0.input].heads[$0.reading].rank }
    guard inputs.count > 1 || ranks.contains(where: { $0 != nil }) else { return items }
    let keys = zip(items, ranks).enumerated().map { index, pair in
      Key(
        rank: pair.1 ?? .max, date: inputs.count > 1 ? date(of: pair.0.item) : 0,
        title: inputs.count > 1 ? pair.0.title : "", index: index)
    }
    return keys.sorted().map { items[$0.index] }
  }

  private struct Key: Comparable {
    let rank: Int
    let date: Int
    let title: String
    let index: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.rank, left.date, left.title, left.index)
        < (right.rank, right.date, right.title, right.index)
    }
  }

  private func date(of item: CalendarItem) -> Int {
    (item.when ?? item.start)?.startDate.secondNumber ?? .max
  }
}
