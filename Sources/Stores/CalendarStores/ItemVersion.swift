import ExactText

/// The name by which a store knows an item, or a series with what was changed of it.
///
/// It says nothing: what is in it is the store's own matter. The name that an item keeps wherever it goes
/// is its UID.
public struct ItemRef: Hashable, Sendable, CustomStringConvertible {
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
}

/// An item as it was at one time: a change of it is refused once the store has another version.
public struct ItemVersion: Hashable, Sendable {
  /// The item.
  public let ref: ItemRef
  /// What tells this version from all others of the item (an ETag, in the terms of RFC 9110).
  public let tag: String

  /// Creates a version.
  public init(_ ref: ItemRef, tag: String) {
    self.ref = ref
    self.tag = tag
  }
}
