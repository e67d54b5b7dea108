/// A set of texts that are compared as bytes.
///
/// It is used as a `Set` is, and made of a literal as one.
public struct ExactSet: Hashable, Sendable {
  private var texts: Set<ExactString>

  /// Creates an empty set.
  public init() { texts = [] }

  /// Makes a set of texts.
  public init(_ all: some Sequence<String>) {
    texts = Set(all.lazy.map(ExactString.init))
  }

  /// True if a text of these bytes is in it.
  public func contains(_ text: String) -> Bool { texts.contains(ExactString(text)) }

  /// Puts in a text, and says whether it was not there.
  @discardableResult
  public mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: String) {
    let (isNew, member) = texts.insert(ExactString(text))
    return (isNew, member.text)
  }

  /// Takes away a text, and gives it where it was there.
  @discardableResult
  public mutating func remove(_ text: String) -> String? { texts.remove(ExactString(text))?.text }

  /// Puts in other texts.
  public mutating func formUnion(_ others: some Sequence<String>) {
    for text in others { texts.insert(ExactString(text)) }
  }

  /// This and other texts.
  public func union(_ others: some Sequence<String>) -> ExactSet {
    var all = self
    all.formUnion(others)
    return all
  }

  /// Takes away other texts.
  public mutating func subtract(_ others: some Sequence<String>) {
    for text in others { texts.remove(ExactString(text)) }
  }

  /// This without other texts.
  public func subtracting(_ others: some Sequence<String>) -> ExactSet {
    var rest = self
    rest.subtract(others)
    return rest
  }

  /// What is in both.
  public func intersection(_ others: some Sequence<String>) -> ExactSet {
    ExactSet(others.filter(contains))
  }

  /// True if nothing of another set is in it.
  public func isDisjoint(with others: some Sequence<String>) -> Bool {
    !others.contains(where: contains)
  }

  /// True if all of it is in another set.
  public func isSubset(of other: ExactSet) -> Bool { texts.isSubset(of: other.texts) }

  /// The texts that are wanted.
  public func filter(_ isWanted: (String) throws -> Bool) rethrows -> ExactSet {
    var found = self
    found.texts = try texts.filter { try isWanted($0.text) }
    return found
  }
}

extension ExactSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral texts: String...) { self.init(texts) }
}

extension ExactSet: Collection {
  public typealias Index = Set<ExactString>.Index

  public var startIndex: Index { texts.startIndex }
  public var endIndex: Index { texts.endIndex }
  public var count: Int { texts.count }
  public func index(after index: Index) -> Index { texts.index(after: index) }
  public subscript(place: Index) -> String { texts[place].text }
}
