import ExactText

/// A range of lines that another version of a text replaces by others.
struct LineDifference: Equatable {
  /// The lines of the old text; empty where lines are only added.
  var range: Range<Int>
  /// The lines that replace them.
  var lines: [String]

  static func == (left: LineDifference, right: LineDifference) -> Bool {
    left.range == right.range && left.lines.elementsEqual(right.lines) { $0 == $1 }
  }

  /// True if a later difference begins within the range of this one.
  ///
  /// Lines that both sides added at one place are kept one after the other.
  fileprivate func overlaps(_ later: LineDifference?) -> Bool {
    guard let later, later != self else { return false }
    return later.range.lowerBound < range.upperBound
  }
}

extension [LineDifference] {
  /// The differences between two texts, in order.
  init(from base: [String], to new: [String]) {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: base, by: { $0 == $1 }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    self = []
    var (old, place) = (0, 0)
    while old < base.count || place < new.count {
      let start = old
      var lines: [String] = []
      while removed.contains(old) { old += 1 }
      while inserted.contains(place) {
        lines.append(new[place])
        place += 1
      }
      if start < old || !lines.isEmpty {
        append(LineDifference(range: start..<old, lines: lines))
      } else {
        (old, place) = (old + 1, place + 1)
      }
    }
  }

  /// A text with the differences.
  ///
  /// - Parameter base: The lines that the ranges are those of.
  func applied(to base: [String]) -> [String] {
    var (text, place): ([String], Int) = ([], 0)
    for difference in self {
      text += base[place..<difference.range.lowerBound] + difference.lines
      place = difference.range.upperBound
    }
    return text + base[place...]
  }

  /// The differences of both sides; nil if they replaced the same lines in different ways.
  ///
  /// Of lines that both added at one place, those of this side come first.
  func united(with other: [LineDifference]) -> [LineDifference]? {
    var united: [LineDifference] = []
    var (left, right) = (self[...], other[...])
    while let next = Self.earlier(left.first, right.first) {
      if left.first == next { left.removeFirst() }
      if right.first == next { right.removeFirst() }
      guard !next.overlaps(right.first), !next.overlaps(left.first) else { return nil }
      united.append(next)
    }
    return united
  }

  private static func earlier(
    _ left: LineDifference?, _ right: LineDifference?
  ) -> LineDifference? {
    guard let left, let right else { return left ?? right }
    let isFirst =
      (left.range.lowerBound, left.range.upperBound)
      <= (right.range.lowerBound, right.range.upperBound)
    return isFirst ? left : right
  }
}
