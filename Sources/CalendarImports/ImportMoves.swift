import CalendarItems
import ExactText
import TaskBridge
import TaskText

/// Lines whose items were put below another item, or into another project, by their calendar: they move
/// there, with all that they own, unless the person has moved them.
struct ImportMoves {
  /// What a line moves below.
  private enum Target {
    /// Nothing: it goes to the end of the file.
    case root
    /// A line.
    case line(Int)

    var owner: Int? { if case .line(let owner) = self { owner } else { nil } }
  }

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
      moves.append(
        Move(item: index, parent: item.parent.map { ItemName(uid: $0) }, path: item.path))
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
      item: index, parent: draft.items[index].parent.map { ItemName(uid: $0) }, path: path,
      leavesArchive: true)
  }

  /// True if a line stands below what it stood below when both sides agreed.
  private func isWhereItWas(_ name: ItemName, _ line: LineRef) -> Bool {
    guard let entry = draft.memory.items[name], !entry.isMoved, let place = entry.place,
      let agreed = LinePlaceNames(draft.then.files).line(place)
    else { return false }
    return draft.then.owners(of: agreed) == draft.found.owners(of: line)
  }

  /// Moves the lines, one after the other.
  func run(
    _ files: inout [ImportPlan.File], _ memory: inout ImportMemory,
    _ changes: inout [ImportChange]
  ) {
    for move in moves {
      let name = draft.items[move.item].name
      guard let place = memory.items[name]?.place,
        let number = files.firstIndex(where: { $0.file.identity == place.file }),
        let target = target(of: move, in: files[number], memory)
      else { continue }
      guard let result = Self.moved(place.line, to: target, move, in: files[number]) else {
        continue
      }
      memory = memory.rebased(place.file, by: result, of: files[number].edited)
      files[number].append(result)
      if move.leavesArchive { Self.remember(name, outOfArchiveOf: files[number], &memory) }
      note(move, files[number], memory, &changes)
    }
  }

  /// Remembers a line outside the archive, where it no longer names its project.
  private static func remember(
    _ name: ItemName, outOfArchiveOf file: ImportPlan.File, _ memory: inout ImportMemory
  ) {
    guard var entry = memory.items[name], let line = entry.place?.line else { return }
    let left = TaskFile(
      name: file.file.name, identity: file.file.identity, modified: file.file.modified,
      document: file.edited)
    entry.isArchived = false
    entry.body = file.edited.string(file.edited.lines[line].body)
    let notes = LineText(left, line: line).written
    if entry.agreed == ItemLine(body: entry.body, notes: notes) { entry.agreed = nil }
    memory.items[name] = entry
  }

  private func note(
    _ move: Move, _ file: ImportPlan.File, _ memory: ImportMemory,
    _ changes: inout [ImportChange]
  ) {
    let item = draft.items[move.item]
    changes.append(
      ImportChange(
        .moved, item.name, item.item.title, file: file.file.name,
        line: memory.items[item.name]?.place?.line))
  }

  /// A file with a line and its subtree moved; nil if the line is there already.
  private static func moved(
    _ line: Int, to target: Target, _ move: Move, in file: ImportPlan.File
  ) -> EditedOutline? {
    let document = file.edited
    let outline = Outline(document)
    let block = outline.subtree(of: line)
    let owner = target.owner
    guard outline.parent(of: line) != owner, owner.map(block.contains) != true else { return nil }
    var edit = OutlineEdit(document)
    if move.leavesArchive { edit.set(document.bodyWithoutProject(line), ofLine: line) }
    let end = owner.map { outline.endOfOwnLines(of: $0, in: document) } ?? file.task.rootEnd
    edit.move(block, beforeLine: end, level: owner.map { document.lines[$0].level + 1 } ?? 0)
    return edit.result()
  }

  /// What it moves below, in the same file; nil where there is no such place.
  private func target(
    of move: Move, in file: ImportPlan.File, _ memory: ImportMemory
  ) -> Target? {
    if let parent = move.parent {
      guard let place = memory.items[parent]?.place, place.file == file.file.identity else {
        return nil
      }
      return .line(place.line)
    }
    let path = move.leavesArchive ? move.path : draft.options.project + move.path
    if path.isEmpty { return .root }
    let line = ProjectLines(FoundLines([file.task], draft.options.reader)).line(of: path)
    return line.map { .line($0.line) } ?? (move.leavesArchive ? .root : nil)
  }
}

extension ImportPlan.File {
  /// The file as it will be.
  fileprivate var task: TaskFile {
    TaskFile(
      name: file.name, identity: file.identity, modified: file.modified, document: edited)
  }
}

extension TaskDocument {
  /// A line without its indent and without the `@project` tag from its archiving.
  fileprivate func bodyWithoutProject(_ number: Int) -> String {
    let line = lines[number]
    guard let tag = firstTag(named: "project", on: line) else { return string(line.body) }
    let before = string(line.body.lowerBound..<tag.range.lowerBound)
    let rest = string(tag.range.upperBound..<line.body.upperBound)
    return (before.hasSuffix(" ") ? String(before.dropLast()) : before) + rest
  }
}
