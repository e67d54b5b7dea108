public import CalendarItems
public import CalendarStores
import ExactText
public import TaskDates

/// A store that keeps iCalendar text in a `TextStorage`, for one process at a time.
///
/// Its contents are a value. A change makes a new value, which is written before it replaces the old one.
///
/// ```swift
/// let store = try TextStore(JSONFile(path: "tasks.json")) {
///   Instant(seconds: Int(Date().timeIntervalSince1970))
/// }
/// ```
public actor TextStore: CalendarStore {
  public nonisolated let capabilities: StoreCapabilities = [
    .changesLists, .isPersistent, .preservesText,
  ]
  private let storage: any TextStorage
  private let now: @Sendable () -> Instant
  private let rules: StoreWriteRules
  private let listeners = StoreChangeBroadcaster()
  private var contents: TextStoreContents

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - storage: The storage of its texts.
  ///   - now: The clock for stamps.
  /// - Throws: `StoreError` if the texts cannot be read, or have a list or an item twice.
  public init(
    _ storage: any TextStorage, now: @escaping @Sendable () -> Instant
  ) throws(StoreError) {
    self.storage = storage
    self.now = now
    rules = StoreWriteRules(now: now)
    contents = try TextStoreContents(try storage.read())
  }

  public func access(to _: CalendarItem.Kind) -> StoreAuthorization { .full }

  public func sources() -> [StoreSource] { [storage.source] }

  // MARK: Lists

  public func lists() -> [ItemList] {
    contents.lists.map { ItemList(id: $0, source: storage.source.id, details: $1) }
      .sorted { $0.id < $1.id }
  }

  public func createList(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    var new = contents
    let id = ItemList.ID(new.nextNumber())
    new.lists[id] = details
    try keep(new, changing: .lists)
    return try list(id)
  }

  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) throws(StoreError) -> ItemList {
    _ = try list(id)
    var new = contents
    let kinds = new.items.filter { $0.key.list == id }.compactMap { $0.value.content?.item.kind }
    new.lists[id] = details
    new.lists[id]?.kinds.formUnion(kinds)
    try keep(new, changing: .lists)
    return try list(id)
  }

  public func removeList(_ id: ItemList.ID) throws(StoreError) {
    _ = try list(id)
    var new = contents
    new.lists[id] = nil
    new.items = new.items.filter { $0.key.list != id }
    try keep(new, changing: .lists)
  }

  private func list(_ id: ItemList.ID) throws(StoreError) -> ItemList {
    guard let list = lists().first(where: { $0.id == id }) else { throw .noList(id) }
    return list
  }

  // MARK: Reading

  public func versions(in list: ItemList.ID) throws(StoreError) -> [ItemVersion] {
    _ = try self.list(list)
    return contents.items.filter { $0.key.list == list }
      .map { ItemVersion($0.key, tag: $0.value.tag) }
      .sorted { $0.ref.name < $1.ref.name }
  }

  public func items(at refs: [ItemRef]) -> [StoredItem] { refs.compactMap(contents.item) }

  public func items(matching predicate: ItemPredicate) -> [StoredItem] {
    contents.items.keys.sorted().compactMap(contents.item).filter(predicate.matches)
  }

  // MARK: Changing

  public func apply(
    _ changes: [ItemChange], to id: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let list = try list(id)
    var new = contents
    let results = changes.map { change in
      Result { () throws(StoreError) in try apply(change, to: list, in: &new) }
    }
    let changed = results.compactMap { try? $0.get().ref }
    if !changed.isEmpty { try keep(new, changing: .items(id, Set(changed))) }
    return results
  }

  private func apply(
    _ change: ItemChange, to list: ItemList, in new: inout TextStoreContents
  ) throws(StoreError) -> ItemVersion {
    switch change {
    case .create(let content):
      if let objection = rules.objection(to: content, in: list) { throw objection }
      if let twin = new.version(ofUID: content.item.uid, in: list.id) { throw .exists(twin) }
      let text = try CalendarResource(rules.created(content)).validated(against: content)
      return try new.keep(text, as: ItemRef(list.id, name: new.nextNumber()))
    case .update(let version, let content):
      if let objection = rules.objection(to: content, in: list) { throw objection }
      let old = try new.current(version, in: list.id)
      guard let uid = old.content?.item.uid else {
        throw .invalid("the text of the item cannot be read")
      }
      guard uid == content.item.uid else { throw .invalid("the UID of an item cannot be changed") }
      return try new.keep(
        try old.updated(to: content, at: now()).validated(against: content), as: version.ref)
    case .remove(let version):
      _ = try new.current(version, in: list.id)
      new.items[version.ref] = nil
      return version
    }
  }

  private func keep(
    _ new: TextStoreContents, changing change: StoreChange
  ) throws(StoreError) {
    try storage.write(new.texts)
    contents = new
    listeners.send(change)
  }

  // MARK: Changes

  public func changes() -> AsyncStream<StoreChange> { listeners.stream() }

  public func refresh() {}
}

extension TextStore: StoreChangeReporting {
  package func report(to mailbox: StoreChangeMailbox) { listeners.report(to: mailbox) }

  package func look() {}
}
