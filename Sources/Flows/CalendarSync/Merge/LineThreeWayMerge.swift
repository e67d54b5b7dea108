import ExactText

/// Merges the lines of two texts that were changed from a common one.
enum LineThreeWayMerge {
  /// The merged lines; nil if both sides changed the same place in different ways.
  ///
  /// - Parameters:
  ///   - base: The lines before the changes.
  ///   - a: The lines as one side changed them.
  ///   - b: The lines as the other side changed them.
  static func merge(base: [String], a: [String], b: [String]) -> [String]? {
    let (left, right) = (LineChange.all(from: base, to: a), LineChange.all(from: base, to: b))
    var merged: [String] = []
    var place = 0
    var (next, other) = (left[...], right[...])
    while let change = earlier(next.first, other.first) {
      let isOfLeft = next.first.map { $0 == change } ?? false
      let isOfRight = other.first.map { $0 == change } ?? false
      if isOfLeft { next.removeFirst() }
      if isOfRight { other.removeFirst() }
      guard !change.overlaps(other.first), !change.overlaps(next.first) else { return nil }
      merged += base[place..<change.range.lowerBound] + change.lines
      place = change.range.upperBound
    }
    return merged + base[place...]
  }

  private static func earlier(_ left: LineChange?, _ right: LineChange?) -> LineChange? {
    guard let left, let right else { return left ?? right }
    let isFirst =
      (left.range.lowerBound, left.range.upperBound)
      <= (right.range.lowerBound, right.range.upperBound)
    return isFirst ? left : right
  }
}

/// A range of lines that is replaced by others.
private struct LineChange: Equatable {
  var range: Range<Int>
  var lines: [String]

  static func == (left: LineChange, right: LineChange) -> Bool {
    left.range == right.range && left.lines.elementsEqual(right.lines) { $0 == $1 }
  }

  /// True if a later change begins within the range of this one.
  ///
  /// Lines that both sides added at one place are kept one after the other.
  func overlaps(_ later: LineChange?) -> Bool {
    guard let later, later != self else { return false }
    return later.range.lowerBound < range.upperBound
  }

  /// The changes from one text to another, in order.
  static func all(from base: [String], to new: [String]) -> [LineChange] {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: base, by: { $0 == $1 }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var changes: [LineChange] = []
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
        changes.append(LineChange(range: start..<old, lines: lines))
      } else {
        (old, place) = (old + 1, place + 1)
      }
    }
    return changes
  }
}
