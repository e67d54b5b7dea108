/// Finds the known name that a misspelled one was probably meant to be.
package enum NearestName {
  /// The nearest of some names; nil if none is near.
  ///
  /// A third of the letters may differ.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - names: The known names; the first of equally near ones is returned.
  package static func of(_ word: String, in names: some Sequence<String>) -> String? {
    let word = Array(word.lowercased().unicodeScalars.prefix(64))
    guard !word.isEmpty else { return nil }
    var nearest: (name: String, distance: Int)?
    for name in names {
      let scalars = Array(name.lowercased().unicodeScalars.prefix(64))
      let distance = distance(word, scalars)
      guard distance <= max(1, max(word.count, scalars.count) / 3), distance < word.count,
        distance < nearest?.distance ?? .max
      else { continue }
      nearest = (name, distance)
    }
    return nearest?.name
  }

  /// The edit distance: how many letters must be inserted, removed, changed or swapped with the next one.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var (before, last) = ([Int](), Array(0...right.count))
    for (row, scalar) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1)
        least = min(least, next[column] + 1)
        if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
