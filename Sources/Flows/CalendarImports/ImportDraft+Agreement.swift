import CalendarItems
import LineState
import TaskBridge
import TaskEditing
import TaskText

/// What both sides agree on: it moves on with the calendar alone, so that what a person wrote stays the
/// person's, however many imports pass before the calendar changes the same field.
extension ImportDraft {
  /// The line and the notes that both sides agreed on.
  func agreed(_ entry: ImportMemory.Entry) -> ItemLine {
    entry.agreed ?? ItemLine(body: entry.body, notes: notesLeft(entry))
  }

  /// What an item was as a line, nil where its calendar did not change it: of a line that a person had
  /// removed, and that is back, what it was when it went.
  func lineThen(_ index: Int, _ entry: ImportMemory.Entry) -> ItemLine? {
    guard entry.place == nil else { return before[items[index].name]?.line }
    return binding.lines[index] == nil ? nil : agreed(entry)
  }

  /// The notes that the last import left below a line.
  private func notesLeft(_ entry: ImportMemory.Entry) -> [String] {
    entry.place.flatMap(thenPlaces.line).map(then.notes) ?? []
  }

  /// What both sides agree on after this import.
  func agreement(_ index: Int) -> ItemLine {
    let item = items[index]
    guard let entry = memory.items[item.name] else { return item.line }
    let agreed = agreed(entry)
    guard let before = lineThen(index, entry) else { return agreed }
    let merge = LineMerge(
      agreed.body, then: before.body, now: item.line.body, mine: agreed.body,
      reader: options.reader,
      dialect: files[binding.lines[index]?.file ?? 0].document.dialect)
    let notes = NotesMerge.merge(
      agreed.notes, then: before.notes, now: item.line.notes, mine: agreed.notes)
    guard case .replace(let new) = notes else {
      return ItemLine(body: merge.body, notes: agreed.notes)
    }
    return ItemLine(body: merge.body, notes: new)
  }
}
