public import CalendarItems
public import CalendarStores
import ExactText

/// Undoes or redoes a run of a sync in the stores that have no backups of their own.
///
/// What the run brought into the home store and undo takes out counts as changed there: the next sync takes it out of the
/// other one too. What the run sent from the home store stays there, and is sent again when it changes.
public struct SyncReversal: Sendable {
  /// An item that the run wrote, and what undoing the run does with it.
  public struct Item: Sendable {
    /// The store.
    public let side: SyncSide
    /// The list that the item is in.
    public let list: ItemList.ID
    /// The title.
    public let title: String
    /// What is done.
    public let action: Action
    /// The numbers of its writes in the state.
    let writes: [Int64]
  }

  /// What undoing a run does with an item.
  public enum Action: Sendable {
    /// An item that was removed is created again.
    case create(ItemContent, in: ItemList.ID)
    /// An item gets the content back that it had.
    case update(StoredItem, ItemContent)
    /// An item is moved back to its list, with the content that it had.
    case move(StoredItem, ItemContent, to: ItemList.ID)
    /// An item that was created is removed.
    case remove(StoredItem)
    /// The item was changed since, so it stays as it is.
    case leave
    /// The item is as it should be.
    case keep
  }

  /// The direction through the history.
  public enum Direction: Sendable {
    /// The run is taken back.
    case undo
    /// A run that was taken back is done again.
    case redo
  }

  private let stores: SyncSides<(any CalendarStore)?>
  private let state: SyncState
  private let run: Int
  private let home: SyncSide
  private let direction: Direction

  /// Prepares the reversal of a run.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - direction: Whether it is undone or redone.
  ///   - stores: The stores; nil for one whose files are restored from their backups.
  ///   - home: The side whose changes stay there: the one with task files, if there is one.
  ///   - state: The state of syncs.
  public init(
    of run: Int, _ direction: Direction = .undo, in stores: SyncSides<(any CalendarStore)?>,
    home: SyncSide = .a, _ state: SyncState
  ) {
    self.run = run
    self.direction = direction
    self.stores = stores
    self.home = home
    self.state = state
  }

  /// The number of items that the run brought into the home store, and that the next sync removes from the other one.
  ///
  /// - Throws: `StoreError` if the state cannot be read.
  public func removalCount() throws(StoreError) -> Int {
    direction == .undo ? try state.receivedCount(by: run, on: home) : 0
  }

  /// Finds what is to be done, the last write of an undone run first; it writes nothing.
  ///
  /// - Throws: `StoreError` if the state or a store cannot be read.
  public func items() async throws(StoreError) -> [Item] {
    var items: [Item] = []
    for written in try writes() {
      guard let store = stores[written.side], let item = written.after ?? written.before else {
        continue
      }
      items.append(
        Item(
          side: written.side, list: item.id.list, title: item.item.title,
          action: try await action(for: written, store), writes: written.ids))
    }
    return items
  }

  /// The writes of the run in the order in which they are done again, or taken back.
  private func writes() throws(StoreError) -> [WrittenItem] {
    let written = try state.written(by: run)
    return direction == .undo
      ? written.reversed().map(\.reversed) : written.filter(\.isUndone)
  }

  private func action(
    for write: WrittenItem, _ store: any CalendarStore
  ) async throws(StoreError) -> Action {
    switch (write.before, write.after) {
    case (nil, let after?):
      guard let now = try await twin(of: after, store) else {
        return try isForgotten(after, on: write.side)
          ? .leave : .create(after.content, in: after.id.list)
      }
      return now.content.isEqual(to: after.content, under: .store) ? .keep : .leave
    case (let before?, let after):
      guard let now = try await current(before, store) else {
        return before.isOnlyPlanned || after == nil && direction == .redo ? .keep : .leave
      }
      guard now.content.isEqual(to: before.content, under: .store) else {
        return after.map { now.content.isEqual(to: $0.content, under: .store) } ?? false
          ? .keep : .leave
      }
      guard let after else { return .remove(now) }
      var content = after.content
      content.replacesText = true
      return now.id.list == after.id.list
        ? .update(now, content) : .move(now, content, to: after.id.list)
    case (nil, nil): return .keep
    }
  }

  /// True if a person has removed the line since whose item would be created again.
  private func isForgotten(_ item: StoredItem, on side: SyncSide) throws(StoreError) -> Bool {
    direction == .redo && side != home
      ? try state.isForgotten(item, on: side, of: run) : false
  }

  /// An item as it is now, also if it was created again under another name.
  private func current(
    _ item: StoredItem, _ store: any CalendarStore
  ) async throws(StoreError) -> StoredItem? {
    let found = try await store.item(at: item.id)
    if let found, found.item.uid == item.item.uid { return found.asText }
    return try await twin(of: item, store)
  }

  /// The item with the UID of another in its list.
  private func twin(
    of item: StoredItem, _ store: any CalendarStore
  ) async throws(StoreError) -> StoredItem? {
    var twins = ItemPredicate.uid(item.item.uid)
    twins.lists = [item.id.list]
    return try await store.items(matching: twins).first { $0.item.kind == item.item.kind }?.asText
  }

  /// Does what `items()` found, as far as possible, and records what the stores have now.
  ///
  /// If an item fails, the run is not undone yet, and can be undone again: what is done by then is left as it is.
  ///
  /// - Returns: The error of each item; nil if it is done.
  /// - Throws: `StoreError` if the state cannot be written.
  public func run(_ items: [Item]) async throws(StoreError) -> [StoreError?] {
    var errors: [StoreError?] = []
    let lists = direction == .undo ? try await restoreLists() : [:]
    for item in items {
      do throws(StoreError) {
        let item = item.renamed(by: lists)
        if let store = stores[item.side] { try await reverse(item, store) }
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
    if errors.allSatisfy({ $0 == nil }) {
      try state.finish(run: run, isUndone: direction == .undo)
    }
    return errors
  }

  /// Creates the lists again that the run removed.
  ///
  /// - Returns: Their new IDs.
  private func restoreLists() async throws(StoreError) -> [ItemList.ID: ItemList.ID] {
    var renamed: [ItemList.ID: ItemList.ID] = [:]
    for list in try state.droppedLists(by: run) {
      guard let store = stores[list.side],
        try await !store.lists().contains(where: { $0.id == list.id })
      else { continue }
      let made = try await store.createList(list.details)
      try state.rename(list.id, to: made.id, on: list.side, run: run)
      renamed[list.id] = made.id
    }
    return renamed
  }

  private func reverse(_ item: Item, _ store: any CalendarStore) async throws(StoreError) {
    switch item.action {
    case .leave, .keep: return
    case .create(let content, let list):
      let version = try await store.create(content, in: list)
      try await settle(StoredItem(version: version, content: content), at: version, item.side)
    case .update(let now, let content):
      let version = try await store.update(StoredItem(version: now.version, content: content))
      try await settle(now, at: version, item.side)
    case .move(let now, let content, let list):
      let moved = try await store.move(now, to: list)
      let version = try await store.update(StoredItem(version: moved, content: content))
      try await settle(now, at: version, item.side)
    case .remove(let now):
      try await store.remove(now.version)
      try await settle(now, at: nil, item.side)
    }
    try state.set(undone: direction == .undo, writes: item.writes)
  }

  /// Records what a store other than the home store has now; a change of the home store is one that the next sync sends.
  private func settle(
    _ known: StoredItem, at version: ItemVersion?, _ side: SyncSide
  ) async throws(StoreError) {
    guard side != home, let store = stores[side] else { return }
    var now: StoredItem?
    if let version {
      now = try await store.item(at: version.ref)
      if !store.capabilities.contains(.preservesText) { now = now?.asText }
      if now == nil { return }
    }
    try state.settle(ReversedItem(side: side, known: known, now: now), of: run)
  }
}

extension StoredItem {
  /// True for a new item of a run that was killed before it could record the name that the store gave it.
  fileprivate var isOnlyPlanned: Bool { id.name.isEmpty }
}

extension SyncReversal.Item {
  /// The item with the new IDs of lists that were created again.
  fileprivate func renamed(by lists: [ItemList.ID: ItemList.ID]) -> SyncReversal.Item {
    func new(_ list: ItemList.ID) -> ItemList.ID { lists[list] ?? list }
    let action: SyncReversal.Action =
      switch action {
      case .create(let content, let list): .create(content, in: new(list))
      case .move(let now, let content, let list): .move(now, content, to: new(list))
      case .update, .remove, .leave, .keep: action
      }
    return SyncReversal.Item(
      side: side, list: new(list), title: title, action: action, writes: writes)
  }
}
