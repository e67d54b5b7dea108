import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// What queries ask of an item most often, so that they read only the items that may match.
struct ItemFacts: Sendable, Equatable {
  /// The name of its components, such as `VTODO`.
  let component: String
  /// The UID.
  let uid: String
  /// The first and the last second of its times; nil for an item without dates.
  let span: ClosedRange<Int>?
  /// How many of its components there are, and how many have been completed.
  let count: Int
  let completed: Int

  /// Finds the facts of an item.
  init(_ content: ItemContent) {
    component = content.item.kind.component
    uid = content.item.uid
    span = content.span.map { span in
      span.first.seconds...max(span.first.seconds, span.last?.seconds ?? Int.max)
    }
    let items = [content.item] + content.changed
    count = items.count
    completed = items.count { $0.completed != nil }
  }

  // MARK: As text

  /// Reads facts; nil for a text that is none.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    guard words.count == 6, let count = Int(words[3]), let completed = Int(words[4]) else {
      return nil
    }
    component = String(words[0])
    if let first = Int(words[1]), let last = Int(words[2]), first <= last {
      span = first...last
    } else {
      span = nil
    }
    (self.count, self.completed) = (count, completed)
    uid = String(words[5])
  }

  /// The facts as a text.
  var text: String {
    let (first, last) = (span.map { "\($0.lowerBound)" }, span.map { "\($0.upperBound)" })
    return "\(component) \(first ?? "-") \(last ?? "-") \(count) \(completed) \(uid)"
  }
}

extension CalendarItem {
  /// The seconds from the start of a to-do until it is due; 0 for anything else.
  var lengthOfReminder: Int {
    guard kind == .reminder, let start = moment(of: .start), let due = moment(of: .due) else {
      return 0
    }
    return max(0, due.secondNumber - start.secondNumber)
  }
}
