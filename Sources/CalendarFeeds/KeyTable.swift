/// Finds remembered items by their keys, those of equal keys in their order.
struct KeyTable {
  private let memory: FeedMemory
  private let keys: [ItemHash?]
  private var isTaken: [Bool]
  private var next = 0
  private var places: [ItemHash: [Int]]?
  /// The keys of lines for which there was no item any more.
  private var missed: Set<ItemHash> = []

  init(_ memory: FeedMemory) {
    self.memory = memory
    keys = (0..<memory.count).map { memory.key(of: $0)?.hash }
    isTaken = [Bool](repeating: false, count: memory.count)
  }

  /// The items that nobody took.
  var left: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  /// Takes the item of a key; mostly it is the one behind the last.
  mutating func take(_ key: ItemHash) -> Int? {
    if next < keys.count, !isTaken[next], keys[next] == key, isFirst(next, key) {
      return take(at: next)
    }
    guard let place = table()[key]?.first(where: { !isTaken[$0] }) else {
      missed.insert(key)
      return nil
    }
    return take(at: place)
  }

  /// Lets an item be taken again.
  mutating func giveBack(_ item: Int) { isTaken[item] = false }

  /// The keys of equal lines of which there are more or fewer now, or whose parts are not all found:
  /// which of them is which, their order alone does not say.
  var torn: Set<ItemHash> {
    let left = left
    var doubtful = missed.union(left.compactMap { keys[$0] })
    if !left.isEmpty { doubtful.formUnion(keysAbove(left)) }
    return doubtful.isEmpty ? [] : doubtful.intersection(takenKeys)
  }

  private var takenKeys: Set<ItemHash> {
    Set(isTaken.indices.lazy.filter { isTaken[$0] }.compactMap { keys[$0] })
  }

  /// The keys of twins that items are parts of.
  private func keysAbove(_ items: [Int]) -> Set<ItemHash> {
    let parents = Set(items.compactMap { memory.parentUID(of: $0) })
    if parents.isEmpty { return [] }
    var counts: [ItemHash: Int] = [:]
    for key in keys { if let key { counts[key, default: 0] += 1 } }
    let above = keys.indices.filter { parents.contains(memory.firstUID(of: $0)) }
    return Set(above.compactMap { keys[$0] }.filter { counts[$0, default: 0] > 1 })
  }

  /// False where an equal item stands before this one and is still there.
  private func isFirst(_ place: Int, _ key: ItemHash) -> Bool {
    guard let places else { return true }
    return places[key]?.first { !isTaken[$0] } == place
  }

  private mutating func take(at place: Int) -> Int {
    isTaken[place] = true
    next = place + 1
    return place
  }

  private mutating func table() -> [ItemHash: [Int]] {
    if let places { return places }
    var table: [ItemHash: [Int]] = [:]
    for (place, key) in keys.enumerated() {
      if let key, !isTaken[place] { table[key, default: []].append(place) }
    }
    places = table
    return table
  }
}
