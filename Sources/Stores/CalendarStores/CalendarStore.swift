public import CalendarItems

/// Reminders and events, wherever they are kept.
///
/// A store has sources, these have lists, and these have items: values that belong to no store. What is
/// read has a version; a change names the version that it was made of, and is refused where the store has
/// another one by then. Nothing is ever overwritten that was not read.
///
/// A store of your own keeps the promises of `StoreContract`, a library that tests it with any store as
/// its parameter.
///
/// ```swift
/// let list = try await store.createList(ItemList.Details(title: "Home"))
/// let item = CalendarItem(kind: .reminder, uid: "4711", title: "Water the plants")
/// let version = try await store.create(item, in: list.id)
/// try await store.remove(version)
/// ```
public protocol CalendarStore: Sendable {
  /// What the store can do.
  var capabilities: StoreCapabilities { get }

  /// Whether items of a kind may be read and changed, asking for permission where that is needed.
  func access(to kind: CalendarItem.Kind) async -> StoreAuthorization

  /// Where its lists are kept, by id.
  func sources() async throws(StoreError) -> [StoreSource]

  /// Its lists, by id.
  func lists() async throws(StoreError) -> [ItemList]

  /// Makes a list.
  func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList

  /// Gives a list other details; kinds that its items have stay.
  func updateList(_ id: ItemList.ID, to details: ItemList.Details) async throws(StoreError)
    -> ItemList

  /// Removes a list with all that is in it.
  func removeList(_ id: ItemList.ID) async throws(StoreError)

  /// The versions of all items of a list, by name; what they say is not read.
  func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion]

  /// Items by their names, in the order asked for; what is not there is left out.
  func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem]

  /// The items that are asked for, by list and name.
  func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem]

  /// Changes items of a list, one after the other.
  ///
  /// - Returns: For each change the version that is there now, that which was removed, or why nothing was
  ///   done. A store with the ability `isAtomic` does all or nothing: where one fails, the others fail as well.
  func apply(_ changes: [ItemChange], to list: ItemList.ID) async throws(StoreError)
    -> [Result<ItemVersion, StoreError>]

  /// Moves an item to another list, where it may get another name.
  ///
  /// A store has this for nothing: it makes the item there and removes it here. One that can do better does.
  @discardableResult
  func move(_ item: StoredItem, to list: ItemList.ID) async throws(StoreError) -> ItemVersion

  /// What changes from now on, by this store's own hand and, where it notices, by others'.
  func changes() async -> AsyncStream<StoreChange>

  /// Looks at what others have changed meanwhile, and tells it.
  func refresh() async throws(StoreError)
}

/// A change of one item.
public enum ItemChange: Hashable, Sendable {
  /// A new item, whose UID the list does not have.
  case create(ItemContent)
  /// Another content for an item as it was read; the UID stays.
  case update(ItemVersion, ItemContent)
  /// An item as it was read goes.
  case remove(ItemVersion)
}

// MARK: Reading

extension CalendarStore {
  /// An item by its name; nil where there is none.
  public func item(at ref: ItemRef) async throws(StoreError) -> StoredItem? {
    try await items(at: [ref]).first
  }

  /// A list by its name.
  public func list(_ id: ItemList.ID) async throws(StoreError) -> ItemList {
    guard let list = try await lists().first(where: { $0.id == id }) else {
      throw StoreError.noList(id)
    }
    return list
  }

  /// The reminders that are asked for, by list and name.
  public func reminders(
    matching predicate: ItemPredicate
  ) async throws(StoreError) -> [StoredItem] {
    var predicate = predicate
    predicate.kind = .reminder
    return try await items(matching: predicate)
  }

  /// The occurrences of the events that are asked for, in a window of time.
  public func events(
    in window: TimeWindow, matching predicate: ItemPredicate = ItemPredicate()
  ) async throws(StoreError) -> ItemOccurrences {
    var predicate = predicate
    predicate.kind = .event
    return try await occurrences(in: window, matching: predicate)
  }

  /// The occurrences of the items that are asked for, in a window of time.
  public func occurrences(
    in window: TimeWindow, matching predicate: ItemPredicate = ItemPredicate()
  ) async throws(StoreError) -> ItemOccurrences {
    var predicate = predicate
    if case .any = predicate.dates { predicate.dates = .within(window) }
    return ItemOccurrences(of: try await items(matching: predicate), in: window)
  }
}

// MARK: Changing one item

extension CalendarStore {
  /// Puts a new item into a list.
  @discardableResult
  public func create(
    _ content: ItemContent, in list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    try await apply(.create(content), to: list)
  }

  /// Puts a new item that stands alone into a list.
  @discardableResult
  public func create(
    _ item: CalendarItem, in list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    try await create(ItemContent(item), in: list)
  }

  /// Gives an item that was read its new content.
  @discardableResult
  public func update(_ item: StoredItem) async throws(StoreError) -> ItemVersion {
    try await apply(.update(item.version, item.content), to: item.id.list)
  }

  /// Removes an item, with all of its occurrences.
  public func remove(_ version: ItemVersion) async throws(StoreError) {
    _ = try await apply(.remove(version), to: version.ref.list)
  }

  /// Moves an item to another list, where it gets another name.
  @discardableResult
  public func move(
    _ item: StoredItem, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    try await moveByCopy(item, to: list)
  }

  /// Makes an item in another list, and removes it where it is.
  public func moveByCopy(
    _ item: StoredItem, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    guard list != item.id.list else { return item.version }
    let there = try await create(item.content, in: list)
    do throws(StoreError) {
      try await remove(item.version)
    } catch {
      // It is not to be there twice.
      try? await remove(there)
      throw error
    }
    return there
  }

  private func apply(
    _ change: ItemChange, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    guard let result = try await apply([change], to: list).first else {
      throw StoreError.unavailable("the store did not say what became of the change")
    }
    return try result.get()
  }
}

// MARK: Changing occurrences

extension CalendarStore {
  /// Removes an occurrence, or with it those behind it, or all.
  public func remove(_ occurrence: ItemOccurrence, span: OccurrenceSpan) async throws(StoreError) {
    let stored = try await current(occurrence.version)
    guard let rest = stored.content.removing(occurrence.originalDate, span: span) else {
      return try await remove(stored.version)
    }
    _ = try await update(StoredItem(version: stored.version, content: rest))
  }

  /// Changes an occurrence, or with it those behind it, or all.
  ///
  /// - Parameters:
  ///   - occurrence: The occurrence as it was read.
  ///   - item: What it shall be. With `.all` its dates move the whole series as far as they moved this one.
  ///   - span: Which occurrences are changed.
  ///   - uid: The UID of the series that begins with it where those behind it are changed too.
  public func update(
    _ occurrence: ItemOccurrence, to item: CalendarItem, span: OccurrenceSpan, newUID uid: String
  ) async throws(StoreError) {
    let stored = try await current(occurrence.version)
    guard
      let parts = stored.content.changing(
        occurrence.originalDate, to: item, span: span, newUID: uid)
    else { throw StoreError.invalid("the series has no such occurrence") }
    // The new series first: should the store fail in between, nothing is lost.
    if let rest = parts.rest { _ = try await create(rest, in: stored.id.list) }
    _ = try await update(StoredItem(version: stored.version, content: parts.first))
  }

  private func current(_ version: ItemVersion) async throws(StoreError) -> StoredItem {
    guard let stored = try await item(at: version.ref) else { throw StoreError.noItem(version.ref) }
    guard stored.version == version else {
      throw StoreError.changedMeanwhile(version.ref, now: stored.version)
    }
    return stored
  }
}
