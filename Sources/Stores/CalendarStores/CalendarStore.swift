public import CalendarItems

/// A store of reminders and events.
///
/// A store has sources, these have lists, and these have items, which are values that do not depend on a store. Every
/// item that is read has a version. A change names the version that it was made from, and is refused if the store has
/// another version by then. So nothing is overwritten that was not read.
///
/// Test your own store with `StoreContract`, a library that has the requirements as tests with the store as their
/// parameter.
///
/// ```swift
/// let list = try await store.createList(ItemList.Details(title: "Home"))
/// let item = CalendarItem(kind: .reminder, uid: "4711", title: "Water the plants")
/// let version = try await store.create(item, in: list.id)
/// try await store.remove(version)
/// ```
public protocol CalendarStore: Sendable {
  /// The capabilities of the store.
  var capabilities: StoreCapabilities { get }

  /// Returns whether items of a kind may be read and changed, and asks for permission if necessary.
  func access(to kind: CalendarItem.Kind) async -> StoreAuthorization

  /// The sources of its lists, sorted by ID.
  func sources() async throws(StoreError) -> [StoreSource]

  /// Its lists, sorted by ID.
  func lists() async throws(StoreError) -> [ItemList]

  /// Creates a list.
  func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList

  /// Sets the details of a list; kinds that its items have are kept.
  func updateList(_ id: ItemList.ID, to details: ItemList.Details) async throws(StoreError)
    -> ItemList

  /// Removes a list with all its items.
  func removeList(_ id: ItemList.ID) async throws(StoreError)

  /// The versions of all items of a list, sorted by name, without reading their content.
  func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion]

  /// The items with some references, in the requested order; missing items are left out.
  func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem]

  /// The references to items that were there but could not be read when the store looked last, such as items of a file that
  /// another program has damaged. They are not gone. By default there are none.
  func unread(among refs: [ItemRef]) async throws(StoreError) -> [ItemRef]

  /// The items that match a predicate, sorted by list and name.
  func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem]

  /// Changes items of a list, one after the other.
  ///
  /// - Returns: For each change the new version, the removed version, or the error. A store with the capability
  ///   `isAtomic` applies all changes or none: if one fails, the others fail too.
  func apply(_ changes: [ItemChange], to list: ItemList.ID) async throws(StoreError)
    -> [Result<ItemVersion, StoreError>]

  /// Moves an item to another list, where it may get another name.
  ///
  /// By default the item is created there and then removed here. A store can implement a better way.
  @discardableResult
  func move(_ item: StoredItem, to list: ItemList.ID) async throws(StoreError) -> ItemVersion

  /// The changes from now on, by this store and, if it detects them, by others.
  func changes() async -> AsyncStream<StoreChange>

  /// Checks for changes by others, and reports them.
  func refresh() async throws(StoreError)
}

/// A change of one item.
public enum ItemChange: Hashable, Sendable {
  /// A new item, with a UID that the list does not have.
  case create(ItemContent)
  /// New content for an item as it was read; the UID stays.
  case update(ItemVersion, ItemContent)
  /// The removal of an item as it was read.
  case remove(ItemVersion)
}

// MARK: Reading

extension CalendarStore {
  public func unread(among _: [ItemRef]) async throws(StoreError) -> [ItemRef] { [] }

  /// The item with a reference; nil if there is none.
  public func item(at ref: ItemRef) async throws(StoreError) -> StoredItem? {
    try await items(at: [ref]).first
  }

  /// The list with an ID.
  public func list(_ id: ItemList.ID) async throws(StoreError) -> ItemList {
    guard let list = try await lists().first(where: { $0.id == id }) else {
      throw StoreError.noList(id)
    }
    return list
  }

  /// The reminders that match a predicate, sorted by list and name.
  public func reminders(
    matching predicate: ItemPredicate
  ) async throws(StoreError) -> [StoredItem] {
    var predicate = predicate
    predicate.kind = .reminder
    return try await items(matching: predicate)
  }

  /// The occurrences of the events that match a predicate, in a window of time.
  public func events(
    in window: TimeWindow, matching predicate: ItemPredicate = ItemPredicate()
  ) async throws(StoreError) -> ItemOccurrences {
    var predicate = predicate
    predicate.kind = .event
    return try await occurrences(in: window, matching: predicate)
  }

  /// The occurrences of the items that match a predicate, in a window of time.
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
  /// Adds a new item to a list.
  @discardableResult
  public func create(
    _ content: ItemContent, in list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    try await apply(.create(content), to: list)
  }

  /// Adds a new single item to a list.
  @discardableResult
  public func create(
    _ item: CalendarItem, in list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    try await create(ItemContent(item), in: list)
  }

  /// Writes the new content of an item that was read.
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

  /// Creates an item in another list, and then removes it from its list.
  public func moveByCopy(
    _ item: StoredItem, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    guard list != item.id.list else { return item.version }
    let there = try await create(item.content, in: list)
    do throws(StoreError) {
      try await remove(item.version)
    } catch {
      // If the answer was lost, the item may be gone here: then it must stay there.
      guard let left = try? await items(at: [item.id]) else { throw error }
      if left.isEmpty { return there }
      // Otherwise it would be in both lists.
      try? await remove(there)
      throw error
    }
    return there
  }

  private func apply(
    _ change: ItemChange, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    guard let result = try await apply([change], to: list).first else {
      throw StoreError.unavailable("the store did not report whether the change was made")
    }
    return try result.get()
  }
}

// MARK: Changing occurrences

extension CalendarStore {
  /// Removes an occurrence, this and all later ones, or all.
  public func remove(_ occurrence: ItemOccurrence, span: OccurrenceSpan) async throws(StoreError) {
    let stored = try await current(occurrence.version)
    guard let rest = stored.content.removing(occurrence.originalDate, span: span) else {
      return try await remove(stored.version)
    }
    _ = try await update(StoredItem(version: stored.version, content: rest))
  }

  /// Changes an occurrence, this and all later ones, or all.
  ///
  /// - Parameters:
  ///   - occurrence: The occurrence as it was read.
  ///   - item: The changed item. With `.all` the whole series is moved by the same distance as this occurrence.
  ///   - span: The occurrences to change.
  ///   - uid: The UID of the new series that begins with this occurrence if later ones are changed too.
  public func update(
    _ occurrence: ItemOccurrence, to item: CalendarItem, span: OccurrenceSpan, newUID uid: String
  ) async throws(StoreError) {
    let stored = try await current(occurrence.version)
    guard
      let parts = stored.content.changing(
        occurrence.originalDate, to: item, span: span, newUID: uid)
    else { throw StoreError.invalid("the series has no such occurrence") }
    // The new series comes first: if the store fails in between, nothing is lost.
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
