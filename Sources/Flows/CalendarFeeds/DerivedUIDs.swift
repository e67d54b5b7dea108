import ExactText
public import TaskBridge
import TaskText

/// The names that items get when a feed sees them first: a function of file, path, title and number
/// among equals, which names no host and no person.
public struct DerivedUIDs {
  private let entries: TaskEntries
  /// Which among its equals each entry is, from 0; empty where each is the only one.
  private var numbers: [UInt32] = []

  /// Names some entries, none as a line has named itself or as an item is named already.
  ///
  /// - Parameter old: The items of those that have one.
  init(
    _ entries: TaskEntries, without old: IndexTable, besides own: ExplicitUIDs, memory: FeedMemory
  ) {
    self.entries = entries
    guard let first = old.firstEmpty else { return }
    let new = (first..<old.indices.upperBound).lazy.filter { old[$0] == nil }
    let repeated = Self.repeated(new.map { Self.hash(of: $0, entries).finalize().0 })
    let names = ExactSet((0..<memory.count).map { memory.root(of: $0) })
    let mayClash = !names.isEmpty || !own.names.isEmpty
    guard mayClash || !repeated.isEmpty else { return }
    numbers = [UInt32](repeating: 0, count: entries.entries.count)
    var next: [UInt64: UInt32] = [:]
    for index in new {
      let hash = Self.hash(of: index, entries)
      let start = hash.finalize().0
      var number = next[start, default: 0]
      while mayClash, case let name = Self.name(hash, number),
        own.contains(name) || names.contains(name)
      { number += 1 }
      numbers[index] = number
      if repeated.contains(start) { next[start] = number + 1 }
    }
  }

  /// Names entries that no feed has seen, as `export` does without one.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - own: The names that lines have given themselves.
  public init(_ entries: TaskEntries, besides own: ExplicitUIDs) {
    self.init(
      entries, without: IndexTable(count: entries.entries.count), besides: own, memory: FeedMemory()
    )
  }

  /// The name of an entry.
  public subscript(index: Int) -> String {
    Self.name(Self.hash(of: index, entries), numbers.isEmpty ? 0 : numbers[index])
  }

  private static func name(_ hash: SipHash128, _ number: UInt32) -> String {
    guard number > 0 else { return hash.uuid() }
    var numbered = hash
    numbered.combine(Int(number))
    return numbered.uuid()
  }

  private static func hash(of index: Int, _ entries: TaskEntries) -> SipHash128 {
    let entry = entries.entries[index]
    let file = entries.file(of: entry)
    let text = file.document.lines[entry.line.line].text
    var hash = SipHash128()
    hash.combine(file.identity)
    for name in entries.path(of: entry) { hash.combine(name) }
    hash.combine(file.document.bytes, text)
    return hash
  }

  /// Those that are there more than once; sorted, as a set of millions is many times as large.
  private static func repeated(_ hashes: some Sequence<UInt64>) -> Set<UInt64> {
    let sorted = hashes.sorted()
    var repeated: Set<UInt64> = []
    for (hash, next) in zip(sorted, sorted.dropFirst()) where hash == next { repeated.insert(hash) }
    return repeated
  }
}
