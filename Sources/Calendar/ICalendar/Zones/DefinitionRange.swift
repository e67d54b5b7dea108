extension [UInt8] {
  /// The lines of a calendar from its first VTIMEZONE to the end of its last one; nil without one.
  package var zoneDefinitions: Range<Int>? {
    var (first, end): (Int?, Int?) = (nil, nil)
    var line = startIndex
    while line < endIndex {
      let next = self[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? endIndex
      if first == nil, self[line..<next].starts(with: "BEGIN:VTIMEZONE".utf8) { first = line }
      if first != nil, self[line..<next].starts(with: "END:VTIMEZONE".utf8) { end = next }
      line = next
    }
    guard let first, let end else { return nil }
    return first..<end
  }
}
