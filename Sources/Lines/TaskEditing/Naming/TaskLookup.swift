public import TaskBridge
import TaskText

/// Finds the lines that a person names: by a short ID, by a part of the text, or by file and line.
///
/// ```swift
/// let names = TaskLookup(entries)
/// names.lines(called: "ann")  // the open tasks with `ann` in their text, in either case
/// ```
public struct TaskLookup: Sendable {
  /// Which lines are chosen if several match.
  public enum Preference: Sendable {
    /// Open lines; completed or cancelled ones only if no open line matches.
    case open
    /// Completed and cancelled lines before open ones.
    case closed
  }

  /// The short IDs.
  public let ids: ShortIDs
  let entries: TaskEntries
  /// Items and projects in the order of the files.
  let lines: [TaskEntry]

  /// Creates a lookup for the lines of some files.
  public init(_ entries: TaskEntries) {
    self.entries = entries
    ids = ShortIDs(entries)
    lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
  }

  /// The lines that match a name, in order; tasks, or projects if no task matches, not even a closed one.
  ///
  /// Only the best kind of match counts, in this order: a file and line as in `home.taskpaper:12`, a whole title,
  /// four or more letters of an ID, a part of the text, fewer letters of an ID.
  public func lines(called name: String, preferring preference: Preference = .open) -> [LineRef] {
    if let line = placed(name) { return [line] }
    let fits = fits(of: name)
    for isProject in [false, true] {
      for isPreferred in [true, false] {
        for fit in fits {
          let found = fit.filter { entry in
            entry.isProject == isProject
              && (isClosed(entry) == (preference == .closed)) == isPreferred
          }
          if !found.isEmpty { return found.map(\.line) }
        }
      }
    }
    return []
  }

  /// The matching lines by kind of match, the best kind first.
  private func fits(of name: String) -> [[TaskEntry]] {
    let wanted = name.lowercased()
    var (whole, pieces): ([TaskEntry], [TaskEntry]) = ([], [])
    for entry in lines {
      let title = title(of: entry.line).lowercased()
      if title == wanted { whole.append(entry) }
      if title.contains(wanted) { pieces.append(entry) }
    }
    let called = ids.lines(named: name).compactMap { self.entry(at: $0) }
    let isWholeID = name.utf8.count >= ShortIDs.shortest
    return isWholeID ? [whole, called, pieces] : [whole, pieces, called]
  }

  /// The title of a line.
  public func title(of line: LineRef) -> String {
    LineText(entries.files[line.file], line: line.line).title(entries.vocabulary)
  }

  /// The task or project at a line; nil for a note or a blank line.
  public func entry(at line: LineRef) -> TaskEntry? {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low].line == line ? lines[low] : nil
  }

  /// True if a line, or one that contains it, is completed or cancelled.
  public func isClosed(_ entry: TaskEntry) -> Bool {
    entry.isClosedAbove || entries.isClosed(entry)
  }

  /// The file and the line, from 1, that a name such as `home.taskpaper:12` says; nil for another name.
  package static func place(in name: String) -> (file: Substring, line: Int)? {
    guard let colon = name.lastIndex(of: ":"),
      let number = Int(name[name.index(after: colon)...]), number > 0
    else { return nil }
    return (name[..<colon], number)
  }

  /// Finds a line by `home.taskpaper:12`, with the file's path or its last part.
  private func placed(_ name: String) -> LineRef? {
    guard let (file, number) = Self.place(in: name) else { return nil }
    let found = entries.files.indices.filter { index in
      let path = entries.files[index].name
      return path == file || path.split(separator: "/").last == file
    }
    guard found.count == 1, let first = found.first else { return nil }
    let line = LineRef(file: first, line: number - 1)
    return entry(at: line)?.line
  }
}
