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
    var lineOfOwner = draft.known.lineOfOwner.compactMapValues {
      $0 == Self.unplaced ? nil : edited.line(of: $0)
    }
    for (owner, new) in draft.newLineOfOwner {
      lineOfOwner[owner] = edited.line(ofAddition: additions[new].addition) + additions[new].offset
    }
    var file = draft.file.with(draft.withoutCopied(edited))
    let rehomed = draft.rehomedLines(in: edited, lineOfOwner)
    if let moved = draft.moved(file, lineOfOwner, rehomed) {
      file = file.with(moved.document)
      lineOfOwner = lineOfOwner.compactMapValues { moved.line(of: $0) }
    }
    return try draft.update(file, lineOfOwner, taken: taken)
  }

  /// The file after lines went into other projects, below their new parents, or out of a task into its project; nil if
  /// none did.
  private func moved(
    _ file: TaskFile, _ lineOfOwner: [LineOwner: Int], _ rehomed: [(line: Int, project: Int)]
  ) -> EditedOutline? {
    var moves = file.moves
    var isMoved = false
    for (line, project) in rehomed where moves.move(line, below: project) { isMoved = true }
    for (item, parent) in reparented {
      guard let line = lineOfOwner[.item(item)] else { continue }
      let owner = parent.map { lineOfOwner[.item($0)] } ?? project(of: line, in: file)
      guard owner != nil || parent == nil else { continue }
      if moves.move(line, below: owner) { isMoved = true }
    }
    return isMoved ? moves.result() : nil
  }

  private func project(of line: Int, in file: TaskFile) -> Int? {
    file.outline.ancestors(of: line).first { file.document.lines[$0].kind == .project }
  }

  private mutating func update(
    _ file: TaskFile, _ lineOfOwner: [LineOwner: Int], taken: () throws -> ExactSet
  ) throws(StoreError) -> KnownTaskFile {
    guard !completed.isEmpty else {
      return try update(to: file, lineOfOwner, stored: stored, taken: taken)
    }
    // The stored texts belong to the lines before the series go on.
    known = try update(to: file, lineOfOwner, stored: stored, taken: taken)
    var (file, lineOfOwner) = (file, lineOfOwner)
    for occurrences in completedInTurn {
      let outline = try closed(occurrences, file, lineOfOwner)
      file = file.with(outline.document)
      lineOfOwner = lineOfOwner.compactMapValues { outline.line(of: $0) }
    }
    return try update(to: file, lineOfOwner, stored: [], taken: taken)
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
    _ occurrences: [CompletedOccurrence], _ file: TaskFile, _ lineOfOwner: [LineOwner: Int]
  ) throws(StoreError) -> EditedOutline {
    let named = NamedZones([file], options.vocabulary, database: options.zones)
    var changes = TaskChanges(
      [file], reader, now: try civil(at: now), zone: options.zone,
      zones: named.zones)
    let stored = storedLines(of: occurrences, lineOfOwner)
    changes.stored = { stored[$0.line] }
    for occurrence in occurrences {
      guard let line = lineOfOwner[.item(occurrence.item)] else { continue }
      changes.close(LineRef(file: 0, line: line), with: try closing(occurrence))
    }
    if let fault = changes.faults.first { throw .invalid(fault.reason) }
    return changes.results[0]
  }

  /// The series by their lines; they may repeat by rules that no line can say.
  private func storedLines(
    of occurrences: [CompletedOccurrence], _ lineOfOwner: [LineOwner: Int]
  ) -> [Int: StoredLine] {
    var found: [Int: StoredLine] = [:]
    for index in Set(occurrences.map(\.item)) {
      guard let line = lineOfOwner[.item(index)],
        let content = CalendarResource(bytes: known.items[index].text, database: options.zones)
          .content
      else { continue }
      found[line] = StoredLine(
        content.item, changed: content.changed.filter(\.isClosed), zones: content.zones)
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
    to file: TaskFile, _ lineOfOwner: [LineOwner: Int], stored: Set<Int>,
    taken: () throws -> ExactSet
  ) throws(StoreError) -> KnownTaskFile {
    let lines = FileLines(file, options)
    var update = LineUpdate(
      known, lines, .certain(LineOwners(lineOfOwner, lines)), stored: stored, clock: now.seconds,
      options: options)
    do { try update.run(taken: taken) } catch { throw .unavailable("\(error)") }
    guard stored.allSatisfy({ update.known.items[$0].line != nil }) else {
      throw .invalid("\(file.name): the line of the item would not be read as an item")
    }
    return update.known
  }
}
