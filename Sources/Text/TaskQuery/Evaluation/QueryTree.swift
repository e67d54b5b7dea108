/// Who owns whom, with the root as node 0 and item `n` as node `n + 1`.
struct QueryTree {
  /// The owner of each node; the root's is itself.
  let parents: [Int]
  /// For each node the one behind all that it owns.
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

/// Some of the nodes of a tree: for each whether it is one of them.
typealias NodeSet = [Bool]
