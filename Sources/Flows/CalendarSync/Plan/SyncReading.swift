public import CalendarStores

/// What a sync read from both stores and from its state.
public struct SyncReading: Sendable {
  /// The lists that belong together.
  public var pairs: [ListPair]
  /// The versions of all items of these lists.
  public var versions: SyncSides<[ItemRef: ItemVersion]>
  /// The items that were in sync.
  public var synced: [SyncedItem]
  /// The numbers of items that were in sync in a list that no longer exists.
  public var released: [Int64] = []
  /// The lists that were in sync and that one store no longer has, with the other store's list.
  public var goneLists: [GoneList] = []
  /// The items that are new, and both versions of those that changed or are gone on one side.
  public var items: SyncSides<[ItemRef: StoredItem]>

  /// A list that was in sync and that a store no longer has.
  public struct GoneList: Sendable {
    /// The store that no longer has it.
    public let side: SyncSide
    /// The list of the other store.
    public let other: ItemList
  }

  /// Creates a reading.
  public init(
    pairs: [ListPair], versions: SyncSides<[ItemRef: ItemVersion]>, synced: [SyncedItem],
    items: SyncSides<[ItemRef: StoredItem]>
  ) {
    self.pairs = pairs
    self.versions = versions
    self.synced = synced
    self.items = items
  }
}
