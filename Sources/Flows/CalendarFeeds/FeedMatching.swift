import ExactText
import ICalendar
import LineIdentity
import LineState
import TaskBridge
import TaskDates
import TaskText

/// What lines say of themselves when they are matched.
struct FeedLines {
  let entries: TaskEntries
  /// The names that lines give themselves.
  let ownUIDs: ExplicitUIDs
  /// Whether all files were read.
  let isWhole: Bool
  /// The key of an entry below the item of a UID.
  let key: (_ entry: Int, _ parent: String?) -> ItemHash
  /// Whether an entry becomes an item: one that does not takes none from those that do.
  let isShown: (_ entry: Int) -> Bool
}

/// Which of the items that a feed remembers each line is.
///
/// A line whose name, or else whose key, is in the memory is that item. What is left over on both sides
/// is matched by how alike it is and where it stands; see `Identity`. The items of a file that could not
/// be read are no other line's.
struct FeedMatching {
  /// The remembered item of each entry, nil for a new one.
  private(set) var old: IndexTable
  /// True for each entry whose key was found, below the item that its parent was.
  private(set) var isExact: [Bool]
  /// The remembered items that no entry is.
  private(set) var gone: [Int] = []

  private let lines: FeedLines
  private let memory: FeedMemory
  private let readFiles: Set<UInt64>

  private var entries: [TaskEntry] { lines.entries.entries }

  /// Matches the lines.
  init(_ lines: FeedLines, _ memory: FeedMemory) {
    self.lines = lines
    self.memory = memory
    readFiles = Set(lines.entries.files.map(FileRuns.hash))
    old = IndexTable(count: lines.entries.entries.count)
    isExact = [Bool](repeating: false, count: lines.entries.entries.count)
    guard !memory.isEmpty else { return }
    var keys = KeyTable(memory) { isUnread($0) ?? false }
    takeNames(&keys)
    takeKeys(&keys)
    matchLeftovers(keys.left)
    var isUsed = [Bool](repeating: false, count: memory.count)
    for index in old.indices { if let item = old[index] { isUsed[item] = true } }
    gone = isUsed.indices.filter { !isUsed[$0] }
  }

  /// True if an item that no line is may be one of a file that could not be read.
  func mayBeUnread(_ item: Int) -> Bool { isUnread(item) ?? true }

  /// True if an item is of a file that could not be read, nil where that is not known.
  private func isUnread(_ item: Int) -> Bool? {
    lines.isWhole ? false : memory.file(of: item).map { !readFiles.contains($0) }
  }

  /// Lines that name themselves are the items of their names, and no other line is.
  private mutating func takeNames(_ keys: inout KeyTable) {
    guard !lines.ownUIDs.names.isEmpty else { return }
    let items = ExactDictionary(
      (0..<memory.count).map { (memory.uid(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    for (index, name) in lines.ownUIDs.names.sorted(by: { $0.key < $1.key }) {
      if let item = items[name], keys.take(item: item) { old[index] = item }
    }
  }

  private mutating func takeKeys(_ keys: inout KeyTable) {
    var below: [Int] = []
    for index in entries.indices where old[index] == nil {
      let above = entries[index].parent
      let parent = above.flatMap { old[$0] }.map { memory.firstUID(of: $0) }
      // Below an item that is not known yet, the key would be that of a line below nothing.
      if above != nil, parent == nil {
        below.append(index)
      } else {
        take(index, parent, keys: &keys)
      }
    }
    // The parent of such a line may not be an item: then the line was written as a separate item.
    for index in below { take(index, nil, keys: &keys) }
    let torn = keys.torn
    if !torn.isEmpty { release(torn, &keys) }
  }

  private mutating func take(_ index: Int, _ parent: String?, keys: inout KeyTable) {
    guard let item = keys.take(lines.key(index, parent)) else { return }
    old[index] = item
    isExact[index] = true
  }

  /// Gives items of equal lines back: taken in order, they may not be those that the lines were.
  ///
  /// A line whose parts were found below its item is that item.
  private mutating func release(_ torn: Set<ItemHash>, _ keys: inout KeyTable) {
    let proven = Set(entries.indices.filter { isExact[$0] }.compactMap { entries[$0].parent })
    var released: [Int] = []
    for index in old.indices where isExact[index] && !proven.contains(index) {
      guard let item = old[index], let key = memory.key(of: item)?.hash, torn.contains(key) else {
        continue
      }
      old[index] = nil
      isExact[index] = false
      released.append(item)
    }
    keys.giveBack(released)
  }

  private mutating func matchLeftovers(_ left: [Int]) {
    guard !left.isEmpty else { return }
    let new = old.empty.filter(lines.isShown)
    guard !new.isEmpty else { return }
    let excerpt = Excerpt(old, memory.count, left: left, new: new)
    let traces = FeedTraces(lines.entries, memory, ownUIDs: lines.ownUIDs)
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
    // What is not matched and not to be matched is not there.
    let (leftSet, leftNewSet) = (Set(left), Set(leftNew))
    old = oldSet.filter { lines[$0] != nil || leftSet.contains($0) }.sorted()
    new = newSet.filter { matches[$0] != nil || leftNewSet.contains($0) }.sorted()
  }

  private static func around(_ index: Int, _ count: Int) -> Range<Int> {
    max(0, index - 2)..<min(count, index + 3)
  }
}

/// Lines and remembered items as identity sees them.
private struct FeedTraces {
  private let entries: TaskEntries
  private let memory: FeedMemory
  private let ownUIDs: ExplicitUIDs
  /// Whether the memory knows the tags of its items.
  private let knowsTags: Bool
  /// Whether the memory knows all projects above its items, and not only the nearest.
  private let knowsPaths: Bool

  init(_ entries: TaskEntries, _ memory: FeedMemory, ownUIDs: ExplicitUIDs) {
    self.entries = entries
    self.memory = memory
    self.ownUIDs = ownUIDs
    knowsTags = memory.knowsLines
    knowsPaths = memory.knowsPaths
  }

  func lines(_ indices: [Int]) -> [ItemTrace] {
    let places = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ($1, $0) })
    return indices.map { index in
      var trace = ItemTrace(entries, at: index)
      trace.title = trace.title.withoutHalfTypedTag
      if !knowsTags { trace.tags = [] }
      if !knowsPaths { trace.path = trace.path.suffix(1) }
      trace.parent = trace.parent.flatMap { places[$0] }
      trace.ownUID = ownUIDs.names[index]
      return trace
    }
  }

  func remembered(_ indices: [Int]) -> [ItemTrace] {
    var traces = indices.map { trace(of: $0) }
    for position in traces.indices {
      traces[position].title = traces[position].title.withoutHalfTypedTag
    }
    let places = ExactDictionary(
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
    if let note = memory.note(of: item) {
      return trace(uid, title: note.title, line: note.line, path: note.path)
    }
    let title = feed.text(component.summary)
    guard !component.line.isEmpty else {
      return ItemTrace(
        id: uid, title: title, path: feed.texts(component.categories).suffix(1))
    }
    let line = feed.text(component.line)
    return trace(
      uid, title: Self.title(title, of: line, vocabulary: entries.vocabulary), line: line,
      path: feed.texts(component.path))
  }

  /// A title in its present form; version 0.1 left tags in it that became properties.
  private static func title(_ title: String, of line: String, vocabulary: Vocabulary) -> String {
    guard title.utf8.contains(UInt8(ascii: "@")) else { return title }
    let file = TaskFile(
      name: "", identity: "", modified: .epoch, document: TaskDocument(line))
    guard file.document.lines.count == 1 else { return title }
    let text = LineText(file, line: 0)
    return text.title.utf8.elementsEqual(title.utf8) ? text.title(vocabulary) : title
  }

  private func trace(_ uid: String, title: String, line: String, path: [String]) -> ItemTrace {
    let document = TaskDocument(line)
    let tags = document.lines.first.map { document.tags[$0.tags] } ?? []
    return ItemTrace(
      id: uid, title: title, tags: tags.map { document.string($0.range) }, path: path)
  }
}

extension String {
  /// A title without a tag at its end whose parenthesis is still open, such as `@due(2026-12`.
  ///
  /// Two lines that are typed at the same time are not alike because of it.
  fileprivate var withoutHalfTypedTag: String {
    guard let at = utf8.lastIndex(of: UInt8(ascii: "@")) else { return self }
    let tag = utf8[at...]
    guard tag.contains(UInt8(ascii: "(")), !tag.contains(UInt8(ascii: ")")) else { return self }
    let title = self[..<at].utf8
    let end = title.lastIndex { $0 != UInt8(ascii: " ") }
    return end.map { String(self[...$0]) } ?? self
  }
}
