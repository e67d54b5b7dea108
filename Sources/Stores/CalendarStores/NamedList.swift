public import CalendarItems
import ExactText
public import TaskDates

/// One list of a store, for a program that needs little else.
///
/// It is known by its title, and made where there is none.
///
/// ```swift
/// let tasks = NamedList(store, listTitle: "TaskManager", newUID: { UUID().uuidString })
/// let reminder = try await tasks.create(.reminder, NamedList.Model(title: "Call Ann"))
/// try await tasks.remove(reminder)
/// ```
public struct NamedList: Sendable {
  /// What a program says of an item.
  public struct Model: Hashable, Sendable {
    /// The title.
    public var title: String
    /// When it is due or takes place.
    public var when: TMDateType?
    /// The notes.
    public var notes: String?

    /// Creates a model.
    public init(title: String, when: TMDateType? = nil, notes: String? = nil) {
      self.title = title
      self.when = when
      self.notes = notes
    }
  }

  /// The store.
  public let store: any CalendarStore
  private let details: ItemList.Details
  private let anchor: CalendarItem.Anchor
  private let newUID: @Sendable () -> String

  /// Names the list.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - title: The title of the list.
  ///   - anchor: Where the times of new items are pinned.
  ///   - newUID: Makes a UID that nobody else has.
  public init(
    _ store: any CalendarStore, listTitle title: String, anchor: CalendarItem.Anchor = .floating,
    newUID: @escaping @Sendable () -> String
  ) {
    self.store = store
    details = ItemList.Details(title: title)
    self.anchor = anchor
    self.newUID = newUID
  }

  /// The list: the first with the title that may be changed, else a new one.
  public func list() async throws(StoreError) -> ItemList {
    let known = try await store.lists().first { $0.title == details.title && $0.isWritable }
    if let known { return known }
    return try await store.createList(details)
  }

  /// Makes an item.
  @discardableResult
  public func create(
    _ entity: TMEntity, _ model: Model
  ) async throws(StoreError) -> StoredItem {
    var item = CalendarItem(
      kind: entity.kind, uid: newUID(), title: model.title, anchor: anchor)
    item.set(model)
    let version = try await store.create(item, in: try await list().id)
    guard let stored = try await store.item(at: version.ref) else {
      throw StoreError.noItem(version.ref)
    }
    return stored
  }

  /// Gives an item another title, date and notes; all else of it stays.
  @discardableResult
  public func update(
    _ stored: StoredItem, _ model: Model
  ) async throws(StoreError) -> ItemVersion {
    var stored = stored
    stored.item.set(model)
    return try await store.update(stored)
  }

  /// Finds items of the list.
  public func search(
    _ entity: TMEntity, _ type: TMSearchType
  ) async throws(StoreError) -> [StoredItem] {
    switch type {
    case .byID(let ref):
      return try await store.items(at: [ref]).filter { $0.item.kind == entity.kind }
    case .bySearchValues(let values):
      var predicate = ItemPredicate(entity.kind, in: [try await list().id])
      predicate.values = values
      return try await store.items(matching: predicate)
    }
  }

  /// Removes an item.
  public func remove(_ stored: StoredItem) async throws(StoreError) {
    try await store.remove(stored.version)
  }

  /// Removes all items of a kind from the list.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func removeAll(_ entity: TMEntity) async throws(StoreError) -> Int {
    let list = try await list().id
    let all = try await store.items(matching: ItemPredicate(entity.kind, in: [list]))
    for result in try await store.apply(all.map { .remove($0.version) }, to: list) {
      _ = try result.get()
    }
    return all.count
  }
}

/// What a program deals with: events or reminders.
public enum TMEntity: String, Hashable, Sendable, CaseIterable {
  /// Something that takes place.
  case event
  /// Something to do.
  case reminder

  fileprivate var kind: CalendarItem.Kind { self == .event ? .event : .reminder }
}

/// How items are looked for.
public enum TMSearchType: Hashable, Sendable {
  /// By the store's name for one.
  case byID(ItemRef)
  /// By what they say.
  case bySearchValues(ItemSearchValues)
}

extension CalendarItem {
  fileprivate mutating func set(_ model: NamedList.Model) {
    title = model.title
    when = model.when
    notes = model.notes
  }
}
