extension Array {
  /// The number of elements at the start that satisfy a condition, which no later element may satisfy.
  ///
  /// It is a binary search, so it examines few elements.
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var rest = indices
    while !rest.isEmpty {
      let middle = rest.lowerBound + rest.count / 2
      rest = isBefore(self[middle]) ? middle + 1..<rest.upperBound : rest.lowerBound..<middle
    }
    return rest.lowerBound
  }
}
