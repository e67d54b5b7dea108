public import CalendarItems
public import CalendarStores

/// What a sync does with one item.
public struct SyncStep: Sendable {
  /// Why something is done.
  public enum Reason: String, Hashable, Sendable {
    /// A side has a new item.
    case new
    /// Fields were changed.
    case changed
    /// A side removed the item, and the other did not change it.
    case removed
    /// A side removed the item, and the other changed it: the change wins.
    case restored
    /// Both sides have an item with the same UID, or with the same fields, that was not in sync.
    case paired
    /// Both sides removed the item.
    case forgotten
    /// A person does not ask for the item any more: both sides keep it, and its changes stay where they are.
    case released
    /// A person asks for a released item again.
    case resumed
  }

  /// Why something is done.
  public let reason: Reason
  /// The item after the last sync; nil if it was not in sync.
  public let synced: SyncedItem?
  /// The item in each store now.
  public let now: SyncSides<StoredItem?>
  /// What is done in each store; nil for nothing.
  public var actions: SyncSides<SyncAction?>
  /// The parts that both sides changed in different ways.
  public let conflicts: [ContentMerge.Conflict]
  /// The parts that do not fit the rest of the item, so that both sides leave them out.
  public var leftOut: [ContentMerge.LeftOut] = []
  /// The changes that a store has refused before, by their numbers.
  var held = SyncSides<String?>()

  /// The title in messages.
  public var title: String {
    (now.a ?? now.b)?.item.title ?? synced?.contents?.a.item.title ?? ""
  }

  /// True if neither store is changed.
  public var writesNothing: Bool { actions.a == nil && actions.b == nil }
}

/// A change of one item in one store.
public enum SyncAction: Hashable, Sendable {
  /// A new item in the list of a pair.
  case create(ItemContent, pair: Int)
  /// New content.
  case update(StoredItem, ItemContent)
  /// New content in the list of another pair.
  case move(StoredItem, ItemContent, pair: Int)
  /// The removal.
  case remove(StoredItem)

  /// The content after the change; nil for a removal.
  public var content: ItemContent? {
    switch self {
    case .create(let content, _), .update(_, let content), .move(_, let content, _): content
    case .remove: nil
    }
  }

  /// The item before the change; nil for a new one.
  public var item: StoredItem? {
    switch self {
    case .create: nil
    case .update(let item, _), .move(let item, _, _), .remove(let item): item
    }
  }
}
