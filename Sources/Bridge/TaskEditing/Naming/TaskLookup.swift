public import TaskBridge
import TaskText

/// Finds the lines that a person means: by a short id, by a piece of the text, or by file and line.
///
/// ```swift
/// let names = TaskLookup(entries, reader)
/// names.lines(called: "ann")  // the open tasks with `ann` in their text, in either case
/// ```
public struct TaskLookup: Sendable {
  /// Which lines are meant where several could be.
  public enum Preference: Sendable {
    /// Open ones; those that are done or off only where none is.
    case open
    /// Done ones and those that are off, before open ones.
    case closed
  }

  /// The short names.
  public let ids: ShortIDs
  private let entries: TaskEntries
  private let reader: LineFieldReader
  /// Items and projects in the order of the files.
  private let lines: [TaskEntry]

  /// Takes the lines of some files.
  public init(_ entries: TaskEntries, _ reader: LineFieldReader) {
    self.entries = entries
    self.reader = reader
    ids = ShortIDs(entries)
    lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
  }

  /// The lines that a name could mean, in order; tasks, and projects where no task is meant.
  ///
  /// What fits best counts alone: a file and line as in `home.taskpaper:12`, then a whole title, then an
  /// id of four letters and more, then a piece of the text, then fewer letters of an id.
  public func lines(called name: String, preferring preference: Preference = .open) -> [LineRef] {
    if let line = placed(name) { return [line] }
    let fits = fits(of: name)
    for isPreferred in [true, false] {
      for isProject in [false, true] {
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

  /// The lines that a name fits, those first that it fits best.
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

  /// The line's own words.
  public func title(of line: LineRef) -> String {
    LineText(entries.files[line.file], line: line.line).title(entries.vocabulary)
  }

  /// The task or project that is a line, nil for a note or a blank one.
  public func entry(at line: LineRef) -> TaskEntry? {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low].line == line ? lines[low] : nil
  }

  /// True if a line, or one that it belongs to, is done or off.
  public func isClosed(_ entry: TaskEntry) -> Bool {
    if entry.isClosedAbove { return true }
    let document = entries.file(of: entry).document
    let line = document.lines[entry.line.line]
    return line.mark != .none
      || document.tags[line.tags].contains { span in
        [.done, .cancelled].contains(reader.field(of: span, in: document))
      }
  }

  /// `home.taskpaper:12`, by the file's path or its last part.
  private func placed(_ name: String) -> LineRef? {
    guard let colon = name.lastIndex(of: ":"),
      let number = Int(name[name.index(after: colon)...]), number > 0
    else { return nil }
    let file = name[..<colon]
    let found = entries.files.indices.filter { index in
      let path = entries.files[index].name
      return path == file || path.split(separator: "/").last == file
    }
    guard found.count == 1, let first = found.first else { return nil }
    let line = LineRef(file: first, line: number - 1)
    return entry(at: line)?.line
  }
}
