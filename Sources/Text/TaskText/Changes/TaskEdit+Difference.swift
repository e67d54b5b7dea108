extension TaskEdit {
  /// The edit that makes a new text of an old one: the changed lines, each without its unchanged beginning and end.
  public init(from old: [UInt8], to new: [UInt8]) {
    let (left, right) = (Self.lines(of: old), Self.lines(of: new))
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      let next = numbers.count
      if let number = numbers[bytes] { return number }
      numbers[bytes] = next
      return next
    }
    let first = zip(left, right).prefix { old[$0].elementsEqual(new[$1]) }.count
    let limit = min(left.count, right.count) - first
    let last = zip(left.reversed(), right.reversed()).prefix(limit)
      .prefix { old[$0].elementsEqual(new[$1]) }.count
    let (gone, come) = (left[first..<left.count - last], right[first..<right.count - last])
    let pairs = LineAlignment(gone.map { number(old[$0]) }, come.map { number(new[$0]) }).pairs
    var splices: [Splice] = []
    var (oldLine, newLine) = (first, first)
    for pair in pairs.map({ (old: $0.old + first, new: $0.new + first) })
      + [(left.count - last, right.count - last)]
    {
      let range = Self.range(oldLine..<pair.0, left, end: old.count)
      let text = Self.range(newLine..<pair.1, right, end: new.count)
      if let splice = Splice(old, range, new, text) { splices.append(splice) }
      (oldLine, newLine) = (pair.0 + 1, pair.1 + 1)
    }
    self.init(splices)
  }

  /// The lines of a text with their ends.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Characters.lineFeed).map { $0 + 1 } ?? bytes.count
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  private static func range(
    _ numbers: Range<Int>, _ lines: [Range<Int>], end: Int
  ) -> Range<Int> {
    let start = numbers.lowerBound < lines.count ? lines[numbers.lowerBound].lowerBound : end
    return start..<(numbers.isEmpty ? start : lines[numbers.upperBound - 1].upperBound)
  }
}

extension TaskEdit.Splice {
  /// The part of two ranges that differs, in whole characters; nil if they are equal.
  fileprivate init?(_ old: [UInt8], _ range: Range<Int>, _ new: [UInt8], _ text: Range<Int>) {
    let limit = min(range.count, text.count)
    var start = zip(old[range], new[text]).prefix { $0 == $1 }.count
    var end = zip(old[range].reversed(), new[text].reversed()).prefix(limit - start)
      .prefix { $0 == $1 }.count
    guard range.count != text.count || start < limit else { return nil }
    while start > 0, Self.isInside(old, range, start) || Self.isInside(new, text, start) {
      start -= 1
    }
    while end > 0, Self.isInside(old, range, range.count - end) { end -= 1 }
    self.init(
      range.lowerBound + start..<range.upperBound - end,
      new[text.lowerBound + start..<text.upperBound - end])
  }

  /// True if a place is between the bytes of one character, or between a CR and its LF.
  private static func isInside(_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> Bool {
    guard count < range.count else { return false }
    let byte = bytes[range.lowerBound + count]
    if byte == Characters.lineFeed, count > 0 {
      return bytes[range.lowerBound + count - 1] == Characters.carriageReturn
    }
    return byte & 0xC0 == 0x80
  }
}
