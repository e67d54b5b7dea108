import CalendarItems
import ExactText
import LineState
import TaskBridge
import TaskText

/// Lines whose items were put below another item, or into another project, by their calendar: they move
/// there, with all that they own, unless the person has moved them.
struct ImportMoves {
  private struct Move {
    let item: Int
    /// The item that it is a part of now; nil for none.
    let parent: ItemName?
    /// The project that it is in now.
    let path: [String]
    /// True for a line that an import archived and that now leaves the archive.
    var leavesArchive = false
  }

  private let draft: ImportDraft
  private var moves: [Move] = []

  /// Finds the lines; nil where there is none.
  init?(_ draft: ImportDraft) {
    self.draft = draft
    for index in draft.items.indices {
      let item = draft.items[index]
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

  /// What an item is a part of; of an item that is too deep, what it stands below as a new line.
  private static func parent(_ index: Int, _ draft: ImportDraft) -> ItemName? {
    let above = draft.outline.parent(ofItem: index).map { draft.items[$0].name }
    return draft.items[index].parent.map { above ?? ItemName(uid: $0) }
  }

  /// True if a line stands below what it stood below when both sides agreed.
  private func isWhereItWas(_ name: ItemName, _ line: LineRef) -> Bool {
    guard let entry = draft.memory.items[name], !entry.isMoved, let place = entry.place,
      let agreed = draft.thenPlaces.line(place)
    else { return false }
    return draft.then.owners(of: agreed) == draft.found.owners(of: line)
  }

  /// Moves the lines: all of a file at once, as if they moved one after the other.
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
      edits[number] = nil  // so that there is one alone
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

  /// Remembers a move and reports it.
  private func finish(
    _ move: Move, _ file: TaskFile, memory: inout ImportMemory,
    changes: inout [ImportChange]
  ) {
    let item = draft.items[move.item]
    if move.leavesArchive { Self.remember(item.name, outOfArchiveOf: file, memory: &memory) }
    changes.append(
      ImportChange(
        .moved, item.name, title: item.item.title, file: file.name,
        line: memory.items[item.name]?.place?.line))
  }

  /// Remembers a line outside the archive, where it no longer names its project.
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
