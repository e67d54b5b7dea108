extension [UInt8] {
  /// The lines of the first VTIMEZONE of a calendar, and of those that follow it directly; nil without one.
  package var rangeOfZones: Range<Int>? {
    var (first, end): (Int?, Int?) = (nil, nil)
    var line = startIndex
    while line < endIndex {
      let next = self[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? endIndex
      let isBegin = self[line..<next].starts(with: "BEGIN:VTIMEZONE".utf8)
      if first == nil, isBegin { first = line }
      if end == line, !isBegin { break }
      if first != nil, self[line..<next].starts(with: "END:VTIMEZONE".utf8) { end = next }
      line = next
    }
    guard let first, let end else { return nil }
    return first..<end
  }
}
