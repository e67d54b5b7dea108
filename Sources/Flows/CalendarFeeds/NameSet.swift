import ICalendar
import TaskBridge

/// A set of UIDs, stored as hashes because there are a hundred thousand of them.
struct NameSet {
  private var hashes: Set<ItemHash> = []

  /// Adds the UID of an item; false if it is in the set already.
  ///
  /// This is the UID of the component without the `-event` suffix.
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
