import CalendarItems
import ICalendar
import TaskDates
import UserFiles

/// The items of one calendar on their way: new bytes, and ranges of what a feed was before.
struct FeedBody {
  /// The bytes.
  private(set) var contents: FileContents
  private(set) var use: ZoneUse
  private(set) var reminderCount = 0
  private(set) var eventCount = 0
  private var kept = Kept.nothing

  /// What of the body stood in the feed before, side by side.
  private enum Kept {
    case nothing
    case run(feed: Int, Range<Int>)
    case notAll
  }

  init(_ zones: [String: Zone], waitingIn folder: String?) {
    use = ZoneUse(zones: zones)
    contents = FileContents(waitingIn: folder)
  }

  var isEmpty: Bool { contents.isEmpty }

  /// Adds components that were built.
  mutating func add(_ lines: [UInt8]) {
    contents.append(lines)
    kept = .notAll
  }

  /// Adds a range of what the feed was, as it is.
  mutating func keep(_ item: Int, of memory: FeedMemory) {
    let number = memory.items[item].feed
    let range = memory.range(of: item)
    contents.append(memory.feeds[number].bytes, range)
    for component in memory.components(of: item) {
      use.note(component, of: memory.feeds[number])
      count(isEvent: component.isEvent)
    }
    switch kept {
    case .nothing: kept = .run(feed: number, range)
    case .run(number, let run) where run.upperBound == range.lowerBound:
      kept = .run(feed: number, run.lowerBound..<range.upperBound)
    default: kept = .notAll
    }
  }

  /// Notes an item that was built: its zone, and that there is one more.
  mutating func note(_ item: CalendarItem) {
    use.note(item)
    count(isEvent: item.kind == .event)
  }

  private mutating func count(isEvent: Bool) {
    if isEvent { eventCount += 1 } else { reminderCount += 1 }
  }

  /// True if these are all items of the one feed that is remembered, in their order and behind the same
  /// beginning: what need not be written need not be put together.
  func isAll(of memory: FeedMemory, behind head: [UInt8]) -> Bool {
    guard memory.feeds.count == 1, case .run(_, let range) = kept else { return false }
    let bytes = memory.feeds[0].bytes
    return bytes[..<range.lowerBound].elementsEqual(head)
      && bytes[range.upperBound...].elementsEqual(CalendarWriter.end)
  }
}
