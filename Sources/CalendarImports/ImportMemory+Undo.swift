import ExactText
public import TaskBridge
import TaskText

extension ImportMemory {
  /// True before the first import, and after all that it brought was undone.
  var isUndone: Bool { isEmpty || !items.isEmpty && items.values.allSatisfy(\.isUndone) }

  /// The memory after `undo` or `redo` changed a file.
  ///
  /// An item whose line went with the undone import is new again. An item whose line came back
  /// unchanged has it again. A line that a person removes is remembered in another way.
  public func reversed(to file: TaskFile, _ reader: LineFieldReader) -> ImportMemory {
    guard let text = texts[file.identity] else { return self }
    let lines = items.compactMap { name, entry in
      entry.lastPlace.flatMap { $0.file == file.identity ? ($0.line, name.uid) : nil }
    }
    let kept = ImportedLines.Kept(text: text, lines: Dictionary(lines) { first, _ in first })
    let left = ImportedLines.places(in: file, kept, reader)
    var memory = self
    for (name, entry) in items where entry.lastPlace?.file == file.identity {
      let line = entry.lastPlace.flatMap { left[$0.line] }
      memory.items[name] = entry.reversed(body: line.map(file.body(ofLine:)))
    }
    return memory
  }
}

extension ImportMemory.Entry {
  /// The last place of the line, before an undo too.
  fileprivate var lastPlace: ImportMemory.Place? { place ?? undonePlace }

  /// The entry after an undo or a redo; `now` is its line's text, or nil if it has no line.
  fileprivate func reversed(body now: String?) -> ImportMemory.Entry {
    var entry = self
    if place != nil, now == nil {
      (entry.isUndone, entry.undonePlace, entry.place) = (true, place, nil)
    }
    if place == nil, let now, ExactString(now) == ExactString(body) {
      (entry.isUndone, entry.undonePlace, entry.place) = (false, nil, undonePlace)
    }
    return entry
  }
}

extension TaskFile {
  /// A line without its indent.
  fileprivate func body(ofLine line: Int) -> String {
    document.string(document.lines[line].body)
  }
}
