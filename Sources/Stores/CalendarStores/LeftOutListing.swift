/// A store that leaves out some items, and lists them so that a sync releases them instead of taking them for removed.
package protocol LeftOutListing: CalendarStore {
  /// The items that are listed although they are left out.
  func itemsLeftOut() async throws(StoreError) -> Set<ItemRef>
}
