import CalendarItems
public import CalendarStores
import ExactText

/// Undoes a run of a sync in the stores that have no backups of their own.
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
  }

  private let stores: SyncSides<(any CalendarStore)?>
  private let state: SyncState
  private let run: Int

  /// Prepares the reversal of a run.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - stores: The stores; nil for one whose files are restored from their backups.
  ///   - state: The state of syncs.
  public init(of run: Int, in stores: SyncSides<(any CalendarStore)?>, _ state: SyncState) {
    self.run = run
    self.stores = stores
    self.state = state
  }

  /// Finds what is to be done, the last write of the run first; it writes nothing.
  ///
  /// - Throws: `StoreError` if the state or a store cannot be read.
  public func items() async throws(StoreError) -> [Item] {
    var items: [Item] = []
    for written in try state.written(by: run).reversed() {
      guard let store = stores[written.side], let item = written.after ?? written.before else {
        continue
      }
      items.append(
        Item(
          side: written.side, list: item.id.list, title: item.item.title,
          action: try await action(for: written, store)))
    }
    return items
  }

  private func action(
    for written: WrittenItem, _ store: any CalendarStore
  ) async throws(StoreError) -> Action {
    switch (written.before, written.after) {
    case (let before?, nil):
      return try await isThere(before, store)
        ? .leave : .create(before.content, in: before.id.list)
    case (let before, let after?):
      guard let now = try await store.item(at: after.id)?.asText,
        now.content.isEqual(to: after.content, under: .store)
      else { return .leave }
      guard let before else { return .remove(now) }
      var content = before.content
      content.replacesText = true
      return before.id.list == after.id.list
        ? .update(now, content) : .move(now, content, to: before.id.list)
    case (nil, nil): return .leave
    }
  }

  /// True if somebody has created a removed item again.
  private func isThere(
    _ item: StoredItem, _ store: any CalendarStore
  ) async throws(StoreError) -> Bool {
    var twins = ItemPredicate.uid(item.item.uid)
    twins.lists = [item.id.list]
    return try await store.items(matching: twins).contains { $0.item.kind == item.item.kind }
  }

  /// Does what `items()` found, as far as possible, and sets the state back to what it was before the run.
  ///
  /// The next sync finds what the run found, and does the same again, unless somebody changes something before. If an
  /// item fails, the run is not undone yet, and can be undone again: what is done by then is left as it is.
  ///
  /// - Returns: The error of each item; nil if it is done.
  /// - Throws: `StoreError` if the state cannot be written.
  public func undo(_ items: [Item]) async throws(StoreError) -> [StoreError?] {
    var errors: [StoreError?] = []
    let lists = try await restoreLists()
    for item in items {
      do throws(StoreError) {
        let item = item.renamed(by: lists)
        if let store = stores[item.side] { try await undo(item, store) }
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
    if errors.allSatisfy({ $0 == nil }) { try state.takeBack(run: run) }
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

  private func undo(_ item: Item, _ store: any CalendarStore) async throws(StoreError) {
    switch item.action {
    case .create(let content, let list): try await store.create(content, in: list)
    case .update(let now, let content):
      try await store.update(StoredItem(version: now.version, content: content))
    case .move(let now, let content, let list):
      let version = try await store.move(now, to: list)
      try await store.update(StoredItem(version: version, content: content))
    case .remove(let now): try await store.remove(now.version)
    case .leave: break
    }
  }
}

extension SyncReversal.Item {
  /// The item with the new IDs of lists that were created again.
  fileprivate func renamed(by lists: [ItemList.ID: ItemList.ID]) -> SyncReversal.Item {
    func new(_ list: ItemList.ID) -> ItemList.ID { lists[list] ?? list }
    let action: SyncReversal.Action =
      switch action {
      case .create(let content, let list): .create(content, in: new(list))
      case .move(let now, let content, let list): .move(now, content, to: new(list))
      case .update, .remove, .leave: action
      }
    return SyncReversal.Item(side: side, list: new(list), title: title, action: action)
  }
}
