import ICalendar
import TaskBridge

/// The names of items that were seen; by their hash, for there are a hundred thousand of them.
struct NameSet {
  private var hashes: Set<ItemHash> = []

  /// Adds the name of an item; false if it was there.
  ///
  /// It is that of its component without the marks of an event behind it.
  mutating func insert(_ range: Range<Int>, of feed: FeedReader) -> Bool {
    let isFolded = feed.bytes[range].contains(0x0A)
    return isFolded
      ? insert(feed.unfolded(range)[...]) : insert(feed.bytes[range])
  }

  private mutating func insert(_ name: ArraySlice<UInt8>) -> Bool {
    var hash = SipHash128()
    ExplicitUIDs.root(name).withUnsafeBytes { hash.combine($0) }
    return hashes.insert(ItemHash(hash.finalize())).inserted
  }
}
