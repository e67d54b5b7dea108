public import ExactText
import TaskText

/// The UIDs of lines that are seen for the first time, by a feed or a store.
///
/// A UID is derived from file, path, title and the number among equal lines; it contains no host and no person.
public struct DerivedUIDs: Sendable {
  private let entries: TaskEntries
  /// The number of each entry among equal entries, from 0; empty if no entries are equal.
  private var numbers: [UInt32] = []

  /// Derives UIDs for new entries that differ from UIDs in `@uid` and from those of known items.
  ///
  /// - Parameters:
  ///   - entries: All entries.
  ///   - new: The entries that need a UID, in order.
  ///   - own: The UIDs that lines have in `@uid`.
  ///   - names: The UIDs of known items, without `-event`.
  public init(
    _ entries: TaskEntries, of new: [Int], besides own: ExplicitUIDs,
    apartFrom names: ExactSet
  ) {
    self.entries = entries
    guard !new.isEmpty else { return }
    let repeated = Self.repeated(new.map { Self.hash(of: $0, entries).finalize().0 })
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

  /// Derives UIDs for entries that are in no feed, as `export` does without a feed.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - own: The UIDs that lines have in `@uid`.
  public init(_ entries: TaskEntries, besides own: ExplicitUIDs) {
    self.init(entries, of: Array(entries.entries.indices), besides: own, apartFrom: [])
  }

  /// The UID of an entry.
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

  /// The hashes that occur more than once; found by sorting, because a set of millions takes many times the memory.
  private static func repeated(_ hashes: some Sequence<UInt64>) -> Set<UInt64> {
    let sorted = hashes.sorted()
    var repeated: Set<UInt64> = []
    for (hash, next) in zip(sorted, sorted.dropFirst()) where hash == next { repeated.insert(hash) }
    return repeated
  }
}
