import ICalendar
import TaskBridge
import TaskText

/// Which of the items that a feed remembers each line is.
///
/// A line whose key is in the memory is that item. What is left over on both sides is matched by how
/// alike it is and where it stands; see `Identity`.
struct FeedMatching {
  /// The remembered item of each entry, nil for a new one.
  private(set) var old: IndexTable
  /// True for each entry whose key was found, below the item that its parent was.
  private(set) var isExact: [Bool]
  /// The remembered items that no entry is.
  private(set) var gone: [Int] = []

  private let entries: TaskEntries
  private let memory: FeedMemory

  /// Matches the lines.
  ///
  /// - Parameters:
  ///   - key: The key of an entry below the item of a UID; nil where keys say nothing, as in a plain
  ///     feed.
  ///   - ownUIDs: The names that lines give themselves.
  init(
    _ entries: TaskEntries, _ memory: FeedMemory, _ ownUIDs: OwnUIDs, isPlain: Bool,
    key: (_ entry: Int, _ parent: String?) -> ItemHash?
  ) {
    self.entries = entries
    self.memory = memory
    old = IndexTable(count: entries.entries.count)
    isExact = [Bool](repeating: false, count: entries.entries.count)
    guard !memory.isEmpty else { return }
    var keys = KeyTable(memory)
    for index in entries.entries.indices {
      let above = entries.entries[index].parent
      let parent = above.flatMap { old[$0] }.map { memory.firstUID(of: $0) }
      // Below an item that is not known yet, the key would be that of a line below nothing.
      if above != nil, parent == nil { continue }
      guard let key = key(index, parent), let item = keys.take(key) else { continue }
      old[index] = item
      isExact[index] = true
    }
    matchLeftovers(ownUIDs, isPlain, keys.left)
    var isUsed = [Bool](repeating: false, count: memory.count)
    for index in old.indices { if let item = old[index] { isUsed[item] = true } }
    gone = isUsed.indices.filter { !isUsed[$0] }
  }

  private mutating func matchLeftovers(_ ownUIDs: OwnUIDs, _ isPlain: Bool, _ left: [Int]) {
    let new = old.empty
    guard !new.isEmpty, !left.isEmpty else { return }
    let excerpt = Excerpt(old, memory.count, left: left, new: new)
    let traces = FeedTraces(entries, memory, ownUIDs, isPlain: isPlain)
    let found = Identity.match(
      old: traces.remembered(excerpt.old), new: traces.lines(excerpt.new))
    var open = Set(left)
    var taken: [(entry: Int, item: Int)] = []
    for (position, match) in found.enumerated() {
      guard let match, old[excerpt.new[position]] == nil else { continue }
      let (entry, item) = (excerpt.new[position], excerpt.old[match])
      if open.remove(item) == nil { taken.append((entry, item)) } else { old[entry] = item }
    }
    for (entry, item) in taken { exchange(entry, item, &open) }
  }

  /// Gives a changed line its item, where an equal line took it: that is the twin of the item instead.
  ///
  /// Of equal lines the first takes the first item by its key, though it may be the other that stayed.
  /// A line with parts keeps its item: theirs name it.
  private mutating func exchange(_ entry: Int, _ item: Int, _ open: inout Set<Int>) {
    guard let key = memory.key(of: item)?.hash, let holder = old.firstIndex(of: item),
      !entries.entries.contains(where: { $0.parent == holder }),
      let twin = open.filter({ memory.key(of: $0)?.hash == key }).min()
    else { return }
    open.remove(twin)
    old[holder] = twin
    old[entry] = item
  }
}

/// Finds remembered items by their keys, those of equal keys in their order.
private struct KeyTable {
  private let memory: FeedMemory
  private let keys: [ItemHash?]
  private var isTaken: [Bool]
  private var next = 0
  private var places: [ItemHash: [Int]]?

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
    guard let place = table()[key]?.first(where: { !isTaken[$0] }) else { return nil }
    return take(at: place)
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

/// What is left over on both sides, with what stands around it: matching looks at neighbours, and
/// need not look at a hundred thousand lines for one.
private struct Excerpt {
  private(set) var old: [Int] = []
  private(set) var new: [Int] = []

  init(_ matches: IndexTable, _ count: Int, left: [Int], new leftNew: [Int]) {
    var lines = IndexTable(count: count)
    for line in matches.indices { if let item = matches[line] { lines[item] = line } }
    var oldSet = Set(left.flatMap { Self.around($0, count) })
    var newSet = Set(leftNew.flatMap { Self.around($0, matches.indices.count) })
    oldSet.formUnion(newSet.compactMap { matches[$0] })
    newSet.formUnion(oldSet.compactMap { lines[$0] })
    old = oldSet.sorted()
    new = newSet.sorted()
  }

  private static func around(_ index: Int, _ count: Int) -> Range<Int> {
    max(0, index - 2)..<min(count, index + 3)
  }
}

/// Lines and remembered items as identity sees them.
private struct FeedTraces {
  private let entries: TaskEntries
  private let memory: FeedMemory
  private let ownUIDs: OwnUIDs
  private let isPlain: Bool

  init(_ entries: TaskEntries, _ memory: FeedMemory, _ ownUIDs: OwnUIDs, isPlain: Bool) {
    self.entries = entries
    self.memory = memory
    self.ownUIDs = ownUIDs
    self.isPlain = isPlain
  }

  func lines(_ indices: [Int]) -> [ItemTrace] {
    let places = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ($1, $0) })
    return indices.map { index in
      let entry = entries.entries[index]
      let file = entries.file(of: entry)
      let document = file.document
      let line = document.lines[entry.line.line]
      let path = entries.path(of: entry)
      return ItemTrace(
        title: LineText(file, line: entry.line.line).title,
        tags: isPlain ? [] : document.tags[line.tags].map { document.string($0.range) },
        path: isPlain ? path.suffix(1) : path, parent: entry.parent.flatMap { places[$0] },
        ownUID: ownUIDs.names[index])
    }
  }

  func remembered(_ indices: [Int]) -> [ItemTrace] {
    var traces = indices.map { trace(of: $0) }
    let places = Dictionary(
      indices.enumerated().map { (memory.firstUID(of: $1), $0) },
      uniquingKeysWith: { first, _ in first })
    for (position, item) in indices.enumerated() {
      let feed = memory.feed(of: item)
      let parent = memory.components(of: item).first.map { feed.text($0.parent) } ?? ""
      traces[position].parent = parent.isEmpty ? nil : places[parent]
    }
    return traces
  }

  private func trace(of item: Int) -> ItemTrace {
    let feed = memory.feed(of: item)
    let uid = memory.uid(of: item)
    guard let component = memory.components(of: item).first else { return ItemTrace(title: "") }
    let title = feed.text(component.summary)
    guard !component.line.isEmpty, !isPlain else {
      return ItemTrace(
        id: uid, title: title, path: feed.texts(component.categories).suffix(1))
    }
    let document = TaskDocument(feed.text(component.line))
    let tags = document.lines.first.map { document.tags[$0.tags] } ?? []
    return ItemTrace(
      id: uid, title: title, tags: tags.map { document.string($0.range) },
      path: feed.texts(component.path))
  }
}
