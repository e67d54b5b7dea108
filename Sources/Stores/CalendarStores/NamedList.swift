public import CalendarItems
import ExactText
public import TaskDates

/// One list of a store, for a program that needs only that.
///
/// It is identified by its title, and created if there is none.
///
/// ```swift
/// let tasks = NamedList(store, listTitle: "TaskManager", newUID: { UUID().uuidString })
/// let reminder = try await tasks.create(.reminder, NamedList.Model(title: "Call Ann"))
/// try await tasks.remove(reminder)
/// ```
public struct NamedList: Sendable {
  /// The values of an item that a program sets.
  public struct Model: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The due date, or the time of an event.
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

  /// Creates a value for a list.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - title: The title of the list.
  ///   - anchor: The time zone of new items.
  ///   - newUID: Returns a new unique UID.
  public init(
    _ store: any CalendarStore, listTitle title: String, anchor: CalendarItem.Anchor = .floating,
    newUID: @escaping @Sendable () -> String
  ) {
    self.store = store
    details = ItemList.Details(title: title)
    self.anchor = anchor
    self.newUID = newUID
  }

  /// The list: the first writable one with the title, otherwise a new one.
  public func list() async throws(StoreError) -> ItemList {
    let known = try await store.lists().first { $0.title == details.title && $0.isWritable }
    if let known { return known }
    return try await store.createList(details)
  }

  /// Creates an item.
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

  /// Sets the title, date and notes of an item; its other fields stay.
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
  /// - Returns: The number of removed items.
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

/// The kind of items of a program: events or reminders.
public enum TMEntity: String, Hashable, Sendable, CaseIterable {
  /// An event.
  case event
  /// A reminder.
  case reminder

  fileprivate var kind: CalendarItem.Kind { self == .event ? .event : .reminder }
}

/// A way to search for items.
public enum TMSearchType: Hashable, Sendable {
  /// By the store's reference.
  case byID(ItemRef)
  /// By the values of fields.
  case bySearchValues(ItemSearchValues)
}

extension CalendarItem {
  fileprivate mutating func set(_ model: NamedList.Model) {
    title = model.title
    when = model.when
    notes = model.notes
  }
}
