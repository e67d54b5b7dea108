/// Chooses among possible pairs those that have the most weight in all, each line in one pair at most.
enum Assignment {
  /// A possible pair.
  struct Edge {
    let old: Int
    let new: Int
    let weight: Int
  }

  /// Up to so many steps the best choice is found; larger knots of lines are untied greedily.
  private static let patience = 1 << 19

  /// The best pairs.
  ///
  /// Lines that no chain of possible pairs connects are chosen apart.
  static func best(of edges: [Edge]) -> [Edge] {
    components(edges).flatMap { edges in
      if edges.count == 1 { return edges }
      let matrix = WeightMatrix(edges)
      return matrix.cost <= patience ? matrix.best() : greedy(edges)
    }
  }

  /// The pair with the most weight first, then the next that is still possible.
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

  /// The edges by the knot that they belong to, in the order of their first.
  private static func components(_ edges: [Edge]) -> [[Edge]] {
    var knots = ConnectedComponents(edges)
    var components: [[Edge]] = []
    var places: [Int: Int] = [:]
    for (index, edge) in edges.enumerated() {
      let root = knots.root(of: index)
      let place = places[root] ?? components.count
      places[root] = place
      if place == components.count { components.append([]) }
      components[place].append(edge)
    }
    return components
  }
}

/// Which edges hang together: a forest in which those that do have one root.
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
