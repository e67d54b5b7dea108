import ExactText

/// The store's reference to an item, or to a series with its changed occurrences.
///
/// The name is opaque: only the store interprets it. The identifier that an item keeps in every calendar is its UID.
public struct ItemRef: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The list that the item is in.
  public let list: ItemList.ID
  /// The name within the list.
  public let name: String

  /// Creates a reference.
  public init(_ list: ItemList.ID, name: String) {
    self.list = list
    self.name = name
  }

  public var description: String { "\(list)/\(name)" }

  /// Compares by list, then by name.
  public static func < (left: ItemRef, right: ItemRef) -> Bool {
    (left.list, left.name) < (right.list, right.name)
  }
}

/// The version of an item at one time: a change of it is refused if the store has another version by then.
public struct ItemVersion: Hashable, Sendable {
  /// The item.
  public let ref: ItemRef
  /// A tag that no other version of the item has (an ETag in the terms of RFC 9110).
  public let tag: String

  /// Creates a version.
  public init(_ ref: ItemRef, tag: String) {
    self.ref = ref
    self.tag = tag
  }
}
