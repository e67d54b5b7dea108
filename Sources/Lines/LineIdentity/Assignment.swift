/// Chooses the pairs with the highest total weight, with each line in one pair at most.
package enum Assignment {
  /// A possible pair.
  package struct Edge {
    package let old: Int
    package let new: Int
    package let weight: Int

    package init(old: Int, new: Int, weight: Int) {
      (self.old, self.new, self.weight) = (old, new, weight)
    }
  }

  /// The maximum number of steps for an optimal choice; larger components are solved greedily.
  private static let patience = 1 << 19

  /// The chosen pairs.
  ///
  /// Each connected component of the graph of possible pairs is solved separately.
  package static func best(of edges: [Edge]) -> [Edge] {
    components(edges).flatMap { edges in
      if edges.count == 1 { return edges }
      let matrix = WeightMatrix(edges)
      return matrix.cost <= patience ? matrix.best() : greedy(edges)
    }
  }

  /// Chooses the pair with the highest weight, then the next that is still possible, and so on.
  private static func greedy(_ edges: [Edge]) -> [Edge] {
    var (olds, news): (Set<Int>, Set<Int>) = ([], [])
    let sorted = edges.sorted { (-$0.weight, $0.new, $0.old) < (-$1.weight, $1.new, $1.old) }
    return sorted.filter { edge in
      if olds.contains(edge.old) || news.contains(edge.new) { return false }
      olds.insert(edge.old)
      news.insert(edge.new)
      return true
    }
  }

  /// The edges of each connected component, in the order of their first edge.
  private static func components(_ edges: [Edge]) -> [[Edge]] {
    var roots = ConnectedComponents(edges)
    var components: [[Edge]] = []
    var places: [Int: Int] = [:]
    for (index, edge) in edges.enumerated() {
      let root = roots.root(of: index)
      let place = places[root] ?? components.count
      places[root] = place
      if place == components.count { components.append([]) }
      components[place].append(edge)
    }
    return components
  }
}

/// Finds connected components with a union-find forest: connected lines have the same root.
private struct ConnectedComponents {
  private var above: [Int]

  init(_ edges: [Assignment.Edge]) {
    above = Array(edges.indices)
    var (olds, news): ([Int: Int], [Int: Int]) = ([:], [:])
    for (index, edge) in edges.enumerated() {
      join(index, olds[edge.old] ?? index)
      join(index, news[edge.new] ?? index)
      olds[edge.old] = index
      news[edge.new] = index
    }
  }

  mutating func root(of index: Int) -> Int {
    var index = index
    while above[index] != index {
      above[index] = above[above[index]]
      index = above[index]
    }
    return index
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let (first, second) = (root(of: a), root(of: b))
    above[max(first, second)] = min(first, second)
  }
}
