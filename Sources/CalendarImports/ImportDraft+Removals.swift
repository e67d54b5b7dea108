import ExactText
import TaskBridge
import TaskText

/// What becomes of the lines of items that their calendars have no more.
extension ImportDraft {
  /// Keeps, moves or removes them.
  mutating func remove() {
    let gone = Dictionary(binding.goneLines.map { ($1, $0) }) { first, _ in first }
    for (name, line) in binding.goneLines.sorted(by: { $0.value < $1.value })
    where !isInside(line) && !isOutside(name) && !isElsewhere(name) {
      guard let old = memory.items[name], !(old.isGone && options.removed == .keep) else {
        continue
      }
      let title = ItemLine(body: found.body(of: line)).title
      let kind = options.removed != .keep && mayGo(line, gone) ? go(line) : .kept
      if kind == .kept, old.isGone { continue }
      changes.append(ImportChange(kind, name, title, file: files[line.file].name, line: line.line))
    }
  }

  /// True if a line stands below one that goes.
  private func isInside(_ line: LineRef) -> Bool {
    files[line.file].outline.ancestors(of: line.line).contains {
      removedLines.contains(LineRef(file: line.file, line: $0))
    }
  }

  /// True if a line may go with what stands below it: all of that is of items that are gone and, where it
  /// is to be deleted, nothing in it is a person's.
  private func mayGo(_ line: LineRef, _ gone: [LineRef: ItemName]) -> Bool {
    guard options.removed == .delete || !isArchived(line) else { return false }
    let file = files[line.file]
    return file.outline.subtree(of: line.line).allSatisfy { index in
      switch file.document.lines[index].kind {
      case .note, .blank: return true
      case .task, .project:
        let part = LineRef(file: line.file, line: index)
        guard let name = gone[part], memory.items[name]?.isAdopted == false else { return false }
        return options.removed == .archive || isUntouched(part, name)
      }
    }
  }

  private func isUntouched(_ line: LineRef, _ name: ItemName) -> Bool {
    guard let agreed = memory.items[name].map(agreed) else { return false }
    return found.body(of: line) == agreed.body && found.notes(of: line) == agreed.notes
  }

  private func isArchived(_ line: LineRef) -> Bool {
    let file = files[line.file]
    return file.outline.ancestors(of: line.line).contains { file.isArchive($0) }
  }

  private mutating func go(_ line: LineRef) -> ImportChange.Kind {
    let block = files[line.file].outline.subtree(of: line.line)
    removedLines.insert(line)
    guard options.removed == .archive else {
      edits[line.file].remove(block)
      return .removed
    }
    archive(line, block)
    return .archived
  }

  /// Moves a block into the archive, with the path that it comes from.
  private mutating func archive(_ line: LineRef, _ block: Range<Int>) {
    let file = files[line.file]
    let path = found.entry(at: line).map { found.entries.path(of: found.entries.entries[$0]) } ?? []
    if !path.isEmpty {
      let tag = Tag("project", payload: path.joined(separator: " / "))
      edits[line.file].set(found.body(of: line) + " " + tag.toString, ofLine: line.line)
    }
    let lines = file.document.lines
    if let archive = lines.indices.first(where: { file.isArchive($0) }) {
      let end = file.outline.endOfOwnLines(of: archive, in: file.document)
      edits[line.file].move(block, beforeLine: end, level: 1)
      return
    }
    if newArchives.insert(line.file).inserted {
      _ = edits[line.file].add([("Archive:", 0)], beforeLine: lines.count)
    }
    edits[line.file].move(block, beforeLine: lines.count, level: 1)
  }
}

extension TaskFile {
  /// True for a root project `Archive`.
  fileprivate func isArchive(_ line: Int) -> Bool {
    document.lines[line].kind == .project && outline.parent(of: line) == nil
      && document.string(document.lines[line].text) == "Archive"
  }
}
