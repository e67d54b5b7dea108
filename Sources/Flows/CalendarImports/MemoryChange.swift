import CompactDictionary
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates

/// The changes that an import makes to the state of a pair.
struct MemoryChange {
  /// The new texts of files; other files keep theirs.
  var texts: ExactDictionary<[UInt8]> = [:]
  /// All components of each UID.
  var components: ItemComponents
  /// The entries of changed items; nil removes an entry.
  var items: [(name: ItemName, entry: ImportMemory.Entry?)] = []

  private let mapping: LineMapping.Options

  /// Creates a change without items.
  init(_ mapping: LineMapping.Options, _ components: ItemComponents) {
    self.mapping = mapping
    self.components = components
  }

  /// The new state, without the definitions of zones.
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
  /// The files in which items have lines.
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
