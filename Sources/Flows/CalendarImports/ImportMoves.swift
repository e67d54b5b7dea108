import CalendarItems
import CompactDictionary
import ExactText
import LineState
import TaskBridge
import TaskText

/// Moves lines whose items have another parent or project in their calendar now.
///
/// A line moves with everything below it, unless the person has moved it.
struct ImportMoves {
  private struct Move {
    let item: Int
    /// The present parent of the item; nil for none.
    let parent: ItemName?
    /// The present project path of the item.
    let path: [String]
    /// True for a line that an import archived and that now leaves the archive.
    var leavesArchive = false
  }

  private var draft: ImportDraft
  private var moves: [Move] = []

  /// Finds the lines to move; nil if there are none.
  init?(_ draft: ImportDraft) {
    self.draft = draft
    for index in draft.items.indices {
      let item = draft.items[index]
      if draft.isReleased(index) { continue }
      if let move = Self.unarchiving(index, draft) {
        moves.append(move)
        continue
      }
      guard let line = draft.binding.lines[index], !draft.binding.isAdopted[index],
        let before = draft.before[item.name],
        before.parent != item.parent || before.path != item.path,
        isWhereItWas(item.name, line)
      else { continue }
      moves.append(Move(item: index, parent: Self.parent(index, draft), path: item.path))
    }
    if moves.isEmpty { return nil }
    // Moves need neither, and they are large.
    (self.draft.edits, self.draft.changes) = ([], [])
  }

  /// The move of a line out of the archive; nil for any other line.
  ///
  /// An import archived the line, and now its item is back or has dates to come.
  private static func unarchiving(_ index: Int, _ draft: ImportDraft) -> Move? {
    let name = draft.items[index].name
    guard let line = draft.binding.lines[index], let entry = draft.memory.items[name],
      entry.isArchived, draft.isArchived(line), !draft.items[index].isHidden,
      !draft.over.contains(name), draft.options.now != nil || entry.isGone
    else { return nil }
    let document = draft.files[line.file].document
    let tag = document.firstTag(named: "project", on: document.lines[line.line])
    let path = tag.flatMap { document.payload(of: $0) }.map(ImportOptions.path) ?? []
    return Move(
      item: index, parent: parent(index, draft), path: path, leavesArchive: true)
  }

  /// The parent of an item; for an item that is nested too deeply, the line that would contain it if it were new.
  private static func parent(_ index: Int, _ draft: ImportDraft) -> ItemName? {
    let above = draft.outline.parent(ofItem: index).map { draft.items[$0].name }
    return draft.items[index].parent.map { above ?? ItemName(uid: $0) }
  }

  /// True if a line has the same parent as when both sides agreed.
  private func isWhereItWas(_ name: ItemName, _ line: LineRef) -> Bool {
    guard let entry = draft.memory.items[name], !entry.isMoved, let place = entry.place,
      let agreed = draft.thenPlaces.line(place)
    else { return false }
    return draft.then.owners(of: agreed) == draft.found.owners(of: line)
  }

  /// Moves the lines: all of a file in one edit, with the result of moving them one after the other.
  func run(
    _ files: inout [ImportPlan.File], _ memory: inout ImportMemory,
    changes: inout [ImportChange]
  ) {
    let numbers = ExactDictionary(
      files.enumerated().map { ($1.file.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var edits: [Int: FileMoves] = [:]
    var done: [(move: Move, file: Int)] = []
    for move in moves {
      guard let place = memory.items[draft.items[move.item].name]?.place,
        let number = numbers[place.file]
      else { continue }
      let file = files[number]
      var edit = edits[number] ?? FileMoves(file.file.with(file.edited), draft.options.reader)
      edits[number] = nil  // so that only one copy exists
      if run(move, place.line, in: &edit, memory: memory) { done.append((move, number)) }
      edits[number] = edit
    }
    var left: [Int: TaskFile] = [:]
    for (number, edit) in edits {
      take(edit.moves.result(), number, files: &files, memory: &memory)
      left[number] = files[number].file.with(files[number].edited)
    }
    for (move, number) in done {
      if let file = left[number] { finish(move, file, memory: &memory, changes: &changes) }
    }
  }

  private func take(
    _ result: EditedOutline, _ number: Int, files: inout [ImportPlan.File],
    memory: inout ImportMemory
  ) {
    memory = memory.rebased(files[number].file.identity, by: result, of: files[number].edited)
    files[number].append(result)
  }

  /// Moves a line in its file; false if it is there already or has no place there.
  private func run(
    _ move: Move, _ line: Int, in file: inout FileMoves, memory: ImportMemory
  ) -> Bool {
    let owner: Int?
    if let parent = move.parent {
      guard let place = memory.items[parent]?.place,
        ExactString(place.file) == ExactString(file.identity)
      else { return false }
      owner = place.line
    } else {
      let path = move.leavesArchive ? move.path : draft.options.project + move.path
      owner = path.isEmpty ? nil : file.project(path)
      guard owner != nil || path.isEmpty || move.leavesArchive else { return false }
    }
    guard file.move(line, below: owner) else { return false }
    if move.leavesArchive { file.dropProjectTag(of: line) }
    return true
  }

  /// Records a move in the state and reports it.
  private func finish(
    _ move: Move, _ file: TaskFile, memory: inout ImportMemory,
    changes: inout [ImportChange]
  ) {
    let item = draft.items[move.item]
    if move.leavesArchive { Self.remember(item.name, outOfArchiveOf: file, memory: &memory) }
    changes.append(
      ImportChange(
        .moved, item.name, title: item.title, file: file.name,
        line: memory.items[item.name]?.place?.line))
  }

  /// Updates the entry of a line outside the archive, which no longer has the tag for its project.
  private static func remember(
    _ name: ItemName, outOfArchiveOf file: TaskFile, memory: inout ImportMemory
  ) {
    guard var entry = memory.items[name], let line = entry.place?.line else { return }
    entry.isArchived = false
    entry.body = file.document.string(file.document.lines[line].body)
    let notes = LineText(file, line: line).written
    if entry.agreed == ItemLine(body: entry.body, notes: notes) { entry.agreed = nil }
    memory.items[name] = entry
  }
}
