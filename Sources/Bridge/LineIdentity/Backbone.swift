/// The recognised lines that kept their order: the longest run of pairs that goes down on both sides.
///
/// A line that was moved between two others is recognised, but says nothing about where they were.
struct Backbone {
  /// Whether each old line is in it.
  private(set) var isOld: [Bool]
  /// Whether each new line is in it.
  private(set) var isNew: [Bool]

  init(_ pairs: Pairing) {
    isOld = [Bool](repeating: false, count: pairs.newOfOld.count)
    isNew = [Bool](repeating: false, count: pairs.oldOfNew.count)
    for new in Self.longestRun(pairs.oldOfNew) {
      isNew[new] = true
      isOld[pairs.oldOfNew[new]] = true
    }
  }

  /// The new lines of the run, from the last to the first.
  private static func longestRun(_ oldOfNew: [Int]) -> [Int] {
    // `ends[n]` is the new line at which a run of n + 1 pairs ends with the smallest old line.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: oldOfNew.count)
    for (new, old) in oldOfNew.enumerated() where old >= 0 {
      let length = firstIndex(in: ends) { oldOfNew[$0] > old }
      previous[new] = length > 0 ? ends[length - 1] : -1
      if length == ends.count { ends.append(new) } else { ends[length] = new }
    }
    return Array(sequence(first: ends.last ?? -1) { previous[$0] }.prefix { $0 >= 0 })
  }

  /// The first of some lines for which something holds, as it does for all behind it.
  private static func firstIndex(in lines: [Int], where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(lines[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
