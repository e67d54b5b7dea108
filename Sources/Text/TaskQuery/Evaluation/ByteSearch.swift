/// A search for some bytes that looks at each byte of a text about twice at most (Knuth, Morris, Pratt).
struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// For each length that was found, the next shorter one that ends in the same way.
  private let borders: [Int]

  init(_ needle: [UInt8]) {
    var borders = [0, 0]
    var length = 0
    for byte in needle.dropFirst() {
      while length > 0, needle[length] != byte { length = borders[length] }
      if needle[length] == byte { length += 1 }
      borders.append(length)
    }
    self.needle = needle
    self.borders = borders
  }

  /// True if the bytes stand somewhere in a text; of no bytes that is true of any.
  func finds(in text: [UInt8]) -> Bool {
    var length = 0
    if needle.isEmpty { return true }
    for byte in text {
      while length > 0, needle[length] != byte { length = borders[length] }
      if needle[length] == byte { length += 1 }
      if length == needle.count { return true }
    }
    return false
  }
}
