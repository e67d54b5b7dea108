public import CalendarItems
public import CalendarStores

/// An item that both stores have, as each of them had it after the last sync.
public struct SyncedItem: Sendable {
  /// The number of the item in the state of this sync.
  public let id: Int64
  /// To-do or event.
  public let kind: CalendarItem.Kind
  /// The UID in each store; they differ if equal items were paired.
  public let uids: SyncSides<String>
  /// The version in each store.
  public let versions: SyncSides<ItemVersion>
  /// True if the item no longer takes part, because a person does not ask for it any more.
  public let isReleased: Bool
  /// True if the line was made of an item of the other store; such a line takes part whether it is chosen or not.
  public var isFromOtherStore = false
  /// The side from which undo took the item, and which does not get it before the other side changes it.
  public var leftOut: SyncSide?
  /// The content in each store; nil if it was not read, because nothing changed.
  public var contents: SyncSides<ItemContent>?

  /// Creates an item as it is in the state.
  public init(
    id: Int64, kind: CalendarItem.Kind, uids: SyncSides<String>, versions: SyncSides<ItemVersion>,
    isReleased: Bool = false, contents: SyncSides<ItemContent>? = nil
  ) {
    self.id = id
    self.kind = kind
    self.uids = uids
    self.versions = versions
    self.isReleased = isReleased
    self.contents = contents
  }
}
