package import CalendarStores
import ExactText
import LineState
import StoredText
import TaskDates

extension TaskFolderStore: HiddenOccurrenceListing {
  /// The series whose changed occurrences an earlier version kept only in the registry.
  ///
  /// - Throws: `StoreError` if the folder or the registry cannot be read.
  package func itemsWithHiddenOccurrences() throws(StoreError) -> Set<ItemRef> {
    let hidden = try attempt { () throws(StateError) in
      try registry.itemsWithHiddenOccurrences()
    }
    guard !hidden.isEmpty else { return [] }
    var found: Set<ItemRef> = []
    for part in try folderLists().flatMap(\.parts) where !leftOutPaths.contains(part.file.canonical)
    {
      for item in hidden[part.file.canonical] ?? [] where canShow(item) {
        if let version = part.version(of: item) { found.insert(version.ref) }
      }
    }
    return found
  }

  private func canShow(_ item: KnownTaskFile.ItemText) -> Bool {
    let content = CalendarResource(bytes: item.text, database: options.zones).content
    return content?.showableOccurrences.isEmpty == false
  }
}
