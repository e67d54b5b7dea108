/// A store of lines whose series may have changed occurrences that no line shows yet, such as those of an earlier version.
package protocol HiddenOccurrenceListing: CalendarStore {
  /// The series whose lines do not show all of their occurrences; storing one again writes what is missing.
  func itemsWithHiddenOccurrences() async throws(StoreError) -> Set<ItemRef>
}
