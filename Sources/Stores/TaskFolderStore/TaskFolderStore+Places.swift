package import CalendarStores
package import Diagnostics
import ExactText
import LineState
import TaskBridge
import TaskText
import UserFiles

/// Where the items of a store are, for messages.
extension TaskFolderStore {
  /// The file and the place of the line of an item; nil if it has none.
  package func place(of ref: ItemRef) -> (file: String, place: Place)? {
    guard let list = try? folderList(ref.list), let part = list.part(of: ref),
      let name = part.itemName(of: ref), let reading = try? current(part.file),
      let line = reading.known.items.first(where: { $0.name == name })?.line
    else { return nil }
    let document = taskFile(part.file, reading.snapshot).document
    guard document.lines.indices.contains(line) else { return nil }
    var places = PlaceFinder(document)
    return (part.file.path, places.place(ofByte: document.lines[line].body.lowerBound, line: line))
  }

  /// The lists whose files a person has removed; their items are in other files, or it was confirmed that they are gone.
  package func removedLists() throws(StoreError) -> Set<ItemList.ID> {
    Set(
      try folderLists().filter { list in
        list.parts.allSatisfy { FileTree.kind(of: $0.file.path) == .nothing }
      }.map(\.id))
  }
}
