import CalendarItems
package import CalendarStores
import Diagnostics
import ExactText

/// A store that a command works with; each call waits for the store's answer.
package struct OpenStore {
  /// Which store it is.
  package let place: StorePlace
  package let store: any CalendarStore
  /// False if only the state of the last successful refresh can be shown.
  package let isFresh: Bool

  /// True if the store has one list for reminders and events of one title, also if it is still to be created.
  package var mixesKinds: Bool {
    StoreRegistry.opener(ofScheme: place.address.scheme)?.mixesKinds
      ?? store.capabilities.contains(.mixesKinds)
  }

  /// Wraps a store that is open.
  package init(place: StorePlace, store: any CalendarStore, isFresh: Bool) {
    self.place = place
    self.store = store
    self.isFresh = isFresh
  }

  /// Its lists, by id.
  package func lists() throws(StoreError) -> [ItemList] {
    try StoreCall.wait { [store] () async throws(StoreError) in try await store.lists() }
  }

  /// The lists that the place names: those of its title or ID, or all lists if it names none.
  ///
  /// - Throws: `StoreError.noList` if there is no such list.
  package func meantLists() throws(StoreError) -> [ItemList] {
    let all = try lists()
    guard let name = place.list else { return all }
    let found = Self.lists(called: name, in: all)
    guard !found.isEmpty else { throw StoreError.noList(ItemList.ID(name)) }
    return found
  }

  /// The lists with a title; if none has it, that with the ID; if there is none, those with the title that a store
  /// would make of this one.
  package static func lists(called name: String, in all: [ItemList]) -> [ItemList] {
    let found = lists(exactly: name, in: all)
    return found.isEmpty && name.contains("%23")
      ? lists(exactly: name.replacing("%23", with: "#"), in: all) : found
  }

  private static func lists(exactly name: String, in all: [ItemList]) -> [ItemList] {
    let titled = all.filter { $0.title == name }
    guard titled.isEmpty else { return titled }
    let named = all.filter { $0.id.name == name }
    let plain = ListTitle.plain(name)
    return named.isEmpty && !plain.isEmpty
      ? all.filter { ListTitle.plain($0.title) == plain } : named
  }

  /// The name of a list in messages and commands: its title if no other list has the same title.
  package func label(of list: ItemList, among all: [ItemList]) -> String {
    let isOwn = all.count { $0.title == list.title } == 1
    return place.label(isOwn && !list.title.isEmpty ? list.title : list.id.name)
  }

  /// The items that match a predicate.
  package func items(matching predicate: ItemPredicate) throws(StoreError) -> [StoredItem] {
    try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.items(matching: predicate)
    }
  }

  /// What a closure makes of the texts of a list's items; nil if the store keeps no texts.
  package func mapTexts<Result: Sendable>(
    in list: ItemList, _ filter: StoredTextFilter, threads: Int,
    _ transform: @escaping @Sendable ([StoredItemText]) -> [Result]
  ) throws(StoreError) -> [Result]? {
    guard let store = store as? any StoredTextReading else { return nil }
    return try StoreCall.wait { () async throws(StoreError) in
      try await store.mapTexts(in: list.id, filter, threads: threads, transform)
    }
  }

  /// The items with some names.
  package func items(at refs: [ItemRef]) throws(StoreError) -> [StoredItem] {
    try StoreCall.wait { [store] () async throws(StoreError) in try await store.items(at: refs) }
  }

  /// The versions of all items of a list.
  package func versions(in list: ItemList) throws(StoreError) -> [ItemVersion] {
    try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.versions(in: list.id)
    }
  }

  /// The items of a list that are there but cannot be read.
  package func unread(in list: ItemList) throws(StoreError) -> [ItemRef] {
    let refs = try versions(in: list).map(\.ref)
    return try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.unread(among: refs)
    }
  }

  /// Changes items of a list, and returns a result for each.
  package func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.apply(changes, to: list)
    }
  }

  /// Changes one item.
  package func apply(_ change: ItemChange, to list: ItemList.ID) throws(StoreError) -> ItemVersion {
    guard let result = try apply([change], to: list).first else {
      throw StoreError.unavailable("the store did not report whether the change was made")
    }
    return try result.get()
  }

  /// Moves an item to another list, where it may get another name.
  package func move(_ item: StoredItem, to list: ItemList.ID) throws(StoreError) -> ItemVersion {
    try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.move(item, to: list)
    }
  }

  /// Creates a list.
  package func createList(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    guard store.capabilities.contains(.changesLists) else {
      throw StoreError.impossible(.changesLists)
    }
    return try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.createList(details)
    }
  }

  /// Removes a list with all its items.
  package func removeList(_ list: ItemList) throws(StoreError) {
    try StoreCall.wait { [store] () async throws(StoreError) in
      try await store.removeList(list.id)
    }
  }
}
