import CalendarItems
import CalendarStores
import ExactText
import Foundation
import StoredText
import TaskDates

/// A store in a file of JSON lines, which one program at a time uses.
///
/// All of it is a value; a change makes another one, which is written before it takes the place of the old.
public actor OwnStore: CalendarStore {
  public nonisolated let abilities: StoreAbilities = [.changesLists, .isPersistent, .keepsText]
  private let path: String
  private let now: @Sendable () -> Instant
  private let revision: StoreRevision
  private let told = StoreChanges()
  private var contents: Contents

  /// Opens a file, or makes it with the first change.
  public init(path: String, now: @escaping @Sendable () -> Instant) throws(StoreError) {
    self.path = path
    self.now = now
    revision = StoreRevision(now: now)
    contents = try Contents(path)
  }

  public func access(to _: CalendarItem.Kind) -> StoreAccess { .full }

  public func sources() -> [StoreSource] { [StoreSource(id: path, title: path, kind: .local)] }

  // MARK: Lists

  public func lists() -> [ItemList] {
    contents.lists.map { ItemList(id: $0, source: path, details: $1) }.sorted { $0.id < $1.id }
  }

  public func createList(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    var new = contents
    let id = ItemList.ID(new.number())
    new.lists[id] = details
    try keep(new, telling: .lists)
    return try list(id)
  }

  public func updateList(_ id: ItemList.ID, to details: ItemList.Details) throws(StoreError)
    -> ItemList
  {
    _ = try list(id)
    var new = contents
    let kinds = new.items.filter { $0.key.list == id }.compactMap { $0.value.content?.item.kind }
    new.lists[id] = details
    new.lists[id]?.kinds.formUnion(kinds)
    try keep(new, telling: .lists)
    return try list(id)
  }

  public func removeList(_ id: ItemList.ID) throws(StoreError) {
    _ = try list(id)
    var new = contents
    new.lists[id] = nil
    new.items = new.items.filter { $0.key.list != id }
    try keep(new, telling: .lists)
  }

  private func list(_ id: ItemList.ID) throws(StoreError) -> ItemList {
    guard let list = lists().first(where: { $0.id == id }) else { throw .noList(id) }
    return list
  }

  // MARK: Reading

  public func versions(in list: ItemList.ID) throws(StoreError) -> [ItemVersion] {
    _ = try self.list(list)
    return contents.items.filter { $0.key.list == list }.map {
      ItemVersion($0.key, tag: $0.value.tag)
    }
    .sorted { $0.ref.name < $1.ref.name }
  }

  public func items(at refs: [ItemRef]) -> [StoredItem] { refs.compactMap(contents.item) }

  public func items(matching predicate: ItemPredicate) -> [StoredItem] {
    contents.items.keys.sorted { ($0.list, $0.name) < ($1.list, $1.name) }
      .compactMap(contents.item).filter(predicate.matches)
  }

  // MARK: Changing

  public func apply(
    _ changes: [ItemChange], to id: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let list = try list(id)
    var new = contents
    let results = changes.map { change in
      Result { () throws(StoreError) in try apply(change, list, &new) }
    }
    let touched = results.compactMap { try? $0.get().ref }
    if !touched.isEmpty { try keep(new, telling: .items(id, Set(touched))) }
    return results
  }

  private func apply(
    _ change: ItemChange, _ list: ItemList, _ new: inout Contents
  ) throws(StoreError) -> ItemVersion {
    switch change {
    case .create(let content):
      if let objection = revision.objection(to: content, in: list) { throw objection }
      if let twin = new.version(ofUID: content.item.uid, in: list.id) { throw .exists(twin) }
      let text = try CalendarResource(revision.created(content)).whole(content)
      return try new.keep(text, as: ItemRef(list.id, new.number()))
    case .update(let version, let content):
      if let objection = revision.objection(to: content, in: list) { throw objection }
      let old = try new.current(version, in: list.id)
      guard old.content?.item.uid == content.item.uid else {
        throw .invalid("an item keeps its UID")
      }
      return try new.keep(try old.updated(to: content, at: now()).whole(content), as: version.ref)
    case .remove(let version):
      _ = try new.current(version, in: list.id)
      new.items[version.ref] = nil
      return version
    }
  }

  private func keep(_ new: Contents, telling change: StoreChange) throws(StoreError) {
    try new.write(path)
    contents = new
    told.tell(change)
  }

  // MARK: Changes

  public func changes() -> AsyncStream<StoreChange> { told.stream() }

  public func refresh() {}
}
