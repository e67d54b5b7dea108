import ExactText
public import TaskBridge
import TaskText

extension ImportMemory {
  /// The memory after a file was brought back to what it was before an import.
  ///
  /// Items whose lines came with that import are new again; lines that a person removes are remembered
  /// otherwise.
  public func forgetting(linesNotIn file: TaskFile, _ reader: LineFieldReader) -> ImportMemory {
    guard let text = texts[file.identity] else { return self }
    let lines = items.filter { $0.value.place?.file == file.identity }
      .compactMap { name, entry in entry.place.map { ($0.line, name.uid) } }
    let kept = ImportedLines.Kept(text: text, lines: Dictionary(lines) { first, _ in first })
    let left = ImportedLines.places(in: file, kept, reader)
    var memory = self
    for (name, entry) in items {
      guard let place = entry.place, place.file == file.identity, left[place.line] == nil else {
        continue
      }
      memory.items[name]?.place = nil
      memory.items[name]?.isUndone = true
    }
    return memory
  }
}
