/// Finds grapheme clusters around a cursor, and reads only what is near it.
///
/// An ASCII byte between ASCII bytes is a cluster of its own. The tables of Unicode are used only elsewhere, and only for
/// bytes of the cursor's line that are valid UTF-8.
struct ClusterScan {
  /// The number of bytes before the cursor, and of those after it, that a lookup may read.
  private static let reach = 2048

  private var cursor: Int
  private var valid: Range<Int>?

  init(around cursor: Int) {
    self.cursor = cursor
  }

  /// The start of the cluster that contains the cursor; the cursor itself if it is between two clusters.
  mutating func cursorStart(_ bytes: Span<UInt8>) -> Int {
    guard cursor > 0, cursor < bytes.count else { return cursor }
    let (before, after) = (bytes[cursor - 1], bytes[cursor])
    if before | after < 0x80 {
      if before == Ascii.carriageReturn, after == Ascii.lineFeed { cursor -= 1 }
      return cursor
    }
    let valid = validRange(bytes)
    guard valid.contains(cursor) else { return cursor }
    var scalarEnd = cursor + 1
    while scalarEnd < valid.upperBound, bytes[scalarEnd] & 0xC0 == 0x80 { scalarEnd += 1 }
    return start(bytes, before: scalarEnd, in: valid)
  }

  /// The start of the cluster that ends at `index`; nil at the start of the text, and of what may be read.
  mutating func start(_ bytes: Span<UInt8>, before index: Int) -> Int? {
    guard index > 0 else { return nil }
    if bytes[index - 1] < 0x80, index == 1 || bytes[index - 2] < 0x80 { return index - 1 }
    let valid = validRange(bytes)
    guard index > valid.lowerBound, index <= valid.upperBound else { return nil }
    return start(bytes, before: index, in: valid)
  }

  /// The end of the cluster that begins at `index`; nil at the end of the text, and of what may be read.
  mutating func end(_ bytes: Span<UInt8>, after index: Int) -> Int? {
    guard index < bytes.count else { return nil }
    if bytes[index] < 0x80, index + 1 == bytes.count || bytes[index + 1] < 0x80 { return index + 1 }
    let valid = validRange(bytes)
    guard valid.contains(index) else { return nil }
    var clusters = UTF8Span(unchecked: bytes.extracting(valid)).makeCharacterIterator()
    clusters.reset(toUnchecked: index - valid.lowerBound)
    return clusters.skipForward() == 1 ? valid.lowerBound + clusters.currentCodeUnitOffset : nil
  }

  /// The last start of a cluster before the end of a scalar.
  ///
  /// `reset(roundingBackwardsFrom:)` would find the start of the scalar, and not that of its cluster (Swift 6.3).
  private func start(_ bytes: Span<UInt8>, before index: Int, in valid: Range<Int>) -> Int {
    var clusters = UTF8Span(unchecked: bytes.extracting(valid)).makeCharacterIterator()
    clusters.reset(toUnchecked: index - valid.lowerBound)
    _ = clusters.skipBack()
    return valid.lowerBound + clusters.currentCodeUnitOffset
  }

  /// The part of the cursor's line, without its ending and within reach, in which all bytes are valid UTF-8.
  private mutating func validRange(_ bytes: Span<UInt8>) -> Range<Int> {
    if let valid { return valid }
    let found = Self.validRange(bytes, around: cursor)
    valid = found
    return found
  }

  private static func validRange(_ bytes: Span<UInt8>, around cursor: Int) -> Range<Int> {
    var start = scalarStart(bytes, at: cursor)
    var end = start
    let (first, last) = (max(0, cursor - reach), min(bytes.count, cursor + reach))
    while start > first, let next = scalarStart(bytes, before: start) { start = next }
    while end < last, let next = scalarEnd(bytes, in: end..<last) { end = next }
    return start..<end
  }

  /// The start of the scalar before `index`; nil if it ends the line before, or is not UTF-8.
  @inline(__always)
  private static func scalarStart(_ bytes: Span<UInt8>, before index: Int) -> Int? {
    let byte = bytes[index - 1]
    if byte < 0x80 { return Ascii.isLineEnd(byte) ? nil : index - 1 }
    return Scalars.last(bytes, before: index)?.start
  }

  /// The end of the scalar at the start of a range; nil if it ends the line, or is not UTF-8.
  @inline(__always)
  private static func scalarEnd(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    let byte = bytes[range.lowerBound]
    if byte < 0x80 { return Ascii.isLineEnd(byte) ? nil : range.lowerBound + 1 }
    return Scalars.first(bytes, in: range)?.end
  }

  /// The start of the scalar that contains the cursor; the cursor itself if it is between two.
  private static func scalarStart(_ bytes: Span<UInt8>, at cursor: Int) -> Int {
    var start = cursor
    while start > max(0, cursor - 3), start < bytes.count, bytes[start] & 0xC0 == 0x80 {
      start -= 1
    }
    guard let (_, end) = Scalars.first(bytes, in: start..<bytes.count), end > cursor
    else { return cursor }
    return start
  }
}
