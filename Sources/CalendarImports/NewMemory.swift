import CalendarItems
import TaskBridge
import TaskDates
import TaskText

/// What is to be remembered of an import.
struct NewMemory {
  private(set) var memory = ImportMemory()

  private let draft: ImportDraft
  private let edited: [EditedOutline]
  private let left: [TaskFile]
  private let names: Set<String>

  /// Remembers where the lines are, and what was agreed on.
  init(_ draft: ImportDraft, _ edited: [EditedOutline], _ components: [String: ArraySlice<UInt8>]) {
    self.draft = draft
    self.edited = edited
    left = zip(draft.files, edited).map { file, result in
      TaskFile(
        name: file.name, identity: file.identity, modified: file.modified, document: result.document
      )
    }
    names = Set(draft.files.map(\.identity))
    memory.zone = draft.options.mapping.zone.name
    memory.otherZones = draft.options.mapping.otherZones
    memory.components = components
    for file in left { memory.texts[file.identity] = file.document.bytes }
    for index in draft.items.indices { remember(index) }
    keepOthers()
    keepTexts()
  }

  private mutating func remember(_ index: Int) {
    let name = draft.items[index].name
    let old = draft.memory.items[name]
    if let (file, number) = draft.additions[index] {
      let line = LineRef(file: file, line: edited[file].line(ofAddition: number))
      memory.items[name] = entry(line, nil, isOwned: true)
    } else if let line = draft.binding.lines[index] {
      if let new = edited[line.file].line(of: line.line) {
        let isOwned = old?.isOwned ?? (draft.items[index].hint == nil)
        let line = LineRef(file: line.file, line: new)
        memory.items[name] = entry(line, draft.agreement(index), isOwned: isOwned)
        memory.items[name]?.isAdopted = old?.isAdopted ?? draft.binding.isAdopted[index]
      }
    } else if let old {
      memory.items[name] = isElsewhere(old) ? old : removed(old, draft.agreed(old))
      if isElsewhere(old) { memory.components[name.uid] = draft.memory.components[name.uid] }
    }
  }

  /// What is remembered of a line: what was agreed on is said where the line is not that.
  private func entry(
    _ line: LineRef, _ agreed: ItemLine?, isOwned: Bool, isGone: Bool = false
  ) -> ImportMemory.Entry {
    let file = left[line.file]
    let body = file.document.string(file.document.lines[line.line].body)
    let isAsAgreed = agreed.map {
      $0.body == body && $0.notes == LineText(file, line: line.line).written
    }
    return ImportMemory.Entry(
      place: ImportMemory.Place(file: file.identity, line: line.line), body: body,
      agreed: isAsAgreed ?? true ? nil : agreed, isOwned: isOwned, isGone: isGone)
  }

  /// What is remembered of a line that a person removed.
  private func removed(
    _ old: ImportMemory.Entry, _ agreed: ItemLine, isGone: Bool = false
  ) -> ImportMemory.Entry {
    let isPlain = agreed == ItemLine(body: old.body)
    var entry = ImportMemory.Entry(
      place: nil, body: old.body, agreed: isPlain ? nil : agreed, isOwned: old.isOwned,
      isGone: isGone)
    entry.isUndone = old.isUndone
    return entry
  }

  /// True for a line that was left in a file that is not looked at now.
  private func isElsewhere(_ entry: ImportMemory.Entry) -> Bool {
    entry.place.map { !names.contains($0.file) } ?? false
  }

  /// Remembers what the calendars have no more, as long as there is a line, and that a person removed one.
  private mutating func keepOthers() {
    let here = Set(draft.items.map(\.name))
    for (name, old) in draft.memory.items where !here.contains(name) && !draft.isElsewhere(name) {
      let isGone = !draft.isOutside(name)
      if let line = draft.binding.goneLines[name] {
        guard let new = edited[line.file].line(of: line.line) else { continue }
        let line = LineRef(file: line.file, line: new)
        memory.items[name] = entry(line, draft.agreed(old), isOwned: old.isOwned, isGone: isGone)
        memory.items[name]?.isAdopted = old.isAdopted
      } else if isElsewhere(old) {
        memory.items[name] = old
        memory.items[name]?.isGone = isGone
      } else if old.place == nil {
        memory.items[name] = removed(old, draft.agreed(old), isGone: isGone)
      } else {
        continue
      }
      if memory.components[name.uid] == nil {
        memory.components[name.uid] = draft.memory.components[name.uid]
      }
    }
  }

  /// Keeps the texts of files that are not looked at and have lines.
  private mutating func keepTexts() {
    for file in Set(memory.items.values.compactMap(\.place?.file)) where !names.contains(file) {
      memory.texts[file] = draft.memory.texts[file]
    }
  }
}
