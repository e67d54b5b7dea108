package import CalendarStores
import LineState

extension TaskFolderStore: StoredTextLookup {
  package func texts(at refs: [ItemRef]) throws(StoreError) -> [VersionedText] {
    try shownItems(at: refs).map { item, part in
      VersionedText(version: part.version(of: item), bytes: item.text)
    }
  }
}
