import CalendarItems
public import CalendarStores
import ExactText

/// What a sync read from both stores and from its state.
public struct SyncReading: Sendable {
  /// The lists that belong together.
  public var pairs: [ListPair]
  /// The versions of all items of these lists.
  public var versions: SyncSides<[ItemRef: ItemVersion]>
  /// The items that were in sync.
  public var synced: [SyncedItem]
  /// The numbers of items that were in sync in a list that no longer exists.
  public var orphaned: [Int64] = []
  /// The series whose lines do not show all of their changed occurrences yet.
  var hiding = SyncSides<Set<ItemRef>>(a: [], b: [])
  /// The names of the projects that contain lines of each list; they are read if an item is gone.
  var projects = SyncSides<[ItemList.ID: ExactSet]>(a: [:], b: [:])
  /// The lists that were in sync and that one store no longer has, with the other store's list.
  public var goneLists: [GoneList] = []
  /// The items that are new, and both versions of those that changed or are gone on one side.
  public var items: SyncSides<[ItemRef: StoredItem]>

  /// The lists that are removed from the other store too, because a person asks for that.
  var droppedLists: [GoneList] = []
  /// The number of lists that were in sync and that both stores have.
  var keptListCount = 0
  /// True if both stores have a list that was in sync.
  public var hasKeptLists: Bool { keptListCount > 0 }
  /// The titles of lists that a person asks to remove and that both stores have, with items.
  public var listsWithItems: [String] = []
  /// The titles of lists that a person asks to remove and that neither store has.
  public var unknownLists: [String] = []

  /// The lists that could not be read; their items stay as they are on both sides.
  public var unreadable: [UnreadableList] = []
  /// The items that could not be read; they stay as they are on both sides.
  public var unreadableItems: [UnreadableItem] = []
  /// The items without a UID, which stay where they are.
  public var nameless: [UnreadableItem] = []
  /// The pairs of those lists, which stay in sync.
  var heldLists: [SyncSides<ItemList.ID>] = []
  /// The items in sync of those lists, by kind and UID.
  var held = SyncSides<ExactSet>(a: [], b: [])
  /// The changes that a store has refused, by their numbers; they are not tried again.
  var refused: ExactSet = []
  /// True if nothing was in sync before.
  public var isFirst = true
  /// True if a run has found lines and items that are the same and that it had not made itself: another machine may sync
  /// these lines, too, so that what is new here may be known there.
  public var isShared = false

  /// A list that could not be read.
  public struct UnreadableList: Sendable {
    /// The store that has it.
    public let side: SyncSide
    /// The list.
    public let list: ItemList
    /// The reason.
    public let error: StoreError
  }

  /// An item that could not be read, such as a file that ends in the middle.
  public struct UnreadableItem: Sendable {
    /// The store that has it.
    public let side: SyncSide
    /// The item.
    public let ref: ItemRef
  }

  /// A list that was in sync and that a store no longer has.
  public struct GoneList: Sendable {
    /// The store that no longer has it.
    public let side: SyncSide
    /// The list of the other store.
    public let other: ItemList
    /// Both lists.
    let ids: SyncSides<ItemList.ID>
    /// The number of its items that were in sync.
    public internal(set) var count = 0

    init(side: SyncSide, other: ItemList, ids: SyncSides<ItemList.ID>) {
      (self.side, self.other, self.ids) = (side, other, ids)
    }

    /// True if rules leave out the list of the other store, so that it waits for nobody.
    ///
    /// - Parameter leftOut: The items that each store leaves out.
    package func isLeftOut(_ leftOut: SyncSides<Set<ItemRef>>) -> Bool {
      !other.isWritable && leftOut[side.other].contains { $0.list == other.id }
    }
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

extension SyncReading {
  /// True if a store has items that are not in sync.
  public func hasNewItems(on side: SyncSide) -> Bool { !newItems(on: side).isEmpty }

  /// The items of a store that are not in sync, in no particular order.
  ///
  /// Another store at the same place may give the names of items in sync to its own.
  func newItems(on side: SyncSide) -> [StoredItem] {
    // Most runs have read no item.
    if items[side].isEmpty { return [] }
    let known = Set(synced.filter { !isOther($0, on: side) }.map { $0.versions[side].ref })
    return items[side].values.filter { !known.contains($0.id) }
  }

  /// The UIDs that a store has, as far as they are known.
  func uids(on side: SyncSide) -> ExactSet {
    var uids = ExactSet(items[side].values.map(\.item.uid))
    for item in synced
    where versions[side][item.versions[side].ref] != nil && !isOther(item, on: side) {
      uids.insert(item.uids[side])
    }
    return uids
  }

  /// True if a store has another item under the name of one in sync.
  func isOther(_ synced: SyncedItem, on side: SyncSide) -> Bool {
    guard let item = items[side][synced.versions[side].ref] else { return false }
    return ExactString(item.item.uid) != ExactString(synced.uids[side])
  }

  /// The items that were in both stores after the last sync.
  var inBothStores: [SyncedItem] { synced.filter { $0.leftOut == nil } }

  /// True if an item that was in sync is gone on a side; its contents were read, then.
  var hasRemovals: Bool {
    inBothStores.contains { item in
      item.contents != nil
        && SyncSide.allCases.contains { versions[$0][item.versions[$0].ref] == nil }
    }
  }

  /// Leaves out the pairs of lists that could not be read, with the items of the other store's lists.
  mutating func leaveUnreadable() {
    guard !unreadable.isEmpty else { return }
    let unread = unreadableLists
    func isUnread(_ pair: ListPair) -> Bool {
      SyncSide.allCases.contains { side in
        pair.lists[side].map { unread[side].contains($0.id) } ?? false
      }
    }
    heldLists = pairs.filter(isUnread).compactMap(\.ids)
    pairs.removeAll(where: isUnread)
    for side in SyncSide.allCases {
      let lists = Set(pairs.compactMap { $0.lists[side]?.id })
      versions[side] = versions[side].filter { lists.contains($0.key.list) }
    }
  }

  private var unreadableLists: SyncSides<Set<ItemList.ID>> {
    var lists = SyncSides<Set<ItemList.ID>>(a: [], b: [])
    for unread in unreadable { lists[unread.side].insert(unread.list.id) }
    return lists
  }

  /// Takes the items of the state whose lists are there, and notes the others.
  ///
  /// - Parameter paired: All pairs, also those that are left out.
  mutating func take(_ items: [SyncedItem], in paired: [ListPair]) {
    isFirst = items.isEmpty
    let unread = unreadableLists
    var lists = SyncSides(
      a: Set(paired.compactMap(\.lists.a?.id)), b: Set(paired.compactMap(\.lists.b?.id)))
    for list in droppedLists { lists[list.side].insert(list.ids[list.side]) }
    let gone = Dictionary(goneLists.indices.map { (goneLists[$0].ids, $0) }) { first, _ in first }
    heldLists += goneLists.map(\.ids) + droppedLists.map(\.ids)
    for item in items {
      let refs = item.versions.map(\.ref)
      if let index = gone[refs.map(\.list)] {
        goneLists[index].count += 1
        hold(item)
        continue
      }
      if SyncSide.allCases.contains(where: { unread[$0].contains(refs[$0].list) }) {
        hold(item)
        continue
      }
      switch SyncSide.allCases.count(where: { lists[$0].contains(refs[$0].list) }) {
      case 2: synced.append(item)
      case 1: orphaned.append(item.id)
      default: break  // its list is missing on one side, and left as it is on the other
      }
    }
  }

  private mutating func hold(_ item: SyncedItem) {
    for side in SyncSide.allCases { held[side].insert(item.key(side)) }
  }
}

extension SyncedItem {
  /// The kind and the UID on one side, by which an item is found that was moved to another list.
  func key(_ side: SyncSide) -> String { "\(kind.rawValue) \(uids[side])" }
}
