import ExactText

/// What became of an item since its feed was last written.
public struct FeedChange: Hashable, Sendable {
  /// What happened to it.
  public enum Kind: String, Sendable {
    /// It was not there.
    case added
    /// It says something else.
    case changed
    /// It is not there any more.
    case removed
  }

  /// What happened to it.
  public let kind: Kind
  /// Its name.
  public let uid: String
  /// Its title, as it is now; of a removed one as it was.
  public let title: String
  /// The names of the properties that differ, of a changed one.
  public let properties: [String]
}
