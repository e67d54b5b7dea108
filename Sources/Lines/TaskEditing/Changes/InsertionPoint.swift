public import TaskBridge
import TaskText

/// The place in a file at which lines are inserted.
public struct InsertionPoint: Hashable, Sendable {
  /// The file, as an index.
  public let file: Int
  /// The line before which they are inserted; the number of lines for the end.
  package let line: Int
  /// The indent level of the first inserted line.
  package let level: Int
  /// The line that will own them; nil at the root.
  let owner: Int?
}

/// The end of a project, task or file at which a line is inserted.
public enum InsertionEnd: String, Sendable, CaseIterable {
  /// Before all other lines, but after a project's own notes.
  case top
  /// After all other lines.
  case end
}

extension TaskChanges {
  /// The place in a project, or below a task.
  public func place(in owner: LineRef, at end: InsertionEnd) -> InsertionPoint {
    let file = files[owner.file]
    let block = file.outline.subtree(of: owner.line)
    let level = file.document.lines[owner.line].level + 1
    guard end == .top else {
      let line = file.outline.endOfOwnLines(of: owner.line, in: file.document)
      return InsertionPoint(file: owner.file, line: line, level: level, owner: owner.line)
    }
    let below = block.dropFirst().first { number in
      let kind = file.document.lines[number].kind
      return kind == .task || kind == .project
    }
    // A deeper line must not become a part of the new line.
    let deeper = below.map { max(level, file.document.lines[$0].level) }
    return InsertionPoint(
      file: owner.file, line: below ?? block.upperBound, level: deeper ?? level,
      owner: owner.line)
  }

  /// The place in a file outside of any project: at its beginning, or at its end before an archive.
  public func place(inRootOf file: Int, at end: InsertionEnd) -> InsertionPoint {
    let document = files[file].document
    if end == .top {
      let level = document.lines.first { $0.kind != .blank }?.level ?? 0
      return InsertionPoint(file: file, line: document.firstTaskPlace, level: level, owner: nil)
    }
    let line = document.lastTaskPlace(before: rootLimit(of: files[file]))
    return InsertionPoint(file: file, line: line, level: 0, owner: nil)
  }

  /// The line at which the root ends: a Markdown heading, which owns everything below it, or an archive that is the
  /// last project.
  private func rootLimit(of file: TaskFile) -> Int {
    let document = file.document
    let lines = document.lines
    if let heading = lines.indices.first(where: document.isHeading) { return heading }
    return file.archiveAtEnd ?? lines.count
  }

  /// Creates the missing projects of a path, and returns the place in the last one.
  ///
  /// - Parameters:
  ///   - path: The names, outermost first.
  ///   - owner: The project in which the first of them is; nil for the root of the file.
  ///   - file: The file, as an index.
  public mutating func makeProjects(
    _ path: [String], in owner: LineRef?, file: Int
  ) -> InsertionPoint {
    var place = owner.map { placeOfNewProject(in: $0) } ?? placeOfNewProject(in: file)
    let isMarkdown = files[file].document.dialect == .markdown
    for name in path {
      let heading = TaskDocument.heading(name, level: place.level)
      _ = edits[file].add(
        [(isMarkdown ? heading : name + ":", place.level)], beforeLine: place.line)
      let section = edits[file].sectionLevel(beforeLine: place.line)
      place = InsertionPoint(
        file: file, line: place.line, level: isMarkdown ? section : place.level + 1,
        owner: place.owner)
    }
    return place
  }

  /// The place of a new project in another: after everything in it.
  private func placeOfNewProject(in owner: LineRef) -> InsertionPoint {
    let file = files[owner.file]
    return InsertionPoint(
      file: owner.file, line: file.outline.subtree(of: owner.line).upperBound,
      level: file.document.lines[owner.line].level + 1, owner: owner.line)
  }

  /// The place of a new project at the root: at the end, but before an archive.
  private func placeOfNewProject(in file: Int) -> InsertionPoint {
    guard files[file].document.dialect == .markdown else {
      return place(inRootOf: file, at: .end)
    }
    let document = files[file].document
    let line = document.lastTaskPlace(before: document.lines.count)
    return InsertionPoint(file: file, line: line, level: 0, owner: nil)
  }
}
