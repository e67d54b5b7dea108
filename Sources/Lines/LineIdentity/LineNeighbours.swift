/// The positions of a snapshot's lines relative to the recognised ones.
struct LineNeighbours {
  /// The two recognised lines of a file around a line; -1 for the beginning or the end.
  struct Gap {
    let before: Int
    let after: Int
    /// The number of unpaired lines in the gap above the line, and in the whole gap.
    let offset: Int
    let count: Int
    /// The distance of the line from the first line of its file, and from the end.
    let depth: Int
    let height: Int
  }

  private let file: [Int]
  private let nearest: (before: [Int], after: [Int])
  private let backbone: (before: [Int], after: [Int])
  /// For each line the first line of its file, and the end of the file.
  private let bounds: (first: [Int], end: [Int])
  /// For each line the number of unpaired lines above it; the last element is their total.
  private let openAbove: [Int]

  init(_ keys: LineKeys, isPaired: [Bool], isOpen: [Bool], isBackbone: [Bool]) {
    file = keys.file
    nearest = Self.nearest(isPaired, file)
    backbone = Self.nearest(isBackbone, file)
    bounds = Self.bounds(file)
    var above = [0]
    above.reserveCapacity(isOpen.count + 1)
    for open in isOpen { above.append(above[above.count - 1] + (open ? 1 : 0)) }
    openAbove = above
  }

  /// The gap between the nearest recognised lines.
  func gap(of line: Int) -> Gap {
    gap(of: line, before: nearest.before[line], after: nearest.after[line])
  }

  /// The gap between the nearest recognised lines that kept their order.
  func wideGap(of line: Int) -> Gap {
    gap(of: line, before: backbone.before[line], after: backbone.after[line])
  }

  private func gap(of line: Int, before: Int, after: Int) -> Gap {
    let first = openAbove[before < 0 ? bounds.first[line] : before]
    let end = openAbove[after < 0 ? bounds.end[line] : after]
    return Gap(
      before: before, after: after, offset: openAbove[line] - first, count: end - first,
      depth: line - bounds.first[line], height: bounds.end[line] - line)
  }

  private static func nearest(_ marks: [Bool], _ file: [Int]) -> (before: [Int], after: [Int]) {
    var before = [Int](repeating: -1, count: marks.count)
    var after = before
    for line in marks.indices.dropFirst() where file[line] == file[line - 1] {
      before[line] = marks[line - 1] ? line - 1 : before[line - 1]
    }
    for line in marks.indices.dropLast().reversed() where file[line] == file[line + 1] {
      after[line] = marks[line + 1] ? line + 1 : after[line + 1]
    }
    return (before, after)
  }

  private static func bounds(_ file: [Int]) -> (first: [Int], end: [Int]) {
    var first = [Int](repeating: 0, count: file.count)
    var end = [Int](repeating: file.count, count: file.count)
    for line in file.indices.dropFirst() {
      first[line] = file[line] == file[line - 1] ? first[line - 1] : line
    }
    for line in file.indices.dropLast().reversed() {
      end[line] = file[line] == file[line + 1] ? end[line + 1] : line + 1
    }
    return (first, end)
  }
}
