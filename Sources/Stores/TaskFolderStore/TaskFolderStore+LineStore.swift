package import CalendarStores
package import ExactText
import LineCodec
import LineState
import StoredText
import TaskDates

extension TaskFolderStore: LineStore {
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
      for item in hidden[part.file.canonical] ?? [] where canShow(item.text) {
        if let version = part.version(of: item.stamp) { found.insert(version.ref) }
      }
    }
    return found
  }

  /// The number of the last sync that changed the lines, or what is known of them; nil if nothing is known.
  ///
  /// - Throws: `StoreError` if the registry cannot be read.
  package func mark() throws(StoreError) -> Int? {
    try attempt { () throws(StateError) in try registry.syncMark() }
  }

  /// Records the number of a sync.
  ///
  /// - Throws: `StoreError` if the registry cannot be written.
  package func setMark(_ mark: Int) throws(StoreError) {
    try attempt { () throws(StateError) in try registry.setSyncMark(mark) }
  }

  /// The names of the projects that contain a line of each list.
  ///
  /// - Throws: `StoreError` if the folder or the registry cannot be read.
  package func projects() throws(StoreError) -> [ItemList.ID: ExactSet] {
    let known = try attempt { () throws(StateError) in try registry.projects() }
    var projects: [ItemList.ID: ExactSet] = [:]
    for part in try folderLists().flatMap(\.parts) {
      projects[part.id, default: []].formUnion(known[part.file.canonical] ?? [])
    }
    return projects
  }

  private func canShow(_ text: [UInt8]) -> Bool {
    let content = CalendarResource(bytes: text, database: options.zones).content
    return content?.showableOccurrences.isEmpty == false
  }
}
