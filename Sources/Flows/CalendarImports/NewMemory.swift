import CalendarItems
import CompactDictionary
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Computes the new state after an import, as changes of the old one.
///
/// Only changes are stored, so that an unchanged calendar is not in memory twice.
struct NewMemory {
  private(set) var change: MemoryChange

  private let draft: ImportDraft
  private let edited: [EditedOutline]
  private let left: [TaskFile]
  private let names: ExactSet

  /// Records the places of lines, and what was agreed on.
  init(
    _ draft: ImportDraft, _ edited: [EditedOutline],
    components: ItemComponents
  ) {
    self.draft = draft
    self.edited = edited
    left = zip(draft.files, edited).map { $0.with($1.document) }
    names = ExactSet(draft.files.map(\.identity))
    change = MemoryChange(draft.options.mapping, components)
    for file in left { change.texts[file.identity] = file.document.bytes }
    if draft.memory.items.isEmpty { change.items.reserveCapacity(draft.items.count) }
    for index in draft.items.indices { remember(index) }
    keepOthers()
  }

  private mutating func remember(_ index: Int) {
    let name = draft.items[index].name
    let old = draft.memory.items[name]
    let new = entry(of: index, old)
    if new != old { change.items.append((name, new)) }
    // What waits for a released line is a change for a later import.
    if let old, isElsewhere(old) && old == new || draft.isReleased(index) {
      change.components[name.uid] = draft.memory.components[name.uid]
    }
  }

  /// The entry of an item of the calendars; nil for one without a line.
  private func entry(of index: Int, _ old: ImportMemory.Entry?) -> ImportMemory.Entry? {
    let name = draft.items[index].name
    if let (file, number) = draft.additions[index] {
      let line = LineRef(file: file, line: edited[file].line(ofAddition: number))
      var entry = entry(line, nil, isOwned: true, sharing: draft.items[index].line.body)
      entry.isArchived = draft.marks.archived.contains(name)
      return entry
    }
    guard let line = draft.binding.lines[index] else {
      if let old { return isElsewhere(old) ? old : removed(old, draft.agreed(old)) }
      return draft.isNewPast(index) ? past(draft.items[index].line.body) : nil
    }
    guard let new = edited[line.file].line(of: line.line) else {
      return past(old?.body ?? draft.items[index].line.body)
    }
    var entry = entry(
      LineRef(file: line.file, line: new), draft.agreement(index),
      isOwned: old?.isOwned
        ?? (draft.items[index].hint == nil && !draft.binding.own.contains(index)),
      sharing: old?.body ?? draft.items[index].line.body)
    entry.isAdopted = old?.isAdopted ?? draft.binding.isAdopted[index]
    // A line that was removed because it was over and then came back belongs to a person.
    entry.isAdopted = entry.isAdopted || old.map { $0.isPast && $0.place == nil } ?? false
    let wasArchived = old?.isArchived == true
    entry.isArchived =
      draft.marks.archived.contains(name)
      || wasArchived && (draft.over.contains(name) || draft.isArchived(line))
    return entry
  }

  /// The entry of an item that has no line because its last occurrence is over.
  private func past(_ body: String) -> ImportMemory.Entry {
    var entry = ImportMemory.Entry(place: nil, body: body, isOwned: true)
    entry.isPast = true
    return entry
  }

  /// The entry of a line; `agreed` is set only if the line differs from it.
  ///
  /// - Parameter text: Shares its storage with the entry if it is the line's text.
  private func entry(
    _ line: LineRef, _ agreed: ItemLine?, isOwned: Bool, isGone: Bool = false,
    sharing text: String = ""
  ) -> ImportMemory.Entry {
    let file = left[line.file]
    let own = file.document.lines[line.line].body
    let isText = file.document.bytes[own].elementsEqual(text.utf8)
    let body = isText ? text : file.document.string(own)
    let isAsAgreed = agreed.map {
      $0.body == body && $0.notes == LineText(file, line: line.line).written
    }
    return ImportMemory.Entry(
      place: ImportMemory.Place(file: file.identity, line: line.line), body: body,
      agreed: isAsAgreed ?? true ? nil : agreed, isOwned: isOwned, isGone: isGone)
  }

  /// The entry of a line that a person removed.
  private func removed(
    _ old: ImportMemory.Entry, _ agreed: ItemLine, isGone: Bool = false
  ) -> ImportMemory.Entry {
    let isPlain = agreed == ItemLine(body: old.body)
    var entry = ImportMemory.Entry(
      place: nil, body: old.body, agreed: isPlain ? nil : agreed, isOwned: old.isOwned,
      isGone: isGone)
    (entry.isUndone, entry.isPast) = (old.isUndone, old.isPast)
    return entry
  }

  /// True for a line in a file that this run does not read.
  private func isElsewhere(_ entry: ImportMemory.Entry) -> Bool {
    entry.place.map { !names.contains($0.file) } ?? false
  }

  /// Keeps entries of items that the calendars no longer have while they have a line, and of lines that a person
  /// removed.
  private mutating func keepOthers() {
    for name in draft.binding.goneNames {
      guard let old = draft.memory.items[name] else { continue }
      let new = draft.isElsewhere(name) ? nil : entry(ofGone: name, old)
      if new != old { change.items.append((name, new)) }
      if new != nil, change.components[name.uid] == nil {
        change.components[name.uid] = draft.memory.components[name.uid]
      }
    }
  }

  /// The entry of an item that the calendars do not have; nil if its line is gone too.
  private func entry(ofGone name: ItemName, _ old: ImportMemory.Entry) -> ImportMemory.Entry? {
    let isGone = !draft.isOutside(name)
    guard let line = draft.binding.goneLines[name] else {
      var entry = old
      entry.isGone = isGone
      return isElsewhere(old) ? entry : removed(old, draft.agreed(old), isGone: isGone)
    }
    guard let new = edited[line.file].line(of: line.line) else { return nil }
    var entry = entry(
      LineRef(file: line.file, line: new), draft.agreed(old), isOwned: old.isOwned, isGone: isGone)
    entry.isAdopted = old.isAdopted
    entry.isKept = old.isKept || draft.marks.kept.contains(name)
    entry.isReported = old.isReported || draft.marks.reported.contains(name)
    entry.isArchived = old.isArchived || draft.marks.archived.contains(name)
    return entry
  }
}
