import TaskDates

/// A store that keeps texts, so that a list need not make an item of each.
package protocol StoredTextReading: CalendarStore {
  /// What a closure makes of the texts of a list's items, in the order of the items' names.
  ///
  /// The store keeps no text, so that many of them take no memory.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - filter: The items that are needed; a store may pass more.
  ///   - threads: The number of processors; the result is the same for any number.
  ///   - transform: Makes something of some texts; it may be called on several threads at once.
  func mapTexts<Result: Sendable>(
    in list: ItemList.ID, _ filter: StoredTextFilter, threads: Int,
    _ transform: @escaping @Sendable ([StoredItemText]) -> [Result]
  ) async throws(StoreError) -> [Result]
}

/// The text of an item, or of several from one file.
package struct StoredItemText: Sendable {
  /// The name of the item.
  package let name: String
  /// The text.
  package let bytes: [UInt8]
  /// Why the text cannot be read; nil for one that was.
  package let failure: String?

  /// Names a text.
  package init(name: String, bytes: [UInt8] = [], failure: String? = nil) {
    (self.name, self.bytes, self.failure) = (name, bytes, failure)
  }
}

/// The items that a list may show.
///
/// It only saves work: an item that does not match may be read all the same.
package struct StoredTextFilter: Sendable {
  /// Whether completed and cancelled items are needed.
  package var includesClosed = true
  /// The days of the items that are needed; nil for items of any date, and without one.
  package var days: Range<Int>?
  /// Whether reminders of earlier days are needed, too.
  package var includesEarlierReminders = false

  /// Creates a filter that all items match.
  package init() {}
}
