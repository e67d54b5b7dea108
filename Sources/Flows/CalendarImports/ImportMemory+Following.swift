import CompactDictionary
import ExactText
public import LineState
public import TaskBridge
import TaskDates
import TaskText

extension ImportMemory {
  /// The memory with the present places of its lines, after edits of the files.
  ///
  /// It finds a line by its last known text, and keeps what both sides agreed on. A line that it does not find was
  /// removed by a person. If several calendars are imported into the same files, their memories follow the edits
  /// together, so that they agree about each line.
  ///
  /// - Parameters:
  ///   - files: The files as they are now; a line in another file keeps its place.
  ///   - reader: Reads tags.
  public func following(_ files: [TaskFile], reader: LineFieldReader) -> ImportMemory {
    following(files, at: [:], reader: reader)
  }

  /// The memory with the present places of its lines.
  ///
  /// - Parameter known: Lines of the first file whose place is already known; nil for one that is gone.
  func following(
    _ files: [TaskFile], at known: [ItemName: Int?], reader: LineFieldReader
  ) -> ImportMemory {
    let isEdited = files.contains { file in
      texts[file.identity].map { $0 != file.document.bytes } ?? false
    }
    return isEdited ? FollowedLines(self, files, at: known, reader: reader).memory : self
  }

  /// True if the memory has no other files than these.
  public func knowsOnly(_ files: [TaskFile]) -> Bool {
    let names = ExactSet(files.map(\.identity))
    return texts.keys.allSatisfy(names.contains)
  }

  /// The files after the last import; those that still exist come first.
  ///
  /// Missing files are included too: their lines may have moved, or the file has another name now.
  func filesThen(_ files: [TaskFile]) -> [TaskFile] {
    let names = files.map(\.identity)
    let here = ExactSet(names)
    let others = texts.keys.filter { !here.contains($0) }.sorted()
    let dialects = ExactDictionary(zip(names, files.map(\.document.dialect))) { first, _ in first }
    return (names + others).compactMap { name in
      texts[name].map { bytes in
        let document = TaskDocument(
          bytes: bytes, dialect: dialects[name] ?? TaskDialect(path: name))
        return TaskFile(name: name, identity: name, modified: .epoch, document: document)
      }
    }
  }
}

/// Finds the lines of a memory in edited files.
private struct FollowedLines {
  private(set) var memory: ImportMemory
  private let then: LineSnapshot
  private let found: LineSnapshot
  private let places: LinePlaceNames
  private let moved: MovedLines
  private let names: ExactSet
  /// The files with lines of the memory.
  private var withLines: ExactSet = []
  /// The files that were edited since the memory was saved.
  private let edited: ExactSet
  /// The lines whose place is given; nil for a removed one.
  private let known: [ItemName: LineRef?]
  private let taken: Set<LineRef>

  init(
    _ memory: ImportMemory, _ files: [TaskFile], at known: [ItemName: Int?],
    reader: LineFieldReader
  ) {
    self.known = known.mapValues { line in line.map { LineRef(file: 0, line: $0) } }
    taken = Set(self.known.values.compactMap { $0 })
    self.memory = memory
    then = LineSnapshot(memory.filesThen(files), reader)
    found = LineSnapshot(files, reader)
    places = LinePlaceNames(then.files)
    moved = MovedLines(then, found, reader: reader)
    names = ExactSet(files.map(\.identity))
    edited = ExactSet(
      files.filter { memory.texts[$0.identity] != $0.document.bytes }.map(\.identity))
    for (name, entry) in memory.items { self.memory.items[name] = followed(name, entry) }
    withLines = ExactSet(self.memory.items.values.compactMap { $0.place?.file })
    for file in files where isKnown(file) {
      self.memory.texts[file.identity] = file.document.bytes
    }
  }

  /// True for a file that the memory has, or that contains one of its lines now.
  private func isKnown(_ file: TaskFile) -> Bool {
    memory.texts[file.identity] != nil || withLines.contains(file.identity)
  }

  private func followed(
    _ name: ItemName, _ entry: ImportMemory.Entry
  ) -> ImportMemory.Entry {
    let old = entry.place.flatMap(places.line)
    if let known = known[name] {
      return known.map { placed(entry, from: old, at: $0) }
        ?? (isHere(entry) ? removed(entry, old) : entry)
    }
    guard let place = entry.place else { return withoutUndonePlace(entry) }
    guard let new = old.flatMap(moved.line), !taken.contains(new) else {
      return names.contains(place.file) ? removedByPerson(entry, old) : entry
    }
    return placed(entry, from: old, at: new)
  }

  /// True if the line was in the first file.
  private func isHere(_ entry: ImportMemory.Entry) -> Bool {
    entry.place.map { $0.file == found.files[0].identity } ?? true
  }

  /// The entry of a line with its present place.
  private func placed(
    _ entry: ImportMemory.Entry, from old: LineRef?, at new: LineRef
  ) -> ImportMemory.Entry {
    let agreed = agreed(entry, old)
    let now = ItemLine(body: found.body(of: new), notes: found.notes(of: new))
    var entry = entry
    if let old {
      entry.isMoved = entry.isMoved || then.owners(of: old) != found.owners(of: new)
    }
    (entry.isUndone, entry.undonePlace) = (false, nil)
    entry.place = ImportMemory.Place(file: found.files[new.file].identity, line: new.line)
    entry.body = now.body
    entry.agreed = agreed == now ? nil : agreed
    return entry
  }

  /// The entry without the place for `redo`, because its file has changed since.
  private func withoutUndonePlace(_ entry: ImportMemory.Entry) -> ImportMemory.Entry {
    var entry = entry
    if let place = entry.undonePlace, edited.contains(place.file) { entry.undonePlace = nil }
    return entry
  }

  /// The entry of a line that a person removed.
  ///
  /// Unlike a line that was removed because it was over, it does not come back.
  private func removedByPerson(
    _ entry: ImportMemory.Entry, _ old: LineRef?
  ) -> ImportMemory.Entry {
    var entry = removed(entry, old)
    entry.isPast = false
    return entry
  }

  private func removed(
    _ entry: ImportMemory.Entry, _ old: LineRef?
  ) -> ImportMemory.Entry {
    let agreed = agreed(entry, old)
    var entry = entry
    entry.place = nil
    entry.agreed = agreed == ItemLine(body: entry.body) ? nil : agreed
    return entry
  }

  /// The line and notes on which both sides agreed.
  private func agreed(_ entry: ImportMemory.Entry, _ old: LineRef?) -> ItemLine {
    entry.agreed ?? ItemLine(body: entry.body, notes: old.map(then.notes) ?? [])
  }
}

extension LineSnapshot {
  /// The titles of the lines that contain a line.
  func owners(of line: LineRef) -> [String] {
    let file = files[line.file]
    return file.outline.ancestors(of: line.line).map { LineText(file, line: $0).title }
  }
}
