import ExactText
public import TaskBridge
import TaskText

/// A project that is not an item, as a calendar carries it.
public struct ProjectHint: Hashable, Sendable {
  /// Its line and its notes, indented with one tab for each project that contains it.
  public let text: String
  /// The item before which it is, if the items below it do not show that: for an empty project, or one with the same
  /// path as another.
  public let before: Int?
  /// The task that contains it.
  public let below: Int?

  /// The projects to publish, in order; none if a feed leaves lines out.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - isExported: Whether an entry became an item, by its index.
  ///   - selection: Which projects are visible, and whether to publish any.
  public static func hints(
    _ entries: TaskEntries, _ selection: Selection, isExported: (Int) -> Bool
  ) -> [ProjectHint] {
    guard selection.hintScope == .outline else { return [] }
    let items = Self.itemsAfter(entries, isExported)
    let lines = Self.itemsAfter(entries) { !entries.entries[$0].isWordless }
    var seen: Set<[ExactString]> = []
    var leftOut: Range<LineRef>?
    return entries.projects.indices.compactMap { index in
      let project = entries.projects[index]
      let isTwin = !seen.insert(Self.key(project, entries)).inserted
      let block = Self.block(of: project, entries)
      let isInside = Self.holds(block, items[index], entries: entries)
      // A project with only left-out lines is left out with everything in it.
      let isLeftOut = !isInside && Self.holds(block, lines[index], entries: entries)
      if isLeftOut, leftOut?.contains(project.line) != true { leftOut = block }
      let isHidden = leftOut?.contains(project.line) == true
      guard isInside || !isHidden, selection.mayBeSeen(project) else { return nil }
      let below = project.parent.flatMap { isExported($0) ? $0 : nil }
      return hint(
        project, before: isInside && !isTwin ? nil : items[index], below: below, entries: entries)
    }
  }

  /// The lines of a project and everything below it.
  private static func block(of project: TaskEntry, _ entries: TaskEntries) -> Range<LineRef> {
    let block = entries.file(of: project).outline.subtree(of: project.line.line)
    return project.line..<LineRef(file: project.line.file, line: block.upperBound)
  }

  private static func holds(
    _ block: Range<LineRef>, _ entry: Int?, entries: TaskEntries
  ) -> Bool {
    entry.map { block.contains(entries.entries[$0].line) } ?? false
  }

  /// For each project the first item after it in its file.
  private static func itemsAfter(
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
    _ project: TaskEntry, before: Int?, below: Int?, entries: TaskEntries
  ) -> ProjectHint {
    let file = entries.file(of: project)
    let text = LineText(file, line: project.line.line)
    let indent = String(repeating: "\t", count: entries.path(of: project).count)
    // The prose below a heading of Markdown is not meant for a calendar.
    let notes = file.document.isHeading(project.line.line) ? [] : text.notes
    let lines = [indent + text.verbatim] + notes.map { indent + "\t" + $0 }
    return ProjectHint(text: lines.joined(separator: "\n"), before: before, below: below)
  }
}
