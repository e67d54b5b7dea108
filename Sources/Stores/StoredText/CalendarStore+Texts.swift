package import CalendarStores

extension CalendarStore {
  /// The texts of some items, in the requested order, made of the items if the store keeps no texts; missing items are
  /// left out.
  package func storedTexts(at refs: [ItemRef]) async throws(StoreError) -> [VersionedText] {
    if let keeping = self as? any StoredTextLookup { return try await keeping.texts(at: refs) }
    return try await items(at: refs).map {
      VersionedText(version: $0.version, bytes: $0.content.text)
    }
  }
}
