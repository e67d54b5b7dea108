import CalendarItems
import ExactText
import ICalendar
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The outline that calendars are: projects and items, each below what it is a part of.
struct TargetOutline {
  /// What stands on a line.
  enum Content {
    /// An item, as an index.
    case item(Int)
    /// A project that is none, its line and its notes.
    case project(ItemLine)
  }

  /// A line of the outline, and what stands below it.
  struct Node {
    let content: Content
    /// The line that it stands below; nil at the root.
    var parent: Int?
    /// How many lines it stands below.
    var depth = 0
    var children: [Int] = []
  }

  private(set) var nodes: [Node] = []
  private(set) var roots: [Int] = []
  /// The node of each item.
  private(set) var nodeOfItem: [Int?]

  /// The nodes of project paths that are there already.
  private var paths: [[ExactString]: Int] = [:]
  /// The path of the project that was met last.
  private var openPath: [String] = []
  private var hints: ProjectHints

  /// Puts items in order.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - hints: The projects that the calendars carry.
  init(_ items: [ImportedItem], _ hints: ProjectHints) {
    self.hints = hints
    nodeOfItem = [Int?](repeating: nil, count: items.count)
    let known = ExactDictionary(
      items.indices.filter { items[$0].name.occurrence.isEmpty }.map { (items[$0].name.uid, $0) },
      uniquingKeysWith: { first, _ in first })
    for index in items.indices { add(index, items, known: known) }
    for hint in self.hints.takeRest() { add(hint, known) }
  }

  /// Adds an item below its parent, which is added before it; a circle of parents is cut.
  private mutating func add(_ index: Int, _ items: [ImportedItem], known: ExactDictionary<Int>) {
    var chain: [Int] = []
    var seen: Set<Int> = []
    var next: Int? = index
    while let item = next, nodeOfItem[item] == nil, seen.insert(item).inserted {
      chain.append(item)
      next = items[item].parent.flatMap { known[$0] }
    }
    for item in chain.reversed() { add(item, items[item], known: known) }
  }

  private mutating func add(_ index: Int, _ item: ImportedItem, known: ExactDictionary<Int>) {
    let above = item.parent.flatMap { known[$0] }.flatMap { nodeOfItem[$0] }
    let path = item.isArchived ? ["Archive"] : item.path.prefix(Self.deepest).map(\.self)
    for hint in hints.take(before: item.name.uid, in: path, from: openDepth(of: path)) {
      add(hint, known)
    }
    let node = append(.item(index), below: above ?? project(path))
    nodeOfItem[index] = node
    if item.line.isProject { open(node, item.path + [item.line.title]) }
  }

  /// How much of a path is open: the projects that were met last.
  private func openDepth(of path: [String]) -> Int {
    zip(path, openPath).prefix { $0 == $1 }.count
  }

  private mutating func open(_ node: Int, _ path: [String]) {
    openPath = path
    paths[path.map(ExactString.init)] = node
  }

  /// The node of a project path, made where it is missing.
  private mutating func project(_ path: [String]) -> Int? {
    guard let name = path.last else { return nil }
    if let node = paths[path.map(ExactString.init)] {
      openPath = path
      return node
    }
    let above = project(Array(path.dropLast()))
    let node = append(.project(ItemLine(body: name + ":")), below: above)
    open(node, path)
    return node
  }

  /// Adds a project below the task that it names, else below the project that is open.
  private mutating func add(_ hint: ProjectHints.Hint, _ known: ExactDictionary<Int>) {
    let above = Array(openPath.prefix(min(hint.depth, Self.deepest)))
    let task = hint.below.flatMap { known[$0] }.flatMap { nodeOfItem[$0] }
    let node = append(.project(hint.line), below: task ?? project(above))
    open(node, above + [hint.line.title])
  }

  /// The most lines that one may stand below: what is deeper stands there too.
  private static let deepest = 100

  private mutating func append(_ content: Content, below above: Int?) -> Int {
    let node = nodes.count
    let isDeepest = above.map { nodes[$0].depth >= Self.deepest } ?? false
    let parent = isDeepest ? above.flatMap { nodes[$0].parent } : above
    let depth = parent.map { nodes[$0].depth + 1 } ?? 0
    nodes.append(Node(content: content, parent: parent, depth: depth))
    if let parent { nodes[parent].children.append(node) } else { roots.append(node) }
    return node
  }
}

extension ImportedItem {
  /// True for a line of ours that says where it was before it was archived.
  fileprivate var isArchived: Bool {
    guard hint != nil else { return false }
    let document = TaskDocument(line.body)
    let tag = document.lines.first.flatMap { document.firstTag(named: "project", on: $0) }
    return tag.flatMap { document.payload(of: $0) } == path.joined(separator: " / ")
  }
}

extension ItemLine {
  /// True if the line is a project.
  var isProject: Bool { TaskDocument(body).lines.first?.kind == .project }

  /// The line as a dialect begins it.
  func body(in dialect: TaskDialect) -> String {
    let bullet = TaskDialect.taskPaper.taskBullet
    guard dialect.taskBullet != bullet, body.hasPrefix(bullet) else { return body }
    return dialect.taskBullet + body.dropFirst(bullet.count)
  }

  /// The text of the line, as a path has the name of a project.
  var title: String {
    let document = TaskDocument(body)
    guard document.lines.count == 1 else { return "" }
    let file = TaskFile(name: "", identity: "", modified: .epoch, document: document)
    return LineText(file, line: 0).title
  }
}
