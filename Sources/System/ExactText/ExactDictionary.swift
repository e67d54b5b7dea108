/// A dictionary that compares its keys, which are texts, as bytes.
///
/// Use it like a `Dictionary`; a literal can make one.
public struct ExactDictionary<Value> {
  @usableFromInline var pairs: [ExactString: Value]

  /// Creates an empty dictionary.
  @inlinable
  public init() { pairs = [:] }

  /// Creates a dictionary from pairs.
  ///
  /// - Parameters:
  ///   - all: The pairs.
  ///   - choose: Chooses between two values of one key.
  @inlinable
  public init(
    _ all: some Sequence<(String, Value)>,
    uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows {
    pairs = try Dictionary(
      all.lazy.map { (ExactString($0), $1) }, uniquingKeysWith: choose)
  }

  /// Groups elements with the same key.
  public init<Element>(
    grouping elements: some Sequence<Element>, by key: (Element) throws -> String
  ) rethrows where Value == [Element] {
    pairs = try Dictionary(grouping: elements) { ExactString(try key($0)) }
  }

  /// The value of a key; setting nil removes it.
  @inlinable
  public subscript(key: String) -> Value? {
    get { pairs[ExactString(key)] }
    _modify { yield &pairs[ExactString(key)] }
  }

  /// The value of a key, or a default value if there is none.
  @inlinable
  public subscript(key: String, default value: @autoclosure () -> Value) -> Value {
    get { pairs[ExactString(key), default: value()] }
    _modify { yield &pairs[ExactString(key), default: value()] }
  }

  /// The keys, in no order.
  @inlinable
  public var keys: Keys { Keys(pairs: pairs) }

  /// Reserves room for pairs.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

  /// Removes a key and returns its value.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey key: String) -> Value? {
    pairs.removeValue(forKey: ExactString(key))
  }

  /// Sets the value of a key and returns the old one.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: String) -> Value? {
    pairs.updateValue(value, forKey: ExactString(key))
  }

  /// The index of a key.
  @inlinable
  public func index(forKey key: String) -> Index? { pairs.index(forKey: ExactString(key)) }

  /// The pairs that satisfy a condition.
  @inlinable
  public func filter(
    _ isWanted: ((key: String, value: Value)) throws -> Bool
  ) rethrows -> ExactDictionary {
    var found = self
    found.pairs = try pairs.filter { try isWanted(($0.key.text, $0.value)) }
    return found
  }

  /// The same keys with other values.
  @inlinable
  public func mapValues<Other>(
    _ transform: (Value) throws -> Other
  ) rethrows -> ExactDictionary<Other> {
    ExactDictionary<Other>(pairs: try pairs.mapValues(transform))
  }

  /// Adds the pairs of another dictionary.
  @inlinable
  public mutating func merge(
    _ other: ExactDictionary, uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows {
    try pairs.merge(other.pairs, uniquingKeysWith: choose)
  }

  /// This dictionary with the pairs of another.
  @inlinable
  public func merging(
    _ other: ExactDictionary, uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows -> ExactDictionary {
    var both = self
    try both.merge(other, uniquingKeysWith: choose)
    return both
  }

  @inlinable
  init(pairs: [ExactString: Value]) { self.pairs = pairs }
}

extension ExactDictionary: ExpressibleByDictionaryLiteral {
  @inlinable
  public init(dictionaryLiteral all: (String, Value)...) {
    // Most literals are empty, and there may be one for each element of a list.
    if all.isEmpty { self.init() } else { self.init(all) { first, _ in first } }
  }
}

// MARK: Keys

extension ExactDictionary {
  /// The keys of a dictionary, in no order; a key is found by its hash.
  public struct Keys: Collection {
    public typealias Index = [ExactString: Value].Index

    @usableFromInline let pairs: [ExactString: Value]

    @inlinable
    init(pairs: [ExactString: Value]) { self.pairs = pairs }

    /// True if a text of these bytes is a key.
    @inlinable
    public func contains(_ text: String) -> Bool { pairs[ExactString(text)] != nil }

    /// The index of the key with these bytes.
    @inlinable
    public func firstIndex(of text: String) -> Index? { pairs.index(forKey: ExactString(text)) }

    @inlinable public var startIndex: Index { pairs.startIndex }
    @inlinable public var endIndex: Index { pairs.endIndex }
    @inlinable public var count: Int { pairs.count }
    @inlinable public func index(after index: Index) -> Index { pairs.index(after: index) }
    @inlinable public subscript(place: Index) -> String { pairs[place].key.text }
  }
}

// MARK: Collection

extension ExactDictionary: Collection {
  public typealias Index = [ExactString: Value].Index

  @inlinable
  public var startIndex: Index { pairs.startIndex }
  @inlinable
  public var endIndex: Index { pairs.endIndex }
  @inlinable
  public var count: Int { pairs.count }
  @inlinable
  public func index(after index: Index) -> Index { pairs.index(after: index) }

  @inlinable
  public subscript(place: Index) -> (key: String, value: Value) {
    let pair = pairs[place]
    return (pair.key.text, pair.value)
  }

  /// The values, in no order.
  @inlinable
  public var values: [ExactString: Value].Values { pairs.values }
}

extension ExactDictionary: Equatable where Value: Equatable {}
extension ExactDictionary: Hashable where Value: Hashable {}
extension ExactDictionary: Sendable where Value: Sendable {}
