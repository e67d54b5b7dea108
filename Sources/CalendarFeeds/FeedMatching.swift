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
    let torn = keys.torn
    if !torn.isEmpty { release(torn, &keys) }
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
    let open = Set(left)
    for (position, match) in found.enumerated() {
      guard let match, old[excerpt.new[position]] == nil, open.contains(excerpt.old[match]) else {
        continue
      }
      old[excerpt.new[position]] = excerpt.old[match]
    }
  }

  /// Gives items of equal lines back: taken in order, they may not be those that the lines were.
  ///
  /// A line whose parts were found below its item is that item.
  private mutating func release(_ torn: Set<ItemHash>, _ keys: inout KeyTable) {
    let proven = Set(
      entries.entries.indices.filter { isExact[$0] }.compactMap { entries.entries[$0].parent })
    for index in old.indices where !proven.contains(index) {
      guard let item = old[index], let key = memory.key(of: item)?.hash, torn.contains(key) else {
        continue
      }
      old[index] = nil
      isExact[index] = false
      keys.giveBack(item)
    }
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
