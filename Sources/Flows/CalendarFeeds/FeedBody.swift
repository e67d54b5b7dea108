import CalendarItems
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import UserFiles

/// The items of one calendar while it is built: new bytes, and ranges of the old feed.
struct FeedBody {
  /// The bytes.
  private(set) var contents: FileContents
  private(set) var use: ZoneUse
  private(set) var reminderCount = 0
  private(set) var eventCount = 0
  /// The files of the items.
  private(set) var files = FileRuns()
  /// The byte range of the kept items in the old feed, while they are contiguous and the only items.
  private var run = 0..<0
  private var isOneRun = true
  /// The old calendars from which items come.
  private var origins: Set<Int> = []
  private var hasNew = false
  /// The bytes of the last added item.
  var last: [UInt8] { Array(lastBytes) }
  private var lastBytes: ArraySlice<UInt8> = []

  init(_ zones: ExactDictionary<Zone>, waitingIn folder: String?) {
    use = ZoneUse(zones: zones)
    contents = FileContents(waitingIn: folder)
  }

  var isEmpty: Bool { contents.isEmpty }

  /// Adds the components of a line of a file.
  mutating func add(_ lines: [UInt8], of file: UInt64) {
    contents.append(lines)
    files.add(file)
    isOneRun = false
    lastBytes = lines[...]
  }

  /// Adds an item of the old feed without some of its hints.
  ///
  /// It is a new version if more than its key is removed.
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

  /// Records the old calendar of a built item; nil for a new item.
  mutating func note(origin feed: Int?) {
    if let feed { origins.insert(feed) } else { hasNew = true }
  }

  /// True if an item is new, or comes from another calendar than the given old one.
  func gains(besides feed: Int?) -> Bool {
    hasNew || origins.contains { $0 != feed }
  }

  /// Adds an item of the old feed without changes.
  ///
  /// - Parameter file: The file of its line.
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
    lastBytes = feed.bytes[range]
  }

  /// Adds the items of another body after these.
  ///
  /// - Parameter other: A body of built items, all in memory.
  mutating func append(_ other: FeedBody) {
    guard !other.isEmpty else { return }
    contents.append(other.contents)
    for run in other.files.runs { files.add(run.file, count: run.count) }
    use.merge(other.use)
    reminderCount += other.reminderCount
    eventCount += other.eventCount
    origins.formUnion(other.origins)
    hasNew = hasNew || other.hasNew
    isOneRun = false
    lastBytes = other.lastBytes
  }

  /// Records a built item: its zone, and one more item.
  mutating func note(_ item: CalendarItem) {
    use.note(item)
    count(isEvent: item.kind == .event)
  }

  private mutating func count(isEvent: Bool) {
    if isEvent { eventCount += 1 } else { reminderCount += 1 }
  }

  /// True if these are all items of the only old feed, in their order and after the same head.
  ///
  /// Then the calendar need neither be assembled nor written.
  func isAll(of memory: FeedMemory, after head: [UInt8]) -> Bool {
    guard memory.feeds.count == 1, isOneRun, !run.isEmpty else { return false }
    let bytes = memory.feeds[0].bytes
    return bytes[..<run.lowerBound].elementsEqual(head)
      && bytes[run.upperBound...].elementsEqual(CalendarWriter.end)
  }
}
