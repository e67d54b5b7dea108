/// The lines that two texts have in common, in order.
///
/// Lines that are unique in both texts are aligned first, and the lines between them by the shortest edit (Myers), as
/// long as that is short: so the time is proportional to the texts.
struct LineAlignment {
  /// The pairs of equal lines, in ascending order.
  private(set) var pairs: [(old: Int, new: Int)] = []
  private let old: [Int]
  private let new: [Int]
  /// The maximum number of added and removed lines between two pairs; if there are more, no line is considered equal.
  private static let longestEdit = 256

  /// Aligns two texts, whose lines are given as numbers; equal lines have the same number.
  init(_ old: [Int], _ new: [Int]) {
    self.old = old
    self.new = new
    align(old.indices, new.indices, byUniqueLines: true)
  }

  private mutating func align(
    _ oldRange: Range<Int>, _ newRange: Range<Int>, byUniqueLines: Bool
  ) {
    var (left, right) = (oldRange, newRange)
    while let a = left.first, let b = right.first, old[a] == new[b] {
      pairs.append((a, b))
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    var ends: [(old: Int, new: Int)] = []
    while let a = left.last, let b = right.last, old[a] == new[b] {
      ends.append((a, b))
      (left, right) = (left.dropLast(), right.dropLast())
    }
    if !left.isEmpty, !right.isEmpty {
      if byUniqueLines { alignUnique(left, right) } else { alignShortest(left, right) }
    }
    pairs += ends.reversed()
  }

  /// Aligns the lines that are unique on both sides and have the same order, and then the lines between them.
  private mutating func alignUnique(_ left: Range<Int>, _ right: Range<Int>) {
    var places: [Int: (old: Int?, new: Int?, isRepeated: Bool)] = [:]
    for index in left { Self.note(&places[old[index], default: (nil, nil, false)], old: index) }
    for index in right { Self.note(&places[new[index], default: (nil, nil, false)], new: index) }
    let unique = right.compactMap { index -> (old: Int, new: Int)? in
      guard let place = places[new[index]], !place.isRepeated, let old = place.old else {
        return nil
      }
      return (old, index)
    }
    var (oldStart, newStart) = (left.lowerBound, right.lowerBound)
    for pair in Self.rising(unique) + [(left.upperBound, right.upperBound)] {
      align(oldStart..<pair.old, newStart..<pair.new, byUniqueLines: false)
      if pair.old < left.upperBound { pairs.append(pair) }
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
  }

  private static func note(
    _ place: inout (old: Int?, new: Int?, isRepeated: Bool), old: Int? = nil, new: Int? = nil
  ) {
    if old != nil, place.old != nil { place.isRepeated = true }
    if new != nil, place.new != nil { place.isRepeated = true }
    place.old = old ?? place.old
    place.new = new ?? place.new
  }

  /// The longest increasing run of pairs, by their old line.
  private static func rising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    let run = sequence(first: ends.last ?? -1) { previous[$0] }.prefix { $0 >= 0 }
    return run.reversed().map { pairs[$0] }
  }

  /// Finds the shortest edit, by the distance that each diagonal reaches with each further edit (Myers, 1986).
  private mutating func alignShortest(_ left: Range<Int>, _ right: Range<Int>) {
    let limit = min(left.count + right.count, Self.longestEdit)
    var reached = [Int](repeating: 0, count: 2 * limit + 3)
    var before: [[Int]] = []
    for edits in 0...limit {
      before.append(reached)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let down = Self.goesDown(diagonal, edits, reached: reached, limit: limit)
        var x = down ? reached[diagonal + limit + 2] : reached[diagonal + limit] + 1
        while x < left.count, x - diagonal < right.count, x - diagonal >= 0,
          old[left.lowerBound + x] == new[right.lowerBound + x - diagonal]
        { x += 1 }
        reached[diagonal + limit + 1] = x
        if x >= left.count, x - diagonal >= right.count {
          return trace(before, left: left, right: right, limit: limit)
        }
      }
    }
  }

  private static func goesDown(
    _ diagonal: Int, _ edits: Int, reached: [Int], limit: Int
  ) -> Bool {
    if diagonal == -edits { return true }
    if diagonal == edits { return false }
    return reached[diagonal + limit] < reached[diagonal + limit + 2]
  }

  /// Traces the shortest edit back, and collects its equal lines.
  private mutating func trace(
    _ before: [[Int]], left: Range<Int>, right: Range<Int>, limit: Int
  ) {
    var (x, y) = (left.count, right.count)
    var found: [(old: Int, new: Int)] = []
    for edits in before.indices.reversed() {
      let diagonal = x - y
      let down = Self.goesDown(diagonal, edits, reached: before[edits], limit: limit)
      let earlier = down ? diagonal + 1 : diagonal - 1
      let start = edits == 0 ? 0 : before[edits][earlier + limit + 1] + (down ? 0 : 1)
      while x > start {
        (x, y) = (x - 1, y - 1)
        found.append((left.lowerBound + x, right.lowerBound + y))
      }
      if edits > 0 { (x, y) = down ? (x, y - 1) : (x - 1, y) }
    }
    pairs += found.reversed()
  }
}
