import ExactText
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
  ///   - isExported: Whether an entry became an item, by its index.
  ///   - selection: Which projects may be seen, and whether one without any exported item is carried.
  public static func hints(
    _ entries: TaskEntries, _ selection: Selection, isExported: (Int) -> Bool
  ) -> [ProjectHint] {
    let next = Self.itemsBehind(entries, isExported)
    var seen: Set<[ExactString]> = []
    return zip(entries.projects, next).compactMap { project, item in
      let isTwin = !seen.insert(Self.key(project, entries)).inserted
      let block = entries.file(of: project).outline.subtree(of: project.line.line)
      let isInside = item.map { block.contains(entries.entries[$0].line.line) } ?? false
      guard isInside || selection.isEverything, selection.mayBeSeen(project) else { return nil }
      return hint(project, before: isInside && !isTwin ? nil : item, entries)
    }
  }

  /// For each project the first item behind it in its file.
  private static func itemsBehind(
    _ entries: TaskEntries, _ isExported: (Int) -> Bool
  ) -> [Int?] {
    var items: [Int?] = []
    var index = entries.entries.count
    var item: Int?
    for project in entries.projects.reversed() {
      while index > 0, project.line < entries.entries[index - 1].line {
        index -= 1
        if isExported(index) { item = index }
      }
      items.append(item.flatMap { entries.entries[$0].line.file == project.line.file ? $0 : nil })
    }
    return items.reversed()
  }

  private static func key(_ project: TaskEntry, _ entries: TaskEntries) -> [ExactString] {
    let title = LineText(entries.file(of: project), line: project.line.line).title
    return (entries.path(of: project) + [title]).map(ExactString.init)
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
