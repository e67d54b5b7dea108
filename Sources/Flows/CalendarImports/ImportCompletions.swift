import CalendarItems
import CompactDictionary
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Completes lines that a calendar has completed and that Obsidian Tasks would not just tick off: a series goes on, and a
/// line with `🏁 delete` is deleted.
struct ImportCompletions {
  private let closings: [ItemName: Closing]
  private let options: ImportOptions

  init(_ closings: [ItemName: Closing], _ options: ImportOptions) {
    (self.closings, self.options) = (closings, options)
  }

  /// How an item was completed; nil if nothing tells when.
  static func closing(_ item: ImportedItem, _ options: ImportOptions) -> Closing? {
    let (completed, changed) = (item.item.completed, item.item.revision?.modified)
    guard let time = completed ?? changed ?? options.now,
      let civil = options.mapping.zone.civil(at: Instant(seconds: time.seconds - time.seconds % 60))
    else { return nil }
    return Closing(.done, at: .dateTime(civil), stamp: completed == nil ? .day : .time)
  }

  /// Completes the lines, all of a file in one edit.
  func run(_ files: inout [ImportPlan.File], _ memory: inout ImportMemory) {
    if closings.isEmpty { return }
    for number in files.indices { run(&files[number], &memory) }
  }

  private func run(_ file: inout ImportPlan.File, _ memory: inout ImportMemory) {
    let here = lines(of: file.file, memory)
    guard let first = here.first else { return }
    let clock =
      options.now.flatMap(options.mapping.zone.civil) ?? first.closing.moment.startDate
    var changes = TaskChanges(
      [file.file.with(file.edited)], options.reader, now: clock, zone: options.mapping.zone)
    for (_, line, closing) in here { close(LineRef(file: 0, line: line), closing, &changes) }
    let result = changes.results[0]
    memory = memory.rebased(file.file.identity, by: result, of: file.edited)
    file.append(result)
    for (name, _, _) in here { remember(name, result.document, &memory) }
  }

  /// The lines of a file that are completed, in order.
  private func lines(
    of file: TaskFile, _ memory: ImportMemory
  ) -> [(name: ItemName, line: Int, closing: Closing)] {
    closings.compactMap { name, closing in
      guard let place = memory.items[name]?.place,
        ExactString(place.file) == ExactString(file.identity)
      else { return nil }
      return (name, place.line, closing)
    }.sorted { $0.line < $1.line }
  }

  /// Completes a line; a series that cannot go on ends.
  private func close(_ line: LineRef, _ closing: Closing, _ changes: inout TaskChanges) {
    let faults = changes.faults.count
    changes.close(line, with: closing)
    guard changes.faults.count > faults else { return }
    var last = closing
    last.series = .end
    changes.close(line, with: last)
  }

  /// Takes the line of a series as it goes on for the line after this import.
  private func remember(
    _ name: ItemName, _ document: TaskDocument, _ memory: inout ImportMemory
  ) {
    guard var entry = memory.items[name], let line = entry.place?.line else { return }
    entry.body = document.string(document.lines[line].body)
    memory.items[name] = entry
  }
}
