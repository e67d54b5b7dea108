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
    var reader = ImportedItemReader()
    let keys = zip(items, ranks).enumerated().map { index, pair in
      let (item, rank) = (inputs.count > 1 ? reader.item(of: pair.0) : nil, pair.1 ?? .max)
      return Key(rank: rank, date: item.map(date) ?? 0, title: item?.title ?? "", index: index)
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
