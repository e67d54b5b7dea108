import ExactText
import LineState
import TaskBridge
import TaskDates

/// What an import changes in what is remembered.
struct MemoryChange {
  /// The files as they are left; those that are not looked at stay as they were.
  var texts: ExactDictionary<[UInt8]> = [:]
  /// The components of each UID, all of them.
  var components: ExactDictionary<ArraySlice<UInt8>>
  /// The items that are remembered otherwise, and those that are forgotten.
  var items: [(name: ItemName, entry: ImportMemory.Entry?)] = []

  private let mapping: LineMapping.Options

  /// Begins with no item.
  init(_ mapping: LineMapping.Options, _ components: ExactDictionary<ArraySlice<UInt8>>) {
    self.mapping = mapping
    self.components = components
  }

  /// What is remembered then, without the definitions of zones.
  func applied(to memory: ImportMemory) -> ImportMemory {
    var new = memory
    new.zone = mapping.zone.name
    new.otherZones = mapping.otherZones
    new.components = components
    if memory.items.isEmpty { new.items.reserveCapacity(items.count) }
    for (name, entry) in items { new.items[name] = entry }
    new.texts = texts
    for file in new.filesWithLines where texts[file] == nil { new.texts[file] = memory.texts[file] }
    return new
  }
}

extension ImportMemory {
  /// The files that items have lines in.
  fileprivate var filesWithLines: ExactSet {
    var files: ExactSet = []
    var last = ""
    for entry in items.values {
      guard let file = entry.place?.file, file != last else { continue }
      files.insert(file)
      last = file
    }
    return files
  }
}
