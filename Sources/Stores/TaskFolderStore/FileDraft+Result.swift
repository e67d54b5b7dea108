import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// The file after all changes.
extension FileDraft {
  /// The new lines of the file, with the items as they are known then.
  ///
  /// - Parameter taken: Returns the UIDs that new lines may not get.
  consuming func result(taken: () throws -> ExactSet) throws(StoreError) -> KnownTaskFile {
    var draft = self
    let additions = try draft.addLines()
    draft.liftParts()
    let edited = draft.edit.result()
    var lineOfItem: [Int: Int] = [:]
    for (index, item) in draft.known.items.enumerated() {
      if let new = draft.newLineOfItem[index] {
        lineOfItem[index] =
          edited.line(ofAddition: additions[new].addition) + additions[new].offset
      } else if let line = item.line {
        lineOfItem[index] = edited.line(of: line)
      }
    }
    var file = draft.file.with(draft.withoutCopied(edited))
    let rehomed = draft.rehomedLines(in: edited, lineOfItem)
    if let moved = draft.moved(file, lineOfItem, rehomed) {
      file = file.with(moved.document)
      lineOfItem = lineOfItem.compactMapValues { moved.line(of: $0) }
    }
    return try draft.update(file, lineOfItem, taken: taken)
  }

  /// The file after lines went into other projects, below their new parents, or out of a task into its project; nil if
  /// none did.
  private func moved(
    _ file: TaskFile, _ lineOfItem: [Int: Int], _ rehomed: [(line: Int, project: Int)]
  ) -> EditedOutline? {
    var moves = file.moves
    var isMoved = false
    for (line, project) in rehomed where moves.move(line, below: project) { isMoved = true }
    for (item, parent) in reparented {
      guard let line = lineOfItem[item] else { continue }
      let owner = parent.map { lineOfItem[$0] } ?? project(of: line, in: file)
      guard owner != nil || parent == nil else { continue }
      if moves.move(line, below: owner) { isMoved = true }
    }
    return isMoved ? moves.result() : nil
  }

  private func project(of line: Int, in file: TaskFile) -> Int? {
    file.outline.ancestors(of: line).first { file.document.lines[$0].kind == .project }
  }

  private mutating func update(
    _ file: TaskFile, _ lineOfItem: [Int: Int], taken: () throws -> ExactSet
  ) throws(StoreError) -> KnownTaskFile {
    guard !completed.isEmpty else {
      return try update(to: file, lineOfItem, stored: stored, taken: taken)
    }
    // The stored texts belong to the lines before the series go on.
    known = try update(to: file, lineOfItem, stored: stored, taken: taken)
    var (file, lineOfItem) = (file, lineOfItem)
    for occurrences in completedInTurn {
      let outline = try closed(occurrences, file, lineOfItem)
      file = file.with(outline.document)
      lineOfItem = lineOfItem.compactMapValues { outline.line(of: $0) }
    }
    return try update(to: file, lineOfItem, stored: [], taken: taken)
  }

  /// The completed occurrences: first those that come first in their series, then the second ones, and so on.
  private var completedInTurn: [[CompletedOccurrence]] {
    var turns: [[CompletedOccurrence]] = []
    var counts: [Int: Int] = [:]
    for occurrence in completed {
      let turn = counts[occurrence.item, default: 0]
      counts[occurrence.item] = turn + 1
      if turn == turns.count { turns.append([]) }
      turns[turn].append(occurrence)
    }
    return turns
  }

  /// The file after completed occurrences were closed, as `done` does.
  private func closed(
    _ occurrences: [CompletedOccurrence], _ file: TaskFile, _ lineOfItem: [Int: Int]
  ) throws(StoreError) -> EditedOutline {
    let named = NamedZones([file], options.vocabulary, database: options.zones)
    var changes = TaskChanges(
      [file], reader, now: try civil(at: now), zone: options.zone,
      zones: named.zones)
    let stored = storedLines(of: occurrences, lineOfItem)
    changes.stored = { stored[$0.line] }
    for occurrence in occurrences {
      guard let line = lineOfItem[occurrence.item] else { continue }
      changes.close(LineRef(file: 0, line: line), with: try closing(occurrence))
    }
    if let fault = changes.faults.first { throw .invalid(fault.reason) }
    return changes.results[0]
  }

  /// The series by their lines; they may repeat by rules that no line can say.
  private func storedLines(
    of occurrences: [CompletedOccurrence], _ lineOfItem: [Int: Int]
  ) -> [Int: StoredLine] {
    var found: [Int: StoredLine] = [:]
    for index in Set(occurrences.map(\.item)) {
      guard let line = lineOfItem[index],
        let content = CalendarResource(bytes: known.items[index].text, database: options.zones)
          .content
      else { continue }
      found[line] = StoredLine(content.item, zones: content.zones)
    }
    return found
  }

  private func closing(_ occurrence: CompletedOccurrence) throws(StoreError) -> Closing {
    if let closing = occurrence.closing { return closing }
    let time = occurrence.time ?? now
    let moment = try civil(at: Instant(seconds: time.seconds - time.seconds % 60))
    return Closing(.done, at: .dateTime(moment), stamp: occurrence.time == nil ? .day : .time)
  }

  private func update(
    to file: TaskFile, _ lineOfItem: [Int: Int], stored: Set<Int>,
    taken: () throws -> ExactSet
  ) throws(StoreError) -> KnownTaskFile {
    let lines = FileLines(file, options)
    let entryOfLine = lines.entryOfLine
    var items = [Int?](repeating: nil, count: lines.count)
    for (item, line) in lineOfItem where known.items[item].line != nil {
      guard let entry = entryOfLine[line] else { continue }
      items[entry] = item
    }
    var update = LineUpdate(
      known, lines, items: items, stored: stored, clock: now.seconds, options: options)
    do { try update.run(taken: taken) } catch { throw .unavailable("\(error)") }
    guard stored.allSatisfy({ update.known.items[$0].line != nil }) else {
      throw .invalid("\(file.name): the line of the item would not be read as an item")
    }
    return update.known
  }
}
