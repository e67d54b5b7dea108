/// Lines that are moved below other lines, one after the other, each with its descendants.
///
/// All of them are one edit: its time is proportional to the document and to the moved lines. Lines are identified by
/// their numbers in the document before any move, from 0.
///
/// ```swift
/// var moves = OutlineMoves(document, Outline(document))
/// moves.move(3, below: 1)
/// let edited = moves.result()
/// ```
public struct OutlineMoves: Sendable {
  /// The document before the moves.
  public let document: TaskDocument
  private var tree: LineTree
  /// The order of the lines.
  private var order: LineOrder
  /// The level of each line, and the levels that the headings above it add.
  private var levels: [(level: Int, section: Int)]
  /// The change of level of each moved line.
  private var shifts: [Int: Int] = [:]
  private var bodies: [Int: [UInt8]] = [:]
  /// The top-level line that stays last.
  private let last: Int?
  /// The last line of the front matter, before which nothing can be; nil if there is none.
  private let lastOfFrontMatter: Int?

  /// Creates moves, at first none.
  ///
  /// - Parameters:
  ///   - document: The document whose lines are moved.
  ///   - outline: Its outline.
  ///   - last: A top-level line that stays last if it is last, such as an archive.
  public init(_ document: TaskDocument, outline: Outline, last: Int? = nil) {
    self.document = document
    self.last = last
    let first = document.firstTaskPlace
    lastOfFrontMatter = first > 0 ? first - 1 : nil
    tree = LineTree(document, outline)
    order = LineOrder(count: document.lines.count)
    let sections = document.sections
    levels = document.lines.indices.map {
      (document.lines[$0].level, sections.isEmpty ? 0 : sections[$0])
    }
  }

  /// The present parent of a line; nil at the root.
  public func parent(of line: Int) -> Int? { tree.parent(of: line) }

  /// A line and its present descendants, in order.
  public func block(of line: Int) -> some Sequence<Int> {
    order.lines(from: line, through: tree.end(of: line))
  }

  /// Replaces the text of a line after its indent; the text has no line break.
  public mutating func set(_ body: String, ofLine line: Int) { bodies[line] = Array(body.utf8) }

  /// Moves a line to the end of the children of another line, or to the end of the root.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - owner: The new parent; nil for the root.
  /// - Returns: False if the line is there already, or is an ancestor of `owner`.
  @discardableResult
  public mutating func move(_ line: Int, below owner: Int?) -> Bool {
    guard parent(of: line) != owner, !isOwner(line, of: owner) else { return false }
    let next = owner == nil ? last.flatMap { tree.isLast($0) ? $0 : nil } : nil
    let end = tree.end(of: line)
    var place = tree.endOfOwnLines(of: owner, before: next) ?? lastOfFrontMatter
    if place == end { place = order.line(before: line) }
    shift(line, to: owner.map { levels[$0].level + 1 } ?? 0, after: place)
    order.move(line, through: end, after: place)
    tree.move(line, below: owner, before: next)
    return true
  }

  private func isOwner(_ line: Int, of other: Int?) -> Bool {
    var next = other
    while let owner = next {
      if owner == line { return true }
      next = parent(of: owner)
    }
    return false
  }

  /// Sets the new level of a line and its descendants.
  private mutating func shift(_ line: Int, to level: Int, after place: Int?) {
    let section = sectionLevel(after: place)
    let by = max(0, level - section) - (levels[line].level - levels[line].section)
    for index in block(of: line) {
      levels[index].level += by + section - levels[index].section
      levels[index].section = section
      shifts[index, default: 0] += by
    }
  }

  private func sectionLevel(after line: Int?) -> Int {
    guard let line else { return 0 }
    return document.isHeading(line) ? levels[line].level + 1 : levels[line].section
  }

  /// The document after the moves, and the new places of its lines.
  public func result() -> EditedOutline {
    if shifts.isEmpty, bodies.isEmpty { return EditedOutline(unchanged: document) }
    let step = document.indent(levels: 1)
    var writer = OutlineWriter(document)
    for index in order.lines {
      guard let by = shifts[index] else {
        writer.keep(index, bodies[index])
        continue
      }
      let line = document.lines[index]
      let body = bodies[index] ?? Array(document.bytes[line.body])
      writer.add(document.reindented(line, by: by, step: step) + body, old: index)
    }
    return writer.result()
  }
}

/// The order of lines, in which a run of lines is moved at once.
private struct LineOrder: Sendable {
  /// The line after each line, and before it; the last element represents both ends.
  private var next: [Int]
  private var previous: [Int]
  private var end: Int { next.count - 1 }

  init(count: Int) {
    next = (0...count).map { $0 == count ? 0 : $0 + 1 }
    previous = (0...count).map { $0 == 0 ? count : $0 - 1 }
  }

  /// All lines.
  var lines: some Sequence<Int> {
    sequence(first: next[end]) { next[$0] }.prefix { $0 != end }
  }

  func lines(from first: Int, through last: Int) -> some Sequence<Int> {
    sequence(first: first) { $0 == last ? nil : next[$0] }
  }

  /// The line before another; nil for the first.
  func line(before line: Int) -> Int? { previous[line] == end ? nil : previous[line] }

  /// Moves a run of lines after a line outside of it, or to the beginning.
  mutating func move(_ first: Int, through last: Int, after place: Int?) {
    link(previous[first], next[last])
    let place = place ?? end
    let following = next[place]
    link(place, first)
    link(last, following)
  }

  private mutating func link(_ line: Int, _ following: Int) {
    next[line] = following
    previous[following] = line
  }
}

/// The parents of lines during moves.
private struct LineTree: Sendable {
  private struct Node: Sendable {
    var parent: Int?
    var previous: Int?
    var next: Int?
    var firstChild: Int?
    var lastChild: Int?
    /// The last child that is not a heading; new children are added after it.
    var lastOwn: Int?
    let isHeading: Bool
  }

  /// The lines, followed by the root.
  private var nodes: [Node]
  private var root: Int { nodes.count - 1 }

  init(_ document: TaskDocument, _ outline: Outline) {
    nodes = document.lines.indices.map { Node(isHeading: document.isHeading($0)) }
    nodes.append(Node(isHeading: true))
    for line in document.lines.indices where document.lines[line].kind != .blank {
      append(line, to: outline.parent(of: line) ?? root)
    }
  }

  private mutating func append(_ line: Int, to owner: Int) {
    let previous = nodes[owner].lastChild
    (nodes[line].parent, nodes[line].previous) = (owner, previous)
    if let previous { nodes[previous].next = line } else { nodes[owner].firstChild = line }
    nodes[owner].lastChild = line
    if !nodes[line].isHeading { nodes[owner].lastOwn = line }
  }

  /// The parent of a line; nil at the root.
  func parent(of line: Int) -> Int? { nodes[line].parent.flatMap { $0 == root ? nil : $0 } }

  /// True for the last line at the root.
  func isLast(_ line: Int) -> Bool { nodes[root].lastChild == line }

  /// The last descendant of a line; the line itself if it has none.
  func end(of line: Int) -> Int {
    var end = line
    while let child = nodes[end].lastChild { end = child }
    return end
  }

  /// The line after which a new child of a line is inserted; nil for the beginning of the file.
  ///
  /// - Parameters:
  ///   - owner: The parent; nil for the root, where new lines come before headings.
  ///   - next: The child after the new one; nil to insert after the last child that is not a heading.
  func endOfOwnLines(of owner: Int?, before next: Int?) -> Int? {
    guard let child = lastChild(of: owner, before: next) else { return owner }
    return end(of: child)
  }

  private func lastChild(of owner: Int?, before next: Int?) -> Int? {
    if let next { return nodes[next].previous }
    guard let owner else { return nodes[root].lastChild }
    return nodes[owner].isHeading ? nodes[owner].lastOwn : nodes[owner].lastChild
  }

  mutating func move(_ line: Int, below owner: Int?, before next: Int?) {
    unlink(line)
    let previous = lastChild(of: owner, before: next)
    let owner = owner ?? root
    let following = previous.map { nodes[$0].next } ?? nodes[owner].firstChild
    (nodes[line].parent, nodes[line].previous, nodes[line].next) = (owner, previous, following)
    if let previous { nodes[previous].next = line } else { nodes[owner].firstChild = line }
    if let following { nodes[following].previous = line } else { nodes[owner].lastChild = line }
    if !nodes[line].isHeading { nodes[owner].lastOwn = line }
  }

  private mutating func unlink(_ line: Int) {
    let (previous, next) = (nodes[line].previous, nodes[line].next)
    guard let owner = nodes[line].parent else { return }
    if let previous { nodes[previous].next = next } else { nodes[owner].firstChild = next }
    if let next { nodes[next].previous = previous } else { nodes[owner].lastChild = previous }
    if nodes[owner].lastOwn == line { nodes[owner].lastOwn = previous }
  }
}
