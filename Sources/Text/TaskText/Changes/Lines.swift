/// A text and the ranges of its lines.
struct Lines {
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ranges: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      ranges.append(start..<end)
      start = end
    }
    self.ranges = ranges
  }
}

extension LineAlignment {
  /// Aligns the lines of two texts.
  init(_ old: Lines, _ new: Lines) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    let texts = [old, new].map { lines in
      lines.ranges.map { range in
        let next = numbers.count
        let line = lines.bytes[range]
        if let number = numbers[line] { return number }
        numbers[line] = next
        return next
      }
    }
    self.init(texts[0], texts[1])
  }
}
