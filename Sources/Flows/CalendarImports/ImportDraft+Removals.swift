import CompactDictionary
import ExactText
import LineState
import TaskBridge
import TaskEditing
import TaskText

/// Handles the lines of items that their calendars no longer have.
extension ImportDraft {
  /// Keeps, archives or removes them.
  mutating func remove() {
    let gone = removableLines
    for (line, name) in gone.sorted(by: { $0.key < $1.key }) where !isInside(line) {
      guard let old = memory.items[name] else { continue }
      guard !old.isKept || options.removesKept else {
        keepOn(name, old)
        continue
      }
      if let stay = stay(line, gone) {
        self.stay(name, old, line: line, as: stay)
      } else if options.removed == .delete || !isArchived(line) && !old.isArchived {
        go(name, line, archives: options.removed == .archive)
      }
    }
  }

  /// The lines of removed items: no other calendar has them, and they were not over.
  private var removableLines: [LineRef: ItemName] {
    var lines: [LineRef: ItemName] = [:]
    for (name, line) in binding.goneLines where isRemovable(name, line) { lines[line] = name }
    return lines
  }

  /// True if a line may be removed because its calendar no longer has the item.
  func isRemovable(_ name: ItemName, _ line: LineRef) -> Bool {
    !isOutside(name) && !isElsewhere(name) && !over.contains(name) && claimed[line] == nil
      && !isArriving(name) && !isReleased(line)
  }

  /// True for an item that another calendar of the run has; of a series whose occurrences are separate items, for each.
  private func isArriving(_ name: ItemName) -> Bool {
    options.arriving.contains(name)
      || options.window != nil && options.arriving.contains(ItemName(uid: name.uid))
  }

  /// Counts a line that an earlier import kept, so that such lines are reported as one number.
  private mutating func keepOn(_ name: ItemName, _ old: ImportMemory.Entry) {
    guard !old.isReported, options.reports, options.removed != .keep else { return }
    marks.reported.insert(name)
    keptBefore += 1
  }

  private mutating func stay(
    _ name: ItemName, _ old: ImportMemory.Entry, line: LineRef, as stay: ImportChange.Stay
  ) {
    if stay == .asked { marks.kept.insert(name) }
    guard !old.isReported else { return }
    if options.reports { marks.reported.insert(name) }
    let title = ItemLine(body: found.body(of: line)).title
    changes.append(
      ImportChange(
        .kept, name, title: title, file: files[line.file].name, line: line.line, stay: stay))
  }

  /// True if a line is below one that is removed.
  func isInside(_ line: LineRef) -> Bool {
    files[line.file].outline.ancestors(of: line.line).contains {
      removedLines.contains(LineRef(file: line.file, line: $0))
    }
  }

  /// Why a line and everything below it is kept; nil if all of it may be removed.
  ///
  /// It may be removed if all of its items are gone and, for a deletion, if no person edited it.
  private func stay(_ line: LineRef, _ gone: [LineRef: ItemName]) -> ImportChange.Stay? {
    if options.removed == .keep { return .asked }
    return stay(line, archives: options.removed == .archive) { part in
      gone[part].flatMap { name in
        memory.items[name].map { !$0.isKept || options.removesKept } == true ? name : nil
      }
    }
  }

  /// Why a line and everything below it is kept; nil if all of it may be removed.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - archives: Whether it is archived, so that no text is lost.
  ///   - name: The item of a line that may be removed.
  func stay(
    _ line: LineRef, archives: Bool, name: (LineRef) -> ItemName?
  ) -> ImportChange.Stay? {
    let file = files[line.file]
    for index in file.outline.subtree(of: line.line) {
      let isNote = ![.task, .project].contains(file.document.lines[index].kind)
      guard !isNote || index == line.line else { continue }
      let part = LineRef(file: line.file, line: index)
      guard let name = name(part), let entry = memory.items[name] else { return .owner }
      if entry.isAdopted { return part == line ? .wasThere : .owner }
      if !archives, !isUntouched(part, entry) { return part == line ? .edited : .owner }
    }
    return nil
  }

  private func isUntouched(_ line: LineRef, _ entry: ImportMemory.Entry) -> Bool {
    let agreed = agreed(entry)
    let body = entry.isArchived ? bodyBeforeArchiving(line) : found.body(of: line)
    return body == agreed.body && found.notes(of: line) == agreed.notes
  }

  /// A line's text without the tag that an import adds when it archives a line.
  private func bodyBeforeArchiving(_ line: LineRef) -> String {
    let (document, body) = (files[line.file].document, found.body(of: line))
    guard let tag = document.tags(of: document.lines[line.line]).last, tag.tag == "project" else {
      return body
    }
    let added = " " + tag.toString
    return body.hasSuffix(added) ? String(body.dropLast(added.count)) : body
  }

  /// True for a line in the archive of its file.
  func isArchived(_ line: LineRef) -> Bool {
    guard let archive = archives[line.file] else { return false }
    return files[line.file].outline.ancestors(of: line.line).contains(archive)
  }

  /// Removes a line with everything below it, or archives it.
  mutating func go(_ name: ItemName, _ line: LineRef, archives: Bool) {
    let block = files[line.file].outline.subtree(of: line.line)
    let title = ItemLine(body: found.body(of: line)).title
    removedLines.insert(line)
    if archives {
      marks.archived.insert(name)
      archive(line, block)
    } else {
      edits[line.file].remove(block)
    }
    changes.append(
      ImportChange(
        archives ? .archived : .removed, name, title: title, file: files[line.file].name,
        line: line.line))
  }

  /// Moves a block into the archive, with its project path.
  private mutating func archive(_ line: LineRef, _ block: Range<Int>) {
    let path = found.entry(at: line).map { found.entries.path(of: found.entries.entries[$0]) } ?? []
    if !path.isEmpty {
      edits[line.file].set(
        found.body(of: line) + " " + Self.projectTag(path), ofLine: line.line)
    }
    let place = archivePlace(in: line.file)
    edits[line.file].move(block, beforeLine: place.line, level: place.level)
  }

  /// The tag with the project path of an archived line.
  static func projectTag(_ path: [String]) -> String {
    Tag("project", payload: path.joined(separator: " / ")).toString
  }

  /// The end of a file's archive, which is created if there is none.
  mutating func archivePlace(in number: Int) -> (line: Int, level: Int) {
    if let place = archivePlaces[number] { return place }
    let place = foundArchivePlace(in: number)
    archivePlaces[number] = place
    return place
  }

  private mutating func foundArchivePlace(in number: Int) -> (line: Int, level: Int) {
    let file = files[number]
    if let archive = archives[number] {
      return (file.outline.endOfOwnLines(of: archive, in: file.document), 1)
    }
    let end = file.document.lines.count
    let level = edits[number].sectionLevel(beforeLine: end)
    _ = edits[number].add([(file.newArchiveLine, level)], beforeLine: end)
    let isMarkdown = file.document.dialect == .markdown
    return (end, isMarkdown ? edits[number].sectionLevel(beforeLine: end) : 1)
  }
}
