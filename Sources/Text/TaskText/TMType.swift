/// An outline item with its children, as a view of a document.
///
/// The tree is a value and knows the place of each item in the file (`position`). Find an item by its position or its
/// path, never by equality: two equal lines are two items. To change a file, make a `TaskEdit`: writing a tree back
/// would lose the bytes between its words.
public struct TMType: Hashable, Sendable {
  /// The level of indent.
  public let tabLevel: Int
  /// The kind of the item, with its text.
  public let type: TPType
  /// The tags of its line; those within its text come first.
  public private(set) var tags: [Tag]
  /// The number of tags within the text, which are written with it.
  private let inlineTags: Int
  /// The children, in order.
  public private(set) var children: [TMType]
  /// The line of the document, from 0; nil for an item without a document.
  public let position: Int?

  /// Creates an item.
  public init(
    tabLevel: Int, type: TPType, tags: [Tag] = [], children: [TMType] = [], position: Int? = nil
  ) {
    self.init(tabLevel, type, tags: tags, inlineTags: 0, children: children, position: position)
  }

  fileprivate init(
    _ tabLevel: Int, _ type: TPType, tags: [Tag], inlineTags: Int, children: [TMType],
    position: Int?
  ) {
    self.tabLevel = tabLevel
    self.type = type
    self.tags = tags
    self.inlineTags = inlineTags
    self.children = children
    self.position = position
  }

  /// Adds a tag after the others.
  public mutating func append(tag: Tag) {
    tags.append(tag)
  }

  /// Adds a child after the others.
  public mutating func append(child: TMType) {
    children.append(child)
  }

  /// Replaces the child at an index; false if there is none.
  @discardableResult
  public mutating func replace(childAt index: Int, with child: TMType) -> Bool {
    guard children.indices.contains(index) else { return false }
    children[index] = child
    return true
  }

  /// True if everything but the children is equal.
  public func isEqualWithoutChildren(to other: TMType) -> Bool {
    tabLevel == other.tabLevel && type == other.type && tags == other.tags
  }

  /// The last item of the last branch; nil for an item without children.
  ///
  /// Blank lines do not count.
  public func lastChild() -> TMType? {
    var last = lastOwned
    while let next = last?.lastOwned { last = next }
    return last
  }

  /// The last item with an indent level along the last branch.
  ///
  /// Blank lines do not count.
  public func lastChild(with tabLevel: Int) -> TMType? {
    var next = lastOwned
    while let item = next {
      if item.tabLevel == tabLevel { return item }
      next = item.lastOwned
    }
    return nil
  }

  /// The last child that is not a blank line.
  private var lastOwned: TMType? { children.last { !$0.isBlank } }

  /// True for a blank line, which is an empty text item in the tree.
  private var isBlank: Bool { type == .text("") && tags.isEmpty && children.isEmpty }

  /// The parent of the item at a position.
  public func parent(ofPosition position: Int) -> TMType? {
    var pending = [self]
    while let item = pending.popLast() {
      if item.children.contains(where: { $0.position == position }) { return item }
      pending += item.children
    }
    return nil
  }

  /// The item in TaskPaper's format, with tabs before it and its children below it.
  public var toString: String {
    var lines: [String] = []
    var pending = [self]
    while let item = pending.popLast() {
      lines.append(item.line)
      pending += item.children.reversed()
    }
    return lines.joined(separator: "\n")
  }

  /// The item's own line, with its indent.
  private var line: String {
    let words = [type.toString] + tags.dropFirst(inlineTags).map(\.toString)
    return String(repeating: "\t", count: tabLevel)
      + words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension TMType {
  /// Reads an outline: the top-level items, each with its children.
  public static func parse(string: String) -> [TMType] {
    TaskDocument(string).outline
  }
}

extension TaskDocument {
  /// The document as a tree; blank lines are empty text items.
  public var outline: [TMType] {
    var root: [TMType] = []
    var open: [TMType] = []  // outermost first; each may still get children
    func close(downTo level: Int) {
      while let item = open.last, item.tabLevel >= level {
        open.removeLast()
        if open.isEmpty { root.append(item) } else { open[open.count - 1].append(child: item) }
      }
    }
    for (index, line) in lines.enumerated() {
      let item = item(line, at: index)
      if line.kind != .blank {
        close(downTo: line.level)
        open.append(item)
      } else if open.isEmpty {
        root.append(item)
      } else {
        open[open.count - 1].append(child: item)
      }
    }
    close(downTo: 0)
    return root
  }

  private func item(_ line: TaskLine, at index: Int) -> TMType {
    let inline = tags[line.tags].count { $0.range.lowerBound < line.text.upperBound }
    return TMType(
      line.level, type(of: line), tags: tags(of: line), inlineTags: inline, children: [],
      position: index)
  }

  /// The kind of a line, with its text.
  public func type(of line: TaskLine) -> TPType {
    let text = string(line.text)
    return switch line.kind {
    case .project: .project(text)
    case .task: .task(text)
    case .note: .text(text)
    case .blank: .text("")
    }
  }
}
