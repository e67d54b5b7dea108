import CalendarImports
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// The task files of an import and their state, while one run has them locked.
struct ImportState {
  /// The files; the one that gets new lines is the first.
  var files: [TaskFile]
  /// The files as they were read; nil for a file that does not exist yet.
  let snapshots: [FileSnapshot?]
  /// The state to save, for each imported pair.
  private(set) var memories: [(pair: LineRegistry.Pair, memory: ImportMemory)] = []
  /// The state of pairs that are not imported now, and have lines in the files.
  var others: [(pair: LineRegistry.Pair, memory: ImportMemory)]
  /// Fields that both sides changed.
  private(set) var conflicts: [ItemConflict] = []
  private var changed: Set<LineRegistry.Pair> = []
  /// The state of the pairs, updated for the files as they were read.
  private var followed: [LineRegistry.Pair: ImportMemory] = [:]

  init(
    files: [TaskFile], snapshots: [FileSnapshot?],
    others: [(pair: LineRegistry.Pair, memory: ImportMemory)]
  ) {
    self.files = files
    self.snapshots = snapshots
    self.others = others
  }

  /// Updates the state of all pairs for edits of the files since the last import.
  mutating func follow(_ reader: LineFieldReader) {
    for index in others.indices where others[index].memory.knowsOnly(files) {
      let memory = others[index].memory.following(files, reader: reader)
      if memory != others[index].memory { changed.insert(others[index].pair) }
      others[index].memory = memory
      followed[others[index].pair] = memory
    }
  }

  /// Adds the result of a plan, and updates the state of other pairs for its changes.
  mutating func take(_ plan: ImportPlan, _ memory: ImportMemory, pair: LineRegistry.Pair) {
    for index in memories.indices {
      let memory = memories[index].memory.rebased(on: plan.files)
      if memory != memories[index].memory { changed.insert(memories[index].pair) }
      memories[index].memory = memory
    }
    others.removeAll { $0.pair == pair }
    for index in others.indices {
      let memory = others[index].memory.rebased(on: plan.files)
      if memory != others[index].memory { changed.insert(others[index].pair) }
      others[index].memory = memory
    }
    memories.append((pair, plan.memory))
    if plan.memory != memory { changed.insert(pair) }
    conflicts += plan.conflicts(of: pair)
    files = zip(files, plan.files).map { $0.with($1.edited) }
  }

  /// The state of a pair, if it has lines in the files.
  func memory(of pair: LineRegistry.Pair) -> ImportMemory? {
    others.first { $0.pair == pair }?.memory
  }

  /// The state of other pairs with lines in the files.
  func memories(besides pairs: Set<LineRegistry.Pair>) -> [ImportMemory] {
    (memories + others).filter { !pairs.contains($0.pair) }.map(\.memory)
  }

  /// The lines in the files that belong to other calendars.
  func lines(ofOthersThan pair: LineRegistry.Pair, _ reader: LineFieldReader) -> Set<LineRef> {
    (memories + others).filter { $0.pair != pair }
      .reduce(into: []) { $0.formUnion($1.memory.lines(in: files, reader)) }
  }

  /// The files whose bytes change.
  var changedFiles: [ChangedFile] {
    zip(files, snapshots).compactMap { file, snapshot in
      let (old, new) = (snapshot?.bytes ?? [], file.document.bytes)
      return old == new ? nil : ChangedFile(path: file.name, old: old, new: new)
    }
  }

  /// The lines that the run adds, changes or removes, for `undo`.
  ///
  /// They leave out calendars with lines in files that this run does not read, and lines that the first import of a
  /// calendar adds; `undo` then finds lines by their text.
  var lineChanges: [LineChanges] {
    let written = changedFiles
    return toSave.flatMap { pair, memory in
      written.compactMap { changes(of: pair, until: memory, in: $0) }
    }
  }

  private func changes(
    of pair: LineRegistry.Pair, until memory: ImportMemory, in written: ChangedFile
  ) -> LineChanges? {
    let name = CanonicalPath.of(written.path)
    let before = followed[pair] ?? ImportMemory()
    guard before.isEmpty || before.texts[name] == written.old else { return nil }
    let others = followed.filter { $0.key != pair && $0.value.texts[name] == written.old }
    if before.isEmpty, others.isEmpty { return nil }
    let file = TaskFile(
      name: name, identity: name, modified: .epoch,
      document: TaskDocument(bytes: written.old, dialect: TaskDialect(path: name)))
    var lines = before.changes(until: memory, in: file, besides: others.map(\.value))
    if before.isEmpty { lines.removeAll { $0.before == nil } }
    return lines.isEmpty ? nil : LineChanges(pair: pair, file: name, lines: lines)
  }

  /// The state of the pairs for which it has changed.
  var toSave: [(pair: LineRegistry.Pair, memory: ImportMemory)] {
    (memories + others).filter { changed.contains($0.pair) }
  }
}
