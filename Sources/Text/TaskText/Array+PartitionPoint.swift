extension Array {
  /// How many elements from the first on have a property that no element has after one without it.
  ///
  /// It looks at few elements, however many there are.
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var rest = indices
    while !rest.isEmpty {
      let middle = rest.lowerBound + rest.count / 2
      rest = isBefore(self[middle]) ? middle + 1..<rest.upperBound : rest.lowerBound..<middle
    }
    return rest.lowerBound
  }
}
