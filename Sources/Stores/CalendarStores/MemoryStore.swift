public import CalendarItems
import ExactText
public import TaskDates

/// A store in memory: the reference with which all others are compared.
public actor MemoryStore: CalendarStore {
  /// The contents of the store, as a value.
  private struct Contents {
    var lists: [ItemList.ID: ItemList] = [:]
    var items: [ItemList.ID: ExactDictionary<StoredItem>] = [:]
    /// The names of items by their UIDs.
    var names: [ItemList.ID: ExactDictionary<String>] = [:]
    var last = 0

    /// Returns the next number, which was never used before.
    mutating func number() -> String {
      last += 1
      return String(last)
    }
  }

  private static let source = StoreSource(id: "memory", title: "Memory", kind: .memory)

  public nonisolated let capabilities: StoreCapabilities = [
    .changesLists, .detectsOutsideChanges, .allowsDuplicateUIDs,
  ]
  private let rules: StoreWriteRules
  private let broadcaster = StoreChangeBroadcaster()
  private var contents = Contents()

  /// Creates an empty store.
  ///
  /// - Parameter now: The clock for stamps.
  public init(now: @escaping @Sendable () -> Instant) {
    rules = StoreWriteRules(now: now)
  }

  public func access(to _: CalendarItem.Kind) -> StoreAuthorization { .full }

  public func sources() -> [StoreSource] { [Self.source] }

  // MARK: Lists

  public func lists() -> [ItemList] { contents.lists.values.sorted { $0.id < $1.id } }

  public func createList(_ details: ItemList.Details) -> ItemList {
    let list = ItemList(
      id: ItemList.ID(contents.number()), source: Self.source.id, details: details)
    contents.lists[list.id] = list
    contents.items[list.id] = [:]
    broadcaster.send(.lists)
    return list
  }

  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) throws(StoreError) -> ItemList {
    var list = try list(id)
    list.details = details
    list.details.kinds.formUnion(contents.items[id, default: [:]].values.map(\.item.kind))
    contents.lists[id] = list
    broadcaster.send(.lists)
    return list
  }

  public func removeList(_ id: ItemList.ID) throws(StoreError) {
    _ = try list(id)
    contents.lists[id] = nil
    contents.items[id] = nil
    contents.names[id] = nil
    broadcaster.send(.lists)
  }

  private func list(_ id: ItemList.ID) throws(StoreError) -> ItemList {
    guard let list = contents.lists[id] else { throw StoreError.noList(id) }
    return list
  }

  // MARK: Reading

  public func versions(in list: ItemList.ID) throws(StoreError) -> [ItemVersion] {
    _ = try self.list(list)
    return contents.items[list, default: [:]].values.map(\.version)
      .sorted { $0.ref.name < $1.ref.name }
  }

  public func items(at refs: [ItemRef]) -> [StoredItem] {
    refs.compactMap { contents.items[$0.list]?[$0.name] }
  }

  public func items(matching predicate: ItemPredicate) -> [StoredItem] {
    contents.items.values.flatMap { $0.values.filter(predicate.matches) }
      .sorted { ($0.id.list, $0.id.name) < ($1.id.list, $1.id.name) }
  }

  // MARK: Changing

  public func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let list = try self.list(list)
    let results = changes.map { change in
      Result { () throws(StoreError) in try apply(change, list) }
    }
    let touched = results.compactMap { try? $0.get().ref }
    if !touched.isEmpty { broadcaster.send(.items(list.id, Set(touched))) }
    return results
  }

  private func apply(_ change: ItemChange, _ list: ItemList) throws(StoreError) -> ItemVersion {
    switch change {
    case .create(let content):
      if let objection = rules.objection(to: content, in: list) { throw objection }
      if let twin = twin(of: content, list.id) { throw StoreError.exists(twin) }
      let ref = ItemRef(list.id, name: contents.number())
      return keep(rules.created(content), ref)
    case .update(let version, let content):
      if let objection = rules.objection(to: content, in: list) { throw objection }
      let old = try current(version, list)
      guard content.item.uid == old.item.uid else {
        throw StoreError.invalid("the UID of an item cannot be changed")
      }
      return keep(rules.updated(content, from: old.content), version.ref)
    case .remove(let version):
      _ = try current(version, list)
      guard list.isWritable else { throw StoreError.notWritable(list.id) }
      let gone = contents.items[list.id]?.removeValue(forKey: version.ref.name)
      if let gone { contents.names[list.id]?[gone.item.uid] = nil }
      return version
    }
  }

  private func twin(of content: ItemContent, _ list: ItemList.ID) -> ItemVersion? {
    let name = contents.names[list]?[content.item.uid]
    return name.flatMap { contents.items[list]?[$0]?.version }
  }

  private func keep(_ content: ItemContent, _ ref: ItemRef) -> ItemVersion {
    let version = ItemVersion(ref, tag: contents.number())
    contents.items[ref.list]?[ref.name] = StoredItem(version: version, content: content)
    contents.names[ref.list, default: [:]][content.item.uid] = ref.name
    return version
  }

  private func current(_ version: ItemVersion, _ list: ItemList) throws(StoreError) -> StoredItem {
    guard version.ref.list == list.id, let stored = contents.items[list.id]?[version.ref.name]
    else {
      throw StoreError.noItem(version.ref)
    }
    guard stored.version == version else {
      throw StoreError.changedMeanwhile(version.ref, now: stored.version)
    }
    return stored
  }

  // MARK: Changes

  public func changes() -> AsyncStream<StoreChange> { broadcaster.stream() }

  public func refresh() {}
}

extension MemoryStore: StoreChangeReporting {
  package func report(to mailbox: StoreChangeMailbox) { broadcaster.report(to: mailbox) }

  package func look() {}
}
