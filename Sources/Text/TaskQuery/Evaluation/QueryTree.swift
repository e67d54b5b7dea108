/// The parents of nodes, with the root as node 0 and item `n` as node `n + 1`.
struct QueryTree {
  /// The parent of each node; the root is its own parent.
  let parents: [Int]
  /// For each node, the node after its last descendant.
  let ends: [Int]

  init(_ outline: some QueryOutline) {
    var parents = [0]
    parents.reserveCapacity(outline.count + 1)
    for item in 0..<outline.count {
      let parent = outline.parent(of: item).map { $0 + 1 } ?? 0
      parents.append(parent <= item ? max(parent, 0) : 0)
    }
    var ends = Array(1...parents.count)
    for node in ends.indices.dropFirst().reversed() {
      ends[parents[node]] = max(ends[parents[node]], ends[node])
    }
    self.parents = parents
    self.ends = ends
  }

  /// The number of nodes.
  var count: Int { parents.count }
}

/// A set of nodes of a tree: for each node whether it is in the set.
typealias NodeSet = [Bool]
