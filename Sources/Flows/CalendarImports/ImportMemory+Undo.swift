import CompactDictionary
import ExactText
public import LineState
public import TaskBridge
import TaskText

extension ImportMemory {
  /// True before the first import, and if everything that it imported was undone.
  var isUndone: Bool { isEmpty || !items.isEmpty && items.values.allSatisfy(\.isUndone) }

  /// The memory after `undo` or `redo` changed a file.
  ///
  /// An item whose line was removed with the undone import is new again. An item whose line came back has it again.
  /// Lines that a person had removed before, or moved to another file, are recorded differently.
  ///
  /// - Parameters:
  ///   - file: The new file.
  ///   - old: The file before.
  ///   - run: The changes of lines by the run that is undone or redone; empty if unknown.
  ///   - reader: Reads tags.
  public func reversed(
    to file: TaskFile, from old: TaskFile, of run: ReversedRun, reader: LineFieldReader
  ) -> ImportMemory {
    guard !run.lines.isEmpty else {
      return reversedByLikeness(
        to: file, from: old, isRedo: run.direction == .redo, reader: reader)
    }
    let places = run.places(in: file, reader: reader)
    var memory = self
    memory.remember(run, at: places)
    let text = memory.texts[file.identity] ?? old.document.bytes
    memory.texts[file.identity] = text
    memory = memory.following([file], at: places, reader: reader)
    memory.mark(run, places)
    return memory.returningPast(in: file, text, reader: reader)
  }

  /// The memory after `undo` or `redo`, if nothing is known about the run: lines are found by similarity.
  private func reversedByLikeness(
    to file: TaskFile, from old: TaskFile, isRedo: Bool, reader: LineFieldReader
  ) -> ImportMemory {
    guard let kept = kept(in: file.identity, at: \.lastPlace) else { return self }
    let left = ImportedLines.places(in: file, kept, reader: reader)
    let before = ImportedLines.places(in: old, kept, reader: reader)
    var memory = self
    for (name, entry) in items {
      guard let place = entry.lastPlace, place.file == file.identity else { continue }
      let hasLine = left[place.line] != nil
      guard hasLine || before[place.line] != nil else { continue }
      memory.items[name] = entry.reversed(hasLine: hasLine, isRedo: isRedo)
    }
    return memory.returningPast(in: file, kept.text, reader: reader)
  }

  /// Returns lines to their items, if the lines were removed because they were over or with an undone import, and are
  /// back.
  private func returningPast(
    in file: TaskFile, _ text: [UInt8], reader: LineFieldReader
  ) -> ImportMemory {
    let past = items.filter {
      ($0.value.isPast || $0.value.isUndone) && $0.value.lastPlace == nil
    }
    guard !past.isEmpty else { return self }
    let taken = items.values.compactMap { $0.place }.filter { $0.file == file.identity }.map(\.line)
    var added = AddedLines(in: file, after: text, without: Set(taken), reader: reader)
    let places = past.sorted { $0.key < $1.key }.compactMap { name, entry in
      added.take(entry.body).map { (name, ImportMemory.Place(file: file.identity, line: $0)) }
    }
    guard !places.isEmpty else { return self }
    var memory = following([file], reader: reader)
    for (name, place) in places {
      memory.items[name]?.place = place
      memory.items[name]?.isUndone = false
    }
    return memory
  }
}

/// The lines of a file that an older version of it does not have, by their text.
private struct AddedLines {
  private var lines: [ExactString: [Int]] = [:]

  /// - Parameter taken: Lines that do not count.
  init(
    in file: TaskFile, after text: [UInt8], without taken: Set<Int>, reader: LineFieldReader
  ) {
    let then = LineSnapshot([file.with(bytes: text)], reader)
    let now = LineSnapshot([file], reader)
    let moved = MovedLines(then, now, reader: reader)
    let known = Set((0..<then.count).compactMap { moved.line(of: then.line(of: $0)) })
    for line in (0..<now.count).reversed().map(now.line)
    where !known.contains(line) && !taken.contains(line.line) {
      lines[ExactString(now.body(of: line)), default: []].append(line.line)
    }
  }

  /// The first line with a text; it is not returned again.
  mutating func take(_ body: String) -> Int? {
    lines[ExactString(body)]?.popLast()
  }
}

extension ImportMemory.Entry {
  /// The last place of the line, including the one before an undo.
  fileprivate var lastPlace: ImportMemory.Place? { place ?? undonePlace }

  /// The entry after `undo` or `redo`, by whether its line is there.
  fileprivate func reversed(hasLine: Bool, isRedo: Bool) -> ImportMemory.Entry {
    var entry = self
    if let place, !hasLine {
      // Redoing the removal of a line that was over does not undo an import.
      (entry.isUndone, entry.undonePlace, entry.place) =
        isPast && isRedo ? (false, nil, nil) : (true, place, nil)
    }
    if place == nil, hasLine {
      (entry.isUndone, entry.undonePlace, entry.place) = (false, nil, undonePlace)
    }
    return entry
  }
}
