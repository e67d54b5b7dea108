import CalendarItems
import ICalendar
import TaskDates

/// The items of one calendar on their way: new bytes, and ranges of what a feed was before.
struct FeedBody {
  private enum Piece {
    case new([UInt8])
    case kept(feed: Int, Range<Int>)
  }

  private var pieces: [Piece] = []
  private(set) var use: ZoneUse
  private(set) var reminderCount = 0
  private(set) var eventCount = 0
  /// How many bytes there are.
  private(set) var count = 0

  init(_ zones: [String: Zone]) {
    use = ZoneUse(zones: zones)
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Adds components that were built.
  mutating func add(_ lines: [UInt8]) {
    count += lines.count
    if case .new(var bytes)? = pieces.last {
      pieces[pieces.count - 1] = .new([])  // so that the bytes are not copied
      bytes += lines
      pieces[pieces.count - 1] = .new(bytes)
    } else {
      pieces.append(.new(lines))
    }
  }

  /// Adds a range of what the feed was, as it is.
  mutating func keep(_ item: Int, of memory: FeedMemory) {
    let number = memory.items[item].feed
    let range = memory.range(of: item)
    count += range.count
    for component in memory.components(of: item) {
      use.note(component, of: memory.feeds[number])
      count(isEvent: component.isEvent)
    }
    if case .kept(number, let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .kept(feed: number, last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.kept(feed: number, range))
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
    guard memory.feeds.count == 1, pieces.count == 1, case .kept(_, let range) = pieces[0] else {
      return false
    }
    let bytes = memory.feeds[0].bytes
    return bytes[..<range.lowerBound].elementsEqual(head)
      && bytes[range.upperBound...].elementsEqual("END:VCALENDAR\r\n".utf8)
  }

  /// Writes all of it.
  func write(to writer: inout CalendarWriter, _ memory: FeedMemory) {
    for piece in pieces {
      switch piece {
      case .new(let bytes): writer.add(verbatim: bytes)
      case .kept(let feed, let range): writer.add(verbatim: memory.feeds[feed].bytes[range])
      }
    }
  }
}
