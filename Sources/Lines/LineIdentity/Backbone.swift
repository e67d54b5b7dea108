/// The recognised lines that kept their order: the longest sequence of pairs that increases on both sides.
///
/// A line that was moved between two others is recognised, but its place shows nothing about theirs.
struct Backbone {
  /// For each old line, whether it is in the sequence.
  private(set) var isOld: [Bool]
  /// For each new line, whether it is in the sequence.
  private(set) var isNew: [Bool]

  init(_ pairs: Pairing) {
    isOld = [Bool](repeating: false, count: pairs.newOfOld.count)
    isNew = [Bool](repeating: false, count: pairs.oldOfNew.count)
    for new in Self.longestRun(pairs.oldOfNew) {
      isNew[new] = true
      isOld[pairs.oldOfNew[new]] = true
    }
  }

  /// The new lines of the sequence, from the last to the first.
  private static func longestRun(_ oldOfNew: [Int]) -> [Int] {
    // `ends[n]` is the new line at which a sequence of n + 1 pairs ends with the smallest old line.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: oldOfNew.count)
    for (new, old) in oldOfNew.enumerated() where old >= 0 {
      let length = firstIndex(in: ends) { oldOfNew[$0] > old }
      previous[new] = length > 0 ? ends[length - 1] : -1
      if length == ends.count { ends.append(new) } else { ends[length] = new }
    }
    return Array(sequence(first: ends.last ?? -1) { previous[$0] }.prefix { $0 >= 0 })
  }

  /// Binary search: the first line for which a condition holds that also holds for all lines after it.
  private static func firstIndex(in lines: [Int], where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(lines[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
