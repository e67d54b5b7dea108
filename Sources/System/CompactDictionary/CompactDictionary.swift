public import OrderedCollections

/// A dictionary that keeps its pairs next to each other, for many pairs or large ones.
///
/// The standard library's dictionary needs room for up to three times its pairs. Use this one like a `Dictionary`; its
/// order means nothing, and equality does not depend on it.
public struct CompactDictionary<Key: Hashable, Value> {
  @usableFromInline var pairs: OrderedDictionary<Key, Value>

  /// Creates an empty dictionary.
  @inlinable
  public init() { pairs = [:] }

  @inlinable
  init(pairs: OrderedDictionary<Key, Value>) { self.pairs = pairs }

  /// The value of a key; setting nil removes it.
  @inlinable
  public subscript(key: Key) -> Value? {
    get { pairs[key] }
    set {
      if let newValue { pairs.updateValue(newValue, forKey: key) } else { remove(key) }
    }
    _modify { yield &pairs[key] }
  }

  /// The keys, in no order.
  @inlinable
  public var keys: some RandomAccessCollection<Key> { pairs.keys }

  /// The values, in no order.
  @inlinable
  public var values: some RandomAccessCollection<Value> { pairs.values }

  /// Reserves room for pairs.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

  /// Removes a key; the last pair takes its place, so that no others move.
  @usableFromInline
  mutating func remove(_ key: Key) {
    guard let index = pairs.index(forKey: key) else { return }
    pairs.swapAt(index, pairs.count - 1)
    pairs.removeLast()
  }

  /// The index of a key.
  @inlinable
  public func index(forKey key: Key) -> Index? { pairs.index(forKey: key).map(Index.init) }

  /// The pairs that satisfy a condition.
  @inlinable
  public func filter(
    _ isWanted: ((key: Key, value: Value)) throws -> Bool
  ) rethrows -> CompactDictionary {
    CompactDictionary(pairs: try pairs.filter(isWanted))
  }

  /// Adds the pairs of another dictionary.
  @inlinable
  public mutating func merge(
    _ other: CompactDictionary, uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows {
    try pairs.merge(other.pairs.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: choose)
  }
}

extension CompactDictionary: ExpressibleByDictionaryLiteral {
  @inlinable
  public init(dictionaryLiteral all: (Key, Value)...) {
    // Most literals are empty, and there may be one for each element of a list.
    if all.isEmpty {
      self.init()
    } else {
      self.init(pairs: OrderedDictionary(all) { first, _ in first })
    }
  }
}

extension CompactDictionary: Collection {
  /// The place of a pair, until a pair is removed.
  public struct Index: Comparable, Sendable {
    @usableFromInline let place: Int

    @inlinable
    init(place: Int) { self.place = place }

    @inlinable
    public static func < (left: Index, right: Index) -> Bool { left.place < right.place }
  }

  @inlinable
  public var startIndex: Index { Index(place: 0) }
  @inlinable
  public var endIndex: Index { Index(place: pairs.count) }
  @inlinable
  public var count: Int { pairs.count }
  @inlinable
  public func index(after index: Index) -> Index { Index(place: index.place + 1) }

  @inlinable
  public subscript(index: Index) -> (key: Key, value: Value) { pairs.elements[index.place] }
}

extension CompactDictionary: Equatable where Value: Equatable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}

extension CompactDictionary: Sendable where Key: Sendable, Value: Sendable {}
