package import CalendarItems
package import ExactText

/// A store whose items are the lines of text files, and which keeps in a registry what the lines do not say.
package protocol LineStore: CalendarStore {
  /// The series whose lines do not show all of their changed occurrences, such as those of an earlier version; storing
  /// one again writes what is missing.
  func itemsWithHiddenOccurrences() async throws(StoreError) -> Set<ItemRef>

  /// The number of the last sync that changed the lines, or what is known of them; nil if the registry knows none.
  ///
  /// A registry with a lower number than the state of syncs was lost, or restored from a backup.
  func mark() async throws(StoreError) -> Int?

  /// Records the number of a sync.
  func setMark(_ mark: Int) async throws(StoreError)

  /// Gives the registry back what it knew of the lines.
  ///
  /// - Parameter items: The items of this store as they were after its last sync.
  func restore(_ items: [StoredItem]) async throws(StoreError)

  /// Recognises the lines of changed occurrences that another machine, or an import, has written: each is a new item and a
  /// date that the line of its series leaves out.
  ///
  /// - Parameters:
  ///   - series: Series, each with what the other store has of it.
  ///   - new: The items that are not in sync, of which some may be such lines.
  /// - Returns: True if there were any.
  func bindOccurrences(
    of series: [ItemRef: ItemContent], among new: Set<ItemRef>
  ) async throws(StoreError) -> Bool

  /// The names of the projects that contain a line of each list, which are tags of its item.
  func projects() async throws(StoreError) -> [ItemList.ID: ExactSet]
}
