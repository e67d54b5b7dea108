import TaskText

/// A project that is no item, as a calendar carries it.
public struct ProjectHint: Hashable, Sendable {
  /// Its line and its notes, as deep in tabs as there are projects above it.
  public let text: String
  /// The item that it stands before, where the items below it do not say so themselves: an empty
  /// project, or one with the path of another.
  public let before: Int?

  /// The projects to carry, in order.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - exported: Which entries became items, by index.
  ///   - selection: Which projects may be seen, and whether one without any exported item is carried.
  public static func hints(
    _ entries: TaskEntries, exported: Set<Int>, _ selection: Selection
  ) -> [ProjectHint] {
    let next = Self.nextExported(entries, exported)
    var seen: Set<[String]> = []
    return entries.projects.compactMap { project in
      let isTwin = !seen.insert(Self.key(project, entries)).inserted
      let item = next[entries.index(from: project.line)].flatMap {
        entries.entries[$0].line.file == project.line.file ? $0 : nil
      }
      let block = entries.file(of: project).outline.subtree(of: project.line.line)
      let isInside = item.map { block.contains(entries.entries[$0].line.line) } ?? false
      guard isInside || selection.isEverything, selection.mayBeSeen(project) else { return nil }
      return hint(project, before: isInside && !isTwin ? nil : item, entries)
    }
  }

  /// For each entry, and for the end, the first at or behind it that became an item.
  private static func nextExported(_ entries: TaskEntries, _ exported: Set<Int>) -> [Int?] {
    var next = [Int?](repeating: nil, count: entries.entries.count + 1)
    for index in entries.entries.indices.reversed() {
      next[index] = exported.contains(index) ? index : next[index + 1]
    }
    return next
  }

  private static func key(_ project: TaskEntry, _ entries: TaskEntries) -> [String] {
    entries.path(of: project)
      + [LineText(entries.file(of: project), line: project.line.line).title]
  }

  private static func hint(
    _ project: TaskEntry, before: Int?, _ entries: TaskEntries
  ) -> ProjectHint {
    let text = LineText(entries.file(of: project), line: project.line.line)
    let indent = String(repeating: "\t", count: entries.path(of: project).count)
    let lines = [indent + text.verbatim] + text.notes.map { indent + "\t" + $0 }
    return ProjectHint(text: lines.joined(separator: "\n"), before: before)
  }
}

extension TaskEntries {
  /// The first entry at or behind a line.
  func index(from line: LineRef) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let found = entries[middle].line
      if (found.file, found.line) < (line.file, line.line) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
