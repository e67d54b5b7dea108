/// A dictionary whose keys are texts that are compared as bytes.
///
/// It is used as a `Dictionary` is, and made of a literal as one.
public struct ExactDictionary<Value> {
  private var pairs: [ExactString: Value]

  /// Creates an empty dictionary.
  public init() { pairs = [:] }

  /// Makes a dictionary of pairs.
  ///
  /// - Parameters:
  ///   - all: The pairs.
  ///   - choose: Says which of two values of one key stays.
  public init(
    _ all: some Sequence<(String, Value)>,
    uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows {
    pairs = try Dictionary(
      all.lazy.map { (ExactString($0), $1) }, uniquingKeysWith: choose)
  }

  /// Groups what has the same key.
  public init<Element>(
    grouping elements: some Sequence<Element>, by key: (Element) throws -> String
  ) rethrows where Value == [Element] {
    pairs = try Dictionary(grouping: elements) { ExactString(try key($0)) }
  }

  /// The value of a key; nil takes it away.
  public subscript(key: String) -> Value? {
    get { pairs[ExactString(key)] }
    _modify { yield &pairs[ExactString(key)] }
  }

  /// The value of a key, or another one where there is none.
  public subscript(key: String, default value: @autoclosure () -> Value) -> Value {
    get { pairs[ExactString(key), default: value()] }
    _modify { yield &pairs[ExactString(key), default: value()] }
  }

  /// The keys, in no order.
  public var keys: LazyMapCollection<[ExactString: Value].Keys, String> {
    pairs.keys.lazy.map(\.text)
  }

  /// Makes room.
  public mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

  /// Takes away a key, and gives its value.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> Value? {
    pairs.removeValue(forKey: ExactString(key))
  }

  /// Gives a key a value, and tells what it had.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: String) -> Value? {
    pairs.updateValue(value, forKey: ExactString(key))
  }

  /// Where a key is.
  public func index(forKey key: String) -> Index? { pairs.index(forKey: ExactString(key)) }

  /// The pairs that are wanted.
  public func filter(
    _ isWanted: ((key: String, value: Value)) throws -> Bool
  ) rethrows -> ExactDictionary {
    var found = self
    found.pairs = try pairs.filter { try isWanted(($0.key.text, $0.value)) }
    return found
  }

  /// The same keys with other values.
  public func mapValues<Other>(
    _ transform: (Value) throws -> Other
  ) rethrows -> ExactDictionary<Other> {
    ExactDictionary<Other>(pairs: try pairs.mapValues(transform))
  }

  /// Takes what another dictionary has.
  public mutating func merge(
    _ other: ExactDictionary, uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows {
    try pairs.merge(other.pairs, uniquingKeysWith: choose)
  }

  /// This and what another dictionary has.
  public func merging(
    _ other: ExactDictionary, uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows -> ExactDictionary {
    var both = self
    try both.merge(other, uniquingKeysWith: choose)
    return both
  }

  fileprivate init(pairs: [ExactString: Value]) { self.pairs = pairs }
}

extension ExactDictionary: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral all: (String, Value)...) {
    self.init(all) { first, _ in first }
  }
}

extension ExactDictionary: Collection {
  public typealias Index = [ExactString: Value].Index

  public var startIndex: Index { pairs.startIndex }
  public var endIndex: Index { pairs.endIndex }
  public var count: Int { pairs.count }
  public func index(after index: Index) -> Index { pairs.index(after: index) }

  public subscript(place: Index) -> (key: String, value: Value) {
    let pair = pairs[place]
    return (pair.key.text, pair.value)
  }

  /// The values, in no order.
  public var values: [ExactString: Value].Values { pairs.values }
}

extension ExactDictionary: Equatable where Value: Equatable {}
extension ExactDictionary: Hashable where Value: Hashable {}
extension ExactDictionary: Sendable where Value: Sendable {}
