/// Names that were seen, as ranges of bytes; by their hash, for there are a hundred thousand of them.
struct NameSet {
  private var hashes: Set<ItemHash> = []

  /// Adds a name; false if it was there.
  mutating func insert(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var hash = StableHash()
    hash.combine(bytes, range)
    return hashes.insert(ItemHash(hash.finalize())).inserted
  }
}
