import CalendarItems
import ExactText
import ICalendar
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The outline of the calendars: projects and items, each below its parent.
struct TargetOutline {
  /// The content of a line.
  enum Content {
    /// An item, by its index.
    case item(Int)
    /// A project that is not an item: its line and its notes.
    case project(ItemLine)
  }

  /// A line of the outline, with the lines below it.
  struct Node {
    /// The index of the item, or the complement (`~`) of the index of the project.
    fileprivate let number: Int
    /// The line that contains it; nil at the root.
    let parent: Int?
    /// The number of lines that contain it.
    fileprivate let depth: Int
    fileprivate(set) var children: [Int] = []
  }

  private(set) var nodes: [Node] = []
  /// The projects that are not items.
  private var projects: [ItemLine] = []
  private(set) var roots: [Int] = []
  /// The node of each item.
  private(set) var nodeOfItem: [Int?]

  /// The nodes of known project paths.
  private var paths: [[ExactString]: Int] = [:]
  /// The path of the last project.
  private var openPath: [String] = []
  private var hints: ProjectHints

  /// Builds the outline.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - hints: The projects in the calendars.
  init(_ items: [ImportedItem], _ hints: ProjectHints) {
    self.hints = hints
    nodeOfItem = [Int?](repeating: nil, count: items.count)
    let known = ExactDictionary(
      items.indices.filter { items[$0].name.occurrence.isEmpty }.map { (items[$0].name.uid, $0) },
      uniquingKeysWith: { first, _ in first })
    for index in items.indices { add(index, items, known: known) }
    for hint in self.hints.takeRest() { add(hint, known) }
  }

  /// The content of a node.
  func content(of node: Int) -> Content {
    let number = nodes[node].number
    return number < 0 ? .project(projects[~number]) : .item(number)
  }

  /// Adds an item below its parent, which is added before it; a cycle of parents is broken.
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
    let node = append(index, below: above ?? project(path))
    nodeOfItem[index] = node
    if item.line.isProject { open(node, item.path + [item.line.title]) }
  }

  /// The number of projects of a path that are open, which were added last.
  private func openDepth(of path: [String]) -> Int {
    zip(path, openPath).prefix { $0 == $1 }.count
  }

  private mutating func open(_ node: Int, _ path: [String]) {
    openPath = path
    paths[path.map(ExactString.init)] = node
  }

  /// The node of a project path, which is created if it is missing.
  private mutating func project(_ path: [String]) -> Int? {
    guard let name = path.last else { return nil }
    if let node = paths[path.map(ExactString.init)] {
      openPath = path
      return node
    }
    let above = project(Array(path.dropLast()))
    let node = append(ItemLine(body: name + ":"), below: above)
    open(node, path)
    return node
  }

  /// Adds a project below the task that it names, otherwise below the open project.
  private mutating func add(_ hint: ProjectHints.Hint, _ known: ExactDictionary<Int>) {
    let above = Array(openPath.prefix(min(hint.depth, Self.deepest)))
    let task = hint.below.flatMap { known[$0] }.flatMap { nodeOfItem[$0] }
    let node = append(hint.line, below: task ?? project(above))
    open(node, above + [hint.line.title])
  }

  /// The maximum depth; deeper lines are put at this depth.
  private static let deepest = 100

  private mutating func append(_ project: ItemLine, below above: Int?) -> Int {
    projects.append(project)
    return append(~(projects.count - 1), below: above)
  }

  private mutating func append(_ number: Int, below above: Int?) -> Int {
    let node = nodes.count
    let isDeepest = above.map { nodes[$0].depth >= Self.deepest } ?? false
    let parent = isDeepest ? above.flatMap { nodes[$0].parent } : above
    let depth = parent.map { nodes[$0].depth + 1 } ?? 0
    nodes.append(Node(number: number, parent: parent, depth: depth))
    if let parent { nodes[parent].children.append(node) } else { roots.append(node) }
    return node
  }
}

extension ImportedItem {
  /// True for an archived line with the tag for its old project.
  fileprivate var isArchived: Bool {
    guard hint != nil else { return false }
    let document = TaskDocument(line.body)
    let tag = document.lines.first.flatMap { document.firstTag(named: "project", on: $0) }
    return tag.flatMap { document.payload(of: $0) } == path.joined(separator: " / ")
  }
}
