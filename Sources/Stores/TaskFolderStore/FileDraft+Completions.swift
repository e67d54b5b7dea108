import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// The occurrences of series that a change completes.
extension FileDraft {
  /// Takes the completed occurrences of a series out of a change: the line goes on to the next date instead.
  ///
  /// A line that a person has done is open again after a change that completes only the first date of its series.
  func takeCompletions(
    of index: Int, since before: ItemContent, from content: inout ItemContent
  ) throws(StoreError) -> [CompletedOccurrence] {
    guard content.item.kind == .reminder, repeats(index, before.item) else { return [] }
    let canGoOn = fields(of: index).isSeries || before.canGoOn
    if content.item.status == .completed, !before.item.isClosed {
      // What cannot go on is closed as a whole, as its program did it.
      guard canGoOn else { return [] }
      defer { content.item.takeState(of: before.item) }
      return [CompletedOccurrence(item: index, time: content.item.completed)]
    }
    guard !content.item.isClosed else { return [] }
    let found = content.takeCompletedFirst(
      since: before, showing: known.items[index].shownOccurrences)
    guard canGoOn || found.isEmpty else { throw .invalid(Self.stuck) }
    let closing = ownClosing(of: index)
    return found.map { CompletedOccurrence(item: index, time: $0.completed, closing: closing) }
  }

  /// Why a series does not go on.
  private static let stuck =
    "the rules of the series cannot go on from its next date; expected an open line, or none if the series is over"

  /// True if the line of an item is a series that goes on to its next date when it is done.
  private func repeats(_ index: Int, _ item: CalendarItem) -> Bool {
    let fields = fields(of: index)
    guard !fields.hasDateError else { return false }
    if fields.isSeries { return !fields.isClosed }
    return item.recurs && !item.lineSaysSeries
  }

  /// How a person has done the line of an item; nil if it is open.
  private func ownClosing(of index: Int) -> Closing? {
    let fields = fields(of: index)
    guard fields.isDone else { return nil }
    guard let moment = fields.completed else {
      return options.zone.civil(at: now).map { Closing(.done, at: .dateTime($0), stamp: .none) }
    }
    return Closing(.done, at: moment, stamp: moment.isAllDay ? .day : .time)
  }

  private func fields(of index: Int) -> LineFields {
    LoneLine(known.items[index].source, like: file.document, options.codec).fields
  }
}

extension ItemContent {
  /// True if a series can begin at its next date, or has none; rules in another calendar system are not counted.
  fileprivate var canGoOn: Bool {
    let rules = (item.recurrence?.rules ?? []) + (item.recurrence?.exceptRules ?? [])
    guard rules.allSatisfy(\.isGregorian), var dates = ItemSeries(item, zones: zones),
      dates.next() != nil
    else { return false }
    guard let next = dates.next() else { return !dates.isCutShort }
    return beginning(with: next.item) != nil
  }
}
