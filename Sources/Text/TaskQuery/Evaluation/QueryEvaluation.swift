import ExactText
public import TaskDates

extension Query {
  /// How a comparison of dates treats a value that is not a date.
  public enum UnreadableDates: Sendable {
    /// As if there were no value.
    case areNone
    /// As a value that may match once it is corrected.
    case mayBeAny
  }

  /// The selected items, in order.
  ///
  /// The number of steps is at most proportional to the number of items for each part of the query.
  ///
  /// - Parameters:
  ///   - outline: The items.
  ///   - now: The user's local time, for dates such as `today`.
  ///   - unreadableDates: How a comparison of dates treats a value that is not a date.
  public func items(
    in outline: some QueryOutline, now: DateTimeParameters,
    unreadableDates: UnreadableDates = .areNone
  ) -> [Int] {
    var evaluation = QueryEvaluation(self, outline, now: now)
    if unreadableDates == .mayBeAny { evaluation.unreadable = true }
    let found = evaluation.nodes(of: expression)
    return found.indices.dropFirst().filter { found[$0] }.map { $0 - 1 }
  }
}

/// The evaluation of a query over an outline.
struct QueryEvaluation<Outline: QueryOutline> {
  private let query: Query
  private let outline: Outline
  private let tree: QueryTree
  private let dates: DateReading
  private let attributes: [Outline.Attribute]
  private let comparisons: [PreparedComparison<Outline.Attribute>]
  /// The result of a date comparison with an unreadable value; nil to treat it as no value.
  ///
  /// It is inverted inside of a negation.
  var unreadable: Bool?
  /// For each `count(…)`, the number at each node, once it is known.
  private var counts: [[Int]?]
  /// For each comparison, its last result, because items of one group often follow each other.
  private var last: [Answer?]

  /// The result of a comparison for a group of items.
  private struct Answer {
    let group: Int
    let unreadable: Bool?
    let holds: Bool
  }

  init(_ query: Query, _ outline: Outline, now: DateTimeParameters) {
    self.query = query
    self.outline = outline
    tree = QueryTree(outline)
    let dates = DateReading(now: now, allowsShortYears: outline.allowsShortYears)
    let attributes = query.attributes.map(outline.attribute(named:))
    self.dates = dates
    self.attributes = attributes
    comparisons = query.comparisons.map { PreparedComparison($0, dates) { attributes[$0] } }
    counts = query.counts.map { _ in nil }
    last = query.comparisons.map { _ in nil }
  }

  // MARK: Sets

  mutating func nodes(of expression: PathExpression) -> NodeSet {
    switch expression {
    case .path(let path): return nodes(of: path)
    case .union(let parts): return join(parts) { $0 || $1 }
    case .intersect(let parts): return join(parts) { $0 && $1 }
    case .except(let parts): return difference(parts)
    case .sliced(let part, let slice): return sliced(nodes(of: part), slice)
    }
  }

  /// Joins the parts from the right.
  private mutating func join(
    _ parts: [PathExpression], _ holds: (Bool, Bool) -> Bool
  ) -> NodeSet {
    var result: NodeSet?
    for part in parts.reversed() {
      let nodes = nodes(of: part)
      result = result.map { zip(nodes, $0).map { holds($0, $1) } } ?? nodes
    }
    return result ?? []
  }

  /// The nodes of the first part that are not in the rest.
  private mutating func difference(_ parts: [PathExpression]) -> NodeSet {
    var result: NodeSet?
    for (number, part) in parts.enumerated().reversed() {
      let nodes = opposed(number % 2 == 1) { $0.nodes(of: part) }
      result = result.map { zip(nodes, $0).map { $0 && !$1 } } ?? nodes
    }
    return result ?? []
  }

  /// Evaluates an expression inside of a negation.
  private mutating func opposed<Result>(
    _ isOpposed: Bool = true, _ body: (inout QueryEvaluation) -> Result
  ) -> Result {
    let before = unreadable
    defer { unreadable = before }
    if isOpposed { unreadable = unreadable.map { !$0 } }
    return body(&self)
  }

  private func sliced(_ nodes: NodeSet, _ slice: Slice) -> NodeSet {
    let places = nodes.indices.dropFirst().filter { nodes[$0] }
    var found = NodeSet(repeating: false, count: nodes.count)
    for place in slice.places(among: places.count) { found[places[place]] = true }
    return found
  }

  // MARK: Paths

  private mutating func nodes(of path: ItemPath) -> NodeSet {
    var nodes = NodeSet(repeating: false, count: tree.count)
    nodes[0] = true
    for step in path.steps { nodes = self.nodes(of: step, from: nodes) }
    return nodes
  }

  private mutating func nodes(of step: PathStep, from contexts: NodeSet) -> NodeSet {
    let all = NodeSet(repeating: true, count: tree.count)
    let near = AxisReach(step.axis, tree, among: all).nodes(from: contexts, nil)
    let found = chosen(step, among: near)
    guard let slice = step.slice else { return found }
    return AxisReach(step.axis, tree, among: found).nodes(from: contexts, slice)
  }

  /// The nodes that match the type and the predicate of a step.
  private mutating func chosen(_ step: PathStep, among nodes: NodeSet) -> NodeSet {
    var chosen = nodes
    for node in nodes.indices where nodes[node] {
      let isMeant = step.kind.map { self.isKind($0, node) } ?? true
      chosen[node] = isMeant && (step.predicate.map { holds($0, node) } ?? true)
    }
    return chosen
  }

  // MARK: Predicates

  private func isKind(_ kind: QueryKind, _ node: Int) -> Bool {
    node > 0 && outline.kind(of: node - 1) == kind
  }

  private mutating func holds(_ predicate: Predicate, _ node: Int) -> Bool {
    switch predicate {
    case .any: return true
    case .kind(let kind): return isKind(kind, node)
    case .exists(let number): return value(attributes[number], node) != nil
    case .compare(let number): return holds(number, node)
    case .not(let part): return !opposed { $0.holds(part, node) }
    case .and(let parts):
      for part in parts where !holds(part, node) { return false }
      return true
    case .or(let parts):
      for part in parts where holds(part, node) { return true }
      return false
    }
  }

  /// Whether a comparison holds, which is the same for all items of a group.
  private mutating func holds(_ number: Int, _ node: Int) -> Bool {
    guard let group = group(comparisons[number], node) else {
      return holds(comparisons[number], node)
    }
    if let last = last[number], last.group == group, last.unreadable == unreadable {
      return last.holds
    }
    let holds = holds(comparisons[number], node)
    last[number] = Answer(group: group, unreadable: unreadable, holds: holds)
    return holds
  }

  /// The group of an item whose attribute is compared with a constant.
  private func group(
    _ comparison: PreparedComparison<Outline.Attribute>, _ node: Int
  ) -> Int? {
    guard node > 0, case .attribute(let attribute) = comparison.left,
      case .constant = comparison.right
    else { return nil }
    return outline.group(of: attribute, at: node - 1)
  }

  private mutating func holds(
    _ comparison: PreparedComparison<Outline.Attribute>, _ node: Int
  ) -> Bool {
    if let pattern = comparison.pattern {
      return text(comparison.left, node).map(pattern.matches) ?? false
    }
    let left = value(comparison.left, comparison.modifier, node: node)
    if let search = comparison.search, case .text(let bytes) = left {
      return search.finds(in: bytes)
    }
    let right = value(comparison.right, comparison.modifier, node: node)
    if let unreadable, comparison.modifier.reading == .date, left == nil || right == nil,
      isThere(comparison.left, node), isThere(comparison.right, node)
    {
      return unreadable
    }
    return ComparedValue.compare(left, comparison.relation, right)
  }

  private mutating func value(
    _ side: PreparedComparison<Outline.Attribute>.Side, _ modifier: Modifier, node: Int
  ) -> ComparedValue? {
    if case .constant(let value) = side { return value }
    return text(side, node).flatMap { ComparedValue($0, modifier, dates: dates) }
  }

  /// True if a side has a value, even one that cannot be read.
  private mutating func isThere(
    _ side: PreparedComparison<Outline.Attribute>.Side, _ node: Int
  ) -> Bool {
    if case .constant(let value) = side { return value != nil }
    return text(side, node) != nil
  }

  private mutating func text(
    _ side: PreparedComparison<Outline.Attribute>.Side, _ node: Int
  ) -> String? {
    switch side {
    case .attribute(let attribute): value(attribute, node)
    case .count(let number): String(counts(number)[node])
    case .constant: nil
    }
  }

  /// The value of an attribute; the root has no attributes.
  private func value(_ attribute: Outline.Attribute, _ node: Int) -> String? {
    node > 0 ? outline.value(of: attribute, at: node - 1) : nil
  }

  // MARK: Numbers

  /// For each node, the number of items counted from it.
  private mutating func counts(_ number: Int) -> [Int] {
    if let known = counts[number] { return known }
    let before = unreadable
    defer { unreadable = before }
    unreadable = nil  // a larger count may make a comparison true or false
    let found: [Int]
    switch query.counts[number] {
    case .everywhere(let expression):
      let count = nodes(of: expression).dropFirst().count { $0 }
      found = [Int](repeating: count, count: tree.count)
    case .step(let step):
      var all = NodeSet(repeating: true, count: tree.count)
      all[0] = false  // the root is not a line
      found = AxisReach(step.axis, tree, among: chosen(step, among: all)).counts(step.slice)
    }
    counts[number] = found
    return found
  }
}
