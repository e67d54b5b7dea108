/// A search for bytes in linear time, which reads each byte of a text at most about twice (Knuth, Morris, Pratt).
struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// For each length of a partial match, the next shorter one that ends with the same bytes.
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

  /// True if the bytes occur in a text; an empty search always succeeds.
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
