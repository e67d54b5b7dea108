import ExactText
public import TaskBridge
import TaskDates
import TaskText

extension ImportMemory {
  /// The memory with its lines where they are now, in files that were edited since.
  ///
  /// A line is found again by what it was left as; what both sides agreed on stays. One that is nowhere is one that a
  /// person removed. Where several calendars are imported into the same files, their memories follow the edits
  /// together: then what one of them knows of a line holds for the others.
  ///
  /// - Parameters:
  ///   - files: The files as they are now; a line in another file stays where it was.
  ///   - reader: What tags mean.
  public func following(_ files: [TaskFile], _ reader: LineFieldReader) -> ImportMemory {
    let isEdited = files.contains { file in
      texts[file.identity].map { $0 != file.document.bytes } ?? false
    }
    return isEdited ? FollowedLines(self, files, reader).memory : self
  }

  /// True if all files that the memory knows are among some.
  public func knowsOnly(_ files: [TaskFile]) -> Bool {
    let names = ExactSet(files.map(\.identity))
    return texts.keys.allSatisfy(names.contains)
  }

  /// The files as they were left, those that are here now first: what stood in another one may have moved,
  /// or the file has got another name.
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

/// A memory on its way through an edit of its files.
private struct FollowedLines {
  private(set) var memory: ImportMemory
  private let then: FoundLines
  private let found: FoundLines
  private let places: LinePlaceNames
  private let moved: MovedLines
  private let names: ExactSet

  init(_ memory: ImportMemory, _ files: [TaskFile], _ reader: LineFieldReader) {
    self.memory = memory
    then = FoundLines(memory.filesThen(files), reader)
    found = FoundLines(files, reader)
    places = LinePlaceNames(then.files)
    moved = MovedLines(then, found, reader)
    names = ExactSet(files.map(\.identity))
    for (name, entry) in memory.items { self.memory.items[name] = followed(entry) }
    for file in files where isKnown(file) {
      self.memory.texts[file.identity] = file.document.bytes
    }
  }

  /// True for a file that was known, or that a line was found in now.
  private func isKnown(_ file: TaskFile) -> Bool {
    memory.texts[file.identity] != nil
      || memory.items.values.contains { $0.place?.file == file.identity }
  }

  private func followed(_ entry: ImportMemory.Entry) -> ImportMemory.Entry {
    guard let place = entry.place else { return withoutUndonePlace(entry) }
    let old = places.line(place)
    guard let old, let new = moved.line(of: old) else {
      return names.contains(place.file) ? removed(entry, old) : entry
    }
    let agreed = agreed(entry, old)
    let now = ItemLine(body: found.body(of: new), notes: found.notes(of: new))
    var entry = entry
    entry.isMoved = entry.isMoved || then.owners(of: old) != found.owners(of: new)
    entry.place = ImportMemory.Place(file: found.files[new.file].identity, line: new.line)
    entry.body = now.body
    entry.agreed = agreed == now ? nil : agreed
    return entry
  }

  /// The file is not as it was left any more, so nobody knows where the line was.
  private func withoutUndonePlace(_ entry: ImportMemory.Entry) -> ImportMemory.Entry {
    var entry = entry
    if let place = entry.undonePlace, names.contains(place.file) { entry.undonePlace = nil }
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

  /// What both sides agreed on, its notes among it.
  private func agreed(_ entry: ImportMemory.Entry, _ old: LineRef?) -> ItemLine {
    entry.agreed ?? ItemLine(body: entry.body, notes: old.map(then.notes) ?? [])
  }
}

extension FoundLines {
  /// The titles of what a line stands below.
  func owners(of line: LineRef) -> [String] {
    let file = files[line.file]
    return file.outline.ancestors(of: line.line).map { LineText(file, line: $0).title }
  }
}
