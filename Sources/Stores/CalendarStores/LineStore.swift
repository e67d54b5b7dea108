package import ExactText

/// A store whose items are the lines of text files, and which keeps in a registry what the lines do not say.
package protocol LineStore: CalendarStore {
  /// The series whose lines do not show all of their changed occurrences, such as those of an earlier version; storing
  /// one again writes what is missing.
  func itemsWithHiddenOccurrences() async throws(StoreError) -> Set<ItemRef>

  /// The names of the projects that contain a line of each list, which are tags of its item.
  func projects() async throws(StoreError) -> [ItemList.ID: ExactSet]
}
