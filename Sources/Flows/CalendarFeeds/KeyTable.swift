import ExactText

/// Finds remembered items by their keys, those of equal keys in their order.
///
/// An item that somebody edited has no key: it may be that of another.
struct KeyTable {
  private let memory: FeedMemory
  private let keys: [ItemHash?]
  private var isTaken: [Bool]
  private let isWithheld: [Bool]
  private var next = 0
  /// The items of each key that may be there to take, the first of them last.
  private var places: [ItemHash: [Int32]]?
  /// The keys of lines for which there was no item any more.
  private var missed: Set<ItemHash> = []

  /// Takes the items of a feed.
  ///
  /// - Parameter withheld: Those that no line can have.
  init(_ memory: FeedMemory, withheld: (Int) -> Bool) {
    self.memory = memory
    keys = (0..<memory.count).map { memory.isIntact($0) ? memory.key(of: $0)?.hash : nil }
    isWithheld = (0..<memory.count).map(withheld)
    isTaken = isWithheld
  }

  /// The items that nobody took and somebody may.
  var left: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  /// Takes the item of a key; mostly it is the one behind the last.
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

  /// Takes an item, whatever its key; false if it is taken.
  mutating func take(item: Int) -> Bool {
    guard !isTaken[item] else { return false }
    isTaken[item] = true
    return true
  }

  /// Lets items be taken again.
  mutating func giveBack(_ items: [Int]) {
    for item in items { isTaken[item] = false }
    places = nil
  }

  /// False where an equal item stands before this one and is still there.
  private mutating func isFirst(_ place: Int, _ key: ItemHash) -> Bool {
    places == nil || first(of: key) == place
  }

  private mutating func take(at place: Int) -> Int {
    isTaken[place] = true
    next = place + 1
    return place
  }

  /// The first item of a key that is there to take.
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

  // MARK: What order does not say

  /// The keys of equal lines of which there are more or fewer now, or whose parts are not all found:
  /// which of them is which, their order alone does not say.
  var torn: Set<ItemHash> {
    let left = left
    var doubtful = missed.union(left.compactMap { keys[$0] })
    if !left.isEmpty { doubtful.formUnion(keysAbove(left)) }
    return doubtful.isEmpty ? [] : doubtful.intersection(takenKeys)
  }

  private var takenKeys: Set<ItemHash> {
    Set(isTaken.indices.lazy.filter { isTaken[$0] && !isWithheld[$0] }.compactMap { keys[$0] })
  }

  /// The keys of twins that items are parts of.
  private func keysAbove(_ items: [Int]) -> Set<ItemHash> {
    let parents = ExactSet(items.compactMap { memory.parentUID(of: $0) })
    if parents.isEmpty { return [] }
    var counts: [ItemHash: Int] = [:]
    for key in keys { if let key { counts[key, default: 0] += 1 } }
    let above = keys.indices.filter { parents.contains(memory.firstUID(of: $0)) }
    return Set(above.compactMap { keys[$0] }.filter { counts[$0, default: 0] > 1 })
  }
}
