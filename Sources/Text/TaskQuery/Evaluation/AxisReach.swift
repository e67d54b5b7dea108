/// The nodes that an axis leads to, from any node, out of a given set.
///
/// Sorted in file order or by parent, depending on the axis, these nodes are adjacent. So the nodes reached from one
/// node are a range, and those reached from many are found in one pass over the ends of their ranges. Only ancestors
/// are not a range.
struct AxisReach {
  private let axis: Axis
  private let tree: QueryTree
  private let chosen: NodeSet
  /// The chosen nodes, in file order or by parent.
  private let order: [Int]
  /// For each node, the number of chosen nodes before it, or before its children.
  private let starts: [Int]

  init(_ axis: Axis, _ tree: QueryTree, among chosen: NodeSet) {
    self.axis = axis
    self.tree = tree
    self.chosen = chosen
    switch axis {
    case .child, .followingSibling, .precedingSibling:
      (order, starts) = Self.byParent(chosen, tree)
    default: (order, starts) = Self.byPlace(chosen)
    }
  }

  private static func byPlace(_ chosen: NodeSet) -> ([Int], [Int]) {
    var order: [Int] = []
    var starts: [Int] = []
    starts.reserveCapacity(chosen.count + 1)
    for node in chosen.indices {
      starts.append(order.count)
      if chosen[node] { order.append(node) }
    }
    return (order, starts + [order.count])
  }

  private static func byParent(_ chosen: NodeSet, _ tree: QueryTree) -> ([Int], [Int]) {
    var starts = [Int](repeating: 0, count: tree.count + 1)
    for node in chosen.indices.dropFirst() where chosen[node] {
      starts[tree.parents[node] + 1] += 1
    }
    for node in 1..<starts.count { starts[node] += starts[node - 1] }
    var free = starts
    var order = [Int](repeating: 0, count: starts[tree.count])
    for node in chosen.indices.dropFirst() where chosen[node] {
      order[free[tree.parents[node]]] = node
      free[tree.parents[node]] += 1
    }
    return (order, starts)
  }

  // MARK: From one node

  /// The nodes reached from one node, as positions in the order; empty for ancestors.
  private func range(from node: Int) -> Range<Int> {
    let isRoot = node == 0
    let parent = tree.parents[node]
    switch axis {
    case .itself: return starts[node]..<starts[node + 1]
    case .parent: return isRoot ? 0..<0 : starts[parent]..<starts[parent + 1]
    case .descendant: return starts[node + 1]..<starts[tree.ends[node]]
    case .descendantOrSelf: return starts[max(node, 1)]..<starts[tree.ends[node]]
    case .following: return starts[node + 1]..<starts[tree.count]
    case .preceding: return isRoot ? 0..<0 : starts[1]..<starts[node]
    case .child: return starts[node]..<starts[node + 1]
    case .followingSibling:
      return isRoot ? 0..<0 : sibling(after: node)..<starts[parent + 1]
    case .precedingSibling:
      return isRoot ? 0..<0 : starts[parent]..<sibling(notBefore: node)
    case .ancestor, .ancestorOrSelf: return 0..<0
    }
  }

  private func sibling(after node: Int) -> Int {
    let place = sibling(notBefore: node)
    return chosen[node] ? place + 1 : place
  }

  /// The position of the first child of the same parent that does not come before a node.
  private func sibling(notBefore node: Int) -> Int {
    var low = starts[tree.parents[node]]
    var high = starts[tree.parents[node] + 1]
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The chosen nodes above a node, outermost first, without the root.
  private func chain(from node: Int) -> [Int] {
    var chain: [Int] = []
    var next = axis == .ancestorOrSelf ? node : tree.parents[node]
    while next != 0 {
      if chosen[next] { chain.append(next) }
      next = tree.parents[next]
    }
    return chain.reversed()
  }

  // MARK: From many nodes

  /// The nodes reached from any of the given nodes; the slice is applied to each of these separately.
  func nodes(from contexts: NodeSet, _ slice: Slice?) -> NodeSet {
    if axis == .ancestor || axis == .ancestorOrSelf {
      return slice.map { ancestors(of: contexts, $0) } ?? ancestors(of: contexts)
    }
    var depths = [Int](repeating: 0, count: order.count + 1)
    for node in contexts.indices where contexts[node] {
      let range = taken(range(from: node), slice)
      depths[range.lowerBound] += 1
      depths[range.upperBound] -= 1
    }
    var found = NodeSet(repeating: false, count: tree.count)
    var depth = 0
    for place in order.indices {
      depth += depths[place]
      if depth > 0 { found[order[place]] = true }
    }
    return found
  }

  private func taken(_ range: Range<Int>, _ slice: Slice?) -> Range<Int> {
    guard let slice else { return range }
    let places = slice.places(among: range.count)
    return range.lowerBound + places.lowerBound..<range.lowerBound + places.upperBound
  }

  private func ancestors(of contexts: NodeSet) -> NodeSet {
    var isAbove = NodeSet(repeating: false, count: tree.count)
    for node in contexts.indices.dropFirst().reversed() where contexts[node] || isAbove[node] {
      isAbove[tree.parents[node]] = true
    }
    return contexts.indices.map { node in
      let isMeant = isAbove[node] || (axis == .ancestorOrSelf && contexts[node])
      return node > 0 && chosen[node] && isMeant
    }
  }

  private func ancestors(of contexts: NodeSet, _ slice: Slice) -> NodeSet {
    var found = NodeSet(repeating: false, count: tree.count)
    for node in contexts.indices where contexts[node] {
      let chain = chain(from: node)
      for place in slice.places(among: chain.count) { found[chain[place]] = true }
    }
    return found
  }

  // MARK: Numbers

  /// For each node, the number of nodes reached from it.
  func counts(_ slice: Slice?) -> [Int] {
    let counts =
      axis == .ancestor || axis == .ancestorOrSelf
      ? ancestorCounts() : tree.parents.indices.map { range(from: $0).count }
    return slice.map { slice in counts.map { slice.places(among: $0).count } } ?? counts
  }

  private func ancestorCounts() -> [Int] {
    var above = [Int](repeating: 0, count: tree.count)
    var own = above
    for node in above.indices.dropFirst() {
      above[node] = own[tree.parents[node]]
      own[node] = above[node] + (chosen[node] ? 1 : 0)
    }
    return axis == .ancestorOrSelf ? own : above
  }
}
