import CompactDictionary
import ExactText
public import LineState
public import TaskBridge
import TaskEditing
import TaskText

extension ImportMemory {
  /// The lines of a file that differ between this memory and a later one.
  ///
  /// An item that a run took over from another calendar had its line before.
  ///
  /// - Parameters:
  ///   - later: The memory after a run; this is the one before.
  ///   - file: The file before the run, as both memories have it.
  ///   - others: The state of imports from other calendars into that file.
  public func changes(
    until later: ImportMemory, in file: TaskFile, besides others: [ImportMemory] = []
  ) -> [LineChanges.Line] {
    let names = Set(items.keys).union(later.items.keys)
    return names.compactMap { name in
      let old = items[name].flatMap { $0.line(in: file) == nil ? nil : $0 }
      let new = later.items[name]
      // An item without a line after the run took over no line.
      let owner =
        new?.line(in: file) == nil
        ? nil : others.lazy.compactMap { $0.items[name] }.first { $0.line(in: file) != nil }
      return change(of: name, from: old ?? owner, to: new, in: file)
    }.sorted { $0.name < $1.name }
  }

  private func change(
    of name: ItemName, from old: Entry?, to new: Entry?, in file: TaskFile
  ) -> LineChanges.Line? {
    let (before, after) = (old?.line(in: file), new?.line(in: file))
    let archives = new?.isArchived == true && old?.isArchived != true
    let isSame = before != nil && after != nil && old?.body == new?.body
    guard before != nil || after != nil, !isSame || archives else { return nil }
    return LineChanges.Line(
      name, before: before, after: after, archives: archives,
      forgotten: new == nil ? old.map { forgotten(name, $0, in: file) } : nil)
  }

  private func forgotten(
    _ name: ItemName, _ entry: Entry, in file: TaskFile
  ) -> LineChanges.Forgotten {
    let line = entry.line(in: file).flatMap { file.document.lines.indices.contains($0) ? $0 : nil }
    let notes = line.map { LineText(file, line: $0).written } ?? []
    return LineChanges.Forgotten(
      agreed: entry.agreed ?? ItemLine(body: entry.body, notes: notes), isOwned: entry.isOwned,
      isAdopted: entry.isAdopted, component: Array(components[name.uid] ?? []))
  }

  /// Restores the entries of lines that a run removed, when `undo` brings them back.
  ///
  /// The lines are kept, although their calendar no longer has the items.
  mutating func remember(_ run: ReversedRun, at places: [ItemName: Int?]) {
    for line in run.lines {
      guard let old = line.forgotten, items[line.name] == nil, let place = places[line.name],
        place != nil
      else { continue }
      items[line.name] = Entry(keeping: old)
      if components[line.name.uid] == nil { components[line.name.uid] = old.component[...] }
    }
  }

  /// Marks the items whose lines an undone run had added, and removes the entries whose removal is redone.
  mutating func mark(_ run: ReversedRun, _ places: [ItemName: Int?]) {
    for (name, place) in places where place == nil {
      guard let entry = items[name], entry.place == nil else { continue }
      switch run.direction {
      case .undo: items[name]?.isUndone = true
      case .redo: if entry.isGone { items[name] = nil }
      }
    }
    for line in run.lines where line.archives {
      items[line.name]?.markArchived(run.direction == .redo)
    }
  }
}

extension ImportMemory.Entry {
  /// The line number in a file; nil if the item has no line there.
  fileprivate func line(in file: TaskFile) -> Int? {
    place.flatMap { $0.file == file.identity ? $0.line : nil }
  }

  /// Records that the line is in the archive, or that `undo` brought it back, in which case it is kept.
  fileprivate mutating func markArchived(_ isArchived: Bool) {
    guard place != nil else { return }
    self.isArchived = isArchived
    if isGone { (isKept, isReported) = (!isArchived, !isArchived) }
  }

  /// Creates the entry of a line that is kept without its item.
  fileprivate init(keeping old: LineChanges.Forgotten) {
    self.init(
      place: nil, body: old.agreed.body, agreed: old.agreed.notes.isEmpty ? nil : old.agreed,
      isOwned: old.isOwned, isGone: true)
    (isAdopted, isKept, isReported) = (old.isAdopted, true, true)
  }
}
