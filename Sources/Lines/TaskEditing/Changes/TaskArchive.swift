import Diagnostics
public import TaskBridge
public import TaskText

/// The root project `Archive` of a file.
enum TaskArchive {
  static let name = "Archive"

  /// True if a line is an archive.
  static func isOne(_ number: Int, in file: TaskFile) -> Bool {
    let line = file.document.lines[number]
    return line.kind == .project && file.outline.parent(of: number) == nil
      && file.document.bytes[line.text].elementsEqual(name.utf8)
  }
}

extension TaskFile {
  /// The line of the root project `Archive`; nil for a file without one.
  public var archive: Int? {
    document.lines.indices.first { TaskArchive.isOne($0, in: self) }
  }

  /// The line of the root project `Archive` if nothing but its own lines follows it.
  public var archiveAtEnd: Int? {
    let lines = document.lines
    guard let last = lines.indices.last(where: { lines[$0].kind != .blank }) else { return nil }
    let root = outline.ancestors(of: last).reduce(last) { $1 }
    return TaskArchive.isOne(root, in: self) ? root : nil
  }

  /// Moves of the file's lines; an archive at the end stays there.
  public var moves: OutlineMoves {
    OutlineMoves(document, outline: outline, last: archiveAtEnd ?? archive)
  }

  /// The line of a new archive at the end of the file.
  public var newArchiveLine: String {
    document.dialect == .markdown ? "# \(TaskArchive.name)" : "\(TaskArchive.name):"
  }

  /// The line before which root lines are added: the archive at the end, otherwise the end.
  public var rootEnd: Int {
    document.lastTaskPlace(before: archiveAtEnd ?? document.lines.count)
  }
}

extension TaskChanges {
  /// Moves lines, with everything below them, into the archives of their files.
  ///
  /// Each gets its project path as `@project(A / B)`, and the first line is at the top.
  ///
  /// - Parameter lines: Lines in order, none below another, each with its project path.
  public mutating func archive(_ lines: [(line: LineRef, path: [String])]) {
    var places: [Int: InsertionPoint] = [:]
    for (line, path) in lines {
      guard let body = archived(line, path) else { continue }
      let place = places[line.file] ?? archivePlace(in: line.file)
      places[line.file] = place
      set(body, line)
      let block = files[line.file].outline.subtree(of: line.line)
      edits[line.file].move(block, beforeLine: place.line, level: place.level)
      note(.archived, line, details: path.isEmpty ? [] : ["from \(path.joined(separator: " / "))"])
    }
  }

  private mutating func archived(_ line: LineRef, _ path: [String]) -> EditedLine? {
    var edited = edited(line)
    guard !path.isEmpty, edited.spans(of: .project).isEmpty else { return edited }
    guard edited.set(.project, to: path.joined(separator: " / ")) else {
      fault(
        line, "its project \(path.joined(separator: " / ").quoted) cannot be written as @project")
      return nil
    }
    return edited
  }

  /// The place in the archive, which is created if there is none.
  private mutating func archivePlace(in file: Int) -> InsertionPoint {
    let found = files[file].document.lines.indices.first {
      TaskArchive.isOne($0, in: files[file])
    }
    guard let found else { return makeProjects([TaskArchive.name], in: nil, file: file) }
    return place(in: LineRef(file: file, line: found), at: .top)
  }
}
