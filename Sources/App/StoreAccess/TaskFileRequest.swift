package import CalendarStores
package import TaskFolderStore

/// The settings for opening a store in task files.
package struct TaskFileRequest: Sendable {
  /// The path of the state; nil keeps it only in memory.
  package var state: String?
  /// How the files are written.
  package var writing: TaskFolderStore.Writing
  /// How lines become lists and items.
  package var options: TaskFolderOptions

  /// Creates the settings of a command.
  package init(
    state: String?, writing: TaskFolderStore.Writing, options: TaskFolderOptions
  ) {
    self.state = state
    self.writing = writing
    self.options = options
  }
}

/// A store that does not use a list in an unsafe state until a person confirms it.
package protocol ConfirmedStore: CalendarStore {
  /// Confirms the state of a list, and returns the number of items that it lost.
  func accept(_ id: ItemList.ID) async throws(StoreError) -> Int
}

extension TaskFolderStore: ConfirmedStore {}

extension OpenStore {
  /// Confirms the state of a list, and returns the number of items that it lost.
  package func accept(_ list: ItemList) throws(StoreError) -> Int {
    guard let store = store as? any ConfirmedStore else {
      throw .unavailable("no list of this store needs to be confirmed")
    }
    return try StoreCall.wait { () async throws(StoreError) in try await store.accept(list.id) }
  }
}
