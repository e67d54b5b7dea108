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
  }

  private let draft: ImportDraft
  private var moves: [Move] = []

  /// Finds the lines; nil where there is none.
  init?(_ draft: ImportDraft) {
    self.draft = draft
    for index in draft.items.indices {
      let item = draft.items[index]
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

  /// True if a line stands below what it stood below when both sides agreed.
  private func isWhereItWas(_ name: ItemName, _ line: LineRef) -> Bool {
    guard let place = draft.memory.items[name]?.place,
      let agreed = LinePlaceNames(draft.then.files).line(place)
    else { return false }
    return Self.owners(of: agreed, draft.then) == Self.owners(of: line, draft.found)
  }

  /// The titles of what a line stands below.
  private static func owners(of line: LineRef, _ found: FoundLines) -> [String] {
    let file = found.files[line.file]
    return file.outline.ancestors(of: line.line).map { LineText(file, line: $0).title }
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
      let document = files[number].edited
      let outline = Outline(document)
      let block = outline.subtree(of: place.line)
      let owner = target.owner
      guard outline.parent(of: place.line) != owner, owner.map(block.contains) != true else {
        continue
      }
      var edit = OutlineEdit(document)
      let end = owner.map { outline.endOfOwnLines(of: $0, in: document) } ?? document.textEnd
      edit.move(block, beforeLine: end, level: owner.map { document.lines[$0].level + 1 } ?? 0)
      let result = edit.result()
      memory = memory.rebased(place.file, by: result, of: document)
      files[number].append(result)
      changes.append(
        ImportChange(
          .moved, name, draft.items[move.item].item.title, file: files[number].file.name,
          line: memory.items[name]?.place?.line))
    }
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
    let task = TaskFile(
      name: file.file.name, identity: file.file.identity, modified: file.file.modified,
      document: file.edited)
    let path = draft.options.project + move.path
    if path.isEmpty { return .root }
    let line = ProjectLines(FoundLines([task], draft.options.reader)).line(of: path)
    return line.map { .line($0.line) }
  }
}

extension TaskDocument {
  /// The number behind the last line that is not blank.
  fileprivate var textEnd: Int { (lines.lastIndex { $0.kind != .blank } ?? -1) + 1 }
}
