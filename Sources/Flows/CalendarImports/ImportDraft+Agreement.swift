import CalendarItems
import CompactDictionary
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Computes what both sides agree on. Only the calendar's changes become part of it, so that a person's edits are
/// still recognised as such after any number of imports.
extension ImportDraft {
  /// The line and the notes on which both sides agreed.
  func agreed(_ entry: ImportMemory.Entry) -> ItemLine {
    entry.agreed ?? ItemLine(body: entry.body, notes: notesLeft(entry))
  }

  /// The old form of an item as a line; nil if its calendar did not change it.
  ///
  /// For a removed line that came back, this is its form when it was removed. A released line takes no change.
  func lineThen(_ index: Int, _ entry: ImportMemory.Entry) -> ItemLine? {
    if isReleased(index) { return nil }
    guard entry.place == nil else { return before[items[index].name]?.line }
    return binding.lines[index] == nil ? nil : agreed(entry)
  }

  /// The notes below a line after the last import.
  private func notesLeft(_ entry: ImportMemory.Entry) -> [String] {
    entry.place.flatMap(thenPlaces.line).map(then.notes) ?? []
  }

  /// The line of a new item: in Markdown as it was written, whose signs have no times.
  private func added(_ index: Int) -> ItemLine {
    let item = items[index]
    guard let file = additions[index]?.file, files[file].document.dialect == .markdown else {
      return item.line
    }
    return ItemLine(
      body: body(
        of: item.line, inMarkdown: item.inMarkdown, file: file, writtenOn: daysOfCreation[index]),
      notes: item.line.notes)
  }

  /// The line on which both sides agree after this import.
  func agreement(_ index: Int) -> ItemLine {
    let item = items[index]
    guard let entry = memory.items[item.name] else { return added(index) }
    let agreed = agreed(entry)
    guard let before = lineThen(index, entry) else { return agreed }
    let place = binding.lines[index] ?? LineRef(file: 0, line: 0)
    let merge = merge(index, agreed, then: before, mine: agreed.body, place)
    let notes = NotesMerge(from: before.notes, to: item.line.notes)
      .merged(into: agreed.notes, since: agreed.notes, under: .importing)
    // What is completed after all other changes is open until then.
    let body = completions[item.name] == nil ? nil : merge.bodyBeforeCompletion
    guard case .replace(let new) = notes else {
      return ItemLine(body: body ?? merge.body, notes: agreed.notes)
    }
    return ItemLine(body: body ?? merge.body, notes: new)
  }

  /// The merge of a calendar's change into a line, or into what both sides agreed on.
  func merge(
    _ index: Int, _ agreed: ItemLine, then: ItemLine, mine: String, _ line: LineRef
  ) -> LineMerge {
    LineMerge(
      agreed.body, then: then.body, now: items[index].line.body, mine: mine, reader: options.reader,
      dialect: files[line.file].document.dialect, settings: files[line.file].document.settings,
      form: forms[line.file], cancelled: daysOfChange[index])
  }

  /// The day on which the calendar changed an item, for the sign of a line that it cancels; nil if that is not known.
  func dayOfChange(_ item: ImportedItem, _ line: LineRef) -> DateParameters? {
    guard files[line.file].document.dialect == .markdown,
      let changed = item.item.revision?.modified
    else { return nil }
    return options.mapping.zone.civil(at: changed)?.date
  }
}
