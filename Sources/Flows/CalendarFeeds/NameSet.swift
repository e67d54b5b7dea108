import ICalendar
import TaskBridge

/// A set of UIDs, stored as hashes because there are a hundred thousand of them.
///
/// It is a table with open addressing. A set of the standard library would hash each hash again.
struct NameSet {
  private typealias Name = (UInt64, UInt64)

  /// The names; both halves of an empty place are 0.
  private var table: [Name]
  private var count = 0
  private var hasZero = false
  /// An odd number that nobody knows, so that nobody can choose UIDs that all have one place.
  private let factor = UInt64.random(in: 0...UInt64.max) | 1

  /// Creates an empty set for a number of names; more still fit.
  init(expecting count: Int) {
    table = Self.table(for: count)
  }

  private static func table(for count: Int) -> [Name] {
    var size = 16
    while size < 2 * count { size *= 2 }
    return [Name](repeating: (0, 0), count: size)
  }

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
    return insert(hash.finalize())
  }

  private mutating func insert(_ name: Name) -> Bool {
    if name == (0, 0) {
      defer { hasZero = true }
      return !hasZero
    }
    let place = place(of: name)
    guard table[place] == (0, 0) else { return false }
    table[place] = name
    count += 1
    if 2 * count > table.count { grow() }
    return true
  }

  /// The place of a name, or the empty place where it would be.
  private func place(of name: Name) -> Int {
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: (name.0 &* factor) >> 32) & mask
    while table[place] != (0, 0), table[place] != name { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = table
    table = Self.table(for: table.count)
    for name in old where name != (0, 0) { table[place(of: name)] = name }
  }
}
