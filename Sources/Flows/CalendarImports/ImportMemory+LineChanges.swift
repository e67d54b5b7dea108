import ExactText
public import LineState
import TaskBridge
import TaskEditing

extension ImportMemory {
  /// The lines of a file that differ between this memory and a later one.
  ///
  /// - Parameters:
  ///   - later: The memory after a run; this is the one before, of the same text.
  ///   - file: The file.
  public func changes(until later: ImportMemory, in file: String) -> [LineChanges.Line] {
    let names = Set(items.keys).union(later.items.keys)
    return names.compactMap { name in
      let (old, new) = (items[name], later.items[name])
      let (before, after) = (old?.line(in: file), new?.line(in: file))
      let isSame = before != nil && after != nil && old?.body == new?.body
      guard before != nil || after != nil, !isSame else { return nil }
      let forgotten = new == nil ? old.map { self.forgotten(name, $0) } : nil
      return LineChanges.Line(name, before: before, after: after, forgotten: forgotten)
    }.sorted { $0.name < $1.name }
  }

  private func forgotten(_ name: ItemName, _ entry: Entry) -> LineChanges.Forgotten {
    LineChanges.Forgotten(
      agreed: entry.agreed ?? ItemLine(body: entry.body), isOwned: entry.isOwned,
      isAdopted: entry.isAdopted, component: Array(components[name.uid] ?? []))
  }

  /// Remembers again the lines that a run removed, now that `undo` brings them back: they stay, though
  /// their calendar has them no more.
  mutating func remember(_ run: ReversedRun, at places: [ItemName: Int?]) {
    for line in run.lines {
      guard let old = line.forgotten, items[line.name] == nil, let place = places[line.name],
        place != nil
      else { continue }
      items[line.name] = Entry(keeping: old)
      if components[line.name.uid] == nil { components[line.name.uid] = old.component[...] }
    }
  }

  /// Marks the items whose lines an undone run had added, and forgets those whose removal is redone.
  mutating func mark(_ run: ReversedRun, _ places: [ItemName: Int?]) {
    for (name, place) in places where place == nil {
      guard let entry = items[name], entry.place == nil else { continue }
      switch run.direction {
      case .undo: items[name]?.isUndone = !entry.isPast
      case .redo: if entry.isGone { items[name] = nil }
      }
    }
  }
}

extension ImportMemory.Entry {
  fileprivate func line(in file: String) -> Int? {
    place.flatMap { $0.file == file ? $0.line : nil }
  }

  /// A line that stays without its item.
  fileprivate init(keeping old: LineChanges.Forgotten) {
    self.init(
      place: nil, body: old.agreed.body, agreed: old.agreed.notes.isEmpty ? nil : old.agreed,
      isOwned: old.isOwned, isGone: true)
    (isAdopted, isKept, isReported) = (old.isAdopted, true, true)
  }
}
