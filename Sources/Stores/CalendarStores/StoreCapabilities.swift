import ExactText

/// The capabilities of a store, which it declares in advance.
public struct StoreCapabilities: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Lists can be created, renamed and removed.
  public static let changesLists = StoreCapabilities(rawValue: 1 << 0)
  /// A batch is applied completely or not at all.
  public static let isAtomic = StoreCapabilities(rawValue: 1 << 1)
  /// Items are still there after the process has ended.
  public static let isPersistent = StoreCapabilities(rawValue: 1 << 2)
  /// Other programs may change the same items.
  public static let isShared = StoreCapabilities(rawValue: 1 << 3)
  /// Changes by others are reported without `refresh()`.
  public static let detectsOutsideChanges = StoreCapabilities(rawValue: 1 << 4)
  /// Unknown properties stay with their items, byte for byte.
  public static let preservesText = StoreCapabilities(rawValue: 1 << 5)
  /// A UID may be in several lists; without this capability the store may refuse it.
  public static let allowsDuplicateUIDs = StoreCapabilities(rawValue: 1 << 6)
  /// Other programs expect one list for reminders and events with one title, and not two.
  public static let mixesKinds = StoreCapabilities(rawValue: 1 << 7)
}

/// Whether items may be read and changed.
public enum StoreAuthorization: Hashable, Sendable {
  /// They may be read and changed.
  case full
  /// They may be read.
  case reading
  /// They may not even be read; the reason is a sentence.
  case denied(String)
}
