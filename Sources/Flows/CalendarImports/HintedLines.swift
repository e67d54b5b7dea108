import CalendarItems
import CompactDictionary
import ExactText
import ICalendar
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
    var hints: [(index: Int, item: CalendarItem, hint: RoundTrippedItems.Line)] = []
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
  ) -> RoundTrippedItems.Line? {
    if let text = item.text(of: LineHint.line) { return reader.line(text, for: item, imported) }
    guard let lines = ownLines?.candidates(for: item, imported, reader), !lines.isEmpty else {
      return nil
    }
    let written = reader.items(of: lines, inFeed: true) { _ in item.notes }
    return zip(lines, written).first { line, then in
      then.map { gives(item, imported, line, written: $0) } ?? false
    }?.0
  }

  /// True if a line gives an item as it is.
  private func gives(
    _ item: CalendarItem, _ imported: ImportedItem, _ line: RoundTrippedItems.Line,
    written: CalendarItem
  ) -> Bool {
    let (then, now) = compared(item, line, written: written)
    return mappings[imported.input].givesSameLine(then, now)
  }

  // MARK: Writing

  /// The line of an item in TaskPaper, and the same in Markdown if that was its dialect.
  private func line(
    of item: CalendarItem, _ imported: ImportedItem, _ hint: RoundTrippedItems.Line,
    written: CalendarItem?
  ) -> (line: ItemLine, inMarkdown: String?) {
    guard hint.dialect == .markdown else {
      return (merged(item, imported, hint, written: written), nil)
    }
    guard let written else {
      return (mappings[imported.input].line(of: item, inProject: imported.path.last), nil)
    }
    return (
      taskPaperLine(of: item, imported, hint.fields, written: written),
      merged(item, imported, hint, written: written).body
    )
  }

  private func merged(
    _ item: CalendarItem, _ imported: ImportedItem, _ hint: RoundTrippedItems.Line,
    written: CalendarItem?
  ) -> ItemLine {
    let mapping = mappings[imported.input]
    guard let written else { return mapping.line(of: item, inProject: imported.path.last) }
    let (then, now) = compared(item, hint, written: written)
    if mapping.givesSameLine(then, now) {
      return ItemLine(body: hint.text, notes: mapping.notes(of: now))
    }
    let wanted = mapping.line(of: now, inProject: imported.path.last)
    let before = mapping.line(of: then, inProject: imported.path.last)
    let merge = LineMerge(
      hint.text, then: before.body, now: wanted.body, mine: hint.text, reader: options.reader,
      dialect: hint.dialect)
    return ItemLine(body: merge.body, notes: wanted.notes)
  }

  /// The item of a line and the item of a calendar, without what differs between them although the line is its line.
  private func compared(
    _ item: CalendarItem, _ hint: RoundTrippedItems.Line, written: CalendarItem
  ) -> (then: CalendarItem, now: CalendarItem) {
    var (then, now) = (written, item)
    let title = hint.dialect == .markdown ? hint.plainTitle : ItemLine(body: hint.text).title
    if now.isCalled(title) { now.title = then.title }
    if hint.fields.isDone, now.kind == .event {
      let plain = hint.plainTitle
      now.title = Self.unmarked(now.title, plain)
      then.title = Self.unmarked(then.title, plain)
    }
    if let note = hint.fields.note { now.dropNote(note) }
    then.notes = nil  // only the line before is compared
    return (then, now)
  }

  /// The title of a completed event without the mark before it, which may be any text.
  private static func unmarked(_ title: String, _ plain: String) -> String {
    if title.hasSuffix(plain) { return plain }
    return title.hasPrefix("\u{2713} ") ? String(title.dropFirst(2)) : title
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

extension CalendarItem {
  /// True if this is the item's title, byte for byte, with all its tags, as in version 0.1.
  func isCalled(_ title: String) -> Bool { self.title.utf8.elementsEqual(title.utf8) }

  /// Removes the first line of the notes if the line itself has it in `@note`.
  fileprivate mutating func dropNote(_ note: String) {
    var lines = (notes ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == note else { return }
    lines.removeFirst()
    notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
