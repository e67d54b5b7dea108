import CompactDictionary
import ExactText
public import LineState
import TaskBridge
import TaskText

extension ImportMemory {
  /// The memory after an import from another calendar changed files in which this one has lines.
  ///
  /// If a file is not as this memory left it, the next import searches it again.
  public func rebased(on files: [ImportPlan.File]) -> ImportMemory {
    var memory = self
    for file in files where file.isChanged {
      let (name, old) = (file.file.identity, file.file.document.bytes)
      memory.rebase(name, from: old, to: file.edited.bytes) { file.line(of: $0) }
    }
    return memory
  }

  /// Applies one more edit of a file to the entries.
  func rebased(_ name: String, by edit: EditedOutline, of old: TaskDocument) -> ImportMemory {
    var memory = self
    memory.rebase(name, from: old.bytes, to: edit.document.bytes) { edit.line(of: $0) }
    return memory
  }

  private mutating func rebase(
    _ name: String, from old: [UInt8], to new: [UInt8], line: (Int) -> Int?
  ) {
    guard texts[name] == old else { return }
    texts[name] = new
    for (item, entry) in items where entry.place?.file == name {
      let line = entry.place.flatMap { line($0.line) }
      // An import that removes a line without its item is not a removal by a person: the line may come again.
      items[item] = line == nil && entry.isGone ? nil : entry.moved(to: line)
    }
    for (item, entry) in items where entry.undonePlace?.file == name {
      items[item]?.undonePlace = nil
    }
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
