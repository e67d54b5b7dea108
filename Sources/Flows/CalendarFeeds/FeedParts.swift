import TaskBridge

/// The entries of a new feed in parts that several threads build.
///
/// The UID of an item depends on the line that contains it, so a part begins with a line that no item contains.
struct FeedParts {
  /// The number of entries after which the next part begins: few enough that the parts in work need little memory.
  private static let length = 2048

  let ranges: [Range<Int>]

  /// Divides the entries.
  init(_ entries: [TaskEntry]) {
    var (ranges, start): ([Range<Int>], Int) = ([], 0)
    for index in entries.indices where index - start >= Self.length && entries[index].parent == nil
    {
      ranges.append(start..<index)
      start = index
    }
    ranges.append(start..<entries.count)
    self.ranges = ranges
  }
}
