import CalendarItems
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Inserts new lines: below the line of their parent, and after the line of the item that is before them in their
/// calendar.
extension ImportDraft {
  /// The container of new lines.
  private enum Container {
    case root
    case line(LineRef)
    case new(file: Int, before: Int, level: Int)
  }

  /// Inserts the lines of new items.
  mutating func place() {
    var projects = ProjectLines(found)
    let isNeeded = neededNodes()
    guard isNeeded.contains(true) else { return }
    let root = base(&projects)
    place(outline.roots, in: root, isNeeded: isNeeded, projects: projects)
  }

  /// For each node whether it is a new line, or contains one.
  private func neededNodes() -> [Bool] {
    var isNeeded = [Bool](repeating: false, count: outline.nodes.count)
    let elsewhere = ProjectLines.inOtherFiles(found)
    for index in outline.nodes.indices {
      guard isNew(index), !isProject(index, among: elsewhere) else { continue }
      var next: Int? = index
      while let node = next, !isNeeded[node] {
        isNeeded[node] = true
        next = outline.nodes[node].parent
      }
    }
    return isNeeded
  }

  /// True for an item that gets a new line, and for a project with a hint of its own.
  private func isNew(_ node: Int) -> Bool {
    switch outline.content(of: node) {
    case .item(let index):
      wantsLine(index) && !isNewPast(index)
    case .project: bringsProjects
    }
  }

  /// True for a project that has one of some paths, as in another file, where it stays.
  private func isProject(_ node: Int, among paths: Set<[ExactString]>) -> Bool {
    guard !paths.isEmpty, case .project = outline.content(of: node) else { return false }
    return paths.contains(outline.path(of: node).map(ExactString.init))
  }

  /// The container of all new lines: the requested project, which is created if it is missing.
  private mutating func base(_ projects: inout ProjectLines) -> Container {
    guard !options.project.isEmpty else { return .root }
    var container = Container.root
    for depth in options.project.indices {
      let path = Array(options.project[...depth])
      if let line = projects.line(of: path) {
        container = .line(line)
      } else {
        let isMarkdown = files[0].document.dialect == .markdown
        let place = isMarkdown ? sectionsEnd(of: container) : end(of: container)
        let name = ItemLine(body: path[depth] + ":")
        container = add(name, file: place.file, before: place.line, level: place.level).container
      }
    }
    return container
  }

  private mutating func place(
    _ nodes: [Int], in container: Container, isNeeded: [Bool], projects: ProjectLines
  ) {
    if nodes.isEmpty { return }
    var place = end(of: container)
    if let next = firstSibling(nodes[...], in: container, projects: projects) {
      place.line = next.line
    }
    let isMarkdown = files[place.file].document.dialect == .markdown
    for node in isMarkdown ? nodes.sorted(by: { rank($0, projects) < rank($1, projects) }) : nodes {
      if isMarkdown, rank(node, projects) == 2 { place = sectionsEnd(of: container) }
      if let line = self.line(of: node, projects) {
        if stands(line, in: container) {
          place.line = files[line.file].outline.subtree(of: line.line).upperBound
        }
        if isNeeded[node] {
          self.place(
            outline.nodes[node].children, in: .line(line), isNeeded: isNeeded, projects: projects)
        }
      } else if isNeeded[node] {
        self.place(node, at: place, container: container, isNeeded: isNeeded, projects: projects)
      }
    }
  }

  /// The order of nodes in Markdown, where a heading owns all that follows: items come first, new headings last.
  private func rank(_ node: Int, _ projects: ProjectLines) -> Int {
    guard case .project = outline.content(of: node) else { return 0 }
    return line(of: node, projects) == nil ? 2 : 1
  }

  private mutating func place(
    _ node: Int, at place: (file: Int, line: Int, level: Int), container: Container,
    isNeeded: [Bool], projects: ProjectLines
  ) {
    var inner = container
    switch outline.content(of: node) {
    case .project(let line):
      let notes = line.notes(in: files[place.file].document.dialect)
      let own = ItemLine(body: line.body, notes: notes)
      inner = add(own, file: place.file, before: place.line, level: place.level).container
    case .item(let index) where isNew(node):
      daysOfCreation[index] = dayOfCreation(index, inFile: place.file)
      let added = add(
        items[index].line, inMarkdown: items[index].inMarkdown, file: place.file,
        before: place.line, level: place.level, writtenOn: daysOfCreation[index])
      inner = added.container
      additions[index] = (place.file, added.number)
      note(.added, index, line: LineRef(file: place.file, line: added.number))
    case .item:  // without a line: its parts take its place
      inner = .new(file: place.file, before: place.line, level: place.level - 1)
    }
    self.place(outline.nodes[node].children, in: inner, isNeeded: isNeeded, projects: projects)
  }

  private mutating func add(
    _ line: ItemLine, inMarkdown own: String? = nil, file: Int, before: Int, level: Int,
    writtenOn day: DateParameters? = nil
  ) -> (container: Container, number: Int) {
    if let heading = heading(line, file: file, level: level) {
      let number = edits[file].add(
        blank(file, before) + [(heading, level)]
          + line.notes.map { OutlineEdit.noteLine($0, level + 1) }, beforeLine: before)
      return (.new(file: file, before: before, level: level), number)
    }
    // A line at the end of a file is in the last section of Markdown, and its parts are below it.
    let level = max(level, edits[file].sectionLevel(beforeLine: before))
    let number = write(
      line, inMarkdown: own, file: file, before: before, level: level, writtenOn: day)
    return (.new(file: file, before: before, level: level), number)
  }

  /// A project as a heading; nil for another line, and in other dialects.
  private func heading(_ line: ItemLine, file: Int, level: Int) -> String? {
    guard files[file].document.dialect == .markdown else { return nil }
    let document = TaskDocument(line.body)
    guard let own = document.lines.first, own.kind == .project else { return nil }
    let tags = document.tags[own.tags].map { document.string($0.range) }
    return TaskDocument.heading(
      ([document.string(own.text)] + tags).joined(separator: " "), level: level)
  }

  /// The blank line before a heading, unless it is the first line of the file or there is one.
  private func blank(_ file: Int, _ before: Int) -> [(text: String, level: Int)] {
    let document = files[file].document
    let above = min(before, document.lines.count) - 1
    let hasText = edits[file].hasAdditions(beforeLine: before)
    guard hasText || document.lines.indices.contains(above) else { return [] }
    return hasText || document.lines[above].kind != .blank ? [("", 0)] : []
  }

  /// Adds a line with its notes; the result is the number of the addition.
  ///
  /// - Parameter own: The line in Markdown, if it was made from such a line.
  mutating func write(
    _ line: ItemLine, inMarkdown own: String? = nil, file: Int, before: Int, level: Int,
    writtenOn day: DateParameters? = nil
  ) -> Int {
    let body = body(of: line, inMarkdown: own, file: file, writtenOn: day)
    let lines = [(body, level)] + line.notes.map { OutlineEdit.noteLine($0, level + 1) }
    return edits[file].add(lines, beforeLine: before)
  }

  /// A line in the form of its file: as it was if that is Markdown too, otherwise in the form of new lines.
  ///
  /// - Parameter day: The day on which the item was made; nil if the settings do not want it.
  func body(
    of line: ItemLine, inMarkdown own: String?, file: Int, writtenOn day: DateParameters?
  ) -> String {
    let document = files[file].document
    let text = document.dialect == .markdown ? own : nil
    return text ?? document.inOwnForm(line, options.reader, writtenOn: day)
  }

  /// The day on which an item was made, otherwise today, if the settings of a file want it on new lines.
  private func dayOfCreation(_ index: Int, inFile file: Int) -> DateParameters? {
    guard files[file].document.settings.setsCreatedDate,
      let time = items[index].item.revision?.created ?? options.now
    else { return nil }
    return options.mapping.zone.civil(at: time)?.date
  }

  // MARK: Places

  /// The place after everything in a container.
  private func end(of container: Container) -> (file: Int, line: Int, level: Int) {
    switch container {
    case .root: return (0, files[0].rootEnd, 0)
    case .line(let line):
      let file = files[line.file]
      let end = file.outline.endOfOwnLines(of: line.line, in: file.document)
      return (line.file, end, file.document.lines[line.line].level + 1)
    case .new(let file, let before, let level): return (file, before, level + 1)
    }
  }

  /// The place after all sections in a container, for a new heading of Markdown.
  private func sectionsEnd(of container: Container) -> (file: Int, line: Int, level: Int) {
    switch container {
    case .root:
      return (0, files[0].document.lastTaskPlace(before: files[0].document.lines.count), 0)
    case .line(let line):
      let file = files[line.file]
      let end = file.document.lastTaskPlace(before: file.outline.subtree(of: line.line).upperBound)
      return (line.file, end, file.document.lines[line.line].level + 1)
    case .new: return end(of: container)
    }
  }

  private func firstSibling(
    _ nodes: ArraySlice<Int>, in container: Container, projects: ProjectLines
  ) -> LineRef? {
    nodes.lazy.compactMap { self.line(of: $0, projects) }.first { stands($0, in: container) }
  }

  private func stands(_ line: LineRef, in container: Container) -> Bool {
    let parent = files[line.file].outline.parent(of: line.line)
    switch container {
    case .root: return parent == nil && line.file == 0
    case .line(let owner): return parent == owner.line && line.file == owner.file
    case .new: return false
    }
  }

  /// The existing line of a node.
  private func line(of node: Int, _ projects: ProjectLines) -> LineRef? {
    switch outline.content(of: node) {
    case .item(let index): binding.lines[index]
    case .project: projects.line(of: options.project + outline.path(of: node))
    }
  }
}

extension TargetOutline {
  /// The titles of the projects on the path to a node.
  func path(of node: Int) -> [String] {
    sequence(first: node) { nodes[$0].parent }.reversed().compactMap { index in
      if case .project(let line) = content(of: index) { line.title } else { nil }
    }
  }
}

/// The lines of projects in the file that gets new lines, by their paths.
struct ProjectLines {
  private var lines: [[ExactString]: LineRef] = [:]

  init(_ found: LineSnapshot) {
    for entry in Self.entries(found) where entry.line.file == 0 {
      let path = Self.path(of: entry, found)
      lines[path] = min(lines[path] ?? entry.line, entry.line)
    }
  }

  /// The paths of the projects in the other files.
  static func inOtherFiles(_ found: LineSnapshot) -> Set<[ExactString]> {
    Set(entries(found).filter { $0.line.file != 0 }.map { path(of: $0, found) })
  }

  private static func path(of entry: TaskEntry, _ found: LineSnapshot) -> [ExactString] {
    let title = LineText(found.files[entry.line.file], line: entry.line.line).title
    return (found.entries.path(of: entry) + [title]).map(ExactString.init)
  }

  /// The titles of these lines, by line.
  static func titles(_ found: LineSnapshot) -> [Int: ExactString] {
    let titles = entries(found).filter { $0.line.file == 0 }.map { entry in
      let title = LineText(found.files[0], line: entry.line.line).title
      return (entry.line.line, ExactString(title))
    }
    return Dictionary(titles) { first, _ in first }
  }

  private static func entries(_ found: LineSnapshot) -> [TaskEntry] {
    let dated = found.entries.entries.filter(\.isProject)
    return found.entries.projects + dated
  }

  func line(of path: [String]) -> LineRef? { lines[path.map(ExactString.init)] }
}
