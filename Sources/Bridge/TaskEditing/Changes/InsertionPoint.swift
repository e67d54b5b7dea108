public import TaskBridge
import TaskText

/// Where in a file lines are put.
public struct InsertionPoint: Hashable, Sendable {
  /// The file, as an index.
  public let file: Int
  /// The line that will stand below them; the number of lines for the end.
  let line: Int
  /// The level of the first of them.
  let level: Int
  /// The line that owns them; nil at the root.
  let owner: Int?
}

/// Which end of what it is put into a line gets.
public enum InsertionEnd: String, Sendable, CaseIterable {
  /// Above all that is there, but for a project's own notes.
  case top
  /// Below all that is there.
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
    // What stands deeper than that is not to become a part of the new line.
    let deeper = below.map { max(level, file.document.lines[$0].level) }
    return InsertionPoint(
      file: owner.file, line: below ?? block.upperBound, level: deeper ?? level,
      owner: owner.line)
  }

  /// The place in a file and no project: its beginning, or its end before an archive.
  public func place(inRootOf file: Int, at end: InsertionEnd) -> InsertionPoint {
    let document = files[file].document
    if end == .top {
      let level = document.lines.first { $0.kind != .blank }?.level ?? 0
      return InsertionPoint(file: file, line: 0, level: level, owner: nil)
    }
    let limit = rootLimit(of: files[file])
    let last = document.lines[..<limit].lastIndex { $0.kind != .blank }
    let line = last.map { $0 + 1 } ?? (limit == document.lines.count ? limit : 0)
    return InsertionPoint(file: file, line: line, level: 0, owner: nil)
  }

  /// The line at which the root ends: at a heading of Markdown, which owns all below it, or at an archive
  /// that is the last project.
  private func rootLimit(of file: TaskFile) -> Int {
    let document = file.document
    let lines = document.lines
    if let heading = lines.indices.first(where: document.isHeading) { return heading }
    return file.archiveAtEnd ?? lines.count
  }

  /// Makes the projects of a path that are missing, and gives the place in the last.
  ///
  /// - Parameters:
  ///   - path: The names, outermost first.
  ///   - owner: The project that the first of them is put into, nil for the file itself.
  ///   - file: The file, as an index.
  public mutating func makeProjects(
    _ path: [String], in owner: LineRef?, file: Int
  ) -> InsertionPoint {
    var place = owner.map { placeOfNewProject(in: $0) } ?? placeOfNewProject(in: file)
    let isMarkdown = files[file].document.dialect == .markdown
    for name in path {
      let section = edits[file].sectionLevel(beforeLine: place.line)
      let heading = String(repeating: "#", count: min(6, place.level + 1)) + " " + name
      let line = isMarkdown ? (heading, section) : (name + ":", place.level)
      _ = edits[file].add([line], beforeLine: place.line)
      place = InsertionPoint(
        file: file, line: place.line, level: isMarkdown ? section : place.level + 1,
        owner: place.owner)
    }
    return place
  }

  /// A new project stands behind all that its owner has.
  private func placeOfNewProject(in owner: LineRef) -> InsertionPoint {
    let file = files[owner.file]
    return InsertionPoint(
      file: owner.file, line: file.outline.subtree(of: owner.line).upperBound,
      level: file.document.lines[owner.line].level + 1, owner: owner.line)
  }

  /// A new project stands at the end, and before an archive.
  private func placeOfNewProject(in file: Int) -> InsertionPoint {
    guard files[file].document.dialect == .markdown else {
      return place(inRootOf: file, at: .end)
    }
    let lines = files[file].document.lines
    let last = lines.lastIndex { $0.kind != .blank }
    return InsertionPoint(
      file: file, line: last.map { $0 + 1 } ?? lines.count, level: 0, owner: nil)
  }
}
