import TaskBridge
import TaskText

/// What becomes of the lines of items that their calendars have no more.
extension ImportDraft {
  /// Keeps, moves or removes them.
  mutating func remove() {
    for (name, line) in binding.goneLines.sorted(by: { $0.value < $1.value })
    where !isInside(line) && !isOutside(name) {
      guard let old = memory.items[name], !(old.isGone && options.removed == .keep) else {
        continue
      }
      let title = ItemLine(body: found.body(of: line)).title
      let kind = options.removed != .keep && mayGo(line, old) ? go(line) : .kept
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

  /// True if a person has changed nothing in a line and what stands below it.
  private func mayGo(_ line: LineRef, _ old: ImportMemory.Entry) -> Bool {
    guard options.removed == .delete || !isArchived(line) else { return false }
    let gone = Set(binding.goneLines.values.filter { $0.file == line.file }.map(\.line))
    let file = files[line.file]
    let block = file.outline.subtree(of: line.line)
    let isOurs = block.allSatisfy { index in
      switch file.document.lines[index].kind {
      case .task, .project: gone.contains(index)
      case .note, .blank: true
      }
    }
    return isOurs && (options.removed == .archive || isUntouched(line, old))
  }

  private func isUntouched(_ line: LineRef, _ old: ImportMemory.Entry) -> Bool {
    guard found.body(of: line) == old.body, let place = old.place,
      let agreed = LinePlaceNames(then.files).line(place)
    else { return false }
    return found.notes(of: line) == then.notes(of: agreed)
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
      let end = file.outline.subtree(of: archive).upperBound
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
