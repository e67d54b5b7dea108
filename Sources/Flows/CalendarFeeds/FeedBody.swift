import CalendarItems
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import UserFiles

/// The items of one calendar on their way: new bytes, and ranges of what a feed was before.
struct FeedBody {
  /// The bytes.
  private(set) var contents: FileContents
  private(set) var use: ZoneUse
  private(set) var reminderCount = 0
  private(set) var eventCount = 0
  /// Of which files the items are.
  private(set) var files = FileRuns()
  /// What stood in the feed before, and whether it stood there side by side and is all.
  private var run = 0..<0
  private var isOneRun = true
  /// The remembered calendars that items were in.
  private var origins: Set<Int> = []
  private var hasNew = false
  /// The bytes of the item that was added last.
  private(set) var last: [UInt8] = []

  init(_ zones: ExactDictionary<Zone>, waitingIn folder: String?) {
    use = ZoneUse(zones: zones)
    contents = FileContents(waitingIn: folder)
  }

  var isEmpty: Bool { contents.isEmpty }

  /// Adds components that were built of a line of a file.
  mutating func add(_ lines: [UInt8], of file: UInt64) {
    contents.append(lines)
    files.add(file)
    isOneRun = false
    last = lines
  }

  /// Adds an item of the old feed without some of its hints; it is a new version if more than its key
  /// goes.
  mutating func keep(
    _ item: Int, of memory: FeedMemory, file: UInt64, withoutHints names: [String]
  ) {
    let feed = memory.feed(of: item)
    note(origin: memory.items[item].feed)
    var lines: [UInt8] = []
    for component in memory.components(of: item) {
      use.note(component, of: feed)
      count(isEvent: component.isEvent)
      let next = component.nextRevision(after: component.modified)
      lines += feed.without(hints: names, component, as: names == [LineHint.key] ? nil : next)
    }
    add(lines, of: file)
  }

  /// Notes where an item that is built was before, nil for a new one.
  mutating func note(origin feed: Int?) {
    if let feed { origins.insert(feed) } else { hasNew = true }
  }

  /// True if items came from elsewhere than a remembered calendar.
  func gains(besides feed: Int?) -> Bool {
    hasNew || origins.contains { $0 != feed }
  }

  /// Adds an item of what the feed was, as it is.
  ///
  /// - Parameter file: The file that its line is of.
  mutating func keep(_ item: Int, of memory: FeedMemory, file: UInt64) {
    files.add(file)
    let number = memory.items[item].feed
    let feed = memory.feeds[number]
    if origins.count != 1 || !origins.contains(number) { origins.insert(number) }
    for component in memory.components(of: item) {
      if !component.zonedLines.isEmpty { use.note(component, of: feed) }
      count(isEvent: component.isEvent)
    }
    let range = memory.range(of: item)
    isOneRun = isOneRun && (run.isEmpty || run.upperBound == range.lowerBound)
    if isOneRun { run = run.isEmpty ? range : run.lowerBound..<range.upperBound }
    contents.append(feed.bytes, range)
    last = Array(feed.bytes[range])
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
    guard memory.feeds.count == 1, isOneRun, !run.isEmpty else { return false }
    let bytes = memory.feeds[0].bytes
    return bytes[..<run.lowerBound].elementsEqual(head)
      && bytes[run.upperBound...].elementsEqual(CalendarWriter.end)
  }
}
