/// The scalars of UTF-8, decoded in both directions.
enum Scalars {
  /// The scalar that ends before `index`, and where it begins; nil at the start of the text, and if it is not UTF-8.
  static func last(_ bytes: Span<UInt8>, before index: Int) -> (scalar: Unicode.Scalar, start: Int)?
  {
    var start = index - 1
    while start > max(0, index - 4), bytes[start] & 0xC0 == 0x80 { start -= 1 }
    guard index > 0, let (scalar, end) = first(bytes, in: start..<index), end == index
    else { return nil }
    return (scalar, start)
  }

  /// The scalar at the start of a range, and where it ends; nil in an empty range, and if it is not UTF-8.
  static func first(_ bytes: Span<UInt8>, in range: Range<Int>) -> (
    scalar: Unicode.Scalar, end: Int
  )? {
    guard !range.isEmpty else { return nil }
    let lead = bytes[range.lowerBound]
    if lead < 0x80 { return (Unicode.Scalar(lead), range.lowerBound + 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, length <= range.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for index in range.lowerBound + 1..<range.lowerBound + length {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    guard value >= shortest(length) else { return nil }
    return Unicode.Scalar(value).map { ($0, range.lowerBound + length) }
  }

  /// The first scalar that needs a sequence of this length.
  private static func shortest(_ length: Int) -> UInt32 {
    length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
  }

  /// True if all scalars of a range satisfy a condition.
  static func all(
    _ bytes: Span<UInt8>, in range: Range<Int>, _ isAllowed: (Unicode.Scalar) -> Bool
  ) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      guard let (scalar, end) = first(bytes, in: index..<range.upperBound), isAllowed(scalar)
      else { return false }
      index = end
    }
    return true
  }
}
