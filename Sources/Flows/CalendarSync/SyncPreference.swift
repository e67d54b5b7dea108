/// The side that wins if both sides changed one field of an item in different ways.
public enum SyncPreference: String, Hashable, Sendable, CaseIterable {
  /// The first store.
  case a
  /// The second store.
  case b
  /// Neither: each store keeps its value until a person decides.
  case ask

  /// The side; nil for neither.
  public var winner: SyncSide? { SyncSide(rawValue: rawValue) }
}
