/// A store that gives the texts of items without making items of them.
package protocol StoredTextLookup: CalendarStore {
  /// The texts of some items, in the requested order; missing items are left out.
  func texts(at refs: [ItemRef]) async throws(StoreError) -> [VersionedText]
}

/// The text of an item as it was read.
package struct VersionedText: Sendable {
  /// The version when it was read.
  package let version: ItemVersion
  /// The text, in iCalendar.
  package let bytes: [UInt8]

  /// Creates a text.
  package init(version: ItemVersion, bytes: [UInt8]) {
    (self.version, self.bytes) = (version, bytes)
  }
}
