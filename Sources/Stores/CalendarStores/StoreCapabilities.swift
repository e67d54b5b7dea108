import ExactText

/// What a store can do, said before it is asked to.
public struct StoreCapabilities: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Lists can be made, renamed and removed.
  public static let changesLists = StoreCapabilities(rawValue: 1 << 0)
  /// A batch is done as a whole or not at all.
  public static let isAtomic = StoreCapabilities(rawValue: 1 << 1)
  /// What is written is there when the process has ended.
  public static let isPersistent = StoreCapabilities(rawValue: 1 << 2)
  /// Other programs may change the same items.
  public static let isShared = StoreCapabilities(rawValue: 1 << 3)
  /// What others change is told without `refresh()`.
  public static let detectsOutsideChanges = StoreCapabilities(rawValue: 1 << 4)
  /// Properties that nobody here knows stay with their items, byte for byte.
  public static let preservesText = StoreCapabilities(rawValue: 1 << 5)
  /// A UID may be in several lists; where that is not said, the store may refuse it.
  public static let allowsDuplicateUIDs = StoreCapabilities(rawValue: 1 << 6)
}

/// Whether items may be read and changed.
public enum StoreAuthorization: Hashable, Sendable {
  /// They may be read and changed.
  case full
  /// They may be read.
  case reading
  /// They may not even be read, with the reason as a sentence.
  case denied(String)
}
