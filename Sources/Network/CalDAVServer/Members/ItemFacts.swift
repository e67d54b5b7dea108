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
  /// The times of a to-do that does not repeat; nil for anything else.
  let times: ReminderTimes?

  /// Finds the facts of an item; nil for a text without one.
  init?(_ served: ServedItem, zone: Zone) {
    guard let text = served.text, let content = served.content else { return nil }
    component = content.item.kind.component
    uid = content.item.uid
    span = content.span.map { span in
      span.first.seconds...max(span.first.seconds, span.last?.seconds ?? Int.max)
    }
    let items = [content.item] + content.changed
    count = items.count
    completed = items.count { $0.completed != nil }
    // A length is not among the facts.
    let hasLength = text.firstRange(of: Array("DURATION".utf8)) != nil
    times = hasLength ? nil : ReminderTimes(content, zone: zone)
  }

  // MARK: As text

  /// Reads facts; nil for any other text.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
    guard words.count == 7, let count = Int(words[3]), let completed = Int(words[4]) else {
      return nil
    }
    component = String(words[0])
    if let first = Int(words[1]), let last = Int(words[2]), first <= last {
      span = first...last
    } else {
      span = nil
    }
    (self.count, self.completed) = (count, completed)
    times = ReminderTimes(words[5])
    uid = String(words[6])
  }

  /// The facts as a text.
  var text: String {
    let (first, last) = (span.map { "\($0.lowerBound)" }, span.map { "\($0.upperBound)" })
    return
      "\(component) \(first ?? "-") \(last ?? "-") \(count) \(completed) \(times?.text ?? "-") \(uid)"
  }
}

/// The times of a to-do that does not repeat, in seconds since 1970; nil for those that it does not have.
struct ReminderTimes: Sendable, Equatable {
  let start: Int?
  let due: Int?
  let created: Int?
  let completed: Int?
  /// Whether it is due at any time of a day.
  let isAllDay: Bool

  /// Finds the times; nil for an event and for a series.
  init?(_ content: ItemContent, zone: Zone) {
    var content = content
    content.item.status = nil
    let item = content.item
    guard item.kind == .reminder, content.changed.isEmpty, item.recurrence == nil,
      item.occurrence == nil
    else { return nil }
    let found = ItemOccurrences(of: [StoredItem(unnamed: content)], in: TimeWindow(home: zone))
    let begin = found.all.first?.begin.seconds
    guard (begin == nil) == (item.when == nil && item.start == nil) else { return nil }
    start = item.start == nil ? nil : begin.map { $0 - item.lengthOfReminder }
    due = item.when == nil ? nil : begin
    created = item.revision?.created?.seconds
    completed = item.completed?.seconds
    isAllDay = item.when?.isAllDay ?? false
  }

  /// Reads times; nil for any other text.
  init?(_ text: Substring) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count == 5 else { return nil }
    (start, due) = (Int(words[0]), Int(words[1]))
    (created, completed) = (Int(words[2]), Int(words[3]))
    isAllDay = words[4] == "day"
  }

  /// The times as a text.
  var text: String {
    let numbers = [start, due, created, completed].map { $0.map(String.init) ?? "" }
    return (numbers + [isAllDay ? "day" : ""]).joined(separator: ",")
  }

  /// True if the to-do is in a range of time (RFC 4791, section 9.9).
  func isIn(_ range: TimeRange) -> Bool {
    let instants = [start, due, created, completed].map { $0.map { Instant(seconds: $0) } }
    if instants[0] != nil || instants[1] != nil {
      return range.overlaps(
        start: instants[0], due: instants[1], isLong: false, isAllDay: isAllDay)
    }
    return range.hasUndated(made: instants[2], completed: instants[3])
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
