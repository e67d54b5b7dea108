/// An item without a UID and without anything that a line could show.
package struct EmptyItem: Sendable {
  /// The list, and the file in it.
  package let ref: ItemRef
  /// The line on which it begins, from 1.
  package let line: Int
  /// What is wrong.
  package let sentence: String

  /// Names an empty item.
  package init(_ ref: ItemRef, line: Int, sentence: String) {
    (self.ref, self.line, self.sentence) = (ref, line, sentence)
  }
}

/// A store that knows which of its texts have only an empty item.
package protocol EmptyItemListing: CalendarStore {
  /// The empty items of a list whose versions were read, by name.
  func emptyItems(in list: ItemList.ID) async throws(StoreError) -> [EmptyItem]
}
