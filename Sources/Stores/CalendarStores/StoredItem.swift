public import CalendarItems

/// An item of a store, with its version when it was read.
public struct StoredItem: Hashable, Sendable, Identifiable {
  /// The version when it was read, which a change refers to.
  public let version: ItemVersion
  /// The content.
  public var content: ItemContent

  /// Creates a stored item.
  public init(version: ItemVersion, content: ItemContent) {
    self.version = version
    self.content = content
  }

  /// The store's reference to the item.
  public var id: ItemRef { version.ref }
  /// The kind and the UID, by which an item is found that was moved to another list.
  package var key: String { "\(item.kind.rawValue) \(item.uid)" }
  /// The item; for a series the one with the rules.
  public var item: CalendarItem {
    get { content.item }
    set { content.item = newValue }
  }
}
