import ExactText
import ICalendar
import LineCodec
import LineIdentity
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The information about lines that matching needs.
struct FeedLines {
  let entries: TaskEntries
  /// The UIDs that lines have in `@uid`.
  let ownUIDs: ExplicitUIDs
  /// Whether all files were read.
  let isWhole: Bool
  /// Makes the keys of entries.
  let keys: ItemKey
  /// Returns the key of an entry whose parent has a UID.
  let key: @Sendable (_ entry: Int, _ parent: String?) -> ItemHash
  /// Whether an entry becomes an item.
  ///
  /// Other entries take no items from those that do.
  let isShown: @Sendable (_ entry: Int) -> Bool
  /// Whether imported lines take no items.
  var skipsImported = false

  init(
    _ entries: TaskEntries, _ reader: LineFieldReader, _ options: FeedOptions,
    _ selection: Selection, isWhole: Bool
  ) {
    self.entries = entries
    self.isWhole = isWhole
    ownUIDs = ExplicitUIDs(entries, reader: reader)
    let keys = ItemKey(options, selection, vocabulary: reader.vocabulary, entries: entries)
    self.keys = keys
    key = { index, parent in
      let moving = reader.resolvesMovingDates
      let dates = moving ? reader.movingDates(of: entries.entries[index], entries) : []
      return keys.key(of: index, parent: parent, moving: dates)
    }
    isShown = { selection.mayShow(entries.entries[$0], in: entries, reader: reader) }
  }
}

/// Finds the old item of each line.
///
/// A line with the UID of an old item, or otherwise with its key, is that item. The rest is matched by similarity and
/// place; see `Identity`. Items of a file that could not be read are not matched to other lines.
struct FeedMatching {
  /// The old item of each entry; nil for a new one.
  private(set) var old: IndexTable
  /// For each entry, whether its key was found below the old item of its parent.
  private(set) var isExact: [Bool]
  /// The old items without an entry.
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

  /// True if an item without a line may come from a file that could not be read.
  func mayBeUnread(_ item: Int) -> Bool { isUnread(item) ?? true }

  /// True if an item comes from a file that could not be read; nil if unknown.
  private func isUnread(_ item: Int) -> Bool? {
    lines.isWhole ? false : memory.file(of: item).map { !readFiles.contains($0) }
  }

  /// Matches lines with `@uid` to the items of these UIDs, which no other line can take.
  private mutating func takeNames(_ keys: inout KeyTable) {
    guard !lines.ownUIDs.names.isEmpty else { return }
    let items = ExactDictionary(
      (0..<memory.count).map { (memory.uid(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    for (index, name) in lines.ownUIDs.names.sorted(by: { $0.key < $1.key }) where mayTake(index) {
      if let item = items[name], keys.take(item: item) { old[index] = item }
    }
  }

  private mutating func takeKeys(_ keys: inout KeyTable) {
    var below: [Int] = []
    for index in entries.indices where old[index] == nil && mayTake(index) {
      let above = entries[index].parent
      let parent = above.flatMap { old[$0] }.map { memory.firstUID(of: $0) }
      // If the parent's item is not known yet, the key would be that of a line without a parent.
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

  /// True for a line that may take an item: the twin of another line never does.
  private func mayTake(_ index: Int) -> Bool {
    !entries[index].isTwin && !(lines.skipsImported && entries[index].isImported)
  }

  private mutating func take(_ index: Int, _ parent: String?, keys: inout KeyTable) {
    guard let item = keys.take(lines.key(index, parent)) else { return }
    old[index] = item
    isExact[index] = true
  }

  /// Releases the items of equal lines, because taking them in order may assign the wrong ones.
  ///
  /// A line whose parts were found below its item keeps it.
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
    let new = old.empty.filter { mayTake($0) && lines.isShown($0) }
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

extension FeedMatching {
  /// The lines, with the imported ones among them settled whose items the feed has.
  ///
  /// A feed may be imported into one of the files that it is made from. A line that comes from there is the line of its
  /// item if the item was made from the same file, or if no other line is left for it, such as in a file that was lost and
  /// restored from its feed.
  static func settled(
    _ entries: TaskEntries, _ memory: FeedMemory, _ makeLines: (TaskEntries) -> FeedLines
  ) -> FeedLines {
    let lines = makeLines(entries)
    let own = entries.importedUIDs.isEmpty ? [] : memory.uids
    guard entries.importedUIDs.values.contains(where: own.contains) else { return lines }
    var others = lines
    others.skipsImported = true
    let gone = ExactSet(FeedMatching(others, memory).gone.flatMap(memory.names))
    let files = memory.filesOfItems
    let hashes = entries.files.map(FileRuns.hash)
    var settled = entries
    settled.settle(imported: own) { entry, uid in
      gone.contains(uid) || files[uid] == hashes[entry.line.file]
    }
    return makeLines(settled)
  }
}

/// The remaining lines and items of both sides, with their neighbours.
///
/// Matching compares neighbours, and need not read a hundred thousand lines for one.
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
    // Entries that are neither matched nor to be matched are left out.
    let (leftSet, leftNewSet) = (Set(left), Set(leftNew))
    old = oldSet.filter { lines[$0] != nil || leftSet.contains($0) }.sorted()
    new = newSet.filter { matches[$0] != nil || leftNewSet.contains($0) }.sorted()
  }

  private static func around(_ index: Int, _ count: Int) -> Range<Int> {
    max(0, index - 2)..<min(count, index + 3)
  }
}

/// The traces of lines and old items for `Identity`.
private struct FeedTraces {
  private let entries: TaskEntries
  private let memory: FeedMemory
  private let ownUIDs: ExplicitUIDs
  /// Whether the tags of old items are known.
  private let knowsTags: Bool
  /// Whether all projects of old items are known, and not only the nearest.
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
    let parents = indices.map(memory.parentUID)
    guard parents.contains(where: { $0 != nil }) else { return traces }
    let places = ExactDictionary(
      indices.enumerated().map { (memory.firstUID(of: $1), $0) },
      uniquingKeysWith: { first, _ in first })
    for (position, parent) in parents.enumerated() {
      traces[position].parent = parent.flatMap { places[$0] }
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
    let file = TaskFile(alone: TaskDocument(line))
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
  /// Otherwise, two lines that are being typed would be similar because of such tags.
  fileprivate var withoutHalfTypedTag: String {
    guard let at = utf8.lastIndex(of: UInt8(ascii: "@")) else { return self }
    let tag = utf8[at...]
    guard tag.contains(UInt8(ascii: "(")), !tag.contains(UInt8(ascii: ")")) else { return self }
    let title = self[..<at].utf8
    let end = title.lastIndex { $0 != UInt8(ascii: " ") }
    return end.map { String(self[...$0]) } ?? self
  }
}
