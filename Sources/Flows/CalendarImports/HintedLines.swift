import CalendarItems
import CompactDictionary
import ExactText
import ICalendar
import LineCodec
import LineState
import Parallel
import TaskBridge
import TaskEditing
import TaskText

/// Writes the lines of items.
///
/// If an item has a hint with duecal's original line, that line is updated; otherwise the line is new.
///
/// A hint is mapped to an item again and counts only if the result agrees with the component.
struct HintedLines {
  let options: ImportOptions
  /// The mapping of each input; two files may define different zones with the same name.
  let mappings: [LineMapping]
  /// The lines that items without a hint may come from; nil for none.
  private let ownLines: OwnLines?

  init(_ options: ImportOptions, _ inputs: [CalendarInput], own lines: OwnLines? = nil) {
    self.options = options
    ownLines = lines
    mappings = inputs.map { input in
      var mapping = options.mapping
      mapping.zones.merge(input.reading.anchors) { first, _ in first }
      return LineMapping(mapping, options.reader.vocabulary)
    }
  }

  /// The number of items that a thread writes at a time.
  private static let portion = 250

  /// Writes the line of each item; shares equal texts with the memory.
  func write(_ items: inout [ImportedItem], sharing memory: ImportMemory = ImportMemory()) {
    let starts = Array(stride(from: 0, to: items.count, by: Self.portion))
    for turn in stride(from: 0, to: starts.count, by: 2 * options.threads) {
      let portions = starts[turn...].prefix(2 * options.threads).map { start in
        Array(items[start..<min(start + Self.portion, items.count)])
      }
      let written = Parallel.map(portions.count, threads: options.threads) { number in
        var portion = portions[number]
        writePortion(&portion, sharing: memory)
        return portion
      }
      for (start, portion) in zip(starts[turn...], written) {
        for (index, item) in portion.enumerated() { items[start + index] = item }
      }
    }
  }

  private func writePortion(_ imported: inout [ImportedItem], sharing memory: ImportMemory) {
    let reader = RoundTrippedItems(options)
    var items = ImportedItemReader()
    var hints: [(index: Int, item: CalendarItem, hint: HintedLine)] = []
    for index in imported.indices {
      let (item, own) = (items.item(of: imported[index]), imported[index])
      imported[index].isWanted = options.isWanted(item)
      if options.explains { imported[index].shownTitle = item.title }
      if own.usesHint, let hint = hint(of: item, own, reader) {
        imported[index].hint = hint.text
        hints.append((index, item, hint))
      } else {
        imported[index].line = mappings[own.input].line(of: item, inProject: own.path.last)
        imported[index].shareTexts(with: memory.items[own.name])
      }
    }
    let written = reader.items(of: hints.map(\.hint), inFeed: true) { hints[$0].item.notes }
    for ((index, item, hint), then) in zip(hints, written) {
      let (line, own) = line(of: item, imported[index], hint, written: then)
      (imported[index].line, imported[index].inMarkdown) = (line, own)
      imported[index].shareTexts(with: memory.items[imported[index].name])
    }
  }

  /// The line in an item's hint; for an item without one, the line of its own file that gives it.
  private func hint(
    of item: CalendarItem, _ imported: ImportedItem, _ reader: RoundTrippedItems
  ) -> HintedLine? {
    if let text = item.hintedLine { return reader.line(text, for: item, imported) }
    guard let lines = ownLines?.candidates(for: item, imported, reader), !lines.isEmpty else {
      return nil
    }
    let written = reader.items(of: lines, inFeed: true) { _ in item.notes }
    return zip(lines, written).first { line, then in
      then.map { line.gives(item, written: $0, by: mappings[imported.input]) } ?? false
    }?.0
  }

  // MARK: Writing

  /// The line of an item in TaskPaper, and the same in Markdown if that was its dialect.
  private func line(
    of item: CalendarItem, _ imported: ImportedItem, _ hint: HintedLine, written: CalendarItem?
  ) -> (line: ItemLine, inMarkdown: String?) {
    let (mapping, project) = (mappings[imported.input], imported.path.last)
    guard let written else { return (mapping.line(of: item, inProject: project), nil) }
    let merged = hint.merging(
      item, written: written, by: mapping, inProject: project, reader: options.reader)
    guard hint.dialect == .markdown else { return (merged, nil) }
    let line = hint.inTaskPaper(item, written: written, by: mapping, inProject: project)
    return (line, merged.body)
  }
}

extension ImportedItem {
  /// Replaces its line and its hint by an equal line of the memory, byte for byte, so that they share storage.
  fileprivate mutating func shareTexts(with entry: ImportMemory.Entry?) {
    guard let text = entry?.body, text.utf8.elementsEqual(line.body.utf8) else { return }
    line.body = text
    if let hint, hint.utf8.elementsEqual(text.utf8) { self.hint = text }
  }
}
