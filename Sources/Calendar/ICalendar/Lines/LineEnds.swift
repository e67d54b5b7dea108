import Glibc

/// Finds the ends of physical lines in order: at CR LF, LF or CR.
///
/// The next LF is searched once, not for each line before it, because a file may have none.
package struct LineEnds {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let count: Int
  /// The first LF that is not before the last requested line.
  private var feed = -1

  /// Creates a search in the first bytes of a file.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// The end of the line that begins at a byte, without its ending; lines must be requested in order.
  package mutating func end(from start: Int) -> Int {
    if feed < start { feed = find(0x0A, from: start, to: count) ?? count }
    return find(0x0D, from: start, to: feed) ?? feed
  }

  private func find(_ byte: Int32, from start: Int, to end: Int) -> Int? {
    guard let base = bytes.baseAddress, start < end else { return nil }
    return memchr(base + start, byte, end - start).map {
      UnsafeRawPointer(base).distance(to: UnsafeRawPointer($0))
    }
  }
}
