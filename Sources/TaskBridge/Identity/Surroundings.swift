/// Where the lines of a snapshot stand among those that are recognised.
struct Surroundings {
  /// For each line the nearest recognised line of its file before it; -1 if none.
  let before: [Int]
  let after: [Int]
  /// The same among the lines that kept their order.
  let backboneBefore: [Int]
  let backboneAfter: [Int]
  /// How many lines up to each are open.
  let openBefore: [Int]

  init(_ keys: LineKeys, isPaired: [Bool], isBackbone: [Bool]) {
    before = Self.nearestBefore(keys, isPaired)
    after = Self.nearestAfter(keys, isPaired)
    backboneBefore = Self.nearestBefore(keys, isBackbone)
    backboneAfter = Self.nearestAfter(keys, isBackbone)
    var open = [0]
    for paired in isPaired { open.append(open[open.count - 1] + (paired ? 0 : 1)) }
    openBefore = open
  }

  static func nearestBefore(_ keys: LineKeys, _ marks: [Bool]) -> [Int] {
    var nearest = -1
    return marks.indices.map { index in
      if index > 0 && keys.file[index] != keys.file[index - 1] { nearest = -1 }
      defer { if marks[index] { nearest = index } }
      return nearest
    }
  }
  static func nearestAfter(_ keys: LineKeys, _ marks: [Bool]) -> [Int] {
    var nearest = -1
    var result = [Int](repeating: -1, count: marks.count)
    for index in marks.indices.reversed() {
      if index + 1 < marks.count && keys.file[index] != keys.file[index + 1] { nearest = -1 }
      result[index] = nearest
      if marks[index] { nearest = index }
    }
    return result
  }
}

/// The longest run of pairs in which both sides have the same order.
func backbone(_ oldOfNew: [Int]) -> (old: [Int], new: [Int]) {
  // Patience: tails[k] is the new line where a run of k + 1 pairs ends with the smallest old line.
  var tails: [Int] = []
  var previous = [Int](repeating: -1, count: oldOfNew.count)
  for (new, old) in oldOfNew.enumerated() where old >= 0 {
    var (low, high) = (0, tails.count)
    while low < high {
      let middle = (low + high) / 2
      if oldOfNew[tails[middle]] < old { low = middle + 1 } else { high = middle }
    }
    previous[new] = low > 0 ? tails[low - 1] : -1
    if low == tails.count { tails.append(new) } else { tails[low] = new }
  }
  var run: [Int] = []
  var new = tails.last ?? -1
  while new >= 0 { run.append(new); new = previous[new] }
  return (run.map { oldOfNew[$0] }, run)
}
