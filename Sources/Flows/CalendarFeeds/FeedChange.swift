import ExactText

/// A change of an item since its feed was last written.
public struct FeedChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Sendable {
    /// The item is new.
    case added
    /// The item has other properties.
    case changed
    /// The item was removed.
    case removed
  }

  /// The kind of change.
  public let kind: Kind
  /// The UID of the item.
  public let uid: String
  /// The present title of the item; the old one if it was removed.
  public let title: String
  /// The names of the properties that differ, for a changed item.
  public let properties: [String]
}
