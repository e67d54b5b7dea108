public import ICalendar
import TaskBridge

/// What a feed was when it was last written: its items, found and not decoded.
public struct FeedMemory: Sendable {
  /// An item: a component, or the to-do and the event of one task.
  struct Item: Sendable {
    /// The calendar, as an index.
    let feed: Int
    /// Its components.
    var components: Range<Int>
    /// Its key, nil where it has none.
    let key: FeedKey?
    /// True if nobody changed its bytes since they were written.
    var isIntact: Bool
  }

  /// The calendars.
  public let feeds: [FeedReader]
  private(set) var items: [Item] = []

  /// Remembers some calendars, those of one feed.
  public init(_ feeds: [FeedReader] = []) {
    self.feeds = feeds
    items.reserveCapacity(feeds.reduce(0) { $0 + $1.components.count })
    for (number, feed) in feeds.enumerated() {
      for index in feed.components.indices {
        let component = feed.components[index]
        let key = FeedKey(feed.bytes, component.key)
        let sum = FeedKey.sum(of: feed.bytes, component.range, besides: component.keyLine)
        let isIntact = key?.sum == sum
        if isPair(feed, index), !items.isEmpty {
          items[items.count - 1].components = index - 1..<index + 1
          items[items.count - 1].isIntact = items[items.count - 1].isIntact && isIntact
        } else {
          items.append(
            Item(feed: number, components: index..<index + 1, key: key, isIntact: isIntact))
        }
      }
    }
  }

  /// True if there is nothing to remember.
  public var isEmpty: Bool { items.isEmpty }

  /// How many items there were.
  public var count: Int { items.count }

  /// The zone that the feed's times are in, nil where it does not say.
  public var zone: String? {
    let named = feeds.lazy.compactMap(\.zone).first
    let names = Set(feeds.flatMap(\.zoneNames))
    return named ?? (names.count == 1 ? names.first : nil)
  }

  /// How many items somebody changed since they were written.
  public var editedCount: Int {
    items.count { $0.key != nil && !$0.isIntact }
  }

  /// True for the event of the to-do right before it.
  private func isPair(_ feed: FeedReader, _ index: Int) -> Bool {
    guard index > 0, feed.components[index].isEvent, !feed.components[index - 1].isEvent else {
      return false
    }
    let name = feed.bytes[feed.components[index].uid]
    return name.elementsEqual(feed.bytes[feed.components[index - 1].uid] + Array("-event".utf8))
  }

  // MARK: An item

  func components(of item: Int) -> ArraySlice<FeedComponent> {
    feeds[items[item].feed].components[items[item].components]
  }

  func bytes(of item: Int) -> [UInt8] { feeds[items[item].feed].bytes }

  func feed(of item: Int) -> FeedReader { feeds[items[item].feed] }

  /// The bytes of all its components, which stand together.
  func range(of item: Int) -> Range<Int> {
    let components = components(of: item)
    guard let first = components.first, let last = components.last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }

  func key(of item: Int) -> FeedKey? { items[item].key }

  func isIntact(_ item: Int) -> Bool { items[item].isIntact }

  /// The name of an item's line: the UID of its to-do, or what that would be.
  func uid(of item: Int) -> String {
    let uid = firstUID(of: item)
    let isEvent = components(of: item).first?.isEvent == true
    return isEvent && uid.hasSuffix("-event") ? String(uid.dropLast(6)) : uid
  }

  /// The UID of an item's first component, by which others are related to it.
  func firstUID(of item: Int) -> String {
    components(of: item).first.map { feed(of: item).text($0.uid) } ?? ""
  }

  /// The UID of the item that this one is a part of, nil where it is one of its own.
  func parentUID(of item: Int) -> String? {
    guard let component = components(of: item).first, !component.parent.isEmpty else { return nil }
    return feed(of: item).text(component.parent)
  }

  func title(of item: Int) -> String {
    components(of: item).first.map { feed(of: item).text($0.summary) } ?? ""
  }

  /// The hash of what a component says, without its name, its version and its key.
  static func content(of component: FeedComponent, _ bytes: [UInt8]) -> ItemHash {
    var hash = StableHash()
    var start = component.range.lowerBound
    let left = [component.revisionLines, component.keyLine, component.uid].filter { !$0.isEmpty }
    for range in left.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      hash.combine(bytes, start..<max(start, range.lowerBound))
      start = max(start, range.upperBound)
    }
    hash.combine(bytes, start..<component.range.upperBound)
    return ItemHash(hash.finalize())
  }
}
