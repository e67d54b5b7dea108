import ExactText

/// Finds old items by their keys; items of equal keys in their order.
///
/// An item that was edited has no key, because it could be that of another item.
struct KeyTable {
  private let memory: FeedMemory
  private let keys: [ItemHash?]
  private var isTaken: [Bool]
  private let isWithheld: [Bool]
  private var next = 0
  /// The free items of each key; the first of them is the last element.
  private var places: [ItemHash: [Int32]]?
  /// The keys of lines for which no item was left.
  private var missed: Set<ItemHash> = []

  /// Adds the items of a feed.
  ///
  /// - Parameter withheld: Returns true for items that no line can have.
  init(_ memory: FeedMemory, withheld: (Int) -> Bool) {
    self.memory = memory
    keys = (0..<memory.count).map { memory.isIntact($0) ? memory.key(of: $0)?.hash : nil }
    isWithheld = (0..<memory.count).map(withheld)
    isTaken = isWithheld
  }

  /// The free items.
  var left: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  /// Takes the item of a key; usually it is the one after the last item taken.
  mutating func take(_ key: ItemHash) -> Int? {
    if next < keys.count, !isTaken[next], keys[next] == key, isFirst(next, key) {
      return take(at: next)
    }
    guard let place = first(of: key) else {
      missed.insert(key)
      return nil
    }
    return take(at: place)
  }

  /// Takes an item, whatever its key; false if it is taken already.
  mutating func take(item: Int) -> Bool {
    guard !isTaken[item] else { return false }
    isTaken[item] = true
    return true
  }

  /// Releases items.
  mutating func giveBack(_ items: [Int]) {
    for item in items { isTaken[item] = false }
    places = nil
  }

  /// False if an equal item is before this one and still free.
  private mutating func isFirst(_ place: Int, _ key: ItemHash) -> Bool {
    places == nil || first(of: key) == place
  }

  private mutating func take(at place: Int) -> Int {
    isTaken[place] = true
    next = place + 1
    return place
  }

  /// The first free item of a key.
  private mutating func first(of key: ItemHash) -> Int? {
    if places == nil { places = table() }
    while let place = places?[key]?.last, isTaken[Int(place)] {
      places?[key]?.removeLast()
    }
    return places?[key]?.last.map { Int($0) }
  }

  private func table() -> [ItemHash: [Int32]] {
    var table: [ItemHash: [Int32]] = [:]
    for place in keys.indices.reversed() where !isTaken[place] {
      if let key = keys[place] { table[key, default: []].append(Int32(truncatingIfNeeded: place)) }
    }
    return table
  }

  // MARK: Ambiguous order

  /// The keys of equal lines whose number changed, or whose parts are not all found.
  ///
  /// Their order alone does not show which item each line is.
  var torn: Set<ItemHash> {
    let left = left
    var doubtful = missed.union(left.compactMap { keys[$0] })
    if !left.isEmpty { doubtful.formUnion(keysAbove(left)) }
    return doubtful.isEmpty ? [] : doubtful.intersection(takenKeys)
  }

  private var takenKeys: Set<ItemHash> {
    Set(isTaken.indices.lazy.filter { isTaken[$0] && !isWithheld[$0] }.compactMap { keys[$0] })
  }

  /// The keys of equal items that are parents of some items.
  private func keysAbove(_ items: [Int]) -> Set<ItemHash> {
    let parents = ExactSet(items.compactMap { memory.parentUID(of: $0) })
    if parents.isEmpty { return [] }
    var counts: [ItemHash: Int] = [:]
    for key in keys { if let key { counts[key, default: 0] += 1 } }
    let above = keys.indices.filter { parents.contains(memory.firstUID(of: $0)) }
    return Set(above.compactMap { keys[$0] }.filter { counts[$0, default: 0] > 1 })
  }
}
