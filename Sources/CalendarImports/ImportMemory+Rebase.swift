import TaskBridge
import TaskText

extension ImportMemory {
  /// The memory after an import from another calendar changed files that this one has lines in.
  ///
  /// A file that is not as this memory left it is looked through again at the next import.
  public func rebased(on files: [ImportPlan.File]) -> ImportMemory {
    var memory = self
    for file in files where file.isChanged {
      let name = file.file.identity
      guard texts[name] == file.file.document.bytes else { continue }
      memory.texts[name] = file.edited.bytes
      for (item, entry) in items where entry.place?.file == name {
        memory.items[item] = entry.moved(to: entry.place.flatMap { file.line(of: $0.line) })
      }
    }
    return memory
  }
}

extension ImportMemory.Entry {
  fileprivate func moved(to line: Int?) -> ImportMemory.Entry {
    var entry = self
    entry.place = line.flatMap { line in
      place.map { ImportMemory.Place(file: $0.file, line: line) }
    }
    return entry
  }
}
