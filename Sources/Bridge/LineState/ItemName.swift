import ExactText

/// What an item is called: its UID, and for a changed occurrence which one it is.
public struct ItemName: Hashable, Comparable, Sendable {
  /// UID.
  public let uid: String
  /// RECURRENCE-ID as a date of the series; empty for a whole item.
  public let occurrence: String

  /// Names an item.
  public init(uid: String, occurrence: String = "") {
    self.uid = uid
    self.occurrence = occurrence
  }

  /// In the order of their bytes.
  public static func < (left: ItemName, right: ItemName) -> Bool {
    left.uid == right.uid ? left.occurrence < right.occurrence : left.uid < right.uid
  }
}
