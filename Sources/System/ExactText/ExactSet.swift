/// A set that compares its texts as bytes.
///
/// Use it like a `Set`; a literal can make one.
public struct ExactSet: Hashable, Sendable {
  @usableFromInline var texts: Set<ExactString>

  /// Creates an empty set.
  @inlinable
  public init() { texts = [] }

  /// Creates a set of texts.
  @inlinable
  public init(_ all: some Sequence<String>) {
    texts = Set(all.lazy.map(ExactString.init))
  }

  /// True if the set contains a text with these bytes.
  @inlinable
  public func contains(_ text: String) -> Bool { texts.contains(ExactString(text)) }

  /// The index of the text with these bytes.
  @inlinable
  public func firstIndex(of text: String) -> Index? { texts.firstIndex(of: ExactString(text)) }

  /// Inserts a text, and returns whether it is new.
  @inlinable
  @discardableResult
  public mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: String) {
    let (isNew, member) = texts.insert(ExactString(text))
    return (isNew, member.text)
  }

  /// Removes a text and returns it if it was there.
  @inlinable
  @discardableResult
  public mutating func remove(_ text: String) -> String? { texts.remove(ExactString(text))?.text }

  /// Inserts other texts.
  @inlinable
  public mutating func formUnion(_ others: some Sequence<String>) {
    for text in others { texts.insert(ExactString(text)) }
  }

  /// This set and other texts.
  @inlinable
  public func union(_ others: some Sequence<String>) -> ExactSet {
    var all = self
    all.formUnion(others)
    return all
  }

  /// Removes other texts.
  @inlinable
  public mutating func subtract(_ others: some Sequence<String>) {
    for text in others { texts.remove(ExactString(text)) }
  }

  /// This set without other texts.
  @inlinable
  public func subtracting(_ others: some Sequence<String>) -> ExactSet {
    var rest = self
    rest.subtract(others)
    return rest
  }

  /// The texts that are in both.
  @inlinable
  public func intersection(_ others: some Sequence<String>) -> ExactSet {
    ExactSet(others.filter(contains))
  }

  /// True if it has no text in common with another set.
  @inlinable
  public func isDisjoint(with others: some Sequence<String>) -> Bool {
    !others.contains(where: contains)
  }

  /// True if another set contains all of its texts.
  @inlinable
  public func isSubset(of other: ExactSet) -> Bool { texts.isSubset(of: other.texts) }

  /// The texts that satisfy a condition.
  @inlinable
  public func filter(_ isWanted: (String) throws -> Bool) rethrows -> ExactSet {
    var found = self
    found.texts = try texts.filter { try isWanted($0.text) }
    return found
  }
}

extension ExactSet: ExpressibleByArrayLiteral {
  @inlinable
  public init(arrayLiteral texts: String...) { self.init(texts) }
}

extension ExactSet: Collection {
  public typealias Index = Set<ExactString>.Index

  @inlinable
  public var startIndex: Index { texts.startIndex }
  @inlinable
  public var endIndex: Index { texts.endIndex }
  @inlinable
  public var count: Int { texts.count }
  @inlinable
  public func index(after index: Index) -> Index { texts.index(after: index) }
  @inlinable
  public subscript(place: Index) -> String { texts[place].text }
}
