/// One of the two stores of a sync.
public enum SyncSide: String, Hashable, Sendable, CaseIterable {
  /// The store that was named first.
  case a
  /// The store that was named second.
  case b

  /// The other store.
  public var other: SyncSide { self == .a ? .b : .a }
}

/// A value for each of the two stores of a sync.
public struct SyncSides<Value> {
  /// The value of the first store.
  public var a: Value
  /// The value of the second store.
  public var b: Value

  /// Creates a value for each store.
  public init(a: Value, b: Value) {
    self.a = a
    self.b = b
  }

  /// The value of one store; a change is made in place, without a copy.
  public subscript(side: SyncSide) -> Value {
    _read { if side == .a { yield a } else { yield b } }
    _modify { if side == .a { yield &a } else { yield &b } }
  }

  /// The values converted one by one.
  public func map<Other, Failure>(
    _ convert: (Value) throws(Failure) -> Other
  ) throws(Failure) -> SyncSides<Other> {
    SyncSides<Other>(a: try convert(a), b: try convert(b))
  }
}

extension SyncSides {
  /// A value for a side, and one for the other side.
  init(_ value: Value, _ other: Value, on side: SyncSide) {
    self = side == .a ? SyncSides(a: value, b: other) : SyncSides(a: other, b: value)
  }
}

extension SyncSides where Value: ExpressibleByNilLiteral {
  /// Nil for both stores.
  init() {
    self.init(a: nil, b: nil)
  }

  /// A value for one store, and nil for the other.
  init(_ value: Value, on side: SyncSide) {
    self.init()
    self[side] = value
  }
}

extension SyncSides: Equatable where Value: Equatable {}
extension SyncSides: Hashable where Value: Hashable {}
extension SyncSides: Sendable where Value: Sendable {}
