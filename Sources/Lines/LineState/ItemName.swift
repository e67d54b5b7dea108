import ExactText

/// Identifies an item: by its UID, and for a changed occurrence by its date in the series.
public struct ItemName: Hashable, Comparable, Sendable {
  /// The UID.
  public let uid: String
  /// RECURRENCE-ID as a date of the series; empty for a whole item.
  public let occurrence: String

  /// Creates a name.
  public init(uid: String, occurrence: String = "") {
    self.uid = uid
    self.occurrence = occurrence
  }

  /// Compares by bytes.
  public static func < (left: ItemName, right: ItemName) -> Bool {
    left.uid == right.uid ? left.occurrence < right.occurrence : left.uid < right.uid
  }
}
